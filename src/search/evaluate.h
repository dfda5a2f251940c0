/* What a position is worth to its mover, as far as can be seen at a glance. */
#ifndef KOMWE_SEARCH_EVALUATE_H
#define KOMWE_SEARCH_EVALUATE_H

#include "search/network.h"

/* Scores: hundredths of a seed that the mover is ahead at the end.  They fit 16 bits. */
enum {
    SCORE_SEED = 100,
    SCORE_WIN = 30000,   /* a won game that counts no seeds, less the plies to its end */
    SCORE_WON = 29000,   /* such wins are above */
    SCORE_GUESS = 28000, /* what is not proven stays below */
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

/* What the linear weights say of a position that is not over, the number of its moves apart. */
KW_INLINE int evaluate_board(const struct kw_game *game, const struct weights *weights,
                             const struct kw_position *position) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    unsigned holes = weighed_holes(game->rules);
    const struct phase_weights *of = &weights->phase[phase];
    const int16_t(*hole)[WEIGHTS] = weights->hole[phase][turn];
    int score = 0;
    if (KW_LIKELY((position->mark | position->mark2) == 0)) {
        for (unsigned i = 0; i < holes; i++)
            score += hole[i][position->hole[i] < COUNTS ? position->hole[i] : COUNTS - 1];
    } else {
        for (unsigned i = 0; i < holes; i++)
            score += hole[i][hole_state(position, i)];
    }
    if (!game->family->reserves)
        return score + SCORE_SEED * store_lead(position);
    return score + of->reserve[0][position->store[turn] % RESERVES] +
           of->reserve[1][position->store[turn ^ 1u] % RESERVES];
}

/* The value of a position that is not over and whose mover has `choices` moves. */
KW_INLINE int evaluate(const struct kw_game *game, const struct weights *weights,
                       const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position);
    int score = evaluate_board(game, weights, position) +
                weights->phase[phase].choice[choices < CHOICES ? choices : CHOICES - 1];
    if (weights->networked)
        score += network_value(game, &weights->network, position, phase, choices);
    return score > SCORE_GUESS ? SCORE_GUESS : score < -SCORE_GUESS ? -SCORE_GUESS : score;
}

#endif
