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

# The flags of a command.
_komwe_flags() {
    local command names alias values
    komwe help --completion 2>/dev/null | while IFS=$'\t' read -r command names alias values; do
        if [[ $command == "$1" ]]; then
            echo "$names"
        fi
    done
}

# What may follow a flag of a command: words, or @file and so on, or - for nothing.
_komwe_values() {
    local command names alias values
    komwe help --completion 2>/dev/null | while IFS=$'\t' read -r command names alias values; do
        if [[ $command == "$1" && " $names $alias " == *" $2 "* ]]; then
            echo "$values"
        fi
    done
}

_komwe_commands() {
    komwe help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p'
}

_komwe() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} game
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_commands) --version --help" -- "$current")
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
    local values=
    [[ $previous == -* ]] && values=$(_komwe_values "$command" "$previous")
    if [[ ${values:--} == - && $command =~ ^(record|openings|annotate|check)$ && $current != -* ]]; then
        values=@file
    fi
    case $values in
    -) ;;
    @option)
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_options "$game" |
            sed 's/=.*/=/' | sort -u)" -- "$current")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
        return
        ;;
    @file)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    @directory)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    @game)
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_games)" -- "$current")
        return
        ;;
    ?*)
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
        return
        ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_flags "$command")" -- "$current")
    elif [[ $command == table && $COMP_CWORD == 2 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "build verify stats probe" -- "$current")
    elif [[ $command == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_commands)" -- "$current")
    elif [[ $command =~ ^(batch|engine|serve)$ ]]; then
        return
    elif [[ $current == */* || $current == *.* ]]; then # the path of a rule text
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.rules' -- "$current")
    elif [[ -z $game || $command == bench ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_komwe_games)" -- "$current")
    fi
}

complete -F _komwe komwe
