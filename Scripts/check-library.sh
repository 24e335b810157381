#!/usr/bin/env bash
# What `make check-library` checks of the library besides `make test`, and its benchmarks.
. "$(dirname "$0")/step.sh"

step "the library under the thread sanitizer"
Scripts/test-variant.sh thread

step "the library under the address sanitizer, and leaks"
Scripts/test-variant.sh address

step "the library in a release build"
Scripts/test-variant.sh optimized

step "the library's benchmarks build and run"
swift build -c release --package-path Benchmarks
Benchmarks/.build/release/benchmarks --quick

step "what the library is linked with"
Scripts/check-linkage.sh

step "end of the library's checks"
