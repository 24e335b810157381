#!/usr/bin/env bash
# Installs the packages that the build needs besides Swift, or prints how to install them.
set -euo pipefail

fail() {
    echo "freshet: $1" >&2
    exit 1
}

command -v swift >/dev/null || fail "Swift is missing. Install Swift 6.3 or later: https://www.swift.org/install/linux"
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
[ "$(printf '%s\n6.2\n' "$version" | sort -V | head -n 1)" = 6.2 ] || fail "Swift $version is too old. Install Swift 6.2 or later (https://www.swift.org/install/linux)"

[ "$(uname -s)" = Linux ] || exit 0

packages=()
printf '#include <sqlite3.h>\n' | clang -E -x c - >/dev/null 2>&1 || packages+=(libsqlite3-dev)
printf '#include <zlib.h>\n' | clang -E -x c - >/dev/null 2>&1 || packages+=(zlib1g-dev)
printf '#include <libxml/parser.h>\n' | clang -E -I/usr/include/libxml2 -x c - >/dev/null 2>&1 || packages+=(libxml2-dev)
printf '#include <libpq-fe.h>\n' | clang -E -I/usr/include/postgresql -x c - >/dev/null 2>&1 || packages+=(libpq-dev)
printf '#include <nettle/hmac.h>\n' | clang -E -x c - >/dev/null 2>&1 || packages+=(nettle-dev)
printf '#include <sodium.h>\n' | clang -E -x c - >/dev/null 2>&1 || packages+=(libsodium-dev)
command -v git >/dev/null || packages+=(git)
command -v python3 >/dev/null || packages+=(python3)
[ ${#packages[@]} -gt 0 ] || exit 0

"$(dirname "$0")/install-packages.sh" "${packages[@]}"
