/* The command prove: finds who wins, with a proof that can be checked. */
#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/atomic_file.h"
#include "files/disk_file.h"
#include "text/move_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HASH_USUAL = 256, /* MiB */
    SAVE_SECONDS = 600,
    PROGRESS_MOST = 1000000 /* seconds */
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
    const char *out, *state; /* paths, or NULL */
    bool piped;              /* the proof goes to standard output */
    struct atomic_file held; /* the state */
    struct output answer;
    uint64_t progress; /* seconds between progress lines, 0: none */
    struct prove_target *asked;
    size_t count, at;    /* number of targets, and the current one */
    uint64_t nodes, now; /* of the targets before, and of the current one */
    int64_t began, told, saved;
    bool terminal; /* show progress on the terminal */
    struct progress line;
    bool writing; /* the proof: no limits apply */
    bool ended;   /* by a limit or a signal */
    int fault;    /* errno of a failed save, or 0 */
};

/* ---- files --------------------------------------------------------------------------------- */

static bool prove_write_checkpoint(void *context, kw_write_fn *write, void *draft) {
    const struct prove_job *proving = context;
    return kw_prover_save(proving->prover, write, draft);
}

static void prove_save_checkpoint(struct prove_job *proving) {
    proving->saved = clock_now();
    proving->fault = 0;
    if (proving->state != NULL &&
        !atomic_file_replace_locked(&proving->held, prove_write_checkpoint, proving))
        proving->fault = errno != 0 ? errno : EIO;
}

/* Reports that a file cannot be written before any work is done for it. */
static enum status prove_check_file(struct call *call, const char *path) {
    if (path != NULL && atomic_file_is_special(path))
        return call_fail(call, "cannot write '%s': it is no ordinary file", path);
    if (path != NULL && !atomic_file_can_be_written(path))
        return call_fail(call, "cannot write '%s': %s", path, strerror(errno));
    return STATUS_OK;
}

static enum status prove_fail_to_read(struct prove_job *proving, int fault) {
    return call_fail(proving->call, "cannot read '%s': %s", proving->state, strerror(fault));
}

/* Reads the checkpoint from an open file.  No search writes an empty one. */
static enum status prove_read_checkpoint(struct prove_job *proving, FILE *file) {
    struct disk_file_reader reader = {.file = file};
    struct kw_error error;
    const char *path = proving->state;
    int first = getc(file);
    if (first == EOF && !ferror(file))
        return call_fail(proving->call,
                         "%s: the state of the proof search is damaged: the file is empty; "
                         "remove it to start again",
                         path);
    if (first == EOF || ungetc(first, file) == EOF)
        return prove_fail_to_read(proving, errno);
    if (kw_prover_load(proving->prover, disk_file_read, &reader, &error))
        return STATUS_OK;
    if (reader.fault != 0)
        return prove_fail_to_read(proving, reader.fault);
    return error.code == KW_NO_MEMORY
               ? call_fail(proving->call, "%s: %s: give at least as much with --hash", path,
                           error.message)
               : call_fail(proving->call, "%s: %s%s", path, error.message,
                           error.code == KW_DAMAGED ? "; remove it to start again" : "");
}

/* Resumes from the file of an earlier call. */
static enum status prove_load_checkpoint(struct prove_job *proving) {
    FILE *file = fopen(proving->state, "r");
    if (file == NULL)
        return prove_fail_to_read(proving, errno);
    enum status status = prove_read_checkpoint(proving, file);
    fclose(file);
    return status;
}

/* Locks the checkpoint. */
static enum status prove_lock_checkpoint(struct prove_job *proving) {
    struct call *call = proving->call;
    const char *path = proving->state;
    if (atomic_file_is_special(path))
        return call_fail(call, "cannot write '%s': it is no ordinary file", path);
    if (atomic_file_lock(&proving->held, path))
        return proving->held.absent ? STATUS_OK : prove_check_file(call, path);
    return errno == EWOULDBLOCK ? call_fail(call, "'%s' is in use by another search", path)
                                : call_fail(call, "cannot write '%s': %s", path, strerror(errno));
}

