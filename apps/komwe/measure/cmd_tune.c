/*
 * The command tune: learns evaluation weights from self-play.  The first generation plays with the
 * material count and learns linear weights from the results of its games.  Each later one plays
 * with the weights of the one before and learns a network from its search results; so does the
 * first one if it is given weights to play with.
 *
 * A checkpoint is the tuner after some number of games, which are learned in their order, with a
 * note: the command in a line, the generation and the games learned in another, and the weights
 * that are played with.
 *
 * A run can be shared out: the games of a generation are divided into shards, each of which is a
 * checkpoint; a merge takes their positions together in the order of the games and fits, and so
 * comes to what one process comes to.  It leaves the checkpoint with which the next generation
 * begins.
 */
#include "base/checksum.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/number_limits.h"
#include "cli/ordered_work.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/checkpoint.h"
#include "files/weights_file.h"
#include "io/input.h"
#include "openings/opening_book.h"
#include "openings/opening_list.h"
#include "text/move_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 4000,
    NODES_USUAL = 400,
    OPENING = 10, /* random moves at most */
    ROUNDS = 12,
    LONGEST = 500,
    HASH = 4 << 20,
    WILD = 12 /* one move in so many is random, for variety */
};

struct tune_job {
    const struct kw_game *game;
    struct kw_tuner *tuner;
    struct string_builder weights; /* used in play; at first seeds alone: a run is reproducible */
    uint64_t games, nodes, seed, generations;
    uint64_t generation;           /* from 1 on */
    uint64_t held_out;             /* one game in so many is not learned from; 0: none */
    uint64_t shard, shards;        /* which part of the games is played here, from 1; 0: all */
    struct ordered_work work;      /* the games; taken: their positions are in the tuner */
    struct openings openings;      /* that every other game begins with, if there are any */
    char openings_name[BOOK_NAME]; /* changes with their text */
    uint32_t begun_with;           /* checksum of the weights of --weights; 0: there are none */
    struct checkpoint checkpoint;
    struct progress progress;
};

struct tune_player {
    struct kw_engine *engine;
    struct kw_analysis analysis;
    struct moves moves;
    struct kw_random random;
    struct kw_line line[LONGEST]; /* search value before each ply */
};

/* Whether the generation learns from the results of searches, with a network. */
static bool tune_search_value(const struct tune_job *job) {
    return job->generation > 1 || job->begun_with != 0;
}

/* The first game of a shard; the games of shard 0 of 0 are all. */
static uint64_t tune_shard_begin(const struct tune_job *job, uint64_t shard) {
    if (job->shards == 0)
        return shard > 0 ? job->games : 0;
    return job->games / job->shards * (shard - 1) +
           job->games % job->shards * (shard - 1) / job->shards;
}

static uint64_t tune_first(const struct tune_job *job) { return tune_shard_begin(job, job->shard); }

static uint64_t tune_end(const struct tune_job *job) {
    return tune_shard_begin(job, job->shard + 1);
}

/* ---- checkpoints --------------------------------------------------------------------------- */

/* The parameters of the weights: the command without shard, checkpoint and threads. */
static void tune_command_text(const struct tune_job *job, char text[KW_TEXT]) {
    char generations[40] = "", openings[BOOK_NAME + 16] = "", held_out[40] = "", begun[40] = "";
    if (job->begun_with != 0)
        snprintf(begun, sizeof begun, " --weights weights-%08" PRIx32, job->begun_with);
    if (job->generations > 1)
        snprintf(generations, sizeof generations, " --generations %" PRIu64, job->generations);
    if (job->openings.count > 0)
        snprintf(openings, sizeof openings, " --openings %s", job->openings_name);
    if (job->held_out > 0)
        snprintf(held_out, sizeof held_out, " --held-out %" PRIu64, job->held_out);
    snprintf(text, KW_TEXT,
             "komwe tune %s -n %" PRIu64 " --nodes %" PRIu64 " --seed %" PRIu64 "%s%s%s%s",
             kw_game_info(job->game)->id, job->games, job->nodes, job->seed, begun, generations,
             openings, held_out);
}

