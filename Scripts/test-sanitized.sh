#!/usr/bin/env bash
# Runs the tests of the streams under the thread sanitizer, as a package of their own: all dependencies under it would take an hour.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/.build/sanitized
mkdir -p "$folder/Sources" "$folder/Tests"
for module in Freshet FreshetTest; do ln -sfn "$root/Sources/$module" "$folder/Sources/$module"; done
ln -sfn "$root/Tests/FreshetTests" "$folder/Tests/FreshetTests"
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
