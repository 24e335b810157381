#!/usr/bin/env bash
# Runs the tests that were built, one after the other, and repeats at the end what failed: a log of thousands of lines hides it.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/tests.log
# Some tests block threads of Swift's small shared pool, and would starve each other side by side.
if swift test --skip-build --no-parallel "$@" 2>&1 | tee "$log"; then exit 0; fi
printf '\n=== what failed\n' >&2
grep -E '^✘|recorded an issue|↳|error:' "$log" | grep -v 'Suite' | tail -n 40 >&2
exit 1
