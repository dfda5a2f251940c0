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
#include "io/input.h"
#include "openings/opening_book.h"
#include "openings/opening_list.h"
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
    OPENINGS_MOST = 16 << 20, /* bytes of a file of openings */
    WILD = 12                 /* one move in so many is random, for variety */
};

struct tune_job {
    const struct kw_game *game;
    struct kw_tuner *tuner;
    struct string_builder
        weights; /* used in play: at first seeds alone, so that a run is reproducible */
    uint64_t games, nodes, seed, generations;
    uint64_t generation;           /* from 1 on */
    uint64_t next, learned;        /* games begun; games whose positions are in the tuner */
    bool ended;                    /* by a signal: unfinished games are discarded */
    struct openings openings;      /* that every other game begins with, if there are any */
    char openings_name[BOOK_NAME]; /* changes with their text */
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

static bool tune_search_value(const struct tune_job *job) { return job->generation > 1; }

/* ---- checkpoints --------------------------------------------------------------------------- */

/* The parameters of the weights: the command without checkpoint and threads. */
static void tune_command_text(const struct tune_job *job, char text[KW_TEXT]) {
    char generations[40] = "", openings[BOOK_NAME + 16] = "";
    if (job->generations > 1)
        snprintf(generations, sizeof generations, " --generations %" PRIu64, job->generations);
    if (job->openings.count > 0)
        snprintf(openings, sizeof openings, " --openings %s", job->openings_name);
    snprintf(text, KW_TEXT,
             "komwe tune %s -n %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64 "%s%s",
             kw_game_info(job->game)->id, job->games, job->nodes, job->seed, generations, openings);
}

static void tune_save(struct tune_job *job) {
    struct string_builder note = {0};
    char command[KW_TEXT];
    if (job->checkpoint.path == NULL)
        return;
    tune_command_text(job, command);
    output_format(&note, "%s\n%" PRIu64 " %" PRIu64 "\n%s", command, job->generation, job->learned,
                  job->weights.text);
    checkpoint_save(&job->checkpoint, job->tuner, note.text);
    output_free(&note);
}

/* Reads the second line of a note up to its end, and goes past it. */
static bool tune_read_note(struct tune_job *job, char **at) {
    char *line = *at, *end = strchr(line, '\n'), *second = strchr(line, ' ');
    if (end == NULL || second == NULL || second > end)
        return false;
    *second++ = *end++ = '\0';
    *at = end;
    return read_number(line, GENERATIONS_MOST + 1, &job->generation) &&
           read_number(second, GAMES_MOST, &job->learned) && job->generation >= 1 &&
           job->generation <= job->generations + 1 && job->learned <= job->games;
}

/* Resumes from a note, after its tuner was loaded. */
static enum status tune_resume(struct call *call, struct tune_job *job, char *note) {
    const char *path = job->checkpoint.path;
    char command[KW_TEXT], *at = strchr(note, '\n');
    if (at == NULL)
        return call_fail(call, "%s: the checkpoint of a tuner is damaged; remove it to start again",
                         path);
    *at++ = '\0';
    tune_command_text(job, command);
    if (strcmp(note, command) != 0)
        return call_fail(call, "%s: it is the checkpoint of '%s', not of '%s'", path, note,
                         command);
    if (!tune_read_note(job, &at))
        return call_fail(call, "%s: the checkpoint of a tuner is damaged; remove it to start again",
                         path);
    output_clear(&job->weights);
    output_add(&job->weights, at);
    return STATUS_OK;
}

/* Opens the checkpoint, if one is given; a new one is saved at once. */
static enum status tune_open_checkpoint(struct call *call, struct tune_job *job) {
    const char *path = call->arguments.value[FLAG_CHECKPOINT];
    char *note = NULL;
    if (path == NULL)
        return STATUS_OK;
    enum status status = checkpoint_open(call, &job->checkpoint, path, job->tuner, &note);
    if (status == STATUS_OK && note != NULL)
        status = tune_resume(call, job, note);
    else if (status == STATUS_OK)
        tune_save(job);
    free(note);
    if (status == STATUS_OK && job->checkpoint.fault != 0)
        status = call_fail(call, "cannot write '%s': %s", path, strerror(job->checkpoint.fault));
    return status;
}

/* ---- games --------------------------------------------------------------------------------- */

static bool tune_search_move(const struct tune_job *job, struct tune_player *player,
                             const struct kw_session *session, kw_move *move,
                             struct kw_error *error) {
    const struct kw_limits limits = {.nodes = job->nodes};
    if (!kw_engine_search(player->engine, session, &limits, NULL, NULL, &player->analysis, error))
        return false;
    player->line[kw_session_plies(session)] = player->analysis.line[0];
    *move = player->analysis.line[0].move[0];
    return true;
}

/* Plays a move; the position before a random move is searched too if it is learned from. */
static bool tune_play_move(const struct tune_job *job, struct tune_player *player,
                           struct kw_session *session, bool opening, struct kw_error *error) {
    bool wild = opening || kw_random_below(&player->random, WILD) == 0;
    kw_move move;
    if ((!wild || (tune_search_value(job) && !opening)) &&
        !tune_search_move(job, player, session, &move, error))
        return false;
    if (wild) {
        moves_list(&player->moves, job->game, kw_session_position(session));
        move = player->moves.move[kw_random_below(&player->random, (uint32_t)player->moves.count)];
    }
    return kw_session_play(session, move, error);
}

/* Shows progress on a terminal. */
static void tune_show_progress(struct tune_job *job) {
    char generation[40] = "";
    if (job->generations > 1)
        snprintf(generation, sizeof generation, "generation %" PRIu64 " of %" PRIu64 ": ",
                 job->generation, job->generations);
    progress_show(&job->progress, "%s%" PRIu64 " of %" PRIu64 " games%s", generation, job->learned,
                  job->games, job->learned == job->games ? ", learning" : "");
}

/*
 * Learns all positions after the opening, except of a placement.  Games are learned in their order,
 * so that the weights do not depend on the number of threads.
 */
static bool tune_learn_game(struct tune_job *job, const struct tune_player *player,
                            const struct kw_session *session, uint64_t number, size_t opening,
                            const struct kw_result *result) {
    bool good = true;
    pthread_mutex_lock(&job->lock);
    while (job->learned < number && !job->failed && !job->ended)
        pthread_cond_wait(&job->turn, &job->lock);
    if (job->learned == number) {
        for (size_t ply = opening; good && ply < kw_session_plies(session); ply++)
            if (kw_session_before(session, ply)->phase == 0)
                good = kw_tuner_add(job->tuner, kw_session_before(session, ply), result,
                                    tune_search_value(job) ? &player->line[ply] : NULL);
        job->learned++;
        tune_show_progress(job);
        if (good && checkpoint_is_due(&job->checkpoint))
            tune_save(job);
    }
    pthread_cond_broadcast(&job->turn);
    pthread_mutex_unlock(&job->lock);
    return good;
}

/* The opening that a game begins with, or NULL: every other one begins with random moves alone. */
static const struct opening *tune_opening(const struct tune_job *job, uint64_t number) {
    size_t count = job->openings.count;
    return count > 0 && number % 2 == 1 ? &job->openings.list[number / 2 % count] : NULL;
}

static bool tune_play_opening(struct kw_session *session, const struct opening *opening,
                              struct kw_error *error) {
    for (size_t i = 0; opening != NULL && i < opening->moves; i++)
        if (!kw_session_play(session, opening->move[i], error))
            return false;
    return true;
}

static bool tune_play_game(struct tune_job *job, struct tune_player *player, uint64_t number,
                           struct kw_error *error) {
    const struct opening *listed = tune_opening(job, number);
    struct kw_session *session = kw_session_new(job->game, listed != NULL ? &listed->start : NULL);
    struct kw_result result;
    if (session == NULL)
        return false;
    kw_random_seed(&player->random, job->seed + number);
    kw_engine_clear(player->engine);
    size_t opening = kw_random_below(&player->random, OPENING + 1);
    if (listed != NULL)
        opening = listed->moves;
    bool good = tune_play_opening(session, listed, error), over = false;
    while (good && interrupted() == 0 && !(over = kw_session_result(session, &result)) &&
           kw_session_plies(session) < LONGEST) {
        bool placing = kw_session_position(session)->phase != 0;
        good = tune_play_move(job, player, session, kw_session_plies(session) < opening || placing,
                              error);
    }
    if (good && interrupted() == 0) /* otherwise its last search may have been stopped early */
        good = tune_learn_game(job, player, session, number,
                               over ? opening : kw_session_plies(session), &result);
    kw_session_free(session);
    return good;
}

/* The number of the next game; false if there is none, or the game before failed. */
static bool tune_next_game(struct tune_job *job, bool good, const struct kw_error *error,
                           uint64_t *number) {
    pthread_mutex_lock(&job->lock);
    job->ended = job->ended || interrupted() != 0;
    *number = job->next;
    bool more = good && !job->failed && !job->ended && *number < job->games;
    job->next += more;
    if (!good && !job->failed) {
        job->failed = true;
        job->error = *error;
    }
    if (!more)
        pthread_cond_broadcast(&job->turn);
    pthread_mutex_unlock(&job->lock);
    return more;
}

static void tune_self_play(void *context, size_t thread_index) {
    (void)thread_index;
    struct tune_job *job = context;
    struct tune_player player = {.engine = kw_engine_new(HASH, 1)};
    struct kw_error error = {.message = "there is not enough memory"};
    uint64_t number;
    bool good = player.engine != NULL &&
                kw_engine_set_weights(player.engine, job->game, job->weights.text, &error);
    if (player.engine != NULL) {
        kw_engine_set_aim(player.engine, KW_AIM_SEEDS); /* weights are learned from seeds */
        interrupt_watch(player.engine);
    }
    while (tune_next_game(job, good, &error, &number))
        good = tune_play_game(job, &player, number, &error);
    interrupt_forget(player.engine);
    kw_engine_free(player.engine);
    moves_free(&player.moves);
}

static void tune_play_games(struct tune_job *job, unsigned threads) {
    job->next = job->learned;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->turn, NULL);
    parallel_for(threads, tune_self_play, job);
    pthread_cond_destroy(&job->turn);
    pthread_mutex_destroy(&job->lock);
}

