#!/usr/bin/env bash
# Builds and runs the tests in another configuration:
#     Scripts/test-variant.sh thread       the library's tests under the thread sanitizer
#     Scripts/test-variant.sh thread-all   also the program's, except those of the command and the examples, which start separate processes
#     Scripts/test-variant.sh address      the library's tests under the address sanitizer, with leak detection on Linux
#     Scripts/test-variant.sh optimized    the library's tests in a release build
# Passes further arguments to `swift test`:
#     Scripts/test-variant.sh thread --filter FreshetCombineTests
set -euo pipefail
cd "$(dirname "$0")/.."
# Less debug information takes less time; reports of misuse need the lines.
lines=(-Xswiftc -gline-tables-only -Xcc -g0)
what=${1:?thread, thread-all, address or optimized}
folder=.build/variants/$what
mkdir -p "$folder"

# Copies a package, adds a lock to each module that the sanitizer understands (see Scripts/sanitized/Mutex.swift), and runs its tests.
test_threads() {
    local package=$1 copy=$folder/$1 part module
    shift
    rm -rf "$copy/Sources" "$copy/Tests"
    mkdir -p "$copy"
    cp -Rp "$package/Package.swift" "$package/Sources" "$package/Tests" "$copy/"
    for part in README.md docs Examples Benchmarks; do
        if [ -e "$package/$part" ]; then ln -sfn "$PWD/$package/$part" "$copy/"; fi
    done
    if [ "$package" = Program ]; then
        for module in FreshetCommandTests ExamplesTests; do
            rm -rf "$copy/Tests/$module/"*
            echo "// These tests are excluded." >"$copy/Tests/$module/LeftOut.swift"
        done
    fi
    grep -rl 'Mutex<\|Mutex(' "$copy/Sources" "$copy/Tests" --include='*.swift' | sed "s#^$copy/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
        cp -p Scripts/sanitized/Mutex.swift "$copy/$module/"
    done
    TSAN_OPTIONS=halt_on_error=1 swift test --package-path "$copy" "${lines[@]}" --sanitize=thread --no-parallel "$@"
}

case $what in
thread) test_threads . "${@:2}" ;;
thread-all)
    test_threads . "${@:2}"
    test_threads Program "${@:2}"
    ;;
address)
    ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path "$folder" "${lines[@]}" --sanitize=address --no-parallel "${@:2}"
    # Leak detection is limited to tests that release everything: others leave streams in virtual time that never advances.
    ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$PWD/Scripts/sanitized/leaks.txt \
        swift test --scratch-path "$folder" --sanitize=address --no-parallel --skip-build --filter 'StressTests|LockInversionTests|TwoThreadsTests|ReleaseTests'
    ;;
optimized) swift test --scratch-path "$folder" "${lines[@]}" -c release -Xswiftc -enable-testing --no-parallel "${@:2}" ;;
*)
    echo "Unknown variant \"$what\". Use thread, thread-all, address or optimized." >&2
    exit 1
    ;;
esac
