#!/usr/bin/env bash
# Runs the program's tests beside a PostgreSQL server, and those of the store once more on it.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ -z "${FRESHET_TEST_POSTGRES:-}" ]; then
    exec Program/Scripts/with-postgresql.sh "$0" "$@"
fi
Scripts/run-tests.py Program "$@"
FRESHET_TEST_STORE=postgresql Scripts/run-tests.py Program --filter '^FeedStoreTests'
