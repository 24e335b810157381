#!/usr/bin/env bash
# Runs the tests under the thread sanitizer, in a copy of the package; those of the command are left out, since they start the program itself.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/.build/sanitized
# Copies, since each module gets a lock that the sanitizer understands (see there).
mkdir -p "$folder"
rm -rf "$folder/Sources" "$folder/Tests"
cp -Rp "$root/Sources" "$root/Tests" "$folder/"
rm -rf "$folder/Tests/FreshetCommandTests"
ln -sfn "$root/README.md" "$root/docs" "$folder/"
grep -v 'tests("FreshetCommand"' "$root/Package.swift" >"$folder/Package.swift"
grep -rl 'Mutex<\|Mutex(' "$folder/Sources" "$folder/Tests" --include='*.swift' | sed "s#^$folder/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
    cp -p "$root/Scripts/sanitized/Mutex.swift" "$folder/$module/"
done
TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$folder" --sanitize=thread --no-parallel "$@"
