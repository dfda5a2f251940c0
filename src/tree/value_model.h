/*
 * What a value is to the solver.
 *
 * A value is the mover's: by how many seeds he wins, or 1, 0, -1 for a win, a draw, a loss where
 * seeds are not counted.  Where seeds never leave a store it has two parts: the lead in the stores,
 * and what can still be won, which depends on the board alone.  The second is the *board value*;
 * below solver.c all values are board values.
 */
#ifndef KOMWE_TREE_VALUE_MODEL_H
#define KOMWE_TREE_VALUE_MODEL_H

#include "games/game.h"
#include "tree/position_hash.h"

struct value_model {
    const struct kw_game *game;
    bool counts;  /* seeds decide */
    bool linear;  /* a value is the lead and the board value; else the lead is always 0 */
    bool acyclic; /* no position can return */
};

/* A board value lies between. */
struct span {
    int low, high;
};

/* Whether a value is >= n, the question of a null window; OPEN: not decided. */
enum answer { ANSWER_NO, ANSWER_YES, ANSWER_OPEN };

struct value_model value_model_of(const struct kw_game *game);

/* What the players have won for good, where that is a part of its own. */
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

/* By how much the mover leads in what is won for good. */
static inline int model_lead(const struct value_model *model, const struct kw_position *position) {
    unsigned won[2];
    model_banked(model, position, won);
    return (int)won[position->turn] - (int)won[position->turn ^ 1];
}

/* By how much a move improves its player's lead. */
static inline int model_gain(const struct value_model *model, const struct kw_position *before,
                             const struct kw_position *after) {
    int lead = model_lead(model, after);
    return (after->turn == before->turn ? lead : -lead) - model_lead(model, before);
}

/* The greatest board value that is possible; its negative is the least. */
static inline int model_most(const struct value_model *model, const struct kw_position *position) {
    unsigned won[2];
    if (!model->counts)
        return 1;
    model_banked(model, position, won);
    return (int)(seeds_all(position) - won[0] - won[1]);
}

/* A board value before a move that gains so much, by that after it; `same`: the turn stays. */
static inline int model_value_before(int gain, bool same, int value) {
    return gain + (same ? value : -value);
}

/* The reverse. */
static inline int model_value_after(int gain, bool same, int value) {
    return same ? value - gain : gain - value;
}

/*
 * The window after a move: value before >= least if and only if value after >= this (the turn
 * stays), or is not (the turn passes).
 */
static inline int model_least_after(int gain, bool same, int least) {
    return same ? least - gain : gain - least + 1;
}

/* The answer before a move, by that for the window of model_least_after. */
static inline enum answer model_answer_before(bool same, enum answer answer) {
    if (same || answer == ANSWER_OPEN)
        return answer;
    return answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

static inline enum answer model_answer(int value, int least) {
    return value >= least ? ANSWER_YES : ANSWER_NO;
}

/* The board value of a position where the game ends with a result. */
int model_result_value(const struct value_model *model, const struct kw_position *position,
                       const struct kw_result *result);

/* The board value of a finished position. */
int model_end_value(const struct value_model *model, const struct kw_position *position);

/* The board value of a position where the game ends by repetition. */
int model_repetition_value(const struct value_model *model, const struct kw_position *position);

/* The key of a position: positions with the same key have the same board value. */
struct position_key model_key(const struct value_model *model, const struct kw_position *position);

#endif
