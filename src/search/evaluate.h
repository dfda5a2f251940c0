/* What a position is worth to its mover, as far as can be seen at a glance. */
#ifndef KOMWE_SEARCH_EVALUATE_H
#define KOMWE_SEARCH_EVALUATE_H

#include "search/weights.h"

/* Scores: hundredths of a seed that the mover is ahead at the end.  They fit 16 bits. */
enum {
    SCORE_SEED = 100,
    SCORE_WIN = 30000,   /* a won game that counts no seeds, less the plies to its end */
    SCORE_WON = 29000,   /* such wins are above */
    SCORE_GUESS = 28000, /* what is not proven stays below */
    SCORE_INFINITE = 32000
};

/* How many seeds the mover has won more than the other. */
static inline int store_lead(const struct kw_position *position) {
    int lead = (int)position->store[KW_SOUTH] - (int)position->store[KW_NORTH];
    return position->turn == KW_SOUTH ? lead : -lead;
}

/* The last step may go beyond the last hole: what stands there weighs nothing, see struct weights.
 */
enum { HOLES_A_STEP = 4 };

/* What the linear weights say of a position that is not over, the number of its moves apart. */
KW_INLINE int evaluate_board(const struct kw_game *game, const struct weights *weights,
                             const struct kw_position *position) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    const struct phase_weights *of = &weights->phase[phase];
    const int16_t(*hole)[WEIGHTS] = weights->hole[phase][turn];
    uint8_t state[KW_HOLES];
    int score = 0;
    hole_states(position, weights->holes, state);
    for (unsigned i = 0; i < weights->holes; i += HOLES_A_STEP)
#pragma GCC unroll 4
        for (unsigned k = 0; k < HOLES_A_STEP; k++)
            score += hole[i + k][state[i + k]];
    if (!game->family->reserves)
        return score + SCORE_SEED * store_lead(position);
    return score + of->reserve[0][position->store[turn] % RESERVES] +
           of->reserve[1][position->store[turn ^ 1u] % RESERVES];
}

static inline int guessed(int score) {
    return score > SCORE_GUESS ? SCORE_GUESS : score < -SCORE_GUESS ? -SCORE_GUESS : score;
}

/*
 * What is added to evaluate_board for the number of moves and by the network; mostly less than
 * weights->margin to either side.
 */
KW_INLINE int evaluate_rest(const struct kw_game *game, const struct weights *weights,
                            const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position);
    int rest = weights->phase[phase].choice[choices < CHOICES ? choices : CHOICES - 1];
    if (weights->correction != NULL)
        rest += weights->correction(game, &weights->network, position, phase, choices);
    return rest;
}

/*
 * The value of a position that is not over and whose mover has `choices` moves; `board` is what
 * evaluate_board says of it.
 */
KW_INLINE int evaluate(const struct kw_game *game, const struct weights *weights,
                       const struct kw_position *position, size_t choices, int board) {
    return guessed(board + evaluate_rest(game, weights, position, choices));
}

#endif
