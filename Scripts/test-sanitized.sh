#!/usr/bin/env bash
# Runs the tests of the streams under the thread sanitizer, as a package of their own: all dependencies under it would take an hour.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/.build/sanitized
# Copies, since each module gets a lock that the sanitizer understands (see there).
rm -rf "$folder/Sources" "$folder/Tests"
mkdir -p "$folder/Sources" "$folder/Tests"
cp -Rp "$root/Sources/Freshet" "$root/Sources/FreshetTest" "$folder/Sources/"
cp -Rp "$root/Tests/FreshetTests" "$folder/Tests/"
for module in Sources/Freshet Sources/FreshetTest Tests/FreshetTests; do cp -p "$root/Scripts/sanitized/Mutex.swift" "$folder/$module/"; done
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
TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$folder" --sanitize=thread --no-parallel
