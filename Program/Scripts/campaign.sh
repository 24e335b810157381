#!/usr/bin/env bash
# Runs campaigns against the built program: campaign.sh [--short] [--seed N] [NAME…]; --help names them.
# FRESHET names the program; without it, it is the debug build.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${FRESHET:-.build/debug/freshet}
if [ ! -x "$program" ]; then
    echo "freshet: $program is missing; build it: swift build --package-path Program" >&2
    exit 1
fi
venv=$(Scripts/python-packages.sh)
FRESHET=$program PYTHONPATH=Tests/Browser exec "$venv/bin/python" Tests/Campaigns "$@"
