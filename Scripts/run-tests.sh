#!/usr/bin/env bash
# Runs the built tests one after another and repeats the failures at the end of the log.
#
#     Scripts/run-tests.sh [Program] [OPTIONS]     runs the library's tests, or the program's; passes the options to `swift test`
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = Program ]; then
    cd Program
    shift
fi
log=.build/tests.log
# Some tests block threads of Swift's small shared pool. In parallel, they would starve each other.
if swift test --skip-build --no-parallel "$@" 2>&1 | tee "$log"; then exit 0; fi
printf '\n=== failures\n' >&2
grep -E '^✘|recorded an issue|↳|error:' "$log" | grep -v 'Suite' | tail -n 40 >&2
exit 1
