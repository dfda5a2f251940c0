/*
 * The command balance: makes a book of balanced openings.
 *
 * Attempt i is drawn with seed + i, of random moves and of such after which the game looks even,
 * and filtered (opening_filter.c).  Balanced openings are taken in the order of the attempts, so
 * that a book does not depend on the number of threads, until there are enough openings or
 * attempts.
 */
#include "cli/interrupt.h"
#include "cli/ordered_work.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/checkpoint.h"
#include "openings/opening_book.h"
#include "openings/opening_draw.h"
#include "openings/opening_filter.h"
#include "openings/opening_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WANTED_USUAL = 100,
    TRIES_USUAL = 100000,
    NODES_USUAL = 400000,
    OPENING_USUAL = 6,
    MANNERS = 5 /* from no random move to all: opening_draw.h */
};

struct balance_job {
    const struct kw_game *game;
    uint64_t wanted, nodes, seed, opening, margin;
    struct book_header header;    /* its `tried` are the attempts whose openings are taken */
    struct string_builder lines;  /* of the openings taken */
    struct kw_position *excluded; /* that other openings may not reach: from `opening` plies on, and
                                     in the mirror */
    size_t count, exclusions;     /* openings; positions */
    struct ordered_work work;     /* the attempts */
    struct checkpoint file;       /* of --out */
    struct progress progress;
};

/* The state of one thread. */
struct balance_thread {
    struct balance_job *job;
    struct opening_draw draw;
    struct opening_filter filter;
};

/* ---- taking openings, under the lock -------------------------------------------------------- */

static bool balance_is_excluded(const struct balance_job *job, const struct kw_position *position) {
    for (size_t i = 0; i < job->exclusions; i++)
        if (memcmp(&job->excluded[i], position, sizeof *position) == 0)
            return true;
    return false;
}

/* Both games of a pair begin with an opening, so that its mirror image is the same opening. */
static void balance_exclude(struct balance_job *job, const struct kw_position *position) {
    job->excluded = memory_resize(job->excluded, job->exclusions + 2, sizeof *job->excluded);
    job->excluded[job->exclusions++] = *position;
    kw_mirror(job->game, position, &job->excluded[job->exclusions++]);
}

/* The position before a ply of an opening, if it is one that other openings may not pass. */
static const struct kw_position *balance_excludable(const struct balance_job *job,
                                                    const struct kw_session *session, size_t ply) {
    const struct kw_position *position = kw_session_before(session, ply);
    return ply >= job->opening && position->phase == 0 ? position : NULL;
}

/*
 * Whether the game of another opening comes by: one that goes on from it, leads to it, or meets it
 * by a transposition would be much the same game.
 */
static bool balance_is_taken(const struct balance_job *job, const struct kw_session *session) {
    for (size_t ply = 0; ply <= kw_session_plies(session); ply++) {
        const struct kw_position *position = balance_excludable(job, session, ply);
        if (position != NULL && balance_is_excluded(job, position))
            return true;
    }
    return false;
}

static void balance_count_opening(struct balance_job *job, const struct kw_session *session) {
    for (size_t ply = 0; ply <= kw_session_plies(session); ply++) {
        const struct kw_position *position = balance_excludable(job, session, ply);
        if (position != NULL)
            balance_exclude(job, position);
    }
    job->count++;
}

static void balance_take(struct balance_job *job, const struct kw_session *session,
                         const struct opening_estimate *estimate) {
    char text[KW_TEXT];
    if (balance_is_taken(job, session))
        return;
    for (size_t i = 0; i < kw_session_plies(session); i++)
        output_format(&job->lines, "%s%s", i > 0 ? " " : "",
                      kw_move_text(job->game, kw_session_before(session, i),
                                   kw_session_move(session, i), text));
    output_format(&job->lines, "\t# %u\n", estimate->percent);
    balance_count_opening(job, session);
}

