#!/usr/bin/env bash
# Runs two commands at once; a machine with two cores is otherwise half idle while tests wait.
#
#     Scripts/run-beside.sh LOG COMMAND OTHER [ARGUMENTS]
#
# COMMAND, a line of shell, writes to LOG, which is printed when OTHER has ended. If OTHER fails, COMMAND is stopped. Fails if either fails.
set -euo pipefail
log=$1
command=$2
shift 2

mkdir -p "$(dirname "$log")"
# As a job with a process group, so that what it has started is stopped with it.
set -m
bash -c "$command" >"$log" 2>&1 </dev/null &
job=$!
set +m
trap 'kill -- "-$job" 2>/dev/null || true' EXIT

"$@"
printf '\n=== %s, whose output is in %s\n' "$command" "$log"
status=0
wait "$job" || status=$?
cat "$log"
exit "$status"
