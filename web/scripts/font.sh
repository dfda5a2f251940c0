#!/bin/sh
# Subsets Figtree (npm package @fontsource-variable/figtree, latin-wght-normal) to what the page writes: ASCII and the
# signs of moves, which every visitor gets, and the letters of other languages, which a browser fetches when it meets
# one (app.css).  font.sh FIGTREE.woff2; needs fonttools and brotli.
set -eu
cd "$(dirname "$0")/../src/app/font"

subset() {
    pyftsubset "$1" --output-file="$2" --flavor=woff2 --unicodes="$3" \
        --layout-features='kern,tnum' --no-hinting --desubroutinize
}

subset "$1" figtree.woff2 \
    'U+20-7E,U+A0,U+B7,U+D7,U+E9,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2039,U+203A,U+2212'
subset "$1" figtree-letters.woff2 \
    'U+A1,U+AA-AB,U+BA-BB,U+BF-D6,U+D8-E8,U+EA-F6,U+F8-FF,U+152-153,U+202F'