/* The command that a checkpoint is of: with its shard. */
static void tune_checkpoint_text(const struct tune_job *job, uint64_t shard, char text[KW_TEXT]) {
    tune_command_text(job, text);
    size_t length = strlen(text);
    if (job->shards > 0)
        snprintf(text + length, KW_TEXT - length, " --shard %" PRIu64 "/%" PRIu64, shard,
                 job->shards);
}

static void tune_save(struct tune_job *job) {
    struct string_builder note = {0};
    char command[KW_TEXT];
    if (job->checkpoint.path == NULL)
        return;
    tune_checkpoint_text(job, job->shard, command);
    output_format(&note, "%s\n%" PRIu64 " %" PRIu64 "\n%s", command, job->generation,
                  job->work.taken, job->weights.text);
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
    return number_read(line, strlen(line), 1, job->generations + 1, &job->generation) &&
           number_read(second, strlen(second), 0, job->games, &job->work.taken);
}

static enum status tune_fail_damaged(struct call *call, const char *path) {
    return call_fail(call, "%s: the checkpoint of a tuner is damaged; remove it to start again",
                     path);
}

/*
 * Takes over a note, after its tuner was loaded: that of the shard, or of the merge before it,
 * which has learned no game yet.
 */
static enum status tune_take_note(struct call *call, struct tune_job *job, const char *path,
                                  char *note) {
    char command[KW_TEXT], whole[KW_TEXT], *at = strchr(note, '\n');
    if (at == NULL)
        return tune_fail_damaged(call, path);
    *at++ = '\0';
    tune_command_text(job, whole);
    tune_checkpoint_text(job, job->shard, command);
    bool merged = job->shards > 0 && strcmp(note, whole) == 0;
    if (!merged && strcmp(note, command) != 0)
        return call_fail(call, "%s: it is the checkpoint of '%s', not of '%s'", path, note,
                         command);
    if (!tune_read_note(job, &at))
        return tune_fail_damaged(call, path);
    if (merged && job->work.taken > 0)
        return call_fail(call, "%s: it is the checkpoint of games that were not shared out", path);
    if (merged)
        job->work.taken = tune_first(job);
    if (job->work.taken < tune_first(job) || job->work.taken > tune_end(job))
        return tune_fail_damaged(call, path);
    output_clear(&job->weights);
    output_add(&job->weights, at);
    return STATUS_OK;
}

static void tune_begin_checkpoint(struct tune_job *job) {
    job->work.taken = tune_first(job);
    tune_save(job);
}

/* Opens the checkpoint, if one is given; a new one is saved at once. */
static enum status tune_open_checkpoint(struct call *call, struct tune_job *job) {
    const char *path = call->arguments.value[FLAG_CHECKPOINT];
    char *note = NULL;
    if (path == NULL)
        return STATUS_OK;
    enum status status = checkpoint_open(call, &job->checkpoint, path, job->tuner, &note);
    if (status == STATUS_OK && note != NULL)
        status = tune_take_note(call, job, path, note);
    else if (status == STATUS_OK)
        tune_begin_checkpoint(job);
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
    uint64_t first = tune_first(job), end = tune_end(job);
    progress_show(&job->progress, "%s%" PRIu64 " of %" PRIu64 " games%s", generation,
                  job->work.taken - first, end - first,
                  job->work.taken == end && job->shards == 0 ? ", learning" : "");
}

/*
 * Whether a game tests what is learned from the others: a pair of games in so many, one of which
 * begins with a listed opening.
 */
static bool tune_holds_out(const struct tune_job *job, uint64_t number) {
    return job->held_out > 0 && number / 2 % job->held_out == job->held_out - 1;
}

/*
 * Learns all positions after the opening, except of a placement.  Games are learned in their order,
 * so that the weights do not depend on the number of threads.
 */
