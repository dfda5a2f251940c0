/* The command prove: finds who wins, with a proof that can be checked. */
#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/atomic_file.h"
#include "files/disk_file.h"
#include "io/input.h"
#include "text/move_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HASH_USUAL = 256, /* MiB */
    SAVE_SECONDS = 600
};

#define SECOND INT64_C(1000000)

/* A position to be decided: the root, or the position after one of its moves. */
struct prove_target {
    struct kw_position position;
    char move[MOVE_TEXT]; /* "": none */
    enum kw_outcome outcome;
};

struct prove_job {
    struct call *call;
    const struct kw_game *game;
    struct kw_prover *prover;
    struct kw_position root;
    struct kw_limits limits;
    const char *out, *checkpoint;       /* paths, or NULL */
    bool piped;                         /* the proof goes to standard output */
    struct atomic_file checkpoint_file; /* the state */
    struct string_builder answer;
    uint64_t progress; /* seconds between progress lines, 0: none */
    struct prove_target *target;
    size_t count, at;    /* number of targets, and the current one */
    uint64_t nodes, now; /* of the targets before, and of the current one */
    int64_t started, reported, saved;
    bool terminal; /* show progress on the terminal */
    struct progress line;
    bool writing; /* the proof: no limits apply */
    bool ended;   /* by a limit or a signal */
    int fault;    /* errno of a failed save, or 0 */
};

/* ---- files --------------------------------------------------------------------------------- */

static bool prove_write_checkpoint(void *context, kw_write_fn *write, void *draft) {
    const struct prove_job *job = context;
    return kw_prover_save(job->prover, write, draft);
}

static void prove_save_checkpoint(struct prove_job *job) {
    job->saved = clock_now();
    job->fault = 0;
    if (job->checkpoint != NULL &&
        !atomic_file_replace_locked(&job->checkpoint_file, prove_write_checkpoint, job))
        job->fault = errno != 0 ? errno : EIO;
}

/* Reports that a file cannot be written before any work is done for it. */
static enum status prove_check_file(struct call *call, const char *path) {
    if (path != NULL && atomic_file_is_special(path))
        return call_fail(call, "cannot write '%s': it is not a regular file", path);
    if (path != NULL && !atomic_file_can_be_written(path))
        return call_fail(call, "cannot write '%s': %s", path, strerror(errno));
    return STATUS_OK;
}

static enum status prove_fail_to_read(struct prove_job *job, int fault) {
    char sentence[KW_TEXT];
    return call_fail(job->call, "%s",
                     file_fault(job->checkpoint, &input_kind[INPUT_PROVER], fault, sentence));
}

/* Reads the checkpoint from an open file.  No search writes an empty one. */
static enum status prove_read_checkpoint(struct prove_job *job, FILE *file) {
    struct disk_file_reader reader = {.file = file};
    struct kw_error error;
    const char *path = job->checkpoint;
    int first = getc(file);
    if (first == EOF && !ferror(file))
        return call_fail(job->call,
                         "%s: the state of the proof search is damaged: the file is empty; "
                         "remove it to start again",
                         path);
    if (first == EOF || ungetc(first, file) == EOF)
        return prove_fail_to_read(job, errno);
    if (kw_prover_load(job->prover, disk_file_read, &reader, &error))
        return STATUS_OK;
    if (reader.fault != 0)
        return prove_fail_to_read(job, reader.fault);
    return error.code == KW_NO_MEMORY
               ? call_fail(job->call, "%s: %s: set --hash to at least that", path, error.message)
               : call_fail(job->call, "%s: %s%s", path, error.message,
                           error.code == KW_DAMAGED ? "; remove it to start again" : "");
}

/* Resumes from the file of an earlier call. */
static enum status prove_load_checkpoint(struct prove_job *job) {
    FILE *file = file_stream(job->checkpoint, &input_kind[INPUT_PROVER]);
    if (file == NULL)
        return prove_fail_to_read(job, errno);
    enum status status = prove_read_checkpoint(job, file);
    fclose(file);
    return status;
}

