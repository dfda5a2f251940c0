#!/bin/sh
# Installs a build into a prefix of its own and uses it from there as a stranger would, by
# pkg-config and by CMake: run.sh BUILD-DIRECTORY
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
prefix=$tmp/a\ moved/prefix

# Staged, then moved elsewhere: nothing in it may remember where it was installed.
cmake --install "$1" --prefix "$tmp/staged" >/dev/null
mkdir "$tmp/a moved"
mv "$tmp/staged" "$prefix"

for file in bin/komwe include/komwe.h include/komwe/game.h share/man/man1/komwe.1 share/man/man5/komwe-record.5 \
    share/man/man5/komwe-ugi.5 share/bash-completion/completions/komwe share/doc/komwe/LICENSE; do
    if ! [ -f "$prefix/$file" ]; then
        echo "not installed: $file"
        exit 1
    fi
done
lib=$(dirname "$(find "$prefix" -name libkomwe.a)")
export LD_LIBRARY_PATH="$lib"
"$here/../../scripts/checks/hardening" "$prefix"/bin/* "$lib/libkomwe.so"
version=$("$prefix/bin/komwe" --version)

PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
[ "komwe $(pkg-config --modversion komwe)" = "$version" ]
eval cc -std=c11 -o '"$tmp/outsider"' '"$here/outsider.c"' "$(pkg-config --cflags --libs komwe)"
expected=$("$tmp/outsider")

CMAKE_PREFIX_PATH=$prefix cmake -S "$here" -B "$tmp/build" >/dev/null
cmake --build "$tmp/build" >/dev/null
for program in outsider_shared outsider_static outsider_cxx; do
    [ "$("$tmp/build/$program")" = "$expected" ]
done
echo "$version: $expected"
