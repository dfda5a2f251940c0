#!/bin/bash -eu
# Builds the fuzzers of tests/fuzz as OSS-Fuzz wants them: in $OUT, with their libraries, seeds, words and
# options.  $SRC/komwe is the tree; CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, OUT and WORK are OSS-Fuzz's.
# The test oss_fuzz does it with clang-14.

tree=${KOMWE_TREE:-$SRC/komwe}
build=$WORK/build

cmake -S "$tree" -B "$build" -D CMAKE_BUILD_TYPE=None -D KW_WERROR=OFF -D KW_MPI=OFF -D KW_PYTHON=OFF \
    -D KW_FUZZ=ON -D "KW_FUZZ_ENGINE=$LIB_FUZZING_ENGINE" \
    -D CMAKE_BUILD_RPATH='$ORIGIN/lib' -D CMAKE_BUILD_RPATH_USE_ORIGIN=ON
cmake --build "$build" --parallel "$(nproc)" --target fuzzers

mkdir -p "$OUT/lib"
for fuzzer in "$build"/tests/fuzz_*; do
    [ -x "$fuzzer" ] && [ -f "$fuzzer" ] || continue
    name=$(basename "$fuzzer")
    cp "$fuzzer" "$OUT/"
    # Where the fuzzers run there are libc and its kin alone.
    ldd "$fuzzer" | sed -n 's|.*=> \(/[^ ]*\) .*|\1|p' |
        grep -vE '/(ld-linux[^/]*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|libresolv)\.so' |
        xargs -r cp -L -n -t "$OUT/lib"
    (cd "$tree/tests/fuzz/corpus/${name#fuzz_}" && zip -q -r - .) >"$OUT/${name}_seed_corpus.zip"
    python3 "$tree/tests/fuzz/forever/words.py" >"$OUT/$name.dict"
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 25\nrss_limit_mb = 2048\nclose_fd_mask = 1\n' >"$OUT/$name.options"
done
