#!/bin/sh
# Subsets Figtree (npm package @fontsource-variable/figtree) to what the page writes: ASCII, the
# signs of the two languages and of moves.  font.sh FIGTREE.woff2; needs fonttools and brotli.
set -eu
cd "$(dirname "$0")/../src/app/font"
pyftsubset "$1" --output-file=figtree.woff2 --flavor=woff2 \
    --unicodes='U+20-7E,U+A0,U+B7,U+D7,U+E9,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2039,U+203A,U+2212' \
    --layout-features='kern,tnum' --no-hinting --desubroutinize