/* Fails if the proof would overwrite a checkpoint. */
static enum status prove_check_out(struct prove_job *proving) {
    const char *out = proving->out;
    if (out == NULL || proving->piped)
        return STATUS_OK;
    if (proving->state != NULL && atomic_file_is_same(out, proving->state))
        return call_fail(proving->call, "--out and --checkpoint are the same file, '%s'", out);
    if (atomic_file_begins(out, KW_PROVER_STATE))
        return call_fail(proving->call,
                         "cannot write '%s': it is the state of a proof search (--checkpoint)",
                         out);
    return STATUS_OK;
}

/* ---- on the way ---------------------------------------------------------------------------- */

static void prove_show_progress(struct prove_job *proving, unsigned full) {
    const struct prove_target *asked = &proving->asked[proving->at];
    struct output line = {0};
    if (proving->count > 1)
        output_format(&line, "%s (%zu of %zu): ", asked->move, proving->at + 1, proving->count);
    output_format(&line, "%.1f million positions, %" PRId64 " seconds, table %u %% full",
                  (double)(proving->nodes + proving->now) / 1e6,
                  (clock_now() - proving->began) / SECOND, full / 10);
    if (proving->terminal)
        progress_show(&proving->line, "%s", line.text);
    else
        fprintf(stderr, "%s\n", line.text);
    output_free(&line);
}

/* Whether a progress line is due. */
static bool prove_progress_is_due(const struct prove_job *proving, int64_t now) {
    int64_t every = proving->progress > 0 ? (int64_t)proving->progress * SECOND : SECOND;
    return (proving->terminal || proving->progress > 0) && now - proving->told >= every;
}

static bool prove_on_progress(void *context, const struct kw_prove_progress *told) {
    struct prove_job *proving = context;
    const struct kw_limits *limits = &proving->limits;
    int64_t now = clock_now();
    proving->now = told->nodes;
    if (prove_progress_is_due(proving, now)) {
        prove_show_progress(proving, told->hashfull);
        proving->told = now;
    }
    if (now - proving->saved >= SAVE_SECONDS * SECOND)
        prove_save_checkpoint(proving);
    bool limited = (limits->nodes > 0 && proving->nodes + proving->now >= limits->nodes) ||
                   (limits->milliseconds > 0 &&
                    now - proving->began >= limits->milliseconds * (SECOND / 1000));
    proving->ended = interrupted() != 0 || (limited && !proving->writing);
    return !proving->ended;
}

/* ---- the questions ------------------------------------------------------------------------- */

