/*
 * The command tune: plays games against itself and learns from them.  The first generation plays
 * with seeds alone and learns linear weights from how its games end.  Each one after it plays with
 * what the one before has learned, and learns a network from what its searches find.
 */
#include "moves.h"
#include "pool.h"
#include "progress.h"
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
    GENERATIONS_MOST = 9,
    HASH = 4 << 20,
    WILD = 12 /* one move in so many is played at random, so that more is seen */
};

struct tune {
    const struct kw_game *game;
    struct kw_tuner *tuner;
    struct output weights; /* to play with: at first seeds alone, so that it is the same any time */
    uint64_t games, nodes, seed, generations;
    uint64_t generation;    /* from 1 on */
    uint64_t next, learned; /* games begun; games whose positions are in the tuner */
    pthread_mutex_t lock;
    pthread_cond_t turn; /* the next game may be learned */
    struct progress progress;
    bool failed;
    struct kw_error error;
};

struct self {
    struct kw_engine *engine;
    struct kw_analysis analysis;
    struct moves moves;
    struct kw_random random;
    struct kw_line line[LONGEST]; /* what was found before each ply */
};

static bool searched(const struct tune *tune) { return tune->generation > 1; }

static bool search_move(const struct tune *tune, struct self *self,
                        const struct kw_session *session, kw_move *move, struct kw_error *error) {
    const struct kw_limits limits = {.nodes = tune->nodes};
    if (!kw_engine_search(self->engine, session, &limits, NULL, NULL, &self->analysis, error))
        return false;
    self->line[kw_session_plies(session)] = self->analysis.line[0];
    *move = self->analysis.line[0].move[0];
    return true;
}

/* Plays a move; one at random is searched all the same if its position is to be learned from. */
static bool play_move(const struct tune *tune, struct self *self, struct kw_session *session,
                      bool opening, struct kw_error *error) {
    bool wild = opening || kw_random_below(&self->random, WILD) == 0;
    kw_move move;
    if ((!wild || (searched(tune) && !opening)) && !search_move(tune, self, session, &move, error))
        return false;
    if (wild) {
        moves_list(&self->moves, tune->game, kw_session_position(session));
        move = self->moves.move[kw_random_below(&self->random, (uint32_t)self->moves.count)];
    }
    return kw_session_play(session, move, error);
}

/* How far it is, on a terminal. */
static void show_progress(struct tune *tune) {
    char generation[40] = "";
    if (tune->generations > 1)
        snprintf(generation, sizeof generation, "generation %" PRIu64 " of %" PRIu64 ": ",
                 tune->generation, tune->generations);
    progress_show(&tune->progress, "%s%" PRIu64 " of %" PRIu64 " games%s", generation,
                  tune->learned, tune->games, tune->learned == tune->games ? ", learning" : "");
}

/*
 * All positions after the opening count, but those of a placing.  Games are learned in their order,
 * so that the weights are the same on any number of threads.
 */
static bool learn_game(struct tune *tune, const struct self *self, const struct kw_session *session,
                       uint64_t number, size_t opening, const struct kw_result *result) {
    bool good = true;
    pthread_mutex_lock(&tune->lock);
    while (tune->learned < number && !tune->failed)
        pthread_cond_wait(&tune->turn, &tune->lock);
    for (size_t ply = opening; good && ply < kw_session_plies(session); ply++)
        if (kw_session_before(session, ply)->phase == 0)
            good = kw_tuner_add(tune->tuner, kw_session_before(session, ply), result,
                                searched(tune) ? &self->line[ply] : NULL);
    tune->learned++;
    show_progress(tune);
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
        good =
            play_move(tune, self, session, kw_session_plies(session) < opening || placing, error);
    }
    if (good)
        good = learn_game(tune, self, session, number, over ? opening : kw_session_plies(session),
                          &result);
    kw_session_free(session);
    return good;
}

static void self_play(void *context) {
    struct tune *tune = context;
    struct self self = {.engine = kw_engine_new(HASH, 1)};
    struct kw_error error = {.message = "there is not enough memory"};
    bool good = self.engine != NULL &&
                kw_engine_weights(self.engine, tune->game, tune->weights.text, &error);
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
    tune->next = tune->learned = 0;
    pthread_mutex_init(&tune->lock, NULL);
    pthread_cond_init(&tune->turn, NULL);
    pool_run(threads, self_play, tune);
    pthread_cond_destroy(&tune->turn);
    pthread_mutex_destroy(&tune->lock);
}

/* Writes what has been learned, and how, to be played with. */
static bool write_weights(struct tune *tune, const char *comment) {
    output_clear(&tune->weights);
    return kw_tuner_write(tune->tuner, comment, output_piece, &tune->weights);
}

/* Plays and learns; returns the error that is left. */
static double learn_generation(struct tune *tune, unsigned threads) {
    if (searched(tune) && !kw_tuner_network(tune->tuner, tune->seed)) {
        tune->failed = true;
        tune->error = (struct kw_error){.message = "there is not enough memory"};
    }
    if (!tune->failed)
        play_games(tune, threads);
    return tune->failed ? 0 : kw_tuner_fit(tune->tuner, ROUNDS, tune->seed);
}

static void tell_how(const struct tune *tune, double error, char comment[KW_TEXT]) {
    const struct kw_info *info = kw_game_info(tune->game);
    char generations[40] = "";
    if (tune->generations > 1)
        snprintf(generations, sizeof generations, " --generations %" PRIu64, tune->generations);
    snprintf(comment, KW_TEXT,
             "komwe tune %s -n %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64 "%s: error %.3f %s",
             info->id, tune->games, tune->nodes, tune->seed, generations, error,
             info->counts_seeds ? "seeds" : "of a win");
}

static enum status tune_arguments(struct call *call, struct tune *tune, unsigned *threads) {
    enum status status = call_number(call, FLAG_GAMES, "-n", 1, GAMES_MOST, &tune->games);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_NODES, "--nodes", 1, UINT64_MAX, &tune->nodes);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, "--seed", 0, UINT64_MAX, &tune->seed);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_GENERATIONS, "--generations", 1, GENERATIONS_MOST,
                             &tune->generations);
    if (status == STATUS_OK)
        status = pool_size(call, threads);
    return status;
}

enum status tune_run(struct call *call) {
    struct tune tune = {.game = kw_game_find(call->arguments.operand[0]),
                        .games = GAMES_USUAL,
                        .nodes = NODES_USUAL,
                        .seed = 1,
                        .generations = 1};
    unsigned threads;
    char comment[KW_TEXT] = "seeds alone";
    if (tune.game == NULL)
        return call_fail(call, "unknown game '%s' (see: komwe games)", call->arguments.operand[0]);
    enum status status = tune_arguments(call, &tune, &threads);
    if (status != STATUS_OK)
        return status;
    tune.tuner = kw_tuner_new(tune.game);
    bool good = tune.tuner != NULL && write_weights(&tune, comment);
    for (tune.generation = 1; good && !tune.failed && tune.generation <= tune.generations;
         tune.generation++) {
        tell_how(&tune, learn_generation(&tune, threads), comment);
        good = write_weights(&tune, comment);
    }
    progress_wipe(&tune.progress);
    if (!good || tune.failed)
        status = call_fail(call, "%s", good ? tune.error.message : "there is not enough memory");
    else
        output_piece(&call->out, tune.weights.text, tune.weights.length);
    output_free(&tune.weights);
    kw_tuner_free(tune.tuner);
    return status;
}
