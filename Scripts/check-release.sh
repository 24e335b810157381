#!/usr/bin/env bash
# What `make check-release` checks of the program in a release build.
. "$(dirname "$0")/step"

step "the program in a release build"
make build
Program/Scripts/check-size.sh
Program/.build/release/freshet demo --page >.build/demo-release.txt
.ci/check-demo .build/demo-release.txt

step "the program's benchmarks build"
make build-benchmarks
