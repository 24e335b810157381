#!/usr/bin/env bash
# Installs Debian packages, or says how: install-packages.sh PACKAGE…
set -euo pipefail

fail() {
    echo "freshet: $1" >&2
    exit 1
}

install="apt-get install -y --no-install-recommends $*"
if ! command -v apt-get >/dev/null; then
    fail "Packages are missing. Install your system's equivalents of these Debian packages: $*"
elif [ "$(id -u)" = 0 ]; then
    echo "installing $*" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive $install; } >&2
elif sudo -n true 2>/dev/null; then
    echo "installing $*" >&2
    { sudo -n apt-get update -qq && sudo -n DEBIAN_FRONTEND=noninteractive $install; } >&2
else
    fail "Packages are missing. Run: sudo apt-get update && sudo $install"
fi
