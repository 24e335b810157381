#!/usr/bin/env bash
# Installs the Python packages of Tests/Browser/requirements.txt into a virtual environment, and prints its folder.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "freshet: $1" >&2
    exit 1
}

if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    ../Scripts/install-packages.sh python3 python3-venv
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "$(python3 --version) is too old: 3.11 or later is needed"
fi

venv=$PWD/.build/browser-venv
if ! cmp -s Tests/Browser/requirements.txt "$venv/requirements.txt"; then
    echo "installing the Python packages of Tests/Browser/requirements.txt into $venv" >&2
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r Tests/Browser/requirements.txt >&2
    cp Tests/Browser/requirements.txt "$venv/requirements.txt"
fi
echo "$venv"
