/* The command analyse: ranks the best moves. */
#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/built_book.h"
#include "files/weights_file.h"
#include "text/move_remarks.h"
#include "text/score_text.h"
#include "text/setup_words.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_MILLISECONDS = 2000, USUAL_LINES = 5, LISTED_INDENT = 4 };

struct analyse_job {
    struct call *call;
    const struct kw_session *session;
    bool json;
    struct progress progress;
    struct kw_book_move book[KW_MOVES]; /* what the opening book knows of the position */
    size_t book_count;
};

/* Looks the position up in the opening book of the game, if it has one: at most so many moves. */
static void analyse_find_book(struct analyse_job *job, size_t most) {
    const struct kw_game *game = kw_session_game(job->session);
    const struct kw_position *position = kw_session_position(job->session);
    struct kw_book *book = built_book_open(game);
    if (book != NULL) {
        size_t count = kw_book_find(book, game, position, job->book, KW_MOVES);
        job->book_count = count < most ? count : most;
    }
    kw_book_close(book);
}

/* The score of a book's move, as that of a line. */
static struct kw_line analyse_book_line(const struct kw_book_move *known) {
    return (struct kw_line){.move = {known->move},
                            .length = 1,
                            .score = known->score,
                            .unit = known->unit,
                            .proven = known->proven};
}

