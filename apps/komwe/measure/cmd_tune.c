/*
 * The command tune: learns evaluation weights from self-play.  The first generation plays with the
 * material count and learns linear weights from the results of its games.  Each later one plays
 * with the weights of the one before and learns a network from its search results.
 *
 * A checkpoint is the tuner after some number of games, which are learned in their order, with a
 * note: the command in a line, the generation and the games learned in another, and the weights
 * that are played with.
 */
#include "base/parallel.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/checkpoint.h"
#include "text/move_list.h"

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
    WILD = 12 /* one move in so many is random, for variety */
};

struct tune_job {
    const struct kw_game *game;
    struct kw_tuner *tuner;
    struct output weights; /* used in play: at first seeds alone, so that a run is reproducible */
    uint64_t games, nodes, seed, generations;
    uint64_t generation;    /* from 1 on */
    uint64_t next, learned; /* games begun; games whose positions are in the tuner */
    bool ended;             /* by a signal: unfinished games are discarded */
    struct checkpoint checkpoint;
    pthread_mutex_t lock;
    pthread_cond_t turn; /* the next game may be learned */
    struct progress progress;
    bool failed;
    struct kw_error error;
};

struct tune_player {
    struct kw_engine *engine;
    struct kw_analysis analysis;
    struct moves moves;
    struct kw_random random;
    struct kw_line line[LONGEST]; /* search value before each ply */
};

static bool tune_search_value(const struct tune_job *tune) { return tune->generation > 1; }

/* ---- checkpoints --------------------------------------------------------------------------- */

/* The parameters of the weights: the command without checkpoint and threads. */
static void tune_command_text(const struct tune_job *tune, char text[KW_TEXT]) {
    char generations[40] = "";
    if (tune->generations > 1)
        snprintf(generations, sizeof generations, " --generations %" PRIu64, tune->generations);
    snprintf(text, KW_TEXT, "komwe tune %s -n %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64 "%s",
             kw_game_info(tune->game)->id, tune->games, tune->nodes, tune->seed, generations);
}

static void tune_save(struct tune_job *tune) {
    struct output note = {0};
    char command[KW_TEXT];
    if (tune->checkpoint.path == NULL)
        return;
    tune_command_text(tune, command);
    output_format(&note, "%s\n%" PRIu64 " %" PRIu64 "\n%s", command, tune->generation,
                  tune->learned, tune->weights.text);
    checkpoint_save(&tune->checkpoint, tune->tuner, note.text);
    output_free(&note);
}

/* Reads the second line of a note up to its end, and goes past it. */
static bool tune_read_note(struct tune_job *tune, char **at) {
    char *line = *at, *end = strchr(line, '\n'), *second = strchr(line, ' ');
    if (end == NULL || second == NULL || second > end)
        return false;
    *second++ = *end++ = '\0';
    *at = end;
    return read_number(line, GENERATIONS_MOST + 1, &tune->generation) &&
           read_number(second, GAMES_MOST, &tune->learned) && tune->generation >= 1 &&
           tune->generation <= tune->generations + 1 && tune->learned <= tune->games;
}

/* Resumes from a note, after its tuner was loaded. */
static enum status tune_resume(struct call *call, struct tune_job *tune, char *note) {
    const char *path = tune->checkpoint.path;
    char command[KW_TEXT], *at = strchr(note, '\n');
    if (at == NULL)
        return call_fail(call, "%s: the checkpoint of a tuner is damaged; remove it to start again",
                         path);
    *at++ = '\0';
    tune_command_text(tune, command);
    if (strcmp(note, command) != 0)
        return call_fail(call, "%s: it is the checkpoint of '%s', not of '%s'", path, note,
                         command);
    if (!tune_read_note(tune, &at))
        return call_fail(call, "%s: the checkpoint of a tuner is damaged; remove it to start again",
                         path);
    output_clear(&tune->weights);
    output_add(&tune->weights, at);
    return STATUS_OK;
}

/* Opens the checkpoint, if one is given; a new one is saved at once. */
static enum status tune_open_checkpoint(struct call *call, struct tune_job *tune) {
    const char *path = call->arguments.value[FLAG_CHECKPOINT];
    char *note = NULL;
    if (path == NULL)
        return STATUS_OK;
    enum status status = checkpoint_open(call, &tune->checkpoint, path, tune->tuner, &note);
    if (status == STATUS_OK && note != NULL)
        status = tune_resume(call, tune, note);
    else if (status == STATUS_OK)
        tune_save(tune);
    free(note);
    if (status == STATUS_OK && tune->checkpoint.fault != 0)
        status = call_fail(call, "cannot write '%s': %s", path, strerror(tune->checkpoint.fault));
    return status;
}

/* ---- games --------------------------------------------------------------------------------- */

static bool tune_search_move(const struct tune_job *tune, struct tune_player *self,
                             const struct kw_session *session, kw_move *move,
                             struct kw_error *error) {
    const struct kw_limits limits = {.nodes = tune->nodes};
    if (!kw_engine_search(self->engine, session, &limits, NULL, NULL, &self->analysis, error))
        return false;
    self->line[kw_session_plies(session)] = self->analysis.line[0];
    *move = self->analysis.line[0].move[0];
    return true;
}

