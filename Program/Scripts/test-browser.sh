#!/usr/bin/env bash
# Runs the tests that drive a real browser against the built program; what is written after it goes to pytest (`-k keyboard`, `-x`).
# Installs Chromium and the Python packages first, or says how.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "freshet: $1" >&2
    exit 1
}

program=${FRESHET:-.build/debug/freshet}
[ -x "$program" ] || fail "$program is missing; build it: swift build --package-path Program"

# Ubuntu's chromium is a snap: apt's package of that name installs it only where snapd runs, and its driver sees no folder under /tmp.
is_ubuntu() { (. /etc/os-release 2>/dev/null && [ "${ID:-}" = ubuntu ]); }

browser_is_there() {
    { [ -n "${CHROMIUM:-}" ] || command -v chromium || command -v google-chrome; } >/dev/null &&
        { [ -n "${CHROMEDRIVER:-}" ] || command -v chromedriver; } >/dev/null
}

packages=()
python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || packages+=(python3 python3-venv)
if ! browser_is_there; then
    if is_ubuntu; then
        fail "Chromium or its driver is missing, and Ubuntu has them as a snap only, which cannot be driven here. Install Google Chrome and its driver from
https://googlechromelabs.github.io/chrome-for-testing (both of one version), then run: CHROMIUM=/path/to/chrome CHROMEDRIVER=/path/to/chromedriver $0"
    fi
    # The font is for the pictures: without it there are boxes where people write emoji.
    packages+=(chromium chromium-driver fonts-noto-color-emoji)
fi
if [ ${#packages[@]} -gt 0 ]; then
    install="apt-get install -y --no-install-recommends ${packages[*]}"
    if ! command -v apt-get >/dev/null; then
        fail "missing packages (names may differ on your system): ${packages[*]} (Python 3.11 or later)"
    elif [ "$(id -u)" = 0 ]; then
        echo "installing ${packages[*]}"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive $install
    elif sudo -n true 2>/dev/null; then
        echo "installing ${packages[*]}"
        sudo -n apt-get update -qq && sudo -n DEBIAN_FRONTEND=noninteractive $install
    else
        fail "packages are missing; run: sudo apt-get update && sudo $install"
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "$(python3 --version) is too old for the browser tests: 3.11 or later is needed"
fi

venv=.build/browser-venv
if ! cmp -s Tests/Browser/requirements.txt "$venv/requirements.txt"; then
    echo "installing the Python packages of Tests/Browser/requirements.txt into $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r Tests/Browser/requirements.txt
    cp Tests/Browser/requirements.txt "$venv/requirements.txt"
fi

FRESHET=$program exec "$venv/bin/python" -m pytest -c Tests/Browser/pytest.ini --rootdir Tests/Browser Tests/Browser "$@"
