#!/bin/sh
# A program for matches that speaks the protocol until it is told to go, and then fails:
#
#   bad_program.sh hang | chatter | leave | illegal | signal
#
# `unready` leaves in place of being ready, once it has been; `signal` says an illegal move in each
# of two games, and then ends the match.  What is asked is counted in the file asked-HOW.
how=$1
asked() {
    echo "$1" >>"asked-$how"
    grep -c "$1" "asked-$how"
}
while read -r word _; do
    case $word:$how in
    ugi:*) echo ugiok ;;
    isready:unready) [ "$(asked ready)" = 1 ] && echo readyok || exit 3 ;;
    isready:*) echo readyok ;;
    quit:*) exit 0 ;;
    go:hang) exec sleep 1000 ;;
    go:chatter) exec yes info ;;
    go:leave) exit 3 ;;
    go:signal)
        [ "$(asked go)" = 3 ] || { echo bestmove nothing && continue; }
        sleep 0.5 # other games get under way; without it the test is right too, but sees less
        kill -TERM "$PPID"
        ;;
    go:*) echo bestmove Z9 ;;
    esac
done
