/*
 * In what terms a game is solved.
 *
 * A value is the mover's: by how many seeds he wins, or 1, 0, -1 for a win, a draw, a loss where
 * seeds are not counted.  Where seeds never leave a store it is taken apart: what the mover is
 * ahead by in the stores, and what is still to come, which depends on the board alone.  What is
 * still to come is the *worth* of a position; everything below the solver speaks of that.
 */
#ifndef KOMWE_EXACT_VALUE_MODEL_H
#define KOMWE_EXACT_VALUE_MODEL_H

#include "base/cpu.h"
#include "games/game.h"

struct value_model {
    const struct kw_game *game;
    bool counts;  /* seeds decide */
    bool linear;  /* a value is what the stores hold and the worth of the board */
    bool acyclic; /* no position can return */
};

/* The worth lies between. */
struct span {
    int low, high;
};

struct value_model value_model_of(const struct kw_game *game);

/* What the players have won for good, where that is taken apart. */
static inline void model_banked(const struct value_model *model, const struct kw_position *position,
                                unsigned won[2]) {
    const struct kw_game *game = model->game;
    won[0] = won[1] = 0;
    if (!model->linear)
        return;
    won[0] = position->store[0];
    won[1] = position->store[1];
    if (KW_UNLIKELY(game_wins_on_board(game))) {
        struct kw_position rest = *position;
        game_bank_decided(game, &rest, won);
    }
}

/* What the mover is ahead by already. */
static inline int model_lead(const struct value_model *model, const struct kw_position *position) {
    unsigned won[2];
    model_banked(model, position, won);
    return (int)won[position->turn] - (int)won[position->turn ^ 1];
}

/* What a move gains its player of that. */
static inline int model_gain(const struct value_model *model, const struct kw_position *before,
                             const struct kw_position *after) {
    int ahead = model_lead(model, after);
    return (after->turn == before->turn ? ahead : -ahead) - model_lead(model, before);
}

/* The most that can still be won in a position. */
static inline int model_most(const struct value_model *model, const struct kw_position *position) {
    unsigned won[2];
    if (!model->counts)
        return 1;
    model_banked(model, position, won);
    return (int)(model->game->rules->seeds - won[0] - won[1]);
}

/* The worth of a position where the game ends with that result. */
int model_result_value(const struct value_model *model, const struct kw_position *position,
                       const struct kw_result *result);

/* The worth of a finished position. */
int model_end_value(const struct value_model *model, const struct kw_position *position);

/* The worth of a position where the game ends because it stands for the third time. */
int model_repetition_value(const struct value_model *model, const struct kw_position *position);

/*
 * A position told apart from others by 128 bits: two positions of a search of 10^10 have the same
 * ones with a probability below 10^-18.  What it is ahead by plays no part.
 */
struct board_key {
    uint64_t check, place;
};

struct board_key model_key(const struct value_model *model, const struct kw_position *position);

#endif
