#!/usr/bin/env bash
# Runs the tests that use real time, processes or ports three times, beside a loop that keeps a core busy: a machine that is slow must not fail any.
. "$(dirname "$0")/step.sh"

(while :; do :; done) &
trap 'kill $!' EXIT

step "the library beside a busy core"
Scripts/run-tests.py --repetitions 3

step "the program beside a busy core"
Scripts/run-tests.py Program --repetitions 3 \
    --filter '^(Examples|Feeds|FreshetCommand|FreshetHTTP|FreshetServer|SampleUpstreams)Tests|^FeedStoreTests[.](Damage|Kill|Opening|TwoProcesses)'
