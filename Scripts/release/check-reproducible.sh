#!/usr/bin/env bash
# Makes a release of the last commit twice, in two folders at two times, and compares the bytes; differences are named.
# The variables are those of make-release.sh: FRESHET_BINARY=FILE compares only the packaging of that program.
set -euo pipefail
cd "$(dirname "$0")/../.."
unset SIGN_KEY
# The last commit, even if there is another one before the second build.
RELEASE_REF=$(git rev-parse HEAD)
export RELEASE_REF

work=$PWD/.build/reproducible
rm -rf "$work"
# The second folder has another path, other permissions and another time zone.
OUT=$work/first RELEASE_SOURCE=$work/a Scripts/release/make-release.sh
rm -rf "$work/a"
sleep 2
(umask 077 && TZ=Pacific/Auckland OUT=$work/second RELEASE_SOURCE=$work/another/folder/b Scripts/release/make-release.sh)
rm -rf "$work/another"

compare=(cmp)
if command -v diffoscope >/dev/null; then compare=(diffoscope --max-report-size 100000); fi
failed=0
for file in $(cd "$work" && find first second -type f -printf '%P\n' | LC_ALL=C sort -u); do
    if cmp --silent "$work/first/$file" "$work/second/$file"; then
        echo "equal: $file"
    else
        echo "different: $file"
        failed=1
        "${compare[@]}" "$work/first/$file" "$work/second/$file" || true
    fi
done
[ "$failed" = 0 ] || exit 1
rm -rf "$work"
