#!/usr/bin/env bash
# Runs tests under the thread sanitizer, in a copy of the package: those of the streams, or with `all` those of every module but the
# command, whose tests start the program itself.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
what=${1:-streams}
folder=$root/.build/sanitized-$what
# Copies, since each module gets a lock that the sanitizer understands (see there).
rm -rf "$folder/Sources" "$folder/Tests"
mkdir -p "$folder/Sources" "$folder/Tests"
ln -sfn "$root/README.md" "$root/docs" "$folder/"
if [ "$what" = all ]; then
    cp -Rp "$root/Sources" "$root/Tests" "$folder/"
    cp -p "$root/Package.swift" "$folder/"
    rm -rf "$folder/Tests/FreshetCommandTests/"*
    echo "// The command's tests are left out." >"$folder/Tests/FreshetCommandTests/LeftOut.swift"
else
    cp -Rp "$root/Sources/Freshet" "$root/Sources/FreshetTest" "$folder/Sources/"
    cp -Rp "$root/Tests/FreshetTests" "$folder/Tests/"
    cat >"$folder/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]
let package = Package(
    name: "freshet", platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Freshet", swiftSettings: settings),
        .target(name: "FreshetTest", dependencies: ["Freshet"], swiftSettings: settings),
        .testTarget(name: "FreshetTests", dependencies: ["Freshet", "FreshetTest"], swiftSettings: settings),
    ], swiftLanguageModes: [.v6])
SWIFT
fi
grep -rl 'Mutex<\|Mutex(' "$folder/Sources" "$folder/Tests" --include='*.swift' | sed "s#^$folder/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
    cp -p "$root/Scripts/sanitized/Mutex.swift" "$folder/$module/"
done
TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$folder" --sanitize=thread --no-parallel
