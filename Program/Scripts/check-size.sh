#!/usr/bin/env bash
# Fails if the release build of the program has grown: stripped, it may take at most 68 MB. docs/performance.md says what it consists of.
set -euo pipefail
cd "$(dirname "$0")/.."

limit=68
program=${FRESHET:-.build/release/freshet}
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT
strip -s -o "$stripped" "$program"
size=$(wc -c <"$stripped")
printf '%s takes %d.%d MB without symbols; the limit is %d MB\n' "$program" $((size / 1000000)) $((size / 100000 % 10)) "$limit"
[ "$size" -le $((limit * 1000000)) ]
