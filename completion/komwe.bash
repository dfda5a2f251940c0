# Completion of the command komwe for bash.

_komwe_games() {
    komwe games 2>/dev/null | cut -f1
    echo bao
}

# The game among the words typed so far, or nothing.
_komwe_game() {
    local word games
    games=" $(_komwe_games | tr '\n' ' ')"
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        if [[ $games == *" $word "* ]]; then
            echo "$word"
            return
        fi
    done
}

# The options of a game as name=value, a line for each value that has a name.
_komwe_options() {
    local name value values
    komwe rules "$1" --values 2>/dev/null | while IFS=$'\t' read -r name value values; do
        if [[ $values == *..* ]]; then
            echo "$name="
        else
            printf "$name=%s\n" ${values//|/ }
        fi
    done
}

_komwe_flags() {
    case $1 in
    games) echo --json ;;
    rules) echo --diff --json --values -o ;;
    about) echo --language --json ;;
    trace) echo --json -o -p -m ;;
    show | board | moves | why | perft | divide | playout) echo -o -p -m ;;
    stats) echo -n --player --seed --threads --json --csv -o -p -m ;;
    notate) echo -H --result -o -p -m ;;
    record) echo --json --list --text ;;
    openings) echo -n --plies ;;
    prove)
        echo --roots --out --checkpoint --state --hash --threads --time --nodes --progress -o -p -m
        ;;
    analyse) echo --time --depth --nodes --lines --threads --hash --tables --weights --json -o -p -m ;;
    solve) echo --roots --threads --hash --tables --json -o -p -m ;;
    annotate) echo --time --depth --nodes --threads --hash --tables --weights ;;
    play) echo --south --north --seed --plain --speed --tables --weights -o -p -m ;;
    match)
        echo --player -n --opening --openings --plies --adjudicate --seed --threads --sprt \
            --records --progress --json -o -p -m
        ;;
    table) echo --seeds --dir --threads -o -p -m ;;
    mine) echo --puzzles -n --nodes --seed --threads --out -o ;;
    tune) echo -n --nodes --seed --generations --threads --checkpoint ;;
    engine) echo --tables --weights ;;
    serve) echo --port --dir --host --origin --threads --hash --connections --per-address --tables ;;
    bench) echo --json --quick --threads ;;
    esac
    echo --help
}

_komwe_commands="games rules about show board moves trace why perft divide playout stats notate record openings play \
analyse prove annotate solve match tune mine table batch engine serve bench help"

_komwe() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} game
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$_komwe_commands --version --help" -- "$current")
        return
    fi
    # bash takes name=value apart at the "=".
    if [[ $current == "=" ]]; then
        previous="=" current=""
    fi
    game=$(_komwe_game)
    if [[ $previous == "=" ]]; then
        local name=${COMP_WORDS[COMP_CWORD - 2]}
        [[ ${COMP_WORDS[COMP_CWORD]} == "=" ]] && name=${COMP_WORDS[COMP_CWORD - 1]}
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_options "$game" |
            sed -n "s/^$name=//p")" -- "$current")
        return
    fi
    case $previous in
    -o | --option)
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_options "$game" |
            sed 's/=.*/=/' | sort -u)" -- "$current")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
        ;;
    -m | --moves | --openings | --records | --out | --checkpoint | --state | --weights | record | openings | annotate)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --diff)
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_games)" -- "$current")
        return
        ;;
    --language)
        mapfile -t COMPREPLY < <(compgen -W "en sw" -- "$current")
        return
        ;;
    --player)
        mapfile -t COMPREPLY < <(compgen -W "random greedy" -- "$current")
        return
        ;;
    --dir | --tables)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --adjudicate)
        mapfile -t COMPREPLY < <(compgen -W "proven" -- "$current")
        return
        ;;
    --speed)
        mapfile -t COMPREPLY < <(compgen -W "auto off 0 1 2 3 4 5 6 7 8 9" -- "$current")
        return
        ;;
    --south | --north)
        mapfile -t COMPREPLY < <(compgen -W "human random greedy $(echo level:{1..10})" -- "$current")
        return
        ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_flags "$command")" -- "$current")
    elif [[ $command == table && $COMP_CWORD == 2 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "build verify stats probe" -- "$current")
    elif [[ $command == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$_komwe_commands" -- "$current")
    elif [[ $command =~ ^(batch|engine|serve)$ ]]; then
        return
    elif [[ -z $game || $command == bench ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_games)" -- "$current")
    fi
}

complete -F _komwe komwe
