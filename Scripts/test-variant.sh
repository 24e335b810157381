#!/usr/bin/env bash
# Builds the tests in another way and runs them:
#     Scripts/test-variant.sh thread       the library's under the thread sanitizer
#     Scripts/test-variant.sh thread-all   those too of every module of the program but the command and the examples, whose tests start the programs themselves
#     Scripts/test-variant.sh address      the library's under the address sanitizer, which on Linux looks for leaks too
#     Scripts/test-variant.sh optimized    the library's in a release build
# What follows is handed to `swift test`:
#     Scripts/test-variant.sh thread --filter FreshetCombineTests
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:?thread, thread-all, address or optimized}
folder=.build/variants/$what
mkdir -p "$folder"

# Copies a package, since each module gets a lock that the sanitizer understands (see there), and runs its tests.
test_threads() {
    local package=$1 copy=$folder/$1 part module
    shift
    rm -rf "$copy/Sources" "$copy/Tests"
    mkdir -p "$copy"
    cp -Rp "$package/Package.swift" "$package/Sources" "$package/Tests" "$copy/"
    for part in README.md docs Examples; do
        if [ -e "$package/$part" ]; then ln -sfn "$PWD/$package/$part" "$copy/"; fi
    done
    if [ "$package" = Program ]; then
        for module in FreshetCommandTests ExamplesTests; do
            rm -rf "$copy/Tests/$module/"*
            echo "// These tests are left out." >"$copy/Tests/$module/LeftOut.swift"
        done
    fi
    grep -rl 'Mutex<\|Mutex(' "$copy/Sources" "$copy/Tests" --include='*.swift' | sed "s#^$copy/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
        cp -p Scripts/sanitized/Mutex.swift "$copy/$module/"
    done
    TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$copy" --sanitize=thread --no-parallel "$@"
}

case $what in
thread) test_threads . "${@:2}" ;;
thread-all)
    test_threads . "${@:2}"
    test_threads Program "${@:2}"
    ;;
address)
    ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path "$folder" --sanitize=address --no-parallel "${@:2}"
    # Leaks are looked for where everything is given back: other tests leave streams in virtual time that stands still.
    ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$PWD/Scripts/sanitized/leaks.txt \
        swift test --scratch-path "$folder" --sanitize=address --no-parallel --skip-build --filter 'StressTests|LockInversionTests|TwoThreadsTests|ReleaseTests'
    ;;
optimized) swift test --scratch-path "$folder" -c release -Xswiftc -enable-testing --no-parallel "${@:2}" ;;
*)
    echo "there is no variant $what: thread, thread-all, address or optimized" >&2
    exit 1
    ;;
esac
