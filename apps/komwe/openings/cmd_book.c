/* The command book: grows an opening book. */
#include "base/checksum.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/checkpoint.h"
#include "files/record_files.h"
#include "openings/book_growth.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WANTED_USUAL = 500,
    NODES_USUAL = 200000,
    PLIES_USUAL = 16,
    HASH = 16 << 20, /* bytes */
    NAMED_LINES = 3  /* of the file, which say what made it */
};

struct book_job {
    struct call *call;
    struct book_growth growth;
    uint64_t wanted, nodes, plies;
    size_t merged;          /* games of --merge so far */
    char head[3 * KW_TEXT]; /* the first lines of the file */
    struct checkpoint file; /* of --out */
    struct open_tables tables;
    struct progress progress;
};

/* ---- the file -------------------------------------------------------------------------------- */

/* The lines that name the format, the rules and the parameters. */
static void cmd_book_head(struct book_job *job) {
    const struct kw_game *game = job->growth.game;
    const char *sum = kw_game_checksum(game);
    char options[KW_TEXT], option[KW_TEXT + 8] = "";
    if (kw_game_options(game, options)[0] != '\0')
        snprintf(option, sizeof option, " -o '%s'", options);
    snprintf(job->head, sizeof job->head,
             "# komwe book 1\n# rules: %.200s %s\n# made by: komwe book %.200s%.400s --nodes "
             "%" PRIu64 "\n",
             kw_game_info(game)->id, sum != NULL ? sum : "-", kw_game_info(game)->id, option,
             job->nodes);
}

static void cmd_book_write(const void *context, struct string_builder *out) {
    const struct book_job *job = context;
    output_add(out, job->head);
    growth_write(&job->growth, out);
    output_format(out, "# checksum: %016" PRIx64 "\n", checksum(out->text, out->length));
}

/* The end of the lines that say what made a book. */
static size_t cmd_book_named(const char *text, size_t length) {
    size_t at = 0;
    for (int line = 0; line < NAMED_LINES && at < length; at++)
        line += text[at] == '\n';
    return at;
}

static enum status cmd_book_load(struct call *call, void *context, const char *path) {
    struct book_job *job = context;
    char *text;
    size_t length;
    struct kw_error error = {.line = 1};
    enum status status = STATUS_OK;
    if (!file_read(path, INPUT_BOOK, &text, &length, error.message))
        return call_fail(call, "%s", error.message);
    struct kw_book *book = kw_book_open(job->growth.game, text, length, &error);
    size_t named = cmd_book_named(text, length);
    if (book == NULL)
        status = call_fail(call, "%s:%zu:%zu: %s", path, error.line, error.column, error.message);
    else if (named != strlen(job->head) || memcmp(text, job->head, named) != 0)
        status = call_fail(call, "%s: it was made with other --nodes", path);
    else
        growth_load(&job->growth, book);
    kw_book_close(book);
    free(text);
    return status;
}

/* ---- growing --------------------------------------------------------------------------------- */

static enum status cmd_book_note(struct book_job *job, enum growth_step step) {
    progress_show(&job->progress, "%zu of %" PRIu64 " positions", job->growth.count, job->wanted);
    if (step == GROWTH_FAILED)
        return call_fail(job->call, "there is not enough memory");
    if (step == GROWTH_DONE)
        checkpoint_keep_answer(&job->file);
    return STATUS_OK;
}

/* Adds the positions of a game of --merge, from the start on. */
static enum status cmd_book_visit(void *context, struct kw_record *record) {
    struct book_job *job = context;
    const struct kw_session *session = kw_record_session(record);
    const struct kw_game *game = kw_session_game(session);
    const char *sum = kw_game_checksum(game), *own = kw_game_checksum(job->growth.game);
    enum growth_step step = GROWTH_DONE;
    enum status status = STATUS_OK;
    job->merged++;
    if (sum == NULL || own == NULL || strcmp(sum, own) != 0)
        return call_fail(job->call, "'%s': game %zu is one of %s under other rules than the book",
                         job->call->arguments.value[FLAG_MERGE], job->merged,
                         kw_game_info(game)->id);
    while (status == STATUS_OK && step == GROWTH_DONE && job->growth.count < job->wanted) {
        step = growth_add_game(&job->growth, session, (size_t)job->plies);
        status = cmd_book_note(job, step);
    }
    return status;
}