/* Locks the checkpoint. */
static enum status prove_lock_checkpoint(struct prove_job *job) {
    struct call *call = job->call;
    const char *path = job->checkpoint;
    if (atomic_file_is_special(path))
        return call_fail(call, "cannot write '%s': it is not a regular file", path);
    if (atomic_file_lock(&job->checkpoint_file, path))
        return job->checkpoint_file.absent ? STATUS_OK : prove_check_file(call, path);
    return errno == EWOULDBLOCK ? call_fail(call, "'%s' is in use by another search", path)
                                : call_fail(call, "cannot write '%s': %s", path, strerror(errno));
}

/* Fails if the proof would overwrite a checkpoint. */
static enum status prove_check_out(struct prove_job *job) {
    const char *out = job->out;
    if (out == NULL || job->piped)
        return STATUS_OK;
    if (job->checkpoint != NULL && atomic_file_is_same(out, job->checkpoint))
        return call_fail(job->call, "--out and --checkpoint are the same file, '%s'", out);
    if (atomic_file_begins(out, KW_PROVER_STATE))
        return call_fail(
            job->call, "cannot write '%s': it is the state of a proof search (--checkpoint)", out);
    return STATUS_OK;
}

/* ---- progress ------------------------------------------------------------------------------ */

static void prove_show_progress(struct prove_job *job, unsigned full) {
    const struct prove_target *target = &job->target[job->at];
    struct string_builder line = {0};
    if (job->count > 1)
        output_format(&line, "%s (%zu of %zu): ", target->move, job->at + 1, job->count);
    output_format(&line, "%.1f million positions, %" PRId64 " seconds, table %u %% full",
                  (double)(job->nodes + job->now) / 1e6, (clock_now() - job->started) / SECOND,
                  full / 10);
    if (job->terminal)
        progress_show(&job->line, "%s", line.text);
    else
        output_print(stderr, "%s\n", line.text);
    output_free(&line);
}

/* Whether a progress line is due. */
static bool prove_progress_is_due(const struct prove_job *job, int64_t now) {
    int64_t every = job->progress > 0 ? (int64_t)job->progress * SECOND : SECOND;
    return (job->terminal || job->progress > 0) && now - job->reported >= every;
}

static bool prove_on_progress(void *context, const struct kw_prove_progress *reported) {
    struct prove_job *job = context;
    const struct kw_limits *limits = &job->limits;
    int64_t now = clock_now();
    job->now = reported->nodes;
    if (prove_progress_is_due(job, now)) {
        prove_show_progress(job, reported->hashfull);
        job->reported = now;
    }
    if (now - job->saved >= SAVE_SECONDS * SECOND)
        prove_save_checkpoint(job);
    bool limited =
        (limits->nodes > 0 && job->nodes + job->now >= limits->nodes) ||
        (limits->milliseconds > 0 && now - job->started >= limits->milliseconds * (SECOND / 1000));
    job->ended = interrupted() != 0 || (limited && !job->writing);
    return !job->ended;
}

/* ---- values -------------------------------------------------------------------------------- */

static void prove_targets(struct prove_job *job) {
    for (job->at = 0; job->at < job->count && !job->ended; job->at++) {
        struct prove_target *target = &job->target[job->at];
        target->outcome = kw_prover_decide(job->prover, &target->position, job->root.turn,
                                           prove_on_progress, job);
        job->nodes += job->now;
        job->now = 0;
    }
}

/* The value of an outcome for this player. */
static const char *prove_value_text(enum kw_outcome outcome, unsigned player) {
    if (outcome == KW_GOING_ON)
        return "unknown";
    if (outcome == KW_DRAW)
        return "draw";
    return (outcome == KW_SOUTH_WINS) == (player == KW_SOUTH) ? "win" : "loss";
}

/* The best outcome of all targets, for the player to move at the root. */
static enum kw_outcome prove_best_outcome(const struct prove_job *job) {
    enum kw_outcome won = job->root.turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    bool draw = false, unknown = false;
    for (size_t i = 0; i < job->count; i++) {
        if (job->target[i].outcome == won)
            return won;
        draw = draw || job->target[i].outcome == KW_DRAW;
        unknown = unknown || job->target[i].outcome == KW_GOING_ON;
    }
    return unknown                ? KW_GOING_ON
           : draw                 ? KW_DRAW
           : won == KW_SOUTH_WINS ? KW_NORTH_WINS
                                  : KW_SOUTH_WINS;
}