/* Plays a move; the position before a random move is searched too if it is learned from. */
static bool tune_play_move(const struct tune_job *tune, struct tune_player *self,
                           struct kw_session *session, bool opening, struct kw_error *error) {
    bool wild = opening || kw_random_below(&self->random, WILD) == 0;
    kw_move move;
    if ((!wild || (tune_search_value(tune) && !opening)) &&
        !tune_search_move(tune, self, session, &move, error))
        return false;
    if (wild) {
        moves_list(&self->moves, tune->game, kw_session_position(session));
        move = self->moves.move[kw_random_below(&self->random, (uint32_t)self->moves.count)];
    }
    return kw_session_play(session, move, error);
}

/* Shows progress on a terminal. */
static void tune_show_progress(struct tune_job *tune) {
    char generation[40] = "";
    if (tune->generations > 1)
        snprintf(generation, sizeof generation, "generation %" PRIu64 " of %" PRIu64 ": ",
                 tune->generation, tune->generations);
    progress_show(&tune->progress, "%s%" PRIu64 " of %" PRIu64 " games%s", generation,
                  tune->learned, tune->games, tune->learned == tune->games ? ", learning" : "");
}

/*
 * Learns all positions after the opening, except of a placement.  Games are learned in their order,
 * so that the weights do not depend on the number of threads.
 */
static bool tune_learn_game(struct tune_job *tune, const struct tune_player *self,
                            const struct kw_session *session, uint64_t number, size_t opening,
                            const struct kw_result *result) {
    bool good = true;
    pthread_mutex_lock(&tune->lock);
    while (tune->learned < number && !tune->failed && !tune->ended)
        pthread_cond_wait(&tune->turn, &tune->lock);
    if (tune->learned == number) {
        for (size_t ply = opening; good && ply < kw_session_plies(session); ply++)
            if (kw_session_before(session, ply)->phase == 0)
                good = kw_tuner_add(tune->tuner, kw_session_before(session, ply), result,
                                    tune_search_value(tune) ? &self->line[ply] : NULL);
        tune->learned++;
        tune_show_progress(tune);
        if (good && checkpoint_is_due(&tune->checkpoint))
            tune_save(tune);
    }
    pthread_cond_broadcast(&tune->turn);
    pthread_mutex_unlock(&tune->lock);
    return good;
}

static bool tune_play_game(struct tune_job *tune, struct tune_player *self, uint64_t number,
                           struct kw_error *error) {
    struct kw_session *session = kw_session_new(tune->game, NULL);
    struct kw_result result;
    if (session == NULL)
        return false;
    kw_random_seed(&self->random, tune->seed + number);
    kw_engine_clear(self->engine);
    size_t opening = kw_random_below(&self->random, OPENING + 1);
    bool good = true, over = false;
    while (good && interrupted() == 0 && !(over = kw_session_result(session, &result)) &&
           kw_session_plies(session) < LONGEST) {
        bool placing = kw_session_position(session)->phase != 0;
        good = tune_play_move(tune, self, session, kw_session_plies(session) < opening || placing,
                              error);
    }
    if (good && interrupted() == 0) /* otherwise its last search may have been stopped early */
        good = tune_learn_game(tune, self, session, number,
                               over ? opening : kw_session_plies(session), &result);
    kw_session_free(session);
    return good;
}

/* The number of the next game; false if there is none, or the game before failed. */
static bool tune_next_game(struct tune_job *tune, bool good, const struct kw_error *error,
                           uint64_t *number) {
    pthread_mutex_lock(&tune->lock);
    tune->ended = tune->ended || interrupted() != 0;
    *number = tune->next;
    bool more = good && !tune->failed && !tune->ended && *number < tune->games;
    tune->next += more;
    if (!good && !tune->failed) {
        tune->failed = true;
        tune->error = *error;
    }
    if (!more)
        pthread_cond_broadcast(&tune->turn);
    pthread_mutex_unlock(&tune->lock);
    return more;
}

static void tune_self_play(void *context, size_t member) {
    (void)member;
    struct tune_job *tune = context;
    struct tune_player self = {.engine = kw_engine_new(HASH, 1)};
    struct kw_error error = {.message = "there is not enough memory"};
    uint64_t number;
    bool good = self.engine != NULL &&
                kw_engine_weights(self.engine, tune->game, tune->weights.text, &error);
    if (self.engine != NULL)
        interrupt_watch(self.engine);
    while (tune_next_game(tune, good, &error, &number))
        good = tune_play_game(tune, &self, number, &error);
    interrupt_forget(self.engine);
    kw_engine_free(self.engine);
    moves_free(&self.moves);
}

static void tune_play_games(struct tune_job *tune, unsigned threads) {
    tune->next = tune->learned;
    pthread_mutex_init(&tune->lock, NULL);
    pthread_cond_init(&tune->turn, NULL);
    parallel_for(threads, tune_self_play, tune);
    pthread_cond_destroy(&tune->turn);
    pthread_mutex_destroy(&tune->lock);
}

