#!/bin/bash
# Runs commands and compares what they print with what is expected, byte by byte.
#
#   tests/cli/run.sh PROGRAM [FILE]...                     compare
#   tests/cli/run.sh --set-exact-output PROGRAM [FILE]...  write what is printed into the files
#
# Without FILE: all tests/cli/*/*.test, and the examples of the manual pages, of README.md and docs/command.md.
#
# A .test file holds comments, empty lines and tests.  A test is a line for the shell and what
# comes of it:
#
#   # Commands may use pipes, files in a folder of their own, and scripts in $TESTS/support.
#   $ komwe show kalah C X
#   < a line of standard input
#   | a line of standard output
#   ! komwe: move 2:1: a line of standard error
#   ? 1
#
# The status is written unless it is 0; `\` alone follows output whose last line is not ended.
# A manual page's examples stand between .EX and .EE, those of a Markdown file in blocks of ```console: there
# all lines after `$ ` are standard output, but for those of a manual page that begin with `< `.

set -u
rewrite=no
if [[ ${1-} == --set-exact-output ]]; then
    rewrite=yes
    shift
fi
if (($# < 1)) || [[ ! -x $1 ]]; then
    echo "usage: tests/cli/run.sh [--set-exact-output] PROGRAM [FILE]..." >&2
    exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
shift
files=("$@")
if ((${#files[@]} == 0)); then
    files=("$here"/*/*.test "$here"/../../man/*.[15])
    for page in README.md docs/command.md; do
        [[ -e $here/../../$page ]] && files+=("$here/../../$page")
    done
fi
# Without the other programs every test that calls one would differ.
if [[ ! -x ${program%/*}/komwe-check-proof ]]; then
    echo "run.sh: there is no ${program%/*}/komwe-check-proof: build all targets first" >&2
    exit 2
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/komwe"
ln -s "${program%/*}/komwe-check-proof" "$scratch/bin/komwe-check-proof"
PATH=$scratch/bin:$(dirname "$program")/examples:$PATH # where the examples are built
# Without endgame tables, unless a test asks for them, and never with those of the user's cache.
export LC_ALL=C TESTS=$here KOMWE_TABLES=none XDG_CACHE_HOME=$scratch/cache
# Nor with what is installed on this machine.
export XDG_DATA_HOME=$scratch/data XDG_DATA_DIRS=$scratch/system

# The tests of a manual page or of a README, in the form of a .test file; each block of examples
# begins with the line #.
convert() {
    case $1 in
    *.test) cat "$1" ;;
    *.md) awk '/^```/ { if (on) on = 0; else if (/^```console$/) { on = 1; print "#" } next }
               on { print (/^\$ / ? "" : $0 == "" ? "|" : "| ") $0 }' "$1" ;;
    *) awk '/^\.EE$/ { on = 0 }
            on { gsub(/\\-/, "-"); gsub(/\\\(aq/, "\047"); gsub(/\\&/, ""); gsub(/\\e/, "\\")
                 print (/^[$<] / ? "" : $0 == "" ? "|" : "| ") $0 }
            /^\.EX$/ { on = 1; print "#" }' "$1" ;;
    esac
}

# The file with its examples replaced by those of $scratch/new.
weave() {
    case $1 in
    *.test) cat "$scratch/new" ;;
    *.md) awk -v new="$scratch/new" '
        function examples() { while ((getline line < new) > 0 && line != "#") {
            sub(/^\| ?/, "", line); print line } }
        BEGIN { getline line < new }
        /^```/ { if (on) { on = 0 } else if (/^```console$/) { on = 1; print; examples(); next } }
        !on' "$1" ;;
    *) awk -v new="$scratch/new" '
        function examples() { while ((getline line < new) > 0 && line != "#") {
            sub(/^\| ?/, "", line); gsub(/\\/, "\\e", line); gsub(/-/, "\\-", line)
            gsub(/\047/, "\\(aq", line); sub(/^\./, "\\\\\\&.", line); print line } }
        BEGIN { getline line < new }
        /^\.EE$/ { on = 0 }
        !on
        /^\.EX$/ { on = 1; examples() }' "$1" ;;
    esac
}

# Each line of a file behind a sign.
marked() {
    sed "s/^/$1 /; s/^$1 \$/$1/" "$2"
    if [[ -s $2 && -n $(tail -c 1 "$2" | tr -d '\n') ]]; then
        printf '\n\\\n'
    fi
}

# Runs $command with the input in $scratch/in; prints what comes of it.
run_command() {
    local status=0
    (cd "$scratch/work" && sh -c "$command") \
        <"$scratch/in" >"$scratch/out" 2>"$scratch/err" || status=$?
    marked '|' "$scratch/out"
    marked '!' "$scratch/err"
    if ((status != 0)); then
        echo "? $status"
    fi
}

passed=0
failed=0

# Ends the test being read: runs it, and adds it with what came of it to $scratch/new.
finish_test() {
    [[ -n $command ]] || return 0
    run_command >"$scratch/got"
    cat "$scratch/got" >>"$scratch/new"
    if cmp -s "$scratch/want" "$scratch/got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        if [[ $rewrite == no ]]; then
            echo "FAILED: $name: $command"
            diff -u --label expected --label printed "$scratch/want" "$scratch/got"
        fi
    fi
    command=
}

run_file() {
    local line
    name=${1##*/}
    command=
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    : >"$scratch/new"
    while IFS= read -r line; do
        case $line in
        '$ '*)
            finish_test
            command=${line#'$ '}
            : >"$scratch/in"
            : >"$scratch/want"
            ;;
        '< '* | '<')
            line=${line#<}
            line=${line# }
            printf '%s\n' "$line" >>"$scratch/in"
            line="<${line:+ }$line"
            ;;
        '|'* | '!'* | '?'* | '\')
            printf '%s\n' "$line" >>"$scratch/want"
            continue
            ;;
        *) finish_test ;;
        esac
        printf '%s\n' "$line" >>"$scratch/new"
    done
    finish_test
}

for file in "${files[@]}"; do
    run_file "$file" < <(convert "$file")
    if [[ $rewrite == yes ]]; then
        weave "$file" >"$scratch/woven" && cat "$scratch/woven" >"$file"
    fi
done
echo "$passed passed, $failed failed"
((failed == 0)) || [[ $rewrite == yes ]]