static bool prove_all_known(const struct prove_job *job) {
    for (size_t i = 0; i < job->count; i++)
        if (job->target[i].outcome == KW_GOING_ON)
            return false;
    return true;
}

static void prove_write_values(struct prove_job *job) {
    struct string_builder *out = &job->answer;
    output_format(out, "value %s\n", prove_value_text(prove_best_outcome(job), job->root.turn));
    output_format(out, "nodes %" PRIu64 "\n", job->nodes);
    output_format(out, "time %.1f\n", (double)(clock_now() - job->started) / 1e6);
    for (size_t i = 0; i < job->count; i++)
        if (job->target[i].move[0] != '\0')
            output_format(out, "%s: %s\n", job->target[i].move,
                          prove_value_text(job->target[i].outcome, job->root.turn));
}

/* ---- the proof ----------------------------------------------------------------------------- */

/* The content of the proof file. */
struct prove_proof {
    struct prove_job *job;
    struct kw_position *position;
    size_t count;
    struct kw_error error;
};

static bool prove_put_bytes(struct prove_proof *proof, kw_write_fn *write, void *writing) {
    struct prove_job *job = proof->job;
    errno = 0;
    return kw_prover_prove(job->prover, proof->position, proof->count, job->root.turn,
                           prove_on_progress, job, write, writing, &proof->error);
}

static bool prove_write_proof(void *context, kw_write_fn *write, void *draft) {
    return prove_put_bytes(context, write, draft);
}

/* A game that is over needs no proof, and an undecided target has none. */
static void prove_list_proven(struct prove_proof *proof) {
    const struct prove_job *job = proof->job;
    struct kw_result over;
    proof->position = memory_new(job->count, sizeof *proof->position);
    for (size_t i = 0; i < job->count; i++) {
        const struct prove_target *target = &job->target[i];
        if (target->outcome != KW_GOING_ON && !kw_state(job->game, &target->position, &over))
            proof->position[proof->count++] = target->position;
    }
}

/* Warns that there is no proof, and about an existing file of that name. */
static enum status prove_warn_unwritten(struct prove_job *job) {
    const char *why = interrupted() != 0     ? "the search was stopped"
                      : prove_all_known(job) ? "each move ends the game, which needs none"
                                             : "nothing has been decided";
    bool exists = !job->piped && access(job->out, F_OK) == 0;
    progress_wipe(&job->line);
    call_warn("no proof was written: %s%s%s%s", why, exists ? "; '" : "", exists ? job->out : "",
              exists ? "' is unchanged" : "");
    return STATUS_OK;
}

/* Writes the proofs of all that is proven, with --out. */
static enum status prove_write_proofs(struct prove_job *job) {
    struct prove_proof proof = {.job = job};
    if (job->out == NULL)
        return STATUS_OK;
    enum status status = prove_check_out(job);
    if (status != STATUS_OK)
        return status;
    prove_list_proven(&proof);
    job->at = 0;
    job->writing = true;
    bool written = false;
    if (proof.count > 0 && interrupted() == 0)
        written = job->piped ? prove_put_bytes(&proof, output_piece, &job->call->out)
                             : atomic_file_replace(job->out, prove_write_proof, &proof);
    int fault = errno;
    free(proof.position);
    if (written)
        return STATUS_OK;
    if (proof.count == 0 || interrupted() != 0) {
        output_clear(&job->call->out);
        return prove_warn_unwritten(job);
    }
    return call_fail(job->call, "cannot write '%s': %s", job->out,
                     fault != 0 ? strerror(fault) : proof.error.message);
}

/* ---- the command --------------------------------------------------------------------------- */

static void prove_add_target(struct prove_job *job, bool roots) {
    struct moves moves = {0};
    if (!roots) {
        job->target = memory_new(1, sizeof *job->target);
        job->target[job->count++].position = job->root;
        return;
    }
    moves_name(&moves, job->game, &job->root);
    job->target = memory_new(moves.count, sizeof *job->target);
    for (; job->count < moves.count; job->count++) {
        const struct named_move *named = &moves.named[job->count];
        struct prove_target *target = &job->target[job->count];
        snprintf(target->move, sizeof target->move, "%s", named->text);
        kw_play(job->game, &job->root, named->move, &target->position);
    }
    moves_free(&moves);
}