/* Writes the learned weights with a comment on how, for use in play. */
static bool tune_write_weights(struct tune_job *tune, const char *comment) {
    output_clear(&tune->weights);
    return kw_tuner_write(tune->tuner, comment, output_piece, &tune->weights);
}

static bool tune_continues(void *context) {
    (void)context;
    return interrupted() == 0;
}

static void tune_fail_memory(struct tune_job *tune) {
    tune->failed = true;
    tune->error = (struct kw_error){.message = "there is not enough memory"};
}

static void tune_comment(const struct tune_job *tune, double error, char comment[KW_TEXT]) {
    char command[KW_TEXT];
    tune_command_text(tune, command);
    snprintf(comment, KW_TEXT, "%.300s: error %.3f %s", command, error,
             kw_game_info(tune->game)->counts_seeds ? "seeds" : "of a win");
}

/*
 * The text of the weights holds the result of the last generation: the tuner is not needed any
 * more, and the checkpoint is small without its positions.
 */
static bool tune_free_tuner(struct tune_job *tune) {
    kw_tuner_free(tune->tuner);
    tune->tuner = kw_tuner_new(tune->game);
    return tune->tuner != NULL;
}

/* Plays, from the checkpoint on, and learns; false if it failed or a signal ended it. */
static bool tune_learn_generation(struct tune_job *tune, unsigned threads) {
    char comment[KW_TEXT];
    if (tune_search_value(tune) && tune->learned == 0 && !kw_tuner_network(tune->tuner, tune->seed))
        tune_fail_memory(tune);
    if (!tune->failed)
        tune_play_games(tune, threads);
    if (tune->failed)
        return false;
    tune_save(tune);
    double error =
        tune->ended ? -1 : kw_tuner_fit(tune->tuner, ROUNDS, tune->seed, tune_continues, NULL);
    tune->ended = error < 0;
    if (tune->ended)
        return false;
    tune_comment(tune, error, comment);
    tune->generation++;
    tune->learned = 0;
    if (!tune_write_weights(tune, comment) ||
        (tune->generation > tune->generations && !tune_free_tuner(tune)))
        tune_fail_memory(tune);
    else
        tune_save(tune);
    return !tune->failed;
}

static enum status tune_read_arguments(struct call *call, struct tune_job *tune,
                                       unsigned *threads) {
    enum status status = call_number(call, FLAG_GAMES, 1, GAMES_MOST, &tune->games);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_NODES, 1, UINT64_MAX, &tune->nodes);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, 0, UINT64_MAX, &tune->seed);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_GENERATIONS, 1, GENERATIONS_MOST, &tune->generations);
    if (status == STATUS_OK)
        status = threads_read(call, threads);
    return status;
}

/* Learns.  After a signal, a checkpoint allows resuming; without one the work is lost. */
static enum status tune_learn(struct call *call, struct tune_job *tune, unsigned threads) {
    const char *path = tune->checkpoint.path;
    if (path != NULL)
        interrupt_begin();
    while (tune->generation <= tune->generations && tune_learn_generation(tune, threads))
        continue;
    if (path != NULL)
        interrupt_end();
    progress_wipe(&tune->progress);
    if (tune->failed)
        return call_fail(call, "%s", tune->error.message);
    if (tune->checkpoint.fault != 0) {
        if (!tune->ended) /* the weights are printed all the same */
            output_flush(&tune->weights, stdout);
        return call_fail(call, "cannot write '%s': %s", path, strerror(tune->checkpoint.fault));
    }
    if (!tune->ended) {
        output_piece(&call->out, tune->weights.text, tune->weights.length);
        return STATUS_OK;
    }
    call_warn("'%s' keeps how far it has come, and the same command goes on from there", path);
    call->signal = interrupted();
    return STATUS_OK;
}

enum status tune_run(struct call *call) {
    struct tune_job tune = {.game = kw_game_find(call->arguments.operand[0]),
                            .games = GAMES_USUAL,
                            .nodes = NODES_USUAL,
                            .seed = 1,
                            .generations = 1,
                            .generation = 1};
    unsigned threads;
    if (tune.game == NULL)
        return call_fail(call, "unknown game '%s' (see: komwe games)", call->arguments.operand[0]);
    enum status status = tune_read_arguments(call, &tune, &threads);
    if (status != STATUS_OK)
        return status;
    tune.tuner = kw_tuner_new(tune.game);
    if (tune.tuner == NULL || !tune_write_weights(&tune, "seeds alone"))
        status = call_fail(call, "there is not enough memory");
    if (status == STATUS_OK)
        status = tune_open_checkpoint(call, &tune);
    if (status == STATUS_OK)
        status = tune_learn(call, &tune, threads);
    checkpoint_close(&tune.checkpoint);
    output_free(&tune.weights);
    kw_tuner_free(tune.tuner);
    return status;
}
