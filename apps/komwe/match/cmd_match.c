/* The command match: games between players, and an estimate of their strength. */
#include "cli/interrupt.h"
#include "cli/number_limits.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "cli/search_flags.h"
#include "files/record_log.h"
#include "io/input.h"
#include "match/match_report.h"
#include "match/match_resume.h"
#include "match/match_runner.h"
#include "openings/opening_book.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 100,
    OPENING_USUAL = 6,
    PLIES_USUAL = 1000,
    SHOWN = 50 /* columns of a score on a terminal */
};

struct match {
    struct call *call;
    struct match_runner runner;
    struct match_player_spec *spec;
    struct kw_table_cache *cache; /* of the players that name no tables; NULL: none are wanted */
    struct openings openings;
    char book[BOOK_NAME];  /* the name of the built-in openings, if they are used */
    struct record_log log; /* of the records, if they are wanted */
    struct progress progress;
    uint64_t every; /* games between two reports, 0: no reports */
};

/* ---- arguments --------------------------------------------------------------------------- */

static enum status cmd_match_read_players(struct match *match) {
    const struct arguments *arguments = &match->call->arguments;
    char fault[KW_TEXT];
    struct time_control clock = {.base = 0};
    const char *given = arguments->value[FLAG_TC];
    if (given != NULL && !time_control_read(given, &clock))
        return call_misuse(match->call, "--tc is a clock in seconds such as 1+0.01, not '%s'",
                           given);
    if (arguments->players < 2)
        return call_misuse(match->call, "a match needs two players at least, each a --player");
    match->spec = memory_new(arguments->players, sizeof *match->spec);
    for (size_t i = 0; i < arguments->players; i++) {
        if (!match_player_read(arguments->player[i], given != NULL ? &clock : NULL, &match->spec[i],
                               fault))
            return call_misuse(match->call, "player %zu: %s", i + 1, fault);
        for (size_t k = 0; k < i; k++)
            if (strcmp(match->spec[i].name, match->spec[k].name) == 0)
                return call_misuse(match->call,
                                   "two players are called '%s': give name=", match->spec[i].name);
    }
    match->runner.spec = match->spec;
    match->runner.players = arguments->players;
    return STATUS_OK;
}

/*
 * The first tables of a game in memory, whatever the user's cache holds: the same match has the
 * same games everywhere.
 */
static enum status cmd_match_open_cache(struct match *match) {
    struct kw_error error;
    if (tables_unwanted(match->call))
        return STATUS_OK;
    match->cache = kw_table_cache_open(NULL, 0, &error);
    for (size_t i = 0; i < match->runner.players; i++)
        match->spec[i].cache = match->cache;
    return match->cache != NULL ? STATUS_OK : call_fail(match->call, "%s", error.message);
}

static bool cmd_match_read_elo(const char *text, size_t length, double *elo) {
    int64_t millionths;
    if (!number_limit_read_signed(number_limit(LIMIT_SPRT_ELO), text, length, &millionths))
        return false;
    *elo = (double)millionths / 1e6;
    return true;
}

static enum status cmd_match_read_test(struct match *match) {
    struct match_runner *runner = &match->runner;
    const char *text = match->call->arguments.value[FLAG_SPRT];
    if (text == NULL)
        return STATUS_OK;
    size_t first = strcspn(text, ",");
    runner->tested =
        text[first] == ',' && cmd_match_read_elo(text, first, &runner->low) &&
        cmd_match_read_elo(text + first + 1, strlen(text + first + 1), &runner->high) &&
        runner->low < runner->high;
    if (!runner->tested)
        return call_misuse(match->call, "--sprt is two numbers of Elo, the lower first: 0,20");
    if (runner->players != 2)
        return call_misuse(match->call, "--sprt tests two players");
    return STATUS_OK;
}