/* Plays the moves of a line, writes their texts and counts those that can be played. */
static size_t analyse_line_texts(const struct kw_session *session, const struct kw_line *line,
                                 char text[KW_LINE_MOVES][KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    struct kw_position position = *kw_session_position(session);
    struct kw_reason reason;
    size_t count = 0;
    while (count < line->length &&
           !kw_explain_illegal(game, &position, line->move[count], &reason)) {
        kw_move_text(game, &position, line->move[count], text[count]);
        kw_play(game, &position, line->move[count++], &position);
    }
    return count;
}

/* ---- remarks -------------------------------------------------------------------------------- */

/* Microseconds of the processor for all remarks of an answer, which moves of 100 000 seeds can
 * outrun. */
enum { WORDS_TIME = 100000 };

/* Adds the remark on a line, unless it is past the end of the time for remarks. */
static void analyse_add_words(struct string_builder *out, const struct kw_session *session,
                              const struct kw_line *line, int64_t end) {
    if (clock_thread() < end)
        words_on_line(out, kw_session_game(session), kw_session_position(session), line);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *analyse_json_number(const struct kw_line *line) {
    double number = score_number(line);
    bool whole = line->proven || line->unit == KW_IN_PLIES;
    return whole ? json_integer((json_int_t)number) : json_real(number);
}

static json_t *analyse_json_score(const struct kw_analysis *analysis, const struct kw_line *line) {
    return score_known(analysis) ? analyse_json_number(line) : json_null();
}

static const char *analyse_unit_name(enum kw_unit unit) {
    static const char *const name[] = {
        [KW_IN_SEEDS] = "seeds", [KW_IN_POINTS] = "points", [KW_IN_PLIES] = "plies"};
    return name[unit];
}

static json_t *analyse_json_line(const struct kw_session *session,
                                 const struct kw_analysis *analysis, const struct kw_line *line) {
    char text[KW_LINE_MOVES][KW_TEXT];
    size_t count = analyse_line_texts(session, line, text);
    json_t *moves = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(moves, json_string(text[i]));
    json_t *object = json_pack(
        "{s:s, s:o, s:s, s:b, s:o}", "move", text[0], "score", analyse_json_score(analysis, line),
        "unit", analyse_unit_name(line->unit), "proven", (int)line->proven, "pv", moves);
    if (setup_words_list(kw_session_game(session), kw_session_position(session), line, text, 1) > 0)
        json_object_set_new(object, "turn", json_string(text[0]));
    return object;
}

static json_t *analyse_json(const struct kw_session *session, const struct kw_analysis *analysis) {
    json_t *lines = json_array();
    for (size_t i = 0; i < analysis->lines; i++)
        json_array_append_new(lines, analyse_json_line(session, analysis, &analysis->line[i]));
    return json_pack("{s:i, s:I, s:o}", "depth", (int)analysis->depth, "nodes",
                     (json_int_t)analysis->nodes, "lines", lines);
}

static json_t *analyse_json_book(const struct analyse_job *job) {
    const struct kw_game *game = kw_session_game(job->session);
    json_t *moves = json_array();
    for (size_t i = 0; i < job->book_count; i++) {
        const struct kw_book_move *known = &job->book[i];
        struct kw_line line = analyse_book_line(known);
        char text[KW_TEXT];
        kw_move_text(game, kw_session_position(job->session), known->move, text);
        json_array_append_new(moves, json_pack("{s:s, s:o, s:s, s:b, s:I}", "move", text, "score",
                                               analyse_json_number(&line), "unit",
                                               analyse_unit_name(known->unit), "proven",
                                               (int)known->proven, "positions",
                                               (json_int_t)known->positions));
    }
    return moves;
}

/* The member best distinguishes the answer from the iterations before it. */
static json_t *analyse_json_answer(const struct analyse_job *job,
                                   const struct kw_analysis *analysis) {
    const struct kw_session *session = job->session;
    const struct kw_line *best = &analysis->line[0];
    json_t *whole = analyse_json(session, analysis);
    json_t *words = json_object_get(whole, "lines");
    const int64_t end = clock_thread() + WORDS_TIME;
    json_t *answer =
        json_pack("{s:O, s:o, s:s, s:b}", "best", json_object_get(json_array_get(words, 0), "move"),
                  "score", analyse_json_score(analysis, best), "unit",
                  analyse_unit_name(best->unit), "proven", (int)best->proven);
    for (size_t i = 0; i < analysis->lines; i++) {
        struct string_builder out = {0};
        analyse_add_words(&out, session, &analysis->line[i], end);
        json_object_set_new(json_array_get(words, i), "words",
                            json_string(out.length > 0 ? out.text : ""));
        output_free(&out);
    }
    json_object_update(answer, whole);
    json_decref(whole);
    if (job->book_count > 0)
        json_object_set_new(answer, "book", analyse_json_book(job));
    return answer;
}

/* An object on a line of its own, printed at once unless the call is part of a batch. */
static void analyse_print_json(struct call *call, json_t *object) {
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
    output_format(&call->out, "%s\n", text != NULL ? text : "null");
    free(text);
    json_decref(object);
    if (!call->batch)
        output_flush(&call->out, stdout);
}

/* ---- text ----------------------------------------------------------------------------------- */

/* The moves of a line, whole first turns as one word each; how many words there are. */
static size_t analyse_line_remarks(const struct kw_session *session, const struct kw_line *line,
                                   char text[KW_LINE_MOVES][KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    const struct kw_position *position = kw_session_position(session);
    size_t words = setup_words_list(game, position, line, text, KW_LINE_MOVES);
    if (words > 0)
        return words;
    struct kw_position next = *position;
    size_t steps = setup_words_play(game, &next, line);
    words = analyse_line_texts(session, line, text);
    return steps > 0 && setup_words_answer(game, &next, line, steps, text + steps) ? steps + 1
                                                                                   : words;
}

/* As many moves as fit on the rest of a line. */
static void analyse_write_moves(struct string_builder *out, const struct kw_session *session,
                                const struct kw_line *line, size_t column) {
    static const char more[] = " ...";
    char text[KW_LINE_MOVES][KW_TEXT];
    size_t count = analyse_line_remarks(session, line, text);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text[i]) + 1, reserve = i + 1 < count ? strlen(more) : 0;
        if (i > 0 && column + length + reserve > PAGE_WIDTH) {
            output_add(out, more);
            break;
        }
        output_format(out, " %s", text[i]);
        column += length;
    }
    output_char(out, '\n');
}

static const char *analyse_score_text(const struct kw_analysis *analysis, size_t rank,
                                      char text[KW_TEXT]) {
    return score_known(analysis) ? score_text(&analysis->line[rank], text) : "?";
}

static void analyse_write_line(struct string_builder *out, const struct kw_session *session,
                               const struct kw_analysis *analysis, size_t rank, int width,
                               int64_t end) {
    const struct kw_line *line = &analysis->line[rank];
    struct string_builder words = {0};
    char text[KW_TEXT];
    size_t before = out->length;
    output_format(out, "%2zu. %-*s ", rank + 1, width, analyse_score_text(analysis, rank, text));
    analyse_write_moves(out, session, line, out->length - before);
    analyse_add_words(&words, session, line, end);
    if (words.length > 0) {
        output_format(out, "%*s", LISTED_INDENT, "");
        output_wrap(out, words.text, LISTED_INDENT, LISTED_INDENT);
    }
    output_free(&words);
}

/* Seconds are printed only if --time is given, so that other answers can be compared. */
static void analyse_write_effort(struct string_builder *out, const struct kw_limits *limits,
                                 const struct kw_analysis *analysis) {
    if (score_known(analysis))
        output_format(out, "%u %s deep", analysis->depth, analysis->depth == 1 ? "ply" : "plies");
    else
        output_add(out, "no ply searched completely");
    output_format(out, ", %" PRIu64 " position%s", analysis->nodes,
                  analysis->nodes == 1 ? "" : "s");
    if (limits->milliseconds > 0)
        output_format(out, ", %.1f seconds", (double)analysis->microseconds / 1e6);
    output_char(out, '\n');
}

/* The moves of the book with their scores; a line is broken between two of them. */
static void analyse_write_book(struct string_builder *out, const struct analyse_job *job) {
    static const char title[] = "Book:";
    const struct kw_session *session = job->session;
    size_t column = strlen(title);
    if (job->book_count == 0)
        return;
    output_add(out, title);
    for (size_t i = 0; i < job->book_count; i++) {
        struct kw_line line = analyse_book_line(&job->book[i]);
        char move[KW_TEXT], score[KW_TEXT];
        const char *comma = i + 1 < job->book_count ? "," : "";
        kw_move_text(kw_session_game(session), kw_session_position(session), line.move[0], move);
        size_t length = 2 + strlen(move) + strlen(score_text(&line, score)) + strlen(comma);
        if (column + length > PAGE_WIDTH) {
            output_format(out, "\n%*s", (int)strlen(title), "");
            column = strlen(title);
        }
        output_format(out, " %s %s%s", move, score, comma);
        column += length;
    }
    output_char(out, '\n');
}

static void analyse_write(struct string_builder *out, const struct analyse_job *job,
                          const struct kw_limits *limits, const struct kw_analysis *analysis) {
    const struct kw_session *session = job->session;
    static const char *const player[] = {"South", "North"};
    const struct kw_position *position = kw_session_position(session);
    char text[KW_TEXT];
    const int64_t end = clock_thread() + WORDS_TIME;
    int width = 0;
    for (size_t i = 0; i < analysis->lines; i++) {
        int length = (int)strlen(analyse_score_text(analysis, i, text));
        width = length > width ? length : width;
    }
    output_format(out, "%s: %s to move, ", kw_game_info(kw_session_game(session))->name,
                  player[position->turn & 1]);
    analyse_write_effort(out, limits, analysis);
    for (size_t i = 0; i < analysis->lines; i++)
        analyse_write_line(out, session, analysis, i, width, end);
    analyse_write_book(out, job);
}

/* On a terminal a long search shows its current best line, which is erased at the end. */
static void analyse_show_progress(struct analyse_job *job, const struct kw_analysis *analysis) {
    struct string_builder line = {0};
    char text[KW_TEXT];
    output_format(&line, "depth %u: %s", analysis->depth, score_text(&analysis->line[0], text));
    analyse_write_moves(&line, job->session, &analysis->line[0], line.length + 1);
    line.text[line.length - 1] = '\0';
    progress_show(&job->progress, "%s", line.text);
    output_free(&line);
}

/* ---- the search ----------------------------------------------------------------------------- */

static bool analyse_on_depth(void *context, const struct kw_analysis *analysis) {
    struct analyse_job *job = context;
    if (job->json)
        analyse_print_json(job->call, analyse_json(job->session, analysis));
    else if (!job->call->batch)
        analyse_show_progress(job, analysis);
    return !ferror(stdout);
}

static enum status analyse_search(struct call *call, const struct kw_session *session,
                                  struct kw_engine *engine, const struct kw_limits *limits) {
    struct analyse_job job = {
        .call = call, .session = session, .json = call->arguments.value[FLAG_JSON] != NULL};
    struct kw_analysis *analysis = memory_new(1, sizeof *analysis);
    struct kw_error error;
    analyse_find_book(&job, limits->lines);
    bool good = kw_engine_search(engine, session, limits, analyse_on_depth, &job, analysis, &error);
    progress_wipe(&job.progress);
    if (good && job.json)
        analyse_print_json(call, analyse_json_answer(&job, analysis));
    else if (good)
        analyse_write(&call->out, &job, limits, analysis);
    free(analysis);
    return good ? STATUS_OK : call_fail(call, "%s", error.message);
}

/* The result of an interrupted search is printed too. */
static enum status analyse_interruptible(struct call *call, const struct kw_session *session,
                                         struct kw_engine *engine, const struct kw_limits *limits) {
    interrupt_begin();
    interrupt_watch(engine);
    enum status status = analyse_search(call, session, engine, limits);
    interrupt_forget(engine);
    call->signal = interrupt_end();
    return status;
}

enum status analyse_run(struct call *call) {
    struct position_args args = {0};
    struct kw_engine *engine = NULL;
    struct open_tables tables = {0};
    struct weights_file weights = {0};
    struct kw_error error;
    struct kw_limits limits = limits_read(call, USUAL_MILLISECONDS);
    enum kw_aim aim;
    limits.lines = (unsigned)call_number(call, FLAG_MULTIPV, USUAL_LINES);
    enum status status = aim_of_flag(call, &aim);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = engine_open(call, &engine, &tables);
    if (status == STATUS_OK)
        kw_engine_set_aim(engine, aim);
    if (status == STATUS_OK)
        tables_prepare(&tables, args.game);
    if (status == STATUS_OK)
        status = weights_load(call, &weights);
    if (status == STATUS_OK && !weights_give(&weights, engine, args.game, &error))
        status = call_fail(call, "%s", error.message);
    if (status == STATUS_OK)
        status = call->batch ? analyse_search(call, args.session, engine, &limits)
                             : analyse_interruptible(call, args.session, engine, &limits);
    kw_engine_free(engine);
    status = tables_close(call, &tables, status);
    weights_close(&weights);
    position_args_close(&args);
    return status;
}