/* The result of long work is printed even if a file cannot be written. */
static void prove_print_values(struct prove_job *job, enum status status) {
    struct string_builder *answer = &job->answer;
    if (status == STATUS_FAILED && !job->call->batch)
        output_flush(answer, stdout);
    else if (answer->length > 0)
        output_add(&job->call->out, answer->text);
}

/* After an interruption, points to the checkpoint. */
static void prove_warn_unsaved(struct prove_job *job) {
    if (job->checkpoint != NULL && job->fault == 0 && interrupted() != 0)
        call_warn("progress is saved in '%s'; the same command resumes from it", job->checkpoint);
}

static enum status prove_search(struct prove_job *job) {
    prove_targets(job);
    if (job->checkpoint != NULL)
        prove_save_checkpoint(job);
    progress_wipe(&job->line);
    prove_write_values(job);
    if (job->piped)
        output_flush(&job->answer, stderr);
    enum status status = prove_write_proofs(job);
    progress_wipe(&job->line);
    prove_warn_unsaved(job);
    if (status == STATUS_OK && job->fault != 0)
        status =
            call_fail(job->call, "cannot write '%s': %s", job->checkpoint, strerror(job->fault));
    if (status == STATUS_OK && !prove_all_known(job))
        status = STATUS_OPEN;
    prove_print_values(job, status);
    return status;
}

/* The result of an interrupted search is printed too. */
static enum status prove_interruptible(struct prove_job *job) {
    interrupt_begin();
    enum status status = prove_search(job);
    job->call->signal = interrupt_end();
    return status;
}

static enum status prove_open(struct prove_job *job) {
    struct kw_error error;
    struct call *call = job->call;
    uint64_t hash = call_number(call, FLAG_HASH, HASH_USUAL);
    job->prover = kw_prover_new(job->game, (size_t)hash << 20,
                                (unsigned)call_number(call, FLAG_THREADS, 1), &error);
    if (job->prover != NULL)
        return STATUS_OK;
    return error.code == KW_NO_MEMORY ? memory_short(call, hash)
                                      : call_fail(call, "%s", error.message);
}

static enum status prove_begin(struct prove_job *job, const struct position_args *args) {
    struct kw_result result;
    if (kw_session_result(args->session, &result))
        return call_fail(job->call, "the game is over");
    job->game = args->game;
    job->root = *kw_session_position(args->session);
    enum status status = job->piped ? STATUS_OK : prove_check_file(job->call, job->out);
    if (status == STATUS_OK && job->checkpoint != NULL)
        status = prove_lock_checkpoint(job);
    if (status == STATUS_OK)
        status = prove_check_out(job);
    if (status == STATUS_OK)
        status = prove_open(job);
    if (status == STATUS_OK && job->checkpoint != NULL && !job->checkpoint_file.absent)
        status = prove_load_checkpoint(job);
    if (status == STATUS_OK)
        prove_add_target(job, job->call->arguments.value[FLAG_ROOT_MOVES] != NULL);
    return status;
}

/* The meaning of - as a file. */
static enum status prove_check_paths(struct prove_job *job) {
    struct call *call = job->call;
    job->piped = job->out != NULL && strcmp(job->out, "-") == 0;
    if (job->piped && call->batch)
        return call_misuse(call, "--out - cannot be used in a batch: the answers go there");
    if (job->checkpoint != NULL && strcmp(job->checkpoint, "-") == 0)
        return call_misuse(call, "--checkpoint needs a file; use ./- for one named '-'");
    return STATUS_OK;
}

enum status prove_run(struct call *call) {
    struct position_args args = {0};
    struct prove_job job = {.call = call,
                            .out = call->arguments.value[FLAG_OUT],
                            .checkpoint = call->arguments.value[FLAG_CHECKPOINT],
                            .limits = limits_read(call, 0),
                            .progress = call_number(call, FLAG_PROGRESS, 0),
                            .terminal = !call->batch && isatty(STDERR_FILENO)};
    enum status status = prove_check_paths(&job);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = prove_begin(&job, &args);
    job.started = job.reported = job.saved = clock_now();
    if (status == STATUS_OK)
        status = call->batch ? prove_search(&job) : prove_interruptible(&job);
    free(job.target);
    output_free(&job.answer);
    atomic_file_unlock(&job.checkpoint_file);
    kw_prover_free(job.prover);
    position_args_close(&args);
    return status;
}
