#include "match/match_round.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *round_write(const struct round *round, char text[KW_TEXT]) {
    snprintf(text, KW_TEXT, "%zu.%zu.%u", round->pairing + 1, round->pair + 1, round->game + 1);
    return text;
}

bool round_read(const char *text, struct round *round) {
    uint64_t number[3];
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(text, ".\n");
        if (*text == '0' || !number_read(text, length, 1, i < 2 ? SIZE_MAX : 2, &number[i]) ||
            (i < 2) != (text[length] == '.'))
            return false;
        text += length + 1;
    }
    *round = (struct round){.pairing = (size_t)number[0] - 1,
                            .pair = (size_t)number[1] - 1,
                            .game = (unsigned)number[2] - 1};
    return true;
}
