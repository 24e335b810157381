#!/usr/bin/env bash
# Looks in the demo's output for what it must show; the page is asked for by the demo itself where nobody sits at a terminal.
set -euo pipefail
cat "$1"
for word in "octo-sample/harbor" "wildfires" "fresh" "Freshet is at http" "200  /news/top "; do
    grep -q "$word" "$1" || { echo "the demo does not show “$word”" >&2; exit 1; }
done