/* ---- the file of --out ----------------------------------------------------------------------- */

static void balance_write(const void *context, struct string_builder *out) {
    const struct balance_job *job = context;
    book_header_write(out, job->game, &job->header);
    output_bytes(out, job->lines.text != NULL ? job->lines.text : "", job->lines.length);
}

static bool balance_count_listed(struct balance_job *job, const struct opening *opening,
                                 struct kw_error *error) {
    struct kw_session *session = kw_session_new(job->game, &opening->start);
    bool good = session != NULL;
    for (size_t i = 0; good && i < opening->moves; i++)
        good = kw_session_play(session, opening->move[i], error);
    if (good)
        balance_count_opening(job, session);
    kw_session_free(session);
    return good;
}

/* Takes the openings of a file that are not there yet. */
static bool balance_read_openings(struct balance_job *job, const char *text, size_t length,
                                  size_t begin, struct kw_error *error) {
    struct kw_position start;
    struct openings openings = {0};
    kw_start(job->game, &start);
    bool good = begin == length || openings_read(&openings, job->game, &start, text, length, error);
    for (size_t i = 0; good && i < openings.count; i++)
        good = balance_count_listed(job, &openings.list[i], error);
    openings_free(&openings);
    output_bytes(&job->lines, text + begin, length - begin);
    return good;
}

static enum status balance_load(struct call *call, void *context, const char *path) {
    struct balance_job *job = context;
    char *text;
    size_t length, begin;
    struct kw_error error = {.column = 1};
    struct book_header header;
    enum status status = STATUS_OK;
    if (!file_read(path, INPUT_OPENINGS, &text, &length, error.message))
        status = call_fail(call, "%s", error.message);
    else if (!book_header_read(&header, job->game, text, length, &begin, &error))
        status = call_fail(call, "%s:%zu: %s", path, error.line, error.message);
    else if (strcmp(header.command, job->header.command) != 0)
        status = call_fail(call, "%s: it was made by '%s', not by '%s'", path, header.command,
                           job->header.command);
    else if (!balance_read_openings(job, text, length, begin, &error))
        status = call_fail(call, "%s:%zu:%zu: %s", path, error.line, error.column, error.message);
    else
        job->header = header;
    free(text);
    return status;
}

/* ---- attempts ---------------------------------------------------------------------------------
 */

static bool balance_draw(struct balance_thread *thread, struct kw_session *session, uint64_t number,
                         struct opening_estimate *estimate, struct kw_error *error) {
    const struct balance_job *job = thread->job;
    struct kw_random random;
    kw_random_seed(&random, job->seed + number);
    struct opening_manner manner = {.plies = (unsigned)job->opening};
    manner.plies += kw_random_below(&random, manner.plies + 1);
    manner.random_moves = kw_random_below(&random, MANNERS);
    bool drawn;
    *estimate = (struct opening_estimate){0};
    return opening_draw(&thread->draw, session, &manner, &random, &drawn, error) &&
           (!drawn || !opening_leaves_most(session) ||
            opening_filter_search(&thread->filter, session, estimate, error));
}

/* Takes the opening of an attempt after those of all attempts before it. */
static void balance_end_attempt(struct balance_job *job, uint64_t number,
                                const struct kw_session *session,
                                const struct opening_estimate *estimate) {
    if (ordered_turn(&job->work, number)) {
        if (estimate->balanced)
            balance_take(job, session, estimate);
        job->header.shallow += estimate->shallow;
        job->header.tried = job->work.taken;
        job->work.enough = job->count >= job->wanted;
        progress_show(&job->progress, "%zu of %" PRIu64 " openings, %" PRIu64 " tried", job->count,
                      job->wanted, job->header.tried);
        checkpoint_keep_answer(&job->file);
    }
    ordered_turn_end(&job->work);
}

