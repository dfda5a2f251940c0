#!/bin/bash
# Prints what bash would offer for the last of the words of a command line.
#
#   tests/cli/support/complete.sh komwe show ki

source "$(dirname "$0")/../../../completion/komwe.bash"
compopt() { :; } # there is no completion under way for it to work on
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_komwe
echo "${COMPREPLY[*]}"
