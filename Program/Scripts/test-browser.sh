#!/usr/bin/env bash
# Runs the tests that drive a real browser against the built program: one case for each behavior or, with `--full`, all cases.
# Two processes share the files of tests; `--full` runs in one, whose tests Schemathesis runs beside. Other arguments go to pytest: `-k keyboard`, `-x`, `test_pane.py`. A case that only `--full` runs needs it even if it is named.
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
if ! browser_is_there; then
    if is_ubuntu; then
        fail "Chromium or its driver is missing, and Ubuntu has them as a snap only, which cannot be driven here. Install Google Chrome and its driver from
https://googlechromelabs.github.io/chrome-for-testing (both of one version), then run: CHROMIUM=/path/to/chrome CHROMEDRIVER=/path/to/chromedriver $0"
    fi
    # The font is for the pictures: without it there are boxes where people write emoji.
    packages+=(chromium chromium-driver fonts-noto-color-emoji)
fi
[ ${#packages[@]} -eq 0 ] || ../Scripts/install-packages.sh "${packages[@]}"
venv=$(Scripts/python-packages.sh)

program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
processes=(-n 2 --dist loadfile)
for argument in "$@"; do [ "$argument" != --full ] || processes=(); done
cd Tests/Browser
FRESHET=$program exec "$venv/bin/python" -m pytest -c pytest.ini --rootdir . "${processes[@]}" "$@"