static bool balance_attempt(struct balance_thread *thread, uint64_t number,
                            struct kw_error *error) {
    struct opening_estimate estimate;
    struct kw_session *session = kw_session_new(thread->job->game, NULL);
    if (session == NULL)
        return false;
    bool good = balance_draw(thread, session, number, &estimate, error);
    if (good && interrupted() == 0) /* otherwise a search may have been stopped early */
        balance_end_attempt(thread->job, number, session, &estimate);
    kw_session_free(session);
    return good || interrupted() != 0;
}

static void balance_work(void *context, size_t thread_index) {
    (void)thread_index;
    struct balance_job *job = context;
    struct balance_thread thread = {
        .job = job, .filter = {.nodes = job->nodes, .margin = (unsigned)job->margin}};
    struct kw_error error = {.message = "there is not enough memory"};
    uint64_t number;
    bool good = true;
    while (ordered_next(&job->work, good, &error, &number))
        good = balance_attempt(&thread, number, &error);
    opening_filter_close(&thread.filter);
    opening_draw_close(&thread.draw);
}

/* ---- the command ------------------------------------------------------------------------------
 */

/* The parameters of the openings, without how many there are. */
static void balance_command_text(struct balance_job *job) {
    char options[KW_TEXT], option[KW_TEXT + 8] = "";
    if (kw_game_options(job->game, options)[0] != '\0')
        snprintf(option, sizeof option, " -o '%s'", options);
    snprintf(job->header.command, KW_TEXT,
             "komwe balance %.60s%.200s --opening %" PRIu64 " --nodes %" PRIu64 " --margin %" PRIu64
             " --seed %" PRIu64,
             kw_game_info(job->game)->id, option, job->opening, job->nodes, job->margin, job->seed);
}

/* Prints the book, or saves it in the file; what the file cannot hold is printed. */
static enum status balance_write_book(struct call *call, struct balance_job *job) {
    bool resumes = checkpoint_end_answer(call, &job->file);
    if (!resumes && job->count == 0)
        call_warn("%s has no balanced opening among %" PRIu64 " that were searched with up to "
                  "%" PRIu64 " positions",
                  kw_game_info(job->game)->id, job->header.tried, job->nodes);
    else if (!resumes && job->count < job->wanted)
        call_warn("%zu of %" PRIu64 " openings were found in %" PRIu64 " attempts", job->count,
                  job->wanted, job->header.tried);
    return checkpoint_print_answer(call, &job->file);
}

static enum status balance_run_threads(struct call *call, struct balance_job *job,
                                       unsigned threads) {
    job->work.taken = job->header.tried;
    job->work.enough = job->count >= job->wanted;
    interrupt_begin();
    ordered_run(&job->work, threads, balance_work, job);
    call->signal = interrupt_end();
    progress_wipe(&job->progress);
    if (job->work.failed)
        return call_fail(call, "%s", job->work.error.message);
    return balance_write_book(call, job);
}

enum status balance_run(struct call *call) {
    struct balance_job job = {.wanted = call_number(call, FLAG_GAMES, WANTED_USUAL),
                              .work.end = call_number(call, FLAG_TRIES, TRIES_USUAL),
                              .nodes = call_number(call, FLAG_NODES, NODES_USUAL),
                              .opening = call_number(call, FLAG_OPENING, OPENING_USUAL),
                              .seed = call_number(call, FLAG_SEED, 1)};
    struct position_args args = {0};
    enum status status = position_args_open_game(call, &args, call->arguments.operand[0]);
    if (status == STATUS_OK) {
        job.game = args.game;
        job.margin = call_number(call, FLAG_MARGIN, opening_margin(args.game));
        balance_command_text(&job);
        status = checkpoint_open_answer(call, &job.file, balance_load, balance_write, &job);
    }
    if (status == STATUS_OK)
        status = balance_run_threads(call, &job, threads_read(call));
    checkpoint_close(&job.file);
    output_free(&job.lines);
    free(job.excluded);
    position_args_close(&args);
    return status;
}
