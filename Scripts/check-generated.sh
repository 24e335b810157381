#!/usr/bin/env bash
# Fails if a generated file in Sources/Freshet differs from what its script writes.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
Scripts/generate-arities.py "$folder"
Scripts/generate-wrappers.py "$folder"
swift format format --in-place --recursive --parallel --configuration .swift-format "$folder"
cd "$folder"
find . -name '*.swift' | while read -r file; do diff -u "$OLDPWD/Sources/Freshet/$file" "$file"; done
