/* Static evaluation: the value of a position for its mover without search. */
#ifndef KOMWE_SEARCH_EVALUATE_H
#define KOMWE_SEARCH_EVALUATE_H

#include "search/weights.h"

/* Scores: hundredths of a seed that the mover is ahead at the end.  They fit 16 bits. */
enum {
    SCORE_SEED = 100,
    SCORE_WIN = 30000,      /* a won game that counts no seeds, less the plies to its end */
    SCORE_WON = 29000,      /* such wins are above */
    SCORE_UNPROVEN = 28000, /* unproven scores stay within */
    SCORE_INFINITE = 32000
};

/* The seeds in store of the mover minus those of his opponent. */
static inline int store_lead(const struct kw_position *position) {
    int lead = (int)position->store[KW_SOUTH] - (int)position->store[KW_NORTH];
    return position->turn == KW_SOUTH ? lead : -lead;
}

/* The same with the seeds in children; the other way round where fewer seeds win. */
int store_lead_by_rules(const struct kw_game *game, const struct kw_position *position);

/*
 * The seeds that the mover has won minus those of his opponent; the other way round where fewer
 * seeds win.
 */
static inline int won_lead(const struct kw_game *game, const struct kw_position *position) {
    if (KW_UNLIKELY(game_marks_are_players(game) || game_fewest_win(game)))
        return store_lead_by_rules(game, position);
    return store_lead(position);
}

/* The loop over holes is unrolled; the weights beyond the last hole are 0. */
enum { HOLES_A_STEP = 4 };

/* The linear weights of a position that is not over, without that of the number of moves. */
KW_INLINE int evaluate_board(const struct kw_game *game, const struct weights *weights,
                             const struct kw_position *position) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    const struct phase_weights *of = &weights->phase[phase];
    const int16_t(*hole)[WEIGHTS] = weights->hole[phase][turn];
    uint8_t state[KW_HOLES];
    int score = 0;
    hole_states(game, position, weights->holes, state);
    for (unsigned i = 0; i < weights->holes; i += HOLES_A_STEP)
#pragma GCC unroll 4
        for (unsigned k = 0; k < HOLES_A_STEP; k++)
            score += hole[i + k][state[i + k]];
    if (!game_reserves(game))
        return score + SCORE_SEED * won_lead(game, position);
    return score + of->reserve[0][position->store[turn] % RESERVES] +
           of->reserve[1][position->store[turn ^ 1u] % RESERVES];
}

static inline int score_clamp_unproven(int score) {
    return score > SCORE_UNPROVEN    ? SCORE_UNPROVEN
           : score < -SCORE_UNPROVEN ? -SCORE_UNPROVEN
                                     : score;
}

/*
 * The rest of the evaluation: the weight of the number of moves, and the network; mostly within
 * weights->eval_margin.
 */
KW_INLINE int evaluate_rest(const struct kw_game *game, const struct weights *weights,
                            const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position);
    int rest = weights->phase[phase].choice[choices < CHOICES ? choices : CHOICES - 1];
    if (weights->network_eval != NULL)
        rest += weights->network_eval(game, &weights->network, position, phase, choices);
    return rest;
}

/*
 * The evaluation of a position that is not over and whose mover has `choices` moves by
 * game_mobility; `board` is the result of evaluate_board.
 */
KW_INLINE int evaluate(const struct kw_game *game, const struct weights *weights,
                       const struct kw_position *position, size_t choices, int board) {
    return score_clamp_unproven(board + evaluate_rest(game, weights, position, choices));
}

#endif
