#!/usr/bin/env bash
# What `make check-release` checks of the program in a release build.
. "$(dirname "$0")/step.sh"

step "the program in a release build"
make build
Program/Scripts/check-size.sh
Program/.build/release/freshet demo --page >Program/.build/demo.txt
Scripts/check-demo.sh Program/.build/demo.txt

step "the program's benchmarks build"
make build-benchmarks
