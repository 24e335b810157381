# Sourced by the lists of checks: `step` prints a title and the time.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n=== %(%H:%M:%S)T %s\n' -1 "$1"; }
