#!/bin/bash
# Sends signals to a command that tells its progress on standard error, once it is at work.
#
#   tests/cli/support/signalled.sh [ENV-FLAG]... 'SIGNAL|wait...' COMMAND...
#
# `wait` between signals waits for one more line of progress, or the end.  Prints the first line of
# standard output and all of standard error but the progress; ends with the status of the command.
set -u
flags=(--default-signal=INT,HUP,TERM) # a shell starts its jobs without INT
while [[ $1 == --* ]]; do
    flags+=("$1")
    shift
done
signals=$1
shift

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/told"
env "${flags[@]}" "$@" >"$folder/out" 2>"$folder/told" &
process=$!
exec 3<"$folder/told"

# Passes on what is said, up to a line of progress.
hear() {
    local line
    while read -r line <&3; do
        [[ $line == *' million positions, '* ]] && return 0
        echo "$line" >&2
    done
    return 1
}

hear
for signal in $signals; do
    if [[ $signal == wait ]]; then
        hear
        hear # the first one may have been on its way already
    else
        kill -s "$signal" "$process" 2>/dev/null # it may have ended by the one before
        # Two that wait to be delivered would be one.
        while grep -qs '^ShdPnd:.*[1-9a-f]' "/proc/$process/status"; do :; done
    fi
done
while hear; do :; done
wait "$process"
status=$?
head -1 "$folder/out"
exit "$status"
