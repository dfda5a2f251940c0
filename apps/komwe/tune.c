/* The command tune: plays games against itself and learns from how they end. */
#include "moves.h"
#include "pool.h"
#include "request.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 4000,
    GAMES_MOST = 10000000,
    NODES_USUAL = 400,
    OPENING = 10, /* random moves at most */
    ROUNDS = 12,
    LONGEST = 500,
    HASH = 4 << 20,
    WILD = 12 /* one move in so many is played at random, so that more is seen */
};

struct tune {
    const struct kw_game *game;
    struct kw_tuner *tuner;
    const char *weights; /* to play with: seeds alone, so that the same is learned at any time */
    uint64_t games, nodes, seed, next;
    uint64_t learned; /* games whose positions are in the tuner */
    pthread_mutex_t lock;
    pthread_cond_t turn; /* the next game may be learned */
    bool failed;
    struct kw_error error;
};

struct self {
    struct kw_engine *engine;
    struct kw_analysis analysis;
    struct moves moves;
    struct kw_random random;
};

static bool play_move(struct tune *tune, struct self *self, struct kw_session *session, bool random,
                      struct kw_error *error) {
    const struct kw_limits limits = {.nodes = tune->nodes};
    kw_move move;
    if (random) {
        moves_list(&self->moves, tune->game, kw_session_position(session));
        move = self->moves.move[kw_random_below(&self->random, (uint32_t)self->moves.count)];
    } else {
        if (!kw_engine_search(self->engine, session, &limits, NULL, NULL, &self->analysis, error))
            return false;
        move = self->analysis.line[0].move[0];
    }
    return kw_session_play(session, move, error);
}

/*
 * All positions after the opening count, but those of a placing.  Games are learned in their order,
 * so that the weights are the same on any number of threads.
 */
static bool learn_game(struct tune *tune, const struct kw_session *session, uint64_t number,
                       size_t opening, const struct kw_result *result) {
    bool good = true;
    pthread_mutex_lock(&tune->lock);
    while (tune->learned < number && !tune->failed)
        pthread_cond_wait(&tune->turn, &tune->lock);
    for (size_t ply = opening; good && ply < kw_session_plies(session); ply++)
        if (kw_session_before(session, ply)->phase == 0)
            good = kw_tuner_add(tune->tuner, kw_session_before(session, ply), result);
    tune->learned++;
    pthread_cond_broadcast(&tune->turn);
    pthread_mutex_unlock(&tune->lock);
    return good;
}

static bool play_game(struct tune *tune, struct self *self, uint64_t number,
                      struct kw_error *error) {
    struct kw_session *session = kw_session_new(tune->game, NULL);
    struct kw_result result;
    if (session == NULL)
        return false;
    kw_random_seed(&self->random, tune->seed + number);
    kw_engine_clear(self->engine);
    size_t opening = kw_random_below(&self->random, OPENING + 1);
    bool good = true, over = false;
    while (good && !(over = kw_session_result(session, &result)) &&
           kw_session_plies(session) < LONGEST) {
        bool placing = kw_session_position(session)->phase != 0;
        bool wild = kw_session_plies(session) < opening || placing ||
                    kw_random_below(&self->random, WILD) == 0;
        good = play_move(tune, self, session, wild, error);
    }
    if (good)
        good =
            learn_game(tune, session, number, over ? opening : kw_session_plies(session), &result);
    kw_session_free(session);
    return good;
}

static void self_play(void *context) {
    struct tune *tune = context;
    struct self self = {.engine = kw_engine_new(HASH, 1)};
    struct kw_error error = {.message = "there is not enough memory"};
    bool good =
        self.engine != NULL && kw_engine_weights(self.engine, tune->game, tune->weights, &error);
    for (;;) {
        pthread_mutex_lock(&tune->lock);
        uint64_t number = tune->next;
        bool more = good && !tune->failed && number < tune->games;
        tune->next += more;
        if (!good && !tune->failed) {
            tune->failed = true;
            tune->error = error;
            pthread_cond_broadcast(&tune->turn);
        }
        pthread_mutex_unlock(&tune->lock);
        if (!more)
            break;
        good = play_game(tune, &self, number, &error);
    }
    kw_engine_free(self.engine);
    moves_free(&self.moves);
}

static void play_games(struct tune *tune, unsigned threads) {
    pthread_mutex_init(&tune->lock, NULL);
    pthread_cond_init(&tune->turn, NULL);
    pool_run(threads, self_play, tune);
    pthread_cond_destroy(&tune->turn);
    pthread_mutex_destroy(&tune->lock);
}

enum status tune_run(struct call *call) {
    struct tune tune = {.game = kw_game_find(call->arguments.operand[0]),
                        .games = GAMES_USUAL,
                        .nodes = NODES_USUAL,
                        .seed = 1};
    unsigned threads;
    char comment[KW_TEXT];
    if (tune.game == NULL)
        return call_fail(call, "unknown game '%s' (see: komwe games)", call->arguments.operand[0]);
    enum status status = call_number(call, FLAG_GAMES, "-n", 1, GAMES_MOST, &tune.games);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_NODES, "--nodes", 1, UINT64_MAX, &tune.nodes);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, "--seed", 0, UINT64_MAX, &tune.seed);
    if (status == STATUS_OK)
        status = pool_size(call, &threads);
    if (status != STATUS_OK)
        return status;
    tune.tuner = kw_tuner_new(tune.game);
    if (tune.tuner == NULL)
        return call_fail(call, "there is not enough memory");
    struct output plain = {0};
    kw_tuner_write(tune.tuner, "seeds alone", output_piece, &plain);
    tune.weights = plain.text;
    play_games(&tune, threads);
    output_free(&plain);
    if (tune.failed) {
        status = call_fail(call, "%s", tune.error.message);
    } else {
        double error = kw_tuner_fit(tune.tuner, ROUNDS, tune.seed);
        snprintf(comment, sizeof comment,
                 "komwe tune %s -n %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64
                 ": error %.3f %s",
                 kw_game_info(tune.game)->id, tune.games, tune.nodes, tune.seed, error,
                 kw_game_info(tune.game)->counts_seeds ? "seeds" : "of a win");
        kw_tuner_write(tune.tuner, comment, output_piece, &call->out);
    }
    kw_tuner_free(tune.tuner);
    return status;
}