/* Writes the learned weights with a comment on how, for use in play. */
static bool tune_write_weights(struct tune_job *job, const char *comment) {
    output_clear(&job->weights);
    return kw_tuner_write(job->tuner, comment, output_piece, &job->weights);
}

static bool tune_continues(void *context) {
    (void)context;
    return interrupted() == 0;
}

static void tune_fail_memory(struct tune_job *job) {
    job->failed = true;
    job->error = (struct kw_error){.message = "there is not enough memory"};
}

static void tune_comment(const struct tune_job *job, double error, char comment[KW_TEXT]) {
    char command[KW_TEXT];
    tune_command_text(job, command);
    snprintf(comment, KW_TEXT, "%.300s: error %.3f %s", command, error,
             kw_game_info(job->game)->counts_seeds ? "seeds" : "of a win");
}

/*
 * The text of the weights holds the result of the last generation: the tuner is not needed any
 * more, and the checkpoint is small without its positions.
 */
static bool tune_free_tuner(struct tune_job *job) {
    kw_tuner_free(job->tuner);
    job->tuner = kw_tuner_new(job->game);
    return job->tuner != NULL;
}

/* Plays, from the checkpoint on, and learns; false if it failed or a signal ended it. */
static bool tune_learn_generation(struct tune_job *job, unsigned threads) {
    char comment[KW_TEXT];
    if (tune_search_value(job) && job->learned == 0 && !kw_tuner_add_network(job->tuner, job->seed))
        tune_fail_memory(job);
    if (!job->failed)
        tune_play_games(job, threads);
    if (job->failed)
        return false;
    tune_save(job);
    double error =
        job->ended ? -1 : kw_tuner_fit(job->tuner, ROUNDS, job->seed, tune_continues, NULL);
    job->ended = error < 0;
    if (job->ended)
        return false;
    tune_comment(job, error, comment);
    job->generation++;
    job->learned = 0;
    if (!tune_write_weights(job, comment) ||
        (job->generation > job->generations && !tune_free_tuner(job)))
        tune_fail_memory(job);
    else
        tune_save(job);
    return !job->failed;
}

