#!/usr/bin/env bash
# Builds a static site from the documentation of the library's modules: .build/documentation/site. Requires Swift, Python and the modules that `swift build` has built.
#
#     Scripts/make-documentation.sh [MODULES]      MODULES: .build/debug/Modules
#
# Fails if a comment is missing or incomplete, if a diagram is out of date, if a code block does not compile, or if DocC reports a warning.
# To read the site: python3 -m http.server --directory .build/documentation/site, then /documentation/freshet.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=${1:-.build/debug/Modules}
out=.build/documentation
rm -rf "$out"
mkdir -p "$out"

Scripts/draw-marbles.py --check
Scripts/list-undocumented.py --modules "$modules" --keep "$out/graphs"
Scripts/check-examples.py --modules "$modules"

# Freshet comes first, because the other modules' comments link to it.
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
