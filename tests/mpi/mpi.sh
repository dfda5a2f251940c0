#!/bin/bash
# Builds tables by komwe-mpi and by `komwe table build`, and compares the files byte by byte: by any
# number of processes, and after processes were killed.
#
#   tests/mpi/mpi.sh KOMWE KOMWE-MPI MPIRUN
set -u
if (($# != 3)); then
    echo "usage: tests/mpi/mpi.sh KOMWE KOMWE-MPI MPIRUN" >&2
    exit 2
fi
komwe=$(realpath "$1")
komwe_mpi=$(realpath "$2")
mpirun=$3
export LC_ALL=C
unset KOMWE_TABLES

# OpenMPI otherwise refuses root, and more processes than there are processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_mpi_yield_when_idle=1
# What an MPI library keeps to its end is not ours.
export ASAN_OPTIONS=detect_leaks=0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
passed=0
failed=0

# check TEXT COMMAND...: counts whether the command succeeds.
check() {
    local text=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $text"
        tail -n 20 out err 2>/dev/null
    fi
}

# job RANKS WORD...: a job, its output in `out` and `err`.
job() {
    local ranks=$1
    shift
    "$mpirun" -n "$ranks" "$komwe_mpi" "$@" >out 2>err
}

same_files() { # FOLDER FOLDER: all files of both
    local file
    [[ $(ls "$1") == "$(ls "$2")" ]] || return 1
    for file in "$1"/*; do
        cmp "$file" "$2/${file##*/}" || return 1
    done
}

build_and_compare() { # RANKS SEEDS GAME OPTION...
    local ranks=$1 seeds=$2
    shift 2
    [[ -d whole ]] || "$komwe" table build "$@" --seeds "$seeds" --dir whole || return 1
    rm -rf shared
    job "$ranks" "$@" --seeds "$seeds" --dir shared && same_files whole shared
}

# ---- the same bytes ------------------------------------------------------------------------------

for words in '9 awari' '8 oware' '7 giuthi -o sow_store=yes' '7 kiothi -o width=4'; do
    rm -rf whole
    for ranks in 1 2 3 4; do
        check "$words by $ranks" build_and_compare $ranks $words
    done
done

go_on_by_others() {
    rm -rf shared
    job 3 kalah --seeds 5 --dir shared && job 2 kalah --seeds 7 --dir shared &&
        "$komwe" table build kalah --seeds 8 --dir shared && job 4 kalah --seeds 9 --dir shared &&
        "$komwe" table build kalah --seeds 9 --dir kalah && same_files kalah shared
}
check "a build that others go on with" go_on_by_others

# ---- death ---------------------------------------------------------------------------------------

# rank_of PROCESS: its rank, or nothing.
rank_of() {
    tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" |
        sed -n 's/^\(OMPI_COMM_WORLD_RANK\|PMI_RANK\)=//p' | head -n 1
}

children_of() { cat "/proc/$1/task/$1/children" 2>/dev/null; }

# process_of RANK ANCESTOR: the process of that rank, which is the first on the way down.
process_of() {
    local child rank
    for child in $(children_of "$2"); do
        rank=$(rank_of "$child")
        if [[ $rank == "$1" ]]; then
            echo "$child"
        elif [[ -z $rank ]]; then
            process_of "$1" "$child"
        fi
    done
}

# die SEEDS RANK...: a job of 3, whose processes of these ranks are killed when it has come to that
# layer; true if it fails with a clear message, and no more than one sentence of it is ours.
die() {
    local seeds=$1 job line rank victims=
    shift
    rm -f told
    mkfifo told
    "$mpirun" -n 3 "$komwe_mpi" awari --seeds 11 --dir killed --progress >out 2>told &
    job=$!
    while read -r line; do
        echo "$line"
        [[ $line != "$seeds of "* ]] && continue
        for rank in "$@"; do
            victims+=" $(process_of "$rank" $job)"
        done
        kill -KILL $victims
    done <told >err
    if wait $job; then
        echo "rank $* was killed, and the job says that all is well"
        return 1
    fi
    # Open MPI's mpirun now and then ends before it has passed on what our process said; it always
    # says itself who was killed.
    grep '^komwe-mpi: ' err >ours || true
    cat ours >>last_words
    grep -qE '(on signal|SIGNAL:) 9' err && (($(wc -l <ours) <= 1))
}

"$komwe" table build awari --seeds 11 --dir eleven
# Each goes on with what the one before has left.
check "rank 2 killed early" die 4 2
check "rank 0 killed" die 9 0
check "rank 1 killed" die 10 1
check "all killed" die 11 0 1 2
last_words() {
    [[ $(sort -u last_words) == "komwe-mpi: the job has ended before its time: one of its \
processes was killed or lost; what is finished is kept, and the same call goes on with the rest" ]]
}
check "what our process says of it, where it gets through" last_words
whole_files() {
    local file
    for file in killed/*.kwt; do
        cmp "$file" "eleven/${file##*/}" || return 1
    done
}
check "whatever has its name is whole" whole_files
finish() { job 3 awari --seeds 11 --dir killed && same_files eleven killed; }
check "the next start goes on to the same bytes" finish