/* How games begin and end. */
static enum status cmd_match_read_bounds(struct match *match) {
    struct call *call = match->call;
    struct match_runner *runner = &match->runner;
    const char *adjudicate = call->arguments.value[FLAG_ADJUDICATE];
    runner->opening = (unsigned)call_number(call, FLAG_OPENING, OPENING_USUAL);
    runner->longest = (unsigned)call_number(call, FLAG_PLIES, PLIES_USUAL);
    runner->by_proof = adjudicate != NULL;
    if (call->arguments.value[FLAG_OPENING] != NULL && call->arguments.value[FLAG_OPENINGS] != NULL)
        return call_misuse(call, "--opening and --openings exclude one another");
    if (adjudicate == NULL)
        return STATUS_OK;
    if (strcmp(adjudicate, "proven") != 0)
        return call_misuse(call, "--adjudicate is proven, not '%s'", adjudicate);
    for (size_t i = 0; i < runner->players; i++)
        if (match_player_reports(&match->spec[i]))
            return STATUS_OK;
    return call_misuse(call, "--adjudicate proven needs a player with engine=self and no level");
}

static enum status cmd_match_read(struct match *match) {
    struct call *call = match->call;
    struct match_runner *runner = &match->runner;
    uint64_t games = call_number(call, FLAG_GAMES, GAMES_USUAL);
    runner->pairs = games / 2;
    runner->threads = threads_read(call);
    runner->seed = call_number(call, FLAG_SEED, 1);
    match->every = call_number(call, FLAG_PROGRESS, 0);
    enum status status = cmd_match_read_players(match);
    if (status == STATUS_OK && games % 2 != 0)
        status = call_misuse(call, "-n is an even number: games come in pairs, sides exchanged");
    if (status == STATUS_OK)
        status = cmd_match_read_bounds(match);
    if (status == STATUS_OK)
        status = cmd_match_read_test(match);
    return status;
}

/* ---- openings ------------------------------------------------------------------------------- */

static enum status cmd_match_read_openings(struct match *match, const char *path, const char *text,
                                           size_t length) {
    const struct match_runner *runner = &match->runner;
    struct kw_error error;
    if (!openings_read(&match->openings, runner->game, runner->start, text, length, &error))
        return call_fail(match->call, "%s:%zu:%zu: %s", path, error.line, error.column,
                         error.message);
    if (match->openings.count < runner->pairs && !runner->grows)
        call_warn("%zu opening%s for %" PRIu64 " pairs: they are used in turn, so that games "
                  "may be alike",
                  match->openings.count, match->openings.count == 1 ? "" : "s", runner->pairs);
    return STATUS_OK;
}

/* Whether the match begins at the start of the game, as a built-in book does. */
static bool cmd_match_begins_at_start(const struct match_runner *runner) {
    struct kw_position start;
    kw_start(runner->game, &start);
    return memcmp(&start, runner->start, sizeof start) == 0;
}

/* Uses the built-in book of the game, if there is one, unless random openings are asked for. */
static enum status cmd_match_open_book(struct match *match) {
    struct match_runner *runner = &match->runner;
    const char *text =
        match->call->arguments.value[FLAG_OPENING] == NULL && cmd_match_begins_at_start(runner)
            ? book_built_in(runner->game, match->book)
            : NULL;
    if (text == NULL)
        return STATUS_OK;
    runner->openings = &match->openings;
    runner->openings_name = match->book;
    runner->grows = true;
    return cmd_match_read_openings(match, match->book, text, strlen(text));
}

static enum status cmd_match_open_openings(struct match *match) {
    const char *path = match->call->arguments.value[FLAG_OPENINGS];
    char *text, fault[KW_TEXT];
    size_t length;
    if (path == NULL || strcmp(path, "book") == 0) {
        enum status opened = cmd_match_open_book(match);
        if (opened == STATUS_OK && path != NULL && match->runner.openings == NULL)
            return call_fail(match->call, "%s has no built-in book",
                             kw_game_info(match->runner.game)->id);
        return opened;
    }
    if (strcmp(path, "none") == 0)
        return STATUS_OK;
    enum status status = file_read(path, INPUT_OPENINGS, &text, &length, fault)
                             ? cmd_match_read_openings(match, path, text, length)
                             : call_fail(match->call, "%s", fault);
    free(text);
    match->runner.openings = &match->openings;
    match->runner.openings_name = path;
    return status;
}