static enum status cmd_book_merge(struct book_job *job) {
    const char *path = job->call->arguments.value[FLAG_MERGE];
    struct record_text text = {0};
    if (path == NULL)
        return STATUS_OK;
    enum status status = records_load(job->call, path, &text);
    if (status == STATUS_OK)
        status = records_visit(job->call, &text, cmd_book_visit, job);
    records_unload(&text);
    return status;
}

static enum status cmd_book_grow(struct book_job *job) {
    enum growth_step step = GROWTH_DONE;
    enum status status = cmd_book_merge(job);
    while (status == STATUS_OK && step == GROWTH_DONE && job->growth.count < job->wanted) {
        step = growth_add_next(&job->growth);
        status = cmd_book_note(job, step);
    }
    return status;
}

/*
 * Saves the book in the file, or prints it; what the file cannot hold is printed.  `whole`: nothing
 * has failed before.
 */
static enum status cmd_book_end(struct book_job *job, bool whole) {
    struct call *call = job->call;
    if (job->growth.count == 0)
        return STATUS_OK;
    if (!checkpoint_end_answer(call, &job->file) && whole && call->signal == 0 &&
        job->growth.count < job->wanted)
        call_warn("the book has %zu positions: nothing can be added", job->growth.count);
    return checkpoint_print_answer(call, &job->file);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Games begin in the book with a move of one step. */
static enum status cmd_book_check_game(struct book_job *job) {
    struct kw_position start;
    kw_start(job->growth.game, &start);
    return start.phase == 0
               ? STATUS_OK
               : call_fail(job->call,
                           "%s begins with turns in which the players set up the board: there "
                           "are no books of such games",
                           kw_game_info(job->growth.game)->id);
}

static enum status cmd_book_open_engine(struct book_job *job) {
    enum status status = tables_open_directory(job->call, &job->tables);
    if (status != STATUS_OK)
        return status;
    job->growth.engine = kw_engine_new(HASH, 1);
    if (job->growth.engine == NULL)
        return memory_short(job->call, HASH >> 20);
    kw_engine_set_tables(job->growth.engine, job->tables.tables);
    return STATUS_OK;
}

static enum status cmd_book_run_growth(struct book_job *job) {
    interrupt_begin();
    interrupt_watch(job->growth.engine);
    enum status status = cmd_book_grow(job);
    interrupt_forget(job->growth.engine);
    job->call->signal = interrupt_end();
    progress_wipe(&job->progress);
    enum status ended = cmd_book_end(job, status == STATUS_OK);
    return status == STATUS_OK ? ended : status;
}

enum status book_run(struct call *call) {
    struct position_args args = {0};
    struct book_job *job = memory_new(1, sizeof *job);
    *job = (struct book_job){.call = call,
                             .wanted = call_number(call, FLAG_POSITIONS, WANTED_USUAL),
                             .nodes = call_number(call, FLAG_NODES, NODES_USUAL),
                             .plies = call_number(call, FLAG_PLIES, PLIES_USUAL)};
    enum status status = position_args_open_game(call, &args, call->arguments.operand[0]);
    job->growth.game = args.game;
    job->growth.nodes = job->nodes;
    if (status == STATUS_OK)
        status = cmd_book_check_game(job);
    if (status == STATUS_OK) {
        cmd_book_head(job);
        status = cmd_book_open_engine(job);
    }
    if (status == STATUS_OK)
        status = checkpoint_open_answer(call, &job->file, cmd_book_load, cmd_book_write, job);
    if (status == STATUS_OK)
        status = cmd_book_run_growth(job);
    checkpoint_close(&job->file);
    growth_free(&job->growth);
    kw_engine_free(job->growth.engine);
    status = tables_close(call, &job->tables, status);
    position_args_close(&args);
    free(job);
    return status;
}