static void prove_targets(struct prove_job *proving) {
    for (proving->at = 0; proving->at < proving->count && !proving->ended; proving->at++) {
        struct prove_target *asked = &proving->asked[proving->at];
        asked->outcome = kw_prover_decide(proving->prover, &asked->position, proving->root.turn,
                                          prove_on_progress, proving);
        proving->nodes += proving->now;
        proving->now = 0;
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
static enum kw_outcome prove_best_outcome(const struct prove_job *proving) {
    enum kw_outcome won = proving->root.turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    bool draw = false, unknown = false;
    for (size_t i = 0; i < proving->count; i++) {
        if (proving->asked[i].outcome == won)
            return won;
        draw = draw || proving->asked[i].outcome == KW_DRAW;
        unknown = unknown || proving->asked[i].outcome == KW_GOING_ON;
    }
    return unknown                ? KW_GOING_ON
           : draw                 ? KW_DRAW
           : won == KW_SOUTH_WINS ? KW_NORTH_WINS
                                  : KW_SOUTH_WINS;
}

static bool prove_all_known(const struct prove_job *proving) {
    for (size_t i = 0; i < proving->count; i++)
        if (proving->asked[i].outcome == KW_GOING_ON)
            return false;
    return true;
}

static void prove_write_values(struct prove_job *proving) {
    struct output *out = &proving->answer;
    output_format(out, "value %s\n",
                  prove_value_text(prove_best_outcome(proving), proving->root.turn));
    output_format(out, "nodes %" PRIu64 "\n", proving->nodes);
    output_format(out, "time %.1f\n", (double)(clock_now() - proving->began) / 1e6);
    for (size_t i = 0; i < proving->count; i++)
        if (proving->asked[i].move[0] != '\0')
            output_format(out, "%s: %s\n", proving->asked[i].move,
                          prove_value_text(proving->asked[i].outcome, proving->root.turn));
}

/* ---- the proof ----------------------------------------------------------------------------- */

/* The content of the proof file. */
struct prove_proof {
    struct prove_job *proving;
    struct kw_position *position;
    size_t count;
    struct kw_error error;
};

static bool prove_put_bytes(struct prove_proof *proof, kw_write_fn *write, void *writing) {
    struct prove_job *proving = proof->proving;
    errno = 0;
    return kw_prover_prove(proving->prover, proof->position, proof->count, proving->root.turn,
                           prove_on_progress, proving, write, writing, &proof->error);
}

static bool prove_write_proof(void *context, kw_write_fn *write, void *draft) {
    return prove_put_bytes(context, write, draft);
}

/* A game that is over needs no proof, and an undecided target has none. */
static void prove_list_proven(struct prove_proof *proof) {
    const struct prove_job *proving = proof->proving;
    struct kw_result over;
    proof->position = memory_new(proving->count, sizeof *proof->position);
    for (size_t i = 0; i < proving->count; i++) {
        const struct prove_target *asked = &proving->asked[i];
        if (asked->outcome != KW_GOING_ON && !kw_state(proving->game, &asked->position, &over))
            proof->position[proof->count++] = asked->position;
    }
}

/* Warns that there is no proof, and about an existing file of that name. */
static enum status prove_warn_unwritten(struct prove_job *proving) {
    const char *why = interrupted() != 0         ? "the search was cut short"
                      : prove_all_known(proving) ? "each move ends the game, which needs none"
                                                 : "nothing has been decided";
    bool stands = !proving->piped && access(proving->out, F_OK) == 0;
    progress_wipe(&proving->line);
    call_warn("no proof was written, since %s%s%s%s", why, stands ? "; '" : "",
              stands ? proving->out : "", stands ? "' is what it was before" : "");
    return STATUS_OK;
}

/* Writes the proofs of all that is proven, with --out. */
static enum status prove_write_proofs(struct prove_job *proving) {
    struct prove_proof proof = {.proving = proving};
    if (proving->out == NULL)
        return STATUS_OK;
    enum status status = prove_check_out(proving);
    if (status != STATUS_OK)
        return status;
    prove_list_proven(&proof);
    proving->at = 0;
    proving->writing = true;
    bool written = false;
    if (proof.count > 0 && interrupted() == 0)
        written = proving->piped ? prove_put_bytes(&proof, output_piece, &proving->call->out)
                                 : atomic_file_replace(proving->out, prove_write_proof, &proof);
    int fault = errno;
    free(proof.position);
    if (written)
        return STATUS_OK;
    if (proof.count == 0 || interrupted() != 0) {
        output_clear(&proving->call->out);
        return prove_warn_unwritten(proving);
    }
    return call_fail(proving->call, "cannot write '%s': %s", proving->out,
                     fault != 0 ? strerror(fault) : proof.error.message);
}

/* ---- the command --------------------------------------------------------------------------- */

static void prove_add_target(struct prove_job *proving, bool roots) {
    struct moves moves = {0};
    if (!roots) {
        proving->asked = memory_new(1, sizeof *proving->asked);
        proving->asked[proving->count++].position = proving->root;
        return;
    }
    moves_name(&moves, proving->game, &proving->root);
    proving->asked = memory_new(moves.count, sizeof *proving->asked);
    for (; proving->count < moves.count; proving->count++) {
        const struct named_move *named = &moves.named[proving->count];
        struct prove_target *asked = &proving->asked[proving->count];
        snprintf(asked->move, sizeof asked->move, "%s", named->text);
        kw_play(proving->game, &proving->root, named->move, &asked->position);
    }
    moves_free(&moves);
}

/* The result of long work is printed even if a file cannot be written. */
static void prove_print_values(struct prove_job *proving, enum status status) {
    struct output *answer = &proving->answer;
    if (status == STATUS_FAILED && !proving->call->batch)
        output_flush(answer, stdout);
    else if (answer->length > 0)
        output_add(&proving->call->out, answer->text);
}

/* After an interruption, points to the checkpoint. */
static void prove_warn_unsaved(struct prove_job *proving) {
    if (proving->state != NULL && proving->fault == 0 && interrupted() != 0)
        call_warn("'%s' keeps what has been found out, and the same command goes on with it",
                  proving->state);
}

static enum status prove_search(struct prove_job *proving) {
    prove_targets(proving);
    if (proving->state != NULL)
        prove_save_checkpoint(proving);
    progress_wipe(&proving->line);
    prove_write_values(proving);
    if (proving->piped)
        output_flush(&proving->answer, stderr);
    enum status status = prove_write_proofs(proving);
    progress_wipe(&proving->line);
    prove_warn_unsaved(proving);
    if (status == STATUS_OK && proving->fault != 0)
        status = call_fail(proving->call, "cannot write '%s': %s", proving->state,
                           strerror(proving->fault));
    if (status == STATUS_OK && !prove_all_known(proving))
        status = STATUS_OPEN;
    prove_print_values(proving, status);
    return status;
}

/* The result of an interrupted search is printed too. */
static enum status prove_interruptible(struct prove_job *proving) {
    interrupt_begin();
    enum status status = prove_search(proving);
    interrupt_end();
    proving->call->signal = interrupted();
    return status;
}

static enum status prove_open(struct prove_job *proving) {
    uint64_t threads = 1, hash = HASH_USUAL;
    struct kw_error error;
    struct call *call = proving->call;
    enum status status = memory_read(call, &threads, &hash);
    if (status != STATUS_OK)
        return status;
    proving->prover = kw_prover_new(proving->game, (size_t)hash << 20, (unsigned)threads, &error);
    if (proving->prover != NULL)
        return STATUS_OK;
    return error.code == KW_NO_MEMORY ? memory_short(call, hash)
                                      : call_fail(call, "%s", error.message);
}

static enum status prove_begin(struct prove_job *proving, const struct position_args *args) {
    struct kw_result result;
    if (kw_session_result(args->session, &result))
        return call_fail(proving->call, "the game is over");
    proving->game = args->game;
    proving->root = *kw_session_position(args->session);
    enum status status = proving->piped ? STATUS_OK : prove_check_file(proving->call, proving->out);
    if (status == STATUS_OK && proving->state != NULL)
        status = prove_lock_checkpoint(proving);
    if (status == STATUS_OK)
        status = prove_check_out(proving);
    if (status == STATUS_OK)
        status = prove_open(proving);
    if (status == STATUS_OK && proving->state != NULL && !proving->held.absent)
        status = prove_load_checkpoint(proving);
    if (status == STATUS_OK)
        prove_add_target(proving, proving->call->arguments.value[FLAG_ROOT_MOVES] != NULL);
    return status;
}

/* What `-` stands for. */
static enum status prove_check_paths(struct prove_job *proving) {
    struct call *call = proving->call;
    proving->piped = proving->out != NULL && strcmp(proving->out, "-") == 0;
    if (proving->piped && call->batch)
        return call_misuse(call, "--out - cannot be used in a batch: the answers go there");
    if (proving->state != NULL && strcmp(proving->state, "-") == 0)
        return call_misuse(call, "--checkpoint needs a file; use ./- for one named '-'");
    return STATUS_OK;
}

enum status prove_run(struct call *call) {
    struct position_args args = {0};
    struct prove_job proving = {.call = call,
                                .out = call->arguments.value[FLAG_OUT],
                                .state = call->arguments.value[FLAG_CHECKPOINT],
                                .terminal = !call->batch && isatty(STDERR_FILENO)};
    enum status status = prove_check_paths(&proving);
    if (status == STATUS_OK)
        status = limits_read(call, 0, &proving.limits);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_PROGRESS, 1, PROGRESS_MOST, &proving.progress);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = prove_begin(&proving, &args);
    proving.began = proving.told = proving.saved = clock_now();
    if (status == STATUS_OK)
        status = call->batch ? prove_search(&proving) : prove_interruptible(&proving);
    free(proving.asked);
    output_free(&proving.answer);
    atomic_file_unlock(&proving.held);
    kw_prover_free(proving.prover);
    position_args_close(&args);
    return status;
}
