/* What a position is worth to its mover, as far as can be seen at a glance. */
#ifndef KOMWE_SEARCH_EVALUATE_H
#define KOMWE_SEARCH_EVALUATE_H

#include "search/weights.h"

/* Scores: hundredths of a seed that the mover is ahead at the end.  They fit 16 bits. */
enum {
    SCORE_SEED = 100,
    SCORE_WIN = 30000, /* a won game that counts no seeds, less the plies to its end */
    SCORE_WON = 29000, /* such wins are above */
    SCORE_INFINITE = 32000
};

/* The seeds of the board. */
static inline unsigned board_seeds(const struct kw_position *position) {
    uint64_t word[4], odd = 0, even = 0;
    const uint64_t bytes = UINT64_C(0x00FF00FF00FF00FF);
    memcpy(word, position->hole, sizeof word);
    for (unsigned i = 0; i < 4; i++) {
        even += word[i] & bytes;
        odd += word[i] >> 8 & bytes;
    }
    return (unsigned)(((even + odd) * UINT64_C(0x0001000100010001)) >> 48);
}

/* How many seeds the mover has won more than the other. */
static inline int store_lead(const struct kw_position *position) {
    int lead = (int)position->store[KW_SOUTH] - (int)position->store[KW_NORTH];
    return position->turn == KW_SOUTH ? lead : -lead;
}

/* The value of a position that is not over and whose mover has `choices` moves. */
int evaluate(const struct kw_game *game, const struct weights *weights,
             const struct kw_position *position, size_t choices);

#endif
