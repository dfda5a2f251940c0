#!/bin/sh
# A program for matches that ponders.  It answers go, and then ponderhit, with the first line that is
# left of the file ANSWERS, which it takes out, and adds what it is sent to LOG.
#
#   ponder_program.sh ANSWERS LOG [leave | mute]
#
# `leave` exits when it is to ponder; `mute` does not answer stop.
answers=$1 log=$2 how=${3-}
while read -r line; do
    echo "$line" >>"$log"
    case $line:$how in
    ugi:*) echo ugiok ;;
    isready:*) echo readyok ;;
    "go ponder"*:leave) exit 3 ;;
    "go ponder"*) ;;
    go* | ponderhit:*)
        echo "bestmove $(head -n 1 "$answers")"
        sed -i 1d "$answers"
        ;;
    stop:mute) ;;
    stop:*) echo "bestmove none" ;;
    quit:*) exit 0 ;;
    esac
done
