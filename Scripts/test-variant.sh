#!/usr/bin/env bash
# Runs tests in a copy of the package that is built in another way:
#     Scripts/test-variant.sh thread       those of the streams under the thread sanitizer
#     Scripts/test-variant.sh thread-all   those of every module but the command and the examples, whose tests start the programs themselves
#     Scripts/test-variant.sh address      those of the streams under the address sanitizer, which on Linux looks for leaks too
#     Scripts/test-variant.sh optimized    those of the streams in a release build
# What follows is handed to `swift test`:
#     Scripts/test-variant.sh thread --filter FreshetCombineTests
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
what=${1:?thread, thread-all, address or optimized}
folder=$root/.build/variants/$what
# Copies, since each module gets a lock that the sanitizer understands (see there).
rm -rf "$folder/Sources" "$folder/Tests"
mkdir -p "$folder/Sources" "$folder/Tests"
ln -sfn "$root/README.md" "$root/docs" "$folder/"
if [ "$what" = thread-all ]; then
    cp -Rp "$root/Sources" "$root/Tests" "$folder/"
    cp -p "$root/Package.swift" "$folder/"
    ln -sfn "$root/Examples" "$folder/"
    for programs in FreshetCommandTests ExamplesTests; do
        rm -rf "$folder/Tests/$programs/"*
        echo "// These tests are left out." >"$folder/Tests/$programs/LeftOut.swift"
    done
else
    cp -Rp "$root/Sources/Freshet" "$root/Sources/FreshetTest" "$root/Sources/FreshetCombine" "$folder/Sources/"
    cp -Rp "$root/Tests/FreshetTests" "$root/Tests/FreshetCombineTests" "$root/Tests/Swift6Client" "$folder/Tests/"
    # Asks an upstream.
    rm "$folder/Tests/FreshetCombineTests/FeedTests.swift"
    cat >"$folder/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]
let package = Package(
    name: "freshet", platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")],
    targets: [
        .target(name: "Freshet", swiftSettings: settings),
        .target(name: "FreshetTest", dependencies: ["Freshet"], swiftSettings: settings),
        .target(
            name: "FreshetCombine",
            dependencies: [
                "Freshet", .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ], swiftSettings: settings),
        .testTarget(name: "FreshetTests", dependencies: ["Freshet", "FreshetTest"], swiftSettings: settings),
        .testTarget(name: "FreshetCombineTests", dependencies: ["Freshet", "FreshetCombine"], swiftSettings: settings),
    ], swiftLanguageModes: [.v6])
SWIFT
fi
if [ "$what" = optimized ]; then
    swift test --package-path "$folder" -c release -Xswiftc -enable-testing --no-parallel "${@:2}"
    exit
fi
if [ "$what" = address ]; then
    ASAN_OPTIONS=detect_leaks=0 swift test --package-path "$folder" --sanitize=address --no-parallel "${@:2}"
    # Leaks are looked for where everything is given back: other tests leave streams in virtual time that stands still.
    ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$root/Scripts/sanitized/leaks.txt \
        swift test --package-path "$folder" --sanitize=address --no-parallel --skip-build --filter 'StressTests|LockInversionTests|TwoThreadsTests|ReleaseTests'
    exit
fi
grep -rl 'Mutex<\|Mutex(' "$folder/Sources" "$folder/Tests" --include='*.swift' | sed "s#^$folder/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
    cp -p "$root/Scripts/sanitized/Mutex.swift" "$folder/$module/"
done
TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$folder" --sanitize=thread --no-parallel "${@:2}"
