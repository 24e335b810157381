#!/usr/bin/env bash
# Builds and runs the tests in another configuration:
#     Scripts/test-variant.sh thread              the library's tests under the thread sanitizer
#     Scripts/test-variant.sh thread-program      the program's, except those of the command and the examples, which start separate processes
#     Scripts/test-variant.sh address             the library's tests under the address sanitizer, with leak detection on Linux
#     Scripts/test-variant.sh optimized           the library's tests in a release build
#     Scripts/test-variant.sh optimized-program   the program's
# Passes further arguments to Scripts/run-tests.py:
#     Scripts/test-variant.sh thread --filter FreshetCombineTests
set -euo pipefail
cd "$(dirname "$0")/.."
# Less debug information takes less time; reports of misuse need the lines.
lines=(-Xswiftc -gline-tables-only -Xcc -g0)
what=${1:?thread, thread-program, address, optimized or optimized-program}
shift
folder=.build/variants/$what

# Runs the tests of a package, whose copy refers to that of the library.
test_threads() {
    local package=$1 copy=.build/variants/thread/$1
    copy_package . .build/variants/thread
    [ "$package" = . ] || copy_package "$package" "$copy"
    swift build --build-tests --package-path "$copy" "${lines[@]}" --sanitize=thread \
        -Xswiftc -DFRESHET_PORTABLE_LOCKS -Xswiftc -DFRESHET_PORTABLE_ATOMICS
    TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/Scripts/sanitized/races.txt" Scripts/run-tests.py "$copy" "${@:2}"
}

# Copies a package. On Linux, the sanitizer doesn't understand Synchronization's lock: the library uses its other one, and
# each module of the program receives a copy of that.
copy_package() {
    local package=$1 copy=$2 part module
    rm -rf "$copy/Sources" "$copy/Tests"
    mkdir -p "$copy"
    cp -Rp "$package/Package.swift" "$package/Sources" "$package/Tests" "$copy/"
    for part in README.md CONTRIBUTING.md docs Examples Benchmarks; do
        if [ -e "$package/$part" ]; then ln -sfn "$PWD/$package/$part" "$copy/"; fi
    done
    if [ "$package" = Program ]; then
        for module in FreshetCommandTests ExamplesTests; do
            rm -rf "$copy/Tests/$module/"*
            echo "// These tests are excluded." >"$copy/Tests/$module/LeftOut.swift"
        done
        grep -rl 'Mutex<\|Mutex(' "$copy/Sources" "$copy/Tests" --include='*.swift' | sed "s#^$copy/\([^/]*/[^/]*\)/.*#\1#" | sort -u | while read -r module; do
            cp -p Sources/FreshetPlatform/Mutex.swift "$copy/$module/"
        done
    fi
}

case $what in
thread) test_threads . "$@" ;;
thread-program) test_threads Program "$@" ;;
address)
    swift build --build-tests --scratch-path "$folder" "${lines[@]}" --sanitize=address
    ASAN_OPTIONS=detect_leaks=0 Scripts/run-tests.py --scratch-path "$folder" "$@"
    # Leak detection is limited to tests that release everything: others leave streams in virtual time that never advances.
    ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$PWD/Scripts/sanitized/leaks.txt \
        Scripts/run-tests.py --scratch-path "$folder" --filter 'StressTests|LockInversionTests|TwoThreadsTests|ReleaseTests'
    ;;
optimized | optimized-program)
    package=.
    [ "$what" = optimized ] || package=Program
    swift build --build-tests --package-path "$package" --scratch-path "$folder" "${lines[@]}" -c release -Xswiftc -enable-testing
    Scripts/run-tests.py "$package" --scratch-path "$folder" --configuration release "$@"
    ;;
*)
    echo "Unknown variant \"$what\". Use thread, thread-program, address, optimized or optimized-program." >&2
    exit 1
    ;;
esac