# ---- refusals ------------------------------------------------------------------------------------

# refuse STATUS SENTENCE RANKS WORD...: fails so, with this sentence and nothing else of ours.
refuse() {
    local status=$1 sentence=$2 got=0
    shift 2
    job "$@" || got=$?
    [[ $got == "$status" && ! -s out ]] && grep -qxF "komwe-mpi: $sentence" err &&
        [[ $(grep -c '^komwe-mpi: ' err) == 1 ]]
}
check "no seeds" refuse 2 "--seeds is missing" 2 awari --dir d
check "no folder" refuse 2 "--dir is missing, or KOMWE_TABLES: the folder of the tables" \
    2 awari --seeds 3
check "a wrong number" refuse 2 "--seeds: a number from 1 to 60, not '0'" 2 awari --seeds 0 --dir d
check "a wrong flag" refuse 2 "there is no flag --stones=3" 2 awari --stones=3 --dir d
check "a wrong letter" refuse 2 "there is no flag -n" 2 -n 3 awari --seeds 3 --dir d
check "no value" refuse 2 "--seeds needs a value" 2 awari --dir d --seeds
check "two games" refuse 2 "one game at a time: unexpected 'oware'" 2 awari oware --seeds 3 --dir d
check "no game" refuse 1 "there is no game 'chess' (see: komwe games)" 2 chess --seeds 3 --dir d
check "a wrong option" refuse 1 \
    "option 'pits=99': $("$komwe" show awari -o pits=99 2>&1 | sed 's/.*:[0-9]*: //')" \
    2 awari -o pits=99 --seeds 3 --dir d
check "no tables" refuse 1 \
    "hus has no endgame tables: $("$komwe" table build hus --seeds 3 --dir d 2>&1 | sed 's/.*: //')" \
    3 hus --seeds 3 --dir d
check "no such parent" refuse 1 \
    "cannot make the folder 'no/where': No such file or directory" 3 awari --seeds 3 --dir no/where
locked() {
    mkdir -p locked
    flock locked "$mpirun" -n 2 "$komwe_mpi" awari --seeds 3 --dir locked >out 2>err && return 1
    grep -qxF "komwe-mpi: 'locked' is in use by another build" err
}
check "another build is at work" locked
printf 'damaged' | dd of=killed/awari.08.kwt bs=1 seek=800 conv=notrunc status=none
check "a damaged file" refuse 1 "'killed/awari.08.kwt': it is damaged; remove that file to build it again" 3 awari --seeds 11 --dir killed

print_traffic() {
    rm -rf shared
    KOMWE_TABLES=shared job 2 awari --seeds 4 --traffic && [[ -e shared/awari.04.kwt ]] &&
        grep -q '^rounds [1-9]' out && grep -q '^messages [0-9]' out && grep -q '^bytes [0-9]' out
}
check "traffic, and the folder by the environment" print_traffic
check "help" job 1 --help
check "version" job 1 --version

echo "$passed passed, $failed failed"
((failed == 0))
