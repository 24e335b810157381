#!/usr/bin/env bash
# Checks what a program that uses Freshet links in a release build: no full Foundation, no ICU, and none of the code that reports misuse
# in debug builds. The program is built with the benchmarks: swift build -c release --package-path Benchmarks
set -euo pipefail
cd "$(dirname "$0")/.."

program=Benchmarks/.build/release/linkage
[ "$("$program" | tr '\n' ' ')" = "2 4 6 " ] || { echo "unexpected output from $program" >&2; exit 1; }

case $(uname -s) in
Linux) libraries=$(ldd "$program") ;;
*) libraries=$(otool -L "$program") ;;
esac
if unwanted=$(echo "$libraries" | grep -E 'libFoundation\.so|FoundationInternationalization|_FoundationICU|FoundationNetworking|FoundationXML'); then
    echo "Freshet links libraries that it must not:" >&2
    echo "$unwanted" >&2
    exit 1
fi
# Debug builds keep a call stack for each operator.
if nm "$program" | grep -q '7Freshet5CallsV'; then
    echo "A release build contains the code that reports misuse." >&2
    exit 1
fi
echo "Freshet links no full Foundation and no code that reports misuse."
