#!/usr/bin/env bash
# Fuzzes the parsers of untrusted bytes with libFuzzer under the address sanitizer, one target after another:
#     Program/Scripts/campaign-fuzz.sh [SECONDS [SEED [TARGET…]]]     60 seconds for each target, seed 1, all targets
# The modules are built for it in Program/.build/fuzz/build (FRESHET_FUZZ_BUILD names another folder).
# The corpus of a target grows from run to run in Program/.build/fuzz/corpus. An input that traps, leaks (not searched for in feedLoad), takes longer than 10 s or more
# than 1 GiB ends the campaign with status 1 and is kept in Program/.build/fuzz/found; the target reads it again with
#     Program/.build/fuzz/build/debug/Fuzz TARGET FILE
# FRESHET_SAMPLES names a folder of recorded answers to begin with, beside the made-up ones.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
seed=${2:-1}
folder=$PWD/.build/fuzz
library=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/clang
library=$(find -L "$library" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null | head -1)
if [ -z "$library" ]; then
    echo "This toolchain has no libFuzzer." >&2
    exit 1
fi
build=${FRESHET_FUZZ_BUILD:-$folder/build}
FRESHET_FUZZ=$library swift build --scratch-path "$build" --product Fuzz ${FRESHET_BUILD_OPTIONS:-}
fuzz=$build/debug/Fuzz
samples=${FRESHET_SAMPLES:-$PWD/../../shared/samples}
[ -d "$samples" ] || samples=
mkdir -p "$folder/found"
rm -rf "$folder/seeds"
export SWIFT_BACKTRACE=enable=no
# The seeds' server and what is made once isn't freed; libFuzzer looks for leaks of each input.
ASAN_OPTIONS=detect_leaks=0 "$fuzz" --seeds "$folder/seeds" $samples
if [ $# -gt 2 ]; then targets=("${@:3}"); else mapfile -t targets < <("$fuzz" --list); fi
for target in "${targets[@]}"; do
    corpus=$folder/corpus/$target
    mkdir -p "$corpus"
    # A load's weak references are taken for leaks: Swift keeps their addresses shifted.
    if [ "$target" = feedLoad ]; then leaks=0; else leaks=1; fi
    start=$(date +%s)
    if ! ASAN_OPTIONS=detect_leaks=$leaks "$fuzz" "$target" -seed="$seed" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=65536 \
        -detect_leaks=$leaks -print_final_stats=1 -artifact_prefix="$folder/found/$target-" \
        "$corpus" "$folder/seeds/$target" >"$folder/$target.log" 2>&1; then
        tail -40 "$folder/$target.log"
        echo "$target: failed with seed $seed; the input is in $folder/found" >&2
        exit 1
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log")
    memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$folder/$target.log")
    echo "$target: $runs executions in $(($(date +%s) - start)) s, $memory MB, $(find "$corpus" -type f | wc -l) documents, seed $seed"
done