static bool tune_learn_game(struct tune_job *job, const struct tune_player *player,
                            const struct kw_session *session, uint64_t number, size_t opening,
                            const struct kw_result *result) {
    bool (*add)(struct kw_tuner *, const struct kw_position *, const struct kw_result *,
                const struct kw_line *) =
        tune_holds_out(job, number) ? kw_tuner_hold_out : kw_tuner_add;
    bool good = true;
    if (ordered_turn(&job->work, number)) {
        for (size_t ply = opening; good && ply < kw_session_plies(session); ply++)
            if (kw_session_before(session, ply)->phase == 0)
                good = add(job->tuner, kw_session_before(session, ply), result,
                           tune_search_value(job) ? &player->line[ply] : NULL);
        tune_show_progress(job);
        if (good && checkpoint_is_due(&job->checkpoint))
            tune_save(job);
    }
    ordered_turn_end(&job->work);
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
        bool setup = kw_session_position(session)->phase != 0;
        good = tune_play_move(job, player, session, kw_session_plies(session) < opening || setup,
                              error);
    }
    if (good && interrupted() == 0) /* otherwise its last search may have been stopped early */
        good = tune_learn_game(job, player, session, number,
                               over ? opening : kw_session_plies(session), &result);
    kw_session_free(session);
    return good;
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
    while (ordered_next(&job->work, good, &error, &number))
        good = tune_play_game(job, &player, number, &error);
    interrupt_forget(player.engine);
    kw_engine_free(player.engine);
    moves_free(&player.moves);
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
    job->work.failed = true;
    job->work.error = (struct kw_error){.message = "there is not enough memory"};
}

static void tune_comment(const struct tune_job *job, double error, char comment[KW_TEXT]) {
    char command[KW_TEXT], held_out[40] = "";
    double tested = kw_tuner_held_out_error(job->tuner);
    tune_command_text(job, command);
    if (tested >= 0)
        snprintf(held_out, sizeof held_out, ", held out %.4f", tested);
    snprintf(comment, KW_TEXT, "%.300s: error %.3f %s%s", command, error,
             kw_game_info(job->game)->counts_seeds ? "seeds" : "of a win", held_out);
}

/*
 * Makes the tuner one without positions, so that the checkpoint is small: with a network if another
 * generation follows, else, since the text of the weights holds all that was learned, a new one.
 */
static bool tune_clear_tuner(struct tune_job *job) {
    if (job->generation <= job->generations)
        return kw_tuner_add_network(job->tuner, job->seed);
    kw_tuner_free(job->tuner);
    job->tuner = kw_tuner_new(job->game);
    return job->tuner != NULL;
}

/* Fits the weights to the games of a generation; false if it failed or a signal ended it. */
static bool tune_fit(struct tune_job *job) {
    char comment[KW_TEXT];
    double error = kw_tuner_fit(job->tuner, ROUNDS, job->seed, tune_continues, NULL);
    job->work.ended = error < 0 && interrupted() != 0;
    if (error < 0 && !job->work.ended)
        tune_fail_memory(job);
    if (error < 0)
        return false;
    tune_comment(job, error, comment);
    job->generation++;
    job->work.taken = 0;
    if (!tune_write_weights(job, comment) || !tune_clear_tuner(job))
        tune_fail_memory(job);
    else
        tune_save(job);
    return !job->work.failed;
}

/* Plays, from the checkpoint on, and learns; false if that is all, it failed or was ended. */
static bool tune_learn_generation(struct tune_job *job, unsigned threads) {
    /* A checkpoint of older versions has no network yet where a generation begins. */
    if (tune_search_value(job) && job->work.taken == tune_first(job) &&
        !kw_tuner_add_network(job->tuner, job->seed))
        tune_fail_memory(job);
    job->work.end = tune_end(job);
    if (!job->work.failed)
        ordered_run(&job->work, threads, tune_self_play, job);
    if (job->work.failed)
        return false;
    tune_save(job);
    return !job->work.ended && job->shards == 0 && tune_fit(job);
}

/* Reads K/N. */
static bool tune_read_numbers(const char *text, uint64_t *shard, uint64_t *shards) {
    const char *slash = strchr(text, '/');
    return slash != NULL && number_limit_read(number_limit(LIMIT_SHARDS), slash + 1, shards) &&
           number_read(text, (size_t)(slash - text), 1, *shards, shard);
}

