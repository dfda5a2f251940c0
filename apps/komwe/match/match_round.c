#include "match/match_round.h"

#include <stdio.h>
#include <stdlib.h>

const char *round_write(const struct round *round, char text[KW_TEXT]) {
    snprintf(text, KW_TEXT, "%zu.%zu.%u", round->pairing + 1, round->pair + 1, round->game + 1);
    return text;
}

bool round_read(const char *text, struct round *round) {
    size_t number[3];
    for (int i = 0; i < 3; i++) {
        char *end;
        if (*text < '1' || *text > '9')
            return false;
        number[i] = (size_t)strtoull(text, &end, 10) - 1;
        if (i < 2 ? *end != '.' : *end != '\0' && *end != '\n')
            return false;
        text = end + 1;
    }
    *round = (struct round){.pairing = number[0], .pair = number[1], .game = (unsigned)number[2]};
    return number[2] < 2;
}