static enum status tune_read_arguments(struct call *call, struct tune_job *job, unsigned *threads) {
    enum status status = call_number(call, FLAG_GAMES, 1, GAMES_MOST, &job->games);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_NODES, 1, UINT64_MAX, &job->nodes);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, 0, UINT64_MAX, &job->seed);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_GENERATIONS, 1, GENERATIONS_MOST, &job->generations);
    if (status == STATUS_OK)
        status = threads_read(call, threads);
    return status;
}

/* Learns.  After a signal, a checkpoint allows resuming; without one the work is lost. */
static enum status tune_learn(struct call *call, struct tune_job *job, unsigned threads) {
    const char *path = job->checkpoint.path;
    if (path != NULL)
        interrupt_begin();
    while (job->generation <= job->generations && tune_learn_generation(job, threads))
        continue;
    if (path != NULL)
        interrupt_end();
    progress_wipe(&job->progress);
    if (job->failed)
        return call_fail(call, "%s", job->error.message);
    if (job->checkpoint.fault != 0) {
        if (!job->ended) /* the weights are printed all the same */
            output_flush(&job->weights, stdout);
        return call_fail(call, "cannot write '%s': %s", path, strerror(job->checkpoint.fault));
    }
    if (!job->ended) {
        output_piece(&call->out, job->weights.text, job->weights.length);
        return STATUS_OK;
    }
    call_warn("progress is saved in '%s'; the same command resumes from it", path);
    call->signal = interrupted();
    return STATUS_OK;
}

