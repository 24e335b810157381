#!/usr/bin/env bash
# The program's tests in their full form, and every case of the browser's.
. "$(dirname "$0")/step.sh"

step "the program in full, and every look of every page"
FRESHET_FULL=1 Scripts/run-beside.sh Program/.build/browser.log "Program/Scripts/test-browser.sh --full" Program/Scripts/test-program.sh