/* Says for how many pairs no balanced opening was found. */
static void cmd_match_report_unbalanced(const struct match_runner *runner) {
    if (runner->unbalanced > 0)
        call_warn("for %" PRIu64 " of %" PRIu64 " pairs there was no balanced opening among "
                  "%d random ones, searched with up to %" PRIu64 " positions: the least unbalanced "
                  "was played",
                  runner->unbalanced, runner->drawn, OPENING_TRIES,
                  match_runner_filter_nodes(runner));
}

/* ---- records -------------------------------------------------------------------------------- */

/* Notes on standard error how much of an incomplete end of the records is cut off. */
static void cmd_match_report_cut(const struct match *match,
                                 const struct match_resumption *resumption) {
    const char *path = match->log.path;
    size_t bytes = match->log.length - resumption->length;
    if (resumption->games > 0)
        call_warn("%s: its last pair is not whole: %zu bytes, in which %zu game%s begin%s, "
                  "are cut off and lost, and the pair is played again",
                  path, bytes, resumption->games, resumption->games == 1 ? "" : "s",
                  resumption->games == 1 ? "s" : "");
    else
        call_warn("%s: its last %zu bytes, which hold no game, are cut off", path, bytes);
}

/* Repairs the end of the records, with a note on standard error. */
static bool cmd_match_repair_records(struct match *match, const struct match_resumption *resumption,
                                     char fault[KW_TEXT]) {
    struct record_log *log = &match->log;
    const char *rest = resumption->notes.text;
    for (size_t left = resumption->notes.length; left > 0;) {
        size_t line = strcspn(rest, "\n") + 1;
        call_warn("%s: %.*s", log->path, (int)line - 1, rest);
        rest += line;
        left -= line;
    }
    if (resumption->length < log->length) {
        cmd_match_report_cut(match, resumption);
        if (!record_log_cut(log, resumption->length, fault))
            return false;
    }
    return resumption->newlines == 0 || record_log_append(log, "\n\n", resumption->newlines, fault);
}

static enum status cmd_match_resume(struct match *match) {
    char *text, fault[KW_TEXT];
    struct record_log *log = &match->log;
    struct match_resumption resumption = {0};
    enum status status = STATUS_OK;
    bool good = record_log_read(log, &text, fault);
    if (good && !match_resume(&match->runner, text, log->length, &resumption, fault))
        status = call_fail(match->call, "%s: %s", log->path, fault);
    else if (!good || !cmd_match_repair_records(match, &resumption, fault))
        status = call_fail(match->call, "%s", fault);
    output_free(&resumption.notes);
    free(text);
    return status;
}

static enum status cmd_match_open_records(struct match *match) {
    const char *path = match->call->arguments.value[FLAG_RECORDS];
    char fault[KW_TEXT];
    if (path == NULL)
        return STATUS_OK;
    match->runner.recorded = true;
    return record_log_open(&match->log, path, fault) ? cmd_match_resume(match)
                                                     : call_fail(match->call, "%s", fault);
}

/* ---- progress -------------------------------------------------------------------------------- */

/* Games that are over, those of earlier runs included. */
static uint64_t cmd_match_games_played(const struct match_runner *runner) {
    uint64_t pairs = 0;
    for (size_t i = 0; i < runner->pairings; i++)
        pairs += pairs_count(&runner->pairing[i].pairs);
    return 2 * pairs;
}

static uint64_t cmd_match_games_wanted(const struct match_runner *runner) {
    return 2 * runner->pairs * runner->pairings;
}

