#!/bin/bash
# Runs a command beside a PostgreSQL server of its own: with-postgresql.sh COMMAND…
# FRESHET_TEST_POSTGRES is its address, a socket in a new folder; the server and its data are gone afterwards. Debian's packages are installed if they are missing.
set -euo pipefail
shopt -s nullglob

scripts=$(cd "$(dirname "$0")/../../Scripts" && pwd)
installed() { local found=(/usr/lib/postgresql/*/bin/initdb); [ ${#found[@]} -gt 0 ]; }
installed || "$scripts/install-packages.sh" postgresql
binaries=(/usr/lib/postgresql/*/bin)
bin=${binaries[-1]}

folder=$(mktemp -d /tmp/freshet-postgresql.XXXXXX)
# PostgreSQL refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as=(runuser -u postgres --)
fi
chmod 711 "$folder"
stop() {
    "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT

cd "$folder"
"${as[@]}" "$bin/initdb" -D data -U freshet -A trust --no-sync --locale=C.UTF-8 -E UTF8 >initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }
"${as[@]}" "$bin/pg_ctl" -D data -w -l "$folder/data/server.log" \
    -o "-c listen_addresses= -c unix_socket_directories=$folder -c max_connections=300 -c fsync=off -c shared_buffers=64MB" start >start.log 2>&1 ||
    { cat start.log data/server.log >&2; exit 1; }
cd "$OLDPWD"
FRESHET_TEST_POSTGRES="postgresql:///postgres?host=$folder&user=freshet" "$@"
