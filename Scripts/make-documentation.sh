#!/usr/bin/env bash
# Makes the documentation of the library's modules a static site: .build/documentation/site. Needs nothing but Swift, Python and what `swift build` has built.
#
#     Scripts/make-documentation.sh [MODULES]      MODULES: .build/debug/Modules
#
# Fails at a comment that is missing or says too little, at a picture that is not what is drawn of its marbles, at a block of code that does not compile, and at whatever DocC warns of.
# To read it: python3 -m http.server --directory .build/documentation/site, then /documentation/freshet.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=${1:-.build/debug/Modules}
out=.build/documentation
rm -rf "$out"
mkdir -p "$out"

Scripts/draw-marbles.py --check
Scripts/list-undocumented.py --modules "$modules" --keep "$out/graphs"
Scripts/check-examples.py --modules "$modules"

# Freshet comes first: the other modules' comments refer to it.
archives=()
dependencies=()
for module in Freshet $(cd "$out/graphs" && ls -d */ | tr -d / | grep -vx Freshet); do
    catalogue=Sources/$module/$module.docc
    [ -d "$catalogue" ] || catalogue=
    docc convert $catalogue --additional-symbol-graph-dir "$out/graphs/$module" --output-path "$out/$module.doccarchive" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" --fallback-default-module-kind Library \
        --warnings-as-errors --enable-experimental-external-link-support "${dependencies[@]}"
    dependencies+=(--dependency "$out/$module.doccarchive")
    archives+=("$out/$module.doccarchive")
done
docc merge "${archives[@]}" --output-path "$out/site" --synthesized-landing-page-name Freshet
echo "The documentation is in $out/site: $(find "$out/site/data/documentation" -name '*.json' | wc -l) pages."
