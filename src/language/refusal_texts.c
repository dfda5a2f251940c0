#include "language/refusal_texts.h"

#include "base/text.h"

#include <string.h>

/*
 * '@' stands for what the text calls a hole, '$' for a hole that a player owns, '#' for the least
 * number of seeds that is sown.
 */
static const char *const refusal_usual[REFUSALS] = {
    [REFUSE_FORM] = "a move is the name of a @, and no more",
    [REFUSE_FOREIGN] = "%h is not a @ of the player to move",
    [REFUSE_WAY] = "%h is sown in one direction alone",
    [REFUSE_FEW] = "%h is empty",
    [REFUSE_FEED] = "%h would leave the opponent no seed",
    [REFUSE_REACH] = "the opponent's row is empty, and %h with %n does not reach it",
    [REFUSE_CAPTURE] = "%h captures nothing, and another move captures",
    [REFUSE_SLAM] = "%h would capture every seed of the opponent (a grand slam)",
    [REFUSE_START] = "%h may not be played now",
    [REFUSE_LAND] = "the first lap from %h ends where it may not",
    [REFUSE_RIGHTMOST] = "%h is too far to the left to be played now",
    [REFUSE_UNDO] = "%h would only take back the opponent's move",
    [REFUSE_CLOSED] = "%h is closed",
    [REFUSE_CHILD] = "%h is a $: its seeds stay where they are",
    [REFUSE_UNPLAYED] = ("%h has been played: in the opening each @ is played once, and others are "
                         "still to be played"),
    [OBLIGE_FEED] = "the opponent's row is empty: a move must put a seed into it if possible",
    [OBLIGE_CAPTURE] = "a move that captures must be played",
    [OBLIGE_HOLE] = "a @ that the rules allow now must be played",
    [OBLIGE_UNPLAYED] = "in the opening a @ that has not been played must be played",
    [OBLIGE_PASS] = "no own @ holds a seed: the player passes",
};

static const char *const refusal_numbers[] = {"no",  "one",   "two",   "three", "four", "five",
                                              "six", "seven", "eight", "nine",  "ten"};

/* The sentence for this game, with its signs still in it. */
static const char *refusal_choose(const struct machine *machine, unsigned refusal) {
    bool several = machine->least > 1, possible = false;
    for (unsigned i = 0; i < machine->duty_count; i++)
        possible |= machine->duties[i].kind == DUTY_FEED && machine->duties[i].if_possible;
    switch (refusal) {
    case REFUSE_FORM:
        return machine->chosen_ways ? "a move is a @ and a direction, and no more"
                                    : refusal_usual[refusal];
    case REFUSE_FEW:
        return several ? "%h holds too few seeds (%n): a move starts from a @ with at least # seeds"
                       : refusal_usual[refusal];
    case OBLIGE_PASS:
        return machine->duty_count > 0 ? "no own @ can be played: the player passes"
               : several               ? "no own @ holds # seeds: the player passes"
                                       : refusal_usual[refusal];
    case REFUSE_FEED:
        return possible ? "%h would leave the opponent no seed, and another move leaves one"
                        : refusal_usual[refusal];
    default:
        return refusal_usual[refusal];
    }
}

bool refusal_texts_write(struct rule_text *book) {
    struct machine *machine = &book->machine;
    for (unsigned i = 0; i < REFUSALS; i++) {
        if (machine->refusal[i] != NULL)
            continue; /* the text has its own */
        char buffer[KW_TEXT];
        struct text text = text_into(buffer, sizeof buffer);
        for (const char *at = refusal_choose(machine, i); *at != '\0'; at++) {
            if (*at == '@')
                text_string(&text, machine->noun);
            else if (*at == '$')
                text_string(&text, machine->child);
            else if (*at == '#' && machine->least <= 10)
                text_string(&text, refusal_numbers[machine->least]);
            else if (*at == '#')
                text_number(&text, machine->least);
            else
                text_char(&text, *at);
        }
        machine->refusal[i] = rule_text_copy(book, (struct token){buffer, strlen(buffer)});
        if (machine->refusal[i] == NULL)
            return false;
    }
    return true;
}