static enum status tune_open_openings(struct call *call, struct tune_job *job) {
    const char *path = call->arguments.value[FLAG_OPENINGS], *text;
    char *read = NULL, fault[KW_TEXT];
    struct kw_position start;
    struct kw_error error;
    size_t length;
    enum status status = STATUS_OK;
    if (path == NULL)
        return STATUS_OK;
    kw_start(job->game, &start);
    if (strcmp(path, "book") == 0) {
        text = book_built_in(job->game, job->openings_name);
        if (text == NULL)
            return call_fail(call, "%s has no built-in book", kw_game_info(job->game)->id);
        length = strlen(text);
    } else {
        if (!file_read(path, OPENINGS_MOST, &read, &length, fault))
            status = call_fail(call, "%s", fault);
        text = read;
    }
    if (status == STATUS_OK &&
        !openings_read(&job->openings, job->game, &start, text, length, &error))
        status = call_fail(call, "%s:%zu:%zu: %s", path, error.line, error.column, error.message);
    if (status == STATUS_OK)
        book_name(text, length, job->openings_name);
    free(read);
    return status;
}

enum status tune_run(struct call *call) {
    struct tune_job job = {
        .games = GAMES_USUAL, .nodes = NODES_USUAL, .seed = 1, .generations = 1, .generation = 1};
    unsigned threads;
    enum status status = position_args_find_game(call, call->arguments.operand[0], &job.game);
    if (status == STATUS_OK)
        status = tune_read_arguments(call, &job, &threads);
    if (status == STATUS_OK)
        status = tune_open_openings(call, &job);
    if (status != STATUS_OK) {
        openings_free(&job.openings);
        return status;
    }
    job.tuner = kw_tuner_new(job.game);
    if (job.tuner == NULL || !tune_write_weights(&job, "seeds alone"))
        status = call_fail(call, "there is not enough memory");
    if (status == STATUS_OK)
        status = tune_open_checkpoint(call, &job);
    if (status == STATUS_OK)
        status = tune_learn(call, &job, threads);
    checkpoint_close(&job.checkpoint);
    output_free(&job.weights);
    openings_free(&job.openings);
    kw_tuner_free(job.tuner);
    return status;
}
