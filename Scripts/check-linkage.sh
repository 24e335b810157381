#!/usr/bin/env bash
# Builds a program that uses Freshet in release mode and checks what it links: no full Foundation, no ICU, and none of the code that
# reports misuse in debug builds.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/Sources/probe"
cat >"$folder/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "probe", platforms: [.macOS(.v15)], dependencies: [.package(name: "freshet", path: "$root")],
    targets: [.executableTarget(name: "probe", dependencies: [.product(name: "Freshet", package: "freshet")])])
SWIFT
cat >"$folder/Sources/probe/main.swift" <<'SWIFT'
import Freshet
_ = Observable.of(1, 2, 3).map { $0 * 2 }.subscribe(onNext: { print($0) })
// Reported in a debug build.
Hooks.misuseHandler = { _ in print("misuse") }
_ = Observable<Int>.create { observer in
    observer.onCompleted()
    observer.onNext(1)
    return Disposables.create()
}.subscribe()
SWIFT
swift build -c release --package-path "$folder" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
[ "$("$folder/.build/release/probe" | tr '\n' ' ')" = "2 4 6 " ] || { echo "unexpected output from the probe" >&2; exit 1; }

case $(uname -s) in
Linux) libraries=$(ldd "$folder/.build/release/probe") ;;
*) libraries=$(otool -L "$folder/.build/release/probe") ;;
esac
if unwanted=$(echo "$libraries" | grep -E 'libFoundation\.so|FoundationInternationalization|_FoundationICU|FoundationNetworking|FoundationXML'); then
    echo "Freshet links libraries that it must not:" >&2
    echo "$unwanted" >&2
    exit 1
fi
# Debug builds keep a call stack for each operator.
if nm "$folder/.build/release/probe" | grep -q '7Freshet5CallsV'; then
    echo "A release build contains the code that reports misuse." >&2
    exit 1
fi
echo "Freshet links no full Foundation and no code that reports misuse."
