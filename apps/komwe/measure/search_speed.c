#include "measure/search_speed.h"

#include "cli/command.h"
#include "measure/median.h"
#include "text/move_list.h"

#include <math.h>
#include <stdlib.h>

enum { HASH_BYTES = 16 << 20, SPEED_POSITIONS = 8, OPENING = 8 };

/* A position some random moves from the start where there is a choice; after setup turns.
 */
static void search_speed_position(const struct kw_game *game, struct kw_random *random,
                                  struct kw_position *position) {
    struct moves moves = {0};
    for (unsigned ply = 0; ply < OPENING || moves.count < 2; ply++) {
        if (ply == 0 || moves.count == 0) {
            kw_start(game, position);
            ply = 0;
        } else {
            kw_move move = moves.move[kw_random_below(random, (uint32_t)moves.count)];
            kw_play(game, position, move, position);
        }
        while (position->phase != 0)
            kw_play(game, position, kw_move_make(KW_KEEP, 0, false, false, 0), position);
        moves_list(&moves, game, position);
    }
    moves_free(&moves);
}

struct search_speed_trial {
    struct kw_engine *engine;
    struct kw_session *session;
};

/* Searches with an empty table. */
static struct kw_analysis search_speed_search(const struct search_speed_trial *trial,
                                              const struct kw_limits *limits) {
    struct kw_analysis analysis;
    struct kw_error error;
    kw_engine_clear(trial->engine);
    bool good =
        kw_engine_search(trial->engine, trial->session, limits, NULL, NULL, &analysis, &error);
    memory_check(good ? &analysis : NULL);
    return analysis;
}

static struct kw_engine *search_speed_engine(unsigned threads) {
    return memory_check(kw_engine_new(HASH_BYTES, threads));
}

static struct kw_session *search_speed_session(const struct kw_game *game,
                                               struct kw_random *random) {
    struct kw_position position;
    search_speed_position(game, random, &position);
    return memory_check(kw_session_new(game, &position));
}

double search_speed(const struct kw_game *game, uint64_t nodes, unsigned runs) {
    const struct kw_limits limits = {.nodes = nodes};
    struct search_speed_trial trial = {.engine = search_speed_engine(1)};
    double *run = memory_new(runs, sizeof *run);
    for (unsigned i = 0; i < runs; i++) {
        struct kw_random random;
        uint64_t entered = 0;
        int64_t microseconds = 0;
        kw_random_seed(&random, 1);
        for (unsigned k = 0; k < SPEED_POSITIONS; k++) {
            trial.session = search_speed_session(game, &random);
            struct kw_analysis analysis = search_speed_search(&trial, &limits);
            entered += analysis.nodes;
            microseconds += analysis.microseconds;
            kw_session_free(trial.session);
        }
        run[i] = (double)entered * 1e6 / (double)(microseconds > 0 ? microseconds : 1);
    }
    double speed = median(run, runs);
    free(run);
    kw_engine_free(trial.engine);
    return speed;
}

/* The median time to a depth, in microseconds. */
static double search_speed_time(const struct search_speed_trial *trial, unsigned depth,
                                unsigned runs, double *run) {
    const struct kw_limits limits = {.depth = depth};
    for (unsigned i = 0; i < runs; i++)
        run[i] = (double)search_speed_search(trial, &limits).microseconds + 1;
    return median(run, runs);
}

double search_time_ratio(const struct kw_game *game, unsigned threads, uint64_t nodes,
                         unsigned positions, unsigned runs) {
    const struct kw_limits limits = {.nodes = nodes};
    struct search_speed_trial one = {.engine = search_speed_engine(1)},
                              many = {.engine = search_speed_engine(threads)};
    double *run = memory_new(runs, sizeof *run), sum = 0;
    struct kw_random random;
    kw_random_seed(&random, 1);
    for (unsigned i = 0; i < positions; i++) {
        one.session = many.session = search_speed_session(game, &random);
        unsigned depth = search_speed_search(&one, &limits).depth;
        sum += log(search_speed_time(&many, depth, runs, run) /
                   search_speed_time(&one, depth, runs, run));
        kw_session_free(one.session);
    }
    free(run);
    kw_engine_free(one.engine);
    kw_engine_free(many.engine);
    return exp(sum / positions);
}