/* On a terminal the score of the pair's players is one line, which is overwritten. */
static void cmd_match_show_score(struct progress *progress, const struct match_runner *runner,
                                 const struct pairing *pairing) {
    struct string_builder line = {0};
    report_pairing(&line, runner, pairing);
    line.text[strcspn(line.text, "\n")] = '\0';
    progress_show(progress, "%" PRIu64 " of %" PRIu64 " games  %.*s",
                  cmd_match_games_played(runner), cmd_match_games_wanted(runner), SHOWN, line.text);
    output_free(&line);
}

/* With --progress, all scores after every so many games. */
static void cmd_match_list_scores(const struct match *match) {
    const struct match_runner *runner = &match->runner;
    uint64_t played = cmd_match_games_played(runner);
    struct string_builder lines = {0};
    if (match->every == 0 || played / match->every == (played - 2) / match->every)
        return;
    for (size_t i = 0; i < runner->pairings; i++) {
        output_format(&lines, "%" PRIu64 " of %" PRIu64 " games  ", played,
                      cmd_match_games_wanted(runner));
        report_pairing(&lines, runner, &runner->pairing[i]);
    }
    output_flush(&lines, stderr);
    output_free(&lines);
}

/* A pair has ended: its records are written at once, so that an interruption loses nothing. */
static bool cmd_match_pair_ended(void *context, const struct match_runner *runner,
                                 const struct pairing *pairing,
                                 const struct string_builder *records, struct kw_error *error) {
    struct match *match = context;
    if (runner->recorded &&
        !record_log_append(&match->log, records->text, records->length, error->message))
        return false;
    cmd_match_list_scores(match);
    if (match->every == 0)
        cmd_match_show_score(&match->progress, runner, pairing);
    return true;
}

static void cmd_match_forfeited(void *context, const char *sentence) {
    struct match *match = context;
    progress_wipe(&match->progress);
    call_warn("%s", sentence);
}

/* ---- the match ------------------------------------------------------------------------------ */

/* Plays the games that are missing, and prints the results. */
static enum status cmd_match_play_games(struct match *match) {
    struct match_runner *runner = &match->runner;
    struct call *call = match->call;
    interrupt_begin();
    bool played = match_runner_play(runner);
    call->signal = interrupt_end();
    progress_wipe(&match->progress);
    if (!played)
        return call_fail(call, "%s", runner->error.message);
    if (call->signal != 0)
        call_warn("the match was cut short after %" PRIu64 " of %" PRIu64 " games",
                  cmd_match_games_played(runner), cmd_match_games_wanted(runner));
    cmd_match_report_unbalanced(runner);
    report_match(&call->out, runner, call->arguments.value[FLAG_JSON] != NULL);
    return STATUS_OK;
}

static enum status cmd_match_play(struct match *match, const struct position_args *args) {
    struct match_runner *runner = &match->runner;
    runner->game = args->game;
    runner->start = kw_session_position(args->session);
    runner->narrow = adjudication_narrow_value(args->game);
    runner->ended = cmd_match_pair_ended;
    runner->forfeited = cmd_match_forfeited;
    runner->context = match;
    match_runner_open(runner);
    enum status status = cmd_match_open_openings(match);
    if (status == STATUS_OK)
        status = cmd_match_open_records(match);
    if (status == STATUS_OK)
        status = cmd_match_play_games(match);
    record_log_close(&match->log);
    match_runner_close(runner);
    openings_free(&match->openings);
    return status;
}

enum status match_run(struct call *call) {
    struct match match = {.call = call};
    struct position_args args = {0};
    enum status status = cmd_match_read(&match);
    if (status == STATUS_OK)
        status = cmd_match_open_cache(&match);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 1);
    if (status == STATUS_OK)
        status = cmd_match_play(&match, &args);
    position_args_close(&args);
    kw_table_cache_close(match.cache);
    free(match.spec);
    return status;
}
