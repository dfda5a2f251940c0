/*
 * weights_calibrate: how far the parts of the evaluation reach, measured in positions of random
 * play. The pruning of search.c takes its margins from that.
 */
#include "base/work.h"
#include "search/evaluate.h"

#include <math.h>
#include <stdlib.h>

enum {
    SAMPLES = 4000,        /* positions of random play */
    GAME_PLIES = 80,       /* of a game, before another one begins */
    MARGIN_PERCENTILE = 90 /* of the absolute values */
};

/* A walk through random games, after their setup. */
struct calibration_walk {
    struct kw_random random;
    struct kw_position position;
    unsigned ply; /* since the setup */
};

static void calibration_play(struct calibration_walk *walk, const struct kw_game *game,
                             const kw_move *move, size_t count) {
    uint32_t most = count < KW_MOVES ? (uint32_t)count : KW_MOVES; /* of Bulto's chances */
    kw_play(game, &walk->position, move[kw_random_below(&walk->random, most)], &walk->position);
}

static void calibration_begin(struct calibration_walk *walk, const struct kw_game *game) {
    kw_move move[KW_MOVES];
    kw_start(game, &walk->position);
    while (walk->position.phase != 0)
        calibration_play(walk, game, move, kw_moves(game, &walk->position, move, KW_MOVES));
    walk->ply = 0;
}

static void calibration_advance(struct calibration_walk *walk, const struct kw_game *game) {
    kw_move move[KW_MOVES];
    size_t count = kw_moves(game, &walk->position, move, KW_MOVES);
    if (count == 0 || walk->ply == GAME_PLIES) {
        calibration_begin(walk, game);
    } else {
        calibration_play(walk, game, move, count);
        walk->ply++;
    }
}

static int calibration_compare(const void *a, const void *b) {
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

bool weights_calibrate(const struct kw_game *game, struct weights *weights) {
    struct calibration_walk walk;
    int size[SAMPLES], before = 0;
    double squares = 0;
    kw_random_seed(&walk.random, 1);
    calibration_begin(&walk, game);
    for (unsigned i = 0; i < SAMPLES && !work_ended(); i++) {
        const struct kw_position *position = &walk.position;
        int rest = evaluate_rest(game, weights, position, game_mobility(game, position));
        int value = evaluate_board(game, weights, position) + rest;
        int souths = position->turn == KW_SOUTH ? value : -value;
        squares += walk.ply > 0 ? (double)(souths - before) * (souths - before) : 0;
        before = souths;
        size[i] = abs(rest);
        calibration_advance(&walk, game);
        work_check();
    }
    if (work_ended())
        return false;
    qsort(size, SAMPLES, sizeof *size, calibration_compare);
    weights->eval_margin = size[SAMPLES * MARGIN_PERCENTILE / 100];
    weights->eval_volatility = (int)sqrt(squares / SAMPLES);
    return true;
}
