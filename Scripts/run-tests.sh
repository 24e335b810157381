#!/usr/bin/env bash
# Runs the tests that were built, one after the other, and repeats at the end what failed: a log of thousands of lines hides it.
#
#     Scripts/run-tests.sh [Program] [OPTIONS]     the library's, or the program's; the options go to `swift test`
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = Program ]; then
    cd Program
    shift
fi
log=.build/tests.log
# Some tests block threads of Swift's small shared pool, and would starve each other side by side.
if swift test --skip-build --no-parallel "$@" 2>&1 | tee "$log"; then exit 0; fi
printf '\n=== what failed\n' >&2
grep -E '^✘|recorded an issue|↳|error:' "$log" | grep -v 'Suite' | tail -n 40 >&2
exit 1
