#!/usr/bin/env bash
# Prints the version. With --check, fails if the first version in CHANGELOG.md is another one.
set -euo pipefail
cd "$(dirname "$0")/.."

file=Program/Sources/FreshetCommand/Usage/Version.swift
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' "$file")
[ -n "$version" ] || { echo "$file has no version." >&2; exit 1; }
if [ "${1:-}" = --check ]; then
    latest=$(sed -n 's/^## \([0-9][^ ,]*\).*/\1/p' CHANGELOG.md | head -n 1)
    [ "$version" = "$latest" ] || { echo "$file has the version $version, CHANGELOG.md begins with $latest." >&2; exit 1; }
else
    echo "$version"
fi