/* Reads which shard is played; those that are merged are as many as there are files. */
static enum status tune_read_shard(struct call *call, struct tune_job *job) {
    const char *text = call->arguments.value[FLAG_SHARD];
    char bounds[KW_TEXT];
    size_t files = call->arguments.operands - 1;
    bool merge = call->arguments.value[FLAG_SHARDS] != NULL;
    if (merge && files == 0)
        return call_misuse(call, "--shards needs the files of all shards");
    if (!merge && files > 0)
        return call_misuse(call, "the files of shards are given with --shards alone");
    if (merge && text != NULL)
        return call_misuse(call, "--shard and --shards exclude each other");
    job->shards = files;
    if (text == NULL)
        return STATUS_OK;
    if (!tune_read_numbers(text, &job->shard, &job->shards))
        return call_misuse(call, "--shard is K/N, the K-th of N shards, N %s, not '%s'",
                           number_limit_text(number_limit(LIMIT_SHARDS), bounds), text);
    if (call->arguments.value[FLAG_CHECKPOINT] == NULL)
        return call_misuse(call, "--shard needs --checkpoint, the file of the shard");
    return STATUS_OK;
}

/* Prints the weights of the last generation, if it is over. */
static enum status tune_answer(struct call *call, struct tune_job *job) {
    const char *path = job->checkpoint.path;
    bool over = job->generation > job->generations;
    if (job->work.failed)
        return call_fail(call, "%s", job->work.error.message);
    if (job->checkpoint.fault != 0) {
        if (over) /* the weights are printed all the same */
            output_flush(&job->weights, stdout);
        return call_fail(call, "cannot write '%s': %s", path, strerror(job->checkpoint.fault));
    }
    if (over)
        output_piece(&call->out, job->weights.text, job->weights.length);
    return STATUS_OK;
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
    enum status status = tune_answer(call, job);
    if (status != STATUS_OK || !job->work.ended)
        return status;
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
    if (path == NULL || strcmp(path, "none") == 0)
        return STATUS_OK;
    kw_start(job->game, &start);
    if (strcmp(path, "book") == 0) {
        text = book_built_in(job->game, job->openings_name);
        if (text == NULL)
            return call_fail(call, "%s has no built-in book", kw_game_info(job->game)->id);
        length = strlen(text);
    } else {
        if (!file_read(path, INPUT_OPENINGS, &read, &length, fault))
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

/* Reads the weights that the first generation plays with, if they are given. */
static enum status tune_open_weights(struct call *call, struct tune_job *job) {
    struct weights_file weights = {0};
    struct kw_error error;
    enum status status = weights_load(call, &weights);
    if (status != STATUS_OK || weights.text == NULL)
        return status;
    struct kw_engine *engine = kw_engine_new(0, 1);
    if (engine == NULL)
        status = call_fail(call, "there is not enough memory");
    else if (!weights_give(&weights, engine, job->game, &error))
        status = call_fail(call, "%s", error.message);
    if (status == STATUS_OK) {
        output_clear(&job->weights);
        output_add(&job->weights, weights.text);
        job->begun_with = (uint32_t)checksum(weights.text, strlen(weights.text)) | 1; /* not 0 */
    }
    kw_engine_free(engine);
    weights_close(&weights);
    return status;
}

/* ---- merging shards ------------------------------------------------------------------------ */

/* Loads a shard, which must be complete. */
static enum status tune_load_shard(struct call *call, struct tune_job *shard, const char *path) {
    char *note = NULL;
    shard->tuner = kw_tuner_new(shard->game);
    if (shard->tuner == NULL)
        return call_fail(call, "there is not enough memory");
    enum status status = checkpoint_load(call, path, shard->tuner, &note);
    if (status == STATUS_OK)
        status = tune_take_note(call, shard, path, note);
    free(note);
    if (status == STATUS_OK &&
        (shard->generation > shard->generations || shard->work.taken < tune_end(shard)))
        return call_fail(call, "%s: games of this shard are missing", path);
    return status;
}

/* Adds the positions of a shard, which must have been played with the same weights as the first. */
static enum status tune_add_shard(struct call *call, struct tune_job *job, struct tune_job *shard,
                                  const char *path) {
    if (shard->shard == 1) {
        struct tune_job former = *job;
        job->generation = shard->generation;
        job->tuner = shard->tuner;
        job->weights = shard->weights;
        shard->tuner = former.tuner;
        shard->weights = former.weights;
        return STATUS_OK;
    }
    const char *weights = shard->weights.text, *first = job->weights.text;
    if (shard->generation != job->generation || weights == NULL || first == NULL ||
        strcmp(weights, first) != 0)
        return call_fail(call, "%s: it was played with other weights than the first shard", path);
    return kw_tuner_append(job->tuner, shard->tuner)
               ? STATUS_OK
               : call_fail(call, "there is not enough memory");
}

static enum status tune_merge_shards(struct call *call, struct tune_job *job) {
    enum status status = STATUS_OK;
    for (uint64_t i = 1; status == STATUS_OK && i <= job->shards; i++) {
        struct tune_job shard = {.game = job->game,
                                 .games = job->games,
                                 .nodes = job->nodes,
                                 .seed = job->seed,
                                 .generations = job->generations,
                                 .held_out = job->held_out,
                                 .openings = job->openings,
                                 .begun_with = job->begun_with,
                                 .shard = i,
                                 .shards = job->shards};
        memcpy(shard.openings_name, job->openings_name, sizeof shard.openings_name);
        status = tune_load_shard(call, &shard, call->arguments.operand[i]);
        if (status == STATUS_OK)
            status = tune_add_shard(call, job, &shard, call->arguments.operand[i]);
        output_free(&shard.weights);
        kw_tuner_free(shard.tuner);
    }
    return status;
}

/* Fits to the games of all shards, and keeps in the checkpoint what the next generation needs. */
static enum status tune_merge(struct call *call, struct tune_job *job) {
    const char *path = call->arguments.value[FLAG_CHECKPOINT];
    enum status status = STATUS_OK;
    if (path != NULL)
        status = checkpoint_hold(call, &job->checkpoint, "--checkpoint", path);
    if (status == STATUS_OK && path != NULL && !job->checkpoint.file.absent)
        return call_fail(call, "%s: it exists, and a merge begins a new file", path);
    if (status == STATUS_OK)
        status = tune_merge_shards(call, job);
    if (status != STATUS_OK)
        return status;
    if (path == NULL && job->generation < job->generations)
        return call_misuse(call, "--shards needs --checkpoint, since another generation follows");
    job->shards = 0; /* the new checkpoint is of all games */
    tune_fit(job);
    return tune_answer(call, job);
}

static enum status tune_work(struct call *call, struct tune_job *job) {
    if (call->arguments.value[FLAG_SHARDS] != NULL)
        return tune_merge(call, job);
    enum status status = tune_open_checkpoint(call, job);
    return status == STATUS_OK ? tune_learn(call, job, threads_read(call)) : status;
}

enum status tune_run(struct call *call) {
    struct tune_job job = {.games = call_number(call, FLAG_GAMES, GAMES_USUAL),
                           .nodes = call_number(call, FLAG_NODES, NODES_USUAL),
                           .seed = call_number(call, FLAG_SEED, 1),
                           .generations = call_number(call, FLAG_GENERATIONS, 1),
                           .generation = 1,
                           .held_out = call_number(call, FLAG_HELD_OUT, 0)};
    enum status status = position_args_find_game(call, call->arguments.operand[0], &job.game);
    if (status == STATUS_OK)
        status = tune_read_shard(call, &job);
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
        status = tune_open_weights(call, &job);
    if (status == STATUS_OK)
        status = tune_work(call, &job);
    checkpoint_close(&job.checkpoint);
    output_free(&job.weights);
    openings_free(&job.openings);
    kw_tuner_free(job.tuner);
    return status;
}
