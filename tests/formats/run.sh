#!/bin/sh
# Reads the files of each older version with PROGRAM and compares what it answers: run.sh PROGRAM
#
# The folders are frozen: every file in them stands in its SHA256SUMS, and none is changed.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
for version in "$here"/[0-9]*; do
    cd "$version"
    sha256sum --check --strict --quiet SHA256SUMS
    listed=$(sed 's/^[^ ]*  //' SHA256SUMS | LC_ALL=C sort)
    found=$(find . -type f ! -name SHA256SUMS | sed 's/^..//' | LC_ALL=C sort)
    if [ "$listed" != "$found" ]; then
        echo "$version: SHA256SUMS does not list the files that are there"
        exit 1
    fi
    FILES=$version "$here/../cli/run.sh" "$program" "$version/answers.test"
done
