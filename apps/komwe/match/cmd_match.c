/* The command match: players against each other, and what that says of their strength. */
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/pool.h"
#include "cli/position_args.h"
#include "cli/progress.h"
#include "files/record_log.h"
#include "match/match_report.h"
#include "match/match_resume.h"
#include "match/match_runner.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_USUAL = 100,
    GAMES_MOST = 1000000,
    OPENING_USUAL = 6,
    OPENING_MOST = 100,
    PLIES_USUAL = 1000,
    PLIES_MOST = 100000,
    SHOWN = 50,              /* columns of a score on a terminal */
    OPENINGS_MOST = 16 << 20 /* bytes of a file of openings */
};

struct match {
    struct call *call;
    struct contest contest;
    struct contestant_spec *spec;
    struct openings openings;
    struct record_log log; /* of the records, if they are wanted */
    struct progress progress;
    uint64_t every; /* so many games it is told, 0: never */
};

/* ---- what is asked ------------------------------------------------------------------------ */

static enum status read_players(struct match *match) {
    const struct arguments *arguments = &match->call->arguments;
    char fault[KW_TEXT];
    if (arguments->players < 2)
        return call_misuse(match->call, "a match needs two players at least, each a --player");
    match->spec = memory_new(arguments->players, sizeof *match->spec);
    for (size_t i = 0; i < arguments->players; i++) {
        if (!contestant_read(arguments->player[i], &match->spec[i], fault))
            return call_misuse(match->call, "player %zu: %s", i + 1, fault);
        for (size_t k = 0; k < i; k++)
            if (strcmp(match->spec[i].name, match->spec[k].name) == 0)
                return call_misuse(match->call,
                                   "two players are called '%s': give name=", match->spec[i].name);
    }
    match->contest.spec = match->spec;
    match->contest.players = arguments->players;
    return STATUS_OK;
}

static bool read_elo(const char *text, char **end, double *elo) {
    *elo = strtod(text, end);
    return *end != text && fabs(*elo) <= 1000;
}

static enum status read_test(struct match *match) {
    struct contest *contest = &match->contest;
    const char *text = match->call->arguments.value[FLAG_SPRT];
    char *end;
    if (text == NULL)
        return STATUS_OK;
    contest->tested = read_elo(text, &end, &contest->low) && *end == ',' &&
                      read_elo(end + 1, &end, &contest->high) && *end == '\0' &&
                      contest->low < contest->high;
    if (!contest->tested)
        return call_misuse(match->call, "--sprt is two numbers of Elo, the lower first: 0,20");
    if (contest->players != 2)
        return call_misuse(match->call, "--sprt tests two players");
    return STATUS_OK;
}

/* How games begin and end. */
static enum status read_bounds(struct match *match) {
    struct call *call = match->call;
    struct contest *contest = &match->contest;
    uint64_t opening = OPENING_USUAL, plies = PLIES_USUAL;
    const char *adjudicate = call->arguments.value[FLAG_ADJUDICATE];
    enum status status = call_number(call, FLAG_OPENING, "--opening", 0, OPENING_MOST, &opening);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_PLIES, "--plies", 1, PLIES_MOST, &plies);
    contest->opening = (unsigned)opening;
    contest->longest = (unsigned)plies;
    contest->by_proof = adjudicate != NULL;
    if (status != STATUS_OK)
        return status;
    if (call->arguments.value[FLAG_OPENING] != NULL && call->arguments.value[FLAG_OPENINGS] != NULL)
        return call_misuse(call, "--opening and --openings exclude one another");
    if (adjudicate == NULL)
        return STATUS_OK;
    if (strcmp(adjudicate, "proven") != 0)
        return call_misuse(call, "--adjudicate is proven, not '%s'", adjudicate);
    for (size_t i = 0; i < contest->players; i++)
        if (contestant_tells(&match->spec[i]))
            return STATUS_OK;
    return call_misuse(call, "--adjudicate proven needs a player with engine=self and no level");
}

static enum status read_match(struct match *match) {
    struct call *call = match->call;
    struct contest *contest = &match->contest;
    uint64_t games = GAMES_USUAL;
    enum status status = read_players(match);
    contest->seed = 1;
    if (status == STATUS_OK)
        status = call_number(call, FLAG_GAMES, "-n", 2, GAMES_MOST, &games);
    if (status == STATUS_OK && games % 2 != 0)
        status = call_misuse(call, "-n is an even number: games come in pairs, sides exchanged");
    if (status == STATUS_OK)
        status = read_bounds(match);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_PROGRESS, "--progress", 1, GAMES_MOST, &match->every);
    if (status == STATUS_OK)
        status = pool_size(call, &contest->threads);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, "--seed", 0, UINT64_MAX, &contest->seed);
    if (status == STATUS_OK)
        status = read_test(match);
    contest->pairs = games / 2;
    return status;
}

/* ---- openings ------------------------------------------------------------------------------- */

static enum status read_openings(struct match *match, const char *path, const char *text,
                                 size_t length) {
    const struct contest *contest = &match->contest;
    struct kw_error error;
    if (!openings_read(&match->openings, contest->game, contest->start, text, length, &error))
        return call_fail(match->call, "%s:%zu:%zu: %s", path, error.line, error.column,
                         error.message);
    if (match->openings.count < contest->pairs)
        fprintf(stderr,
                "komwe: %zu opening%s for %" PRIu64 " pairs: they are used in turn, so that games "
                "may be alike\n",
                match->openings.count, match->openings.count == 1 ? "" : "s", contest->pairs);
    return STATUS_OK;
}

static enum status open_openings(struct match *match) {
    const char *path = match->call->arguments.value[FLAG_OPENINGS];
    char *text, fault[KW_TEXT];
    size_t length;
    if (path == NULL)
        return STATUS_OK;
    enum status status = file_read(path, OPENINGS_MOST, &text, &length, fault)
                             ? read_openings(match, path, text, length)
                             : call_fail(match->call, "%s", fault);
    free(text);
    match->contest.openings = &match->openings;
    match->contest.openings_name = path;
    return status;
}

/* ---- records -------------------------------------------------------------------------------- */

/* Says what the match does with an end of the records that is not whole. */
static void tell_cut(const struct match *match, const struct resumption *resumption) {
    const char *path = match->log.path;
    size_t bytes = match->log.length - resumption->length;
    if (resumption->games > 0)
        fprintf(stderr,
                "komwe: %s: its last pair is not whole: %zu bytes, in which %zu game%s begin%s, "
                "are cut off and lost, and the pair is played again\n",
                path, bytes, resumption->games, resumption->games == 1 ? "" : "s",
                resumption->games == 1 ? "s" : "");
    else
        fprintf(stderr, "komwe: %s: its last %zu bytes, which hold no game, are cut off\n", path,
                bytes);
}

/* Repairs the end of the records, and says so. */
static bool repair_records(struct match *match, const struct resumption *resumption,
                           char fault[KW_TEXT]) {
    struct record_log *log = &match->log;
    const char *rest = resumption->notes.text;
    for (size_t left = resumption->notes.length; left > 0;) {
        size_t line = strcspn(rest, "\n") + 1;
        fprintf(stderr, "komwe: %s: %.*s", log->path, (int)line, rest);
        rest += line;
        left -= line;
    }
    if (resumption->length < log->length) {
        tell_cut(match, resumption);
        if (!record_log_cut(log, resumption->length, fault))
            return false;
    }
    return resumption->newlines == 0 || record_log_append(log, "\n\n", resumption->newlines, fault);
}

static enum status resume_match(struct match *match) {
    char *text, fault[KW_TEXT];
    struct record_log *log = &match->log;
    struct resumption resumption = {0};
    enum status status = STATUS_OK;
    bool good = record_log_read(log, &text, fault);
    if (good && !contest_resume(&match->contest, text, log->length, &resumption, fault))
        status = call_fail(match->call, "%s: %s", log->path, fault);
    else if (!good || !repair_records(match, &resumption, fault))
        status = call_fail(match->call, "%s", fault);
    output_free(&resumption.notes);
    free(text);
    return status;
}

static enum status open_records(struct match *match) {
    const char *path = match->call->arguments.value[FLAG_RECORDS];
    char fault[KW_TEXT];
    if (path == NULL)
        return STATUS_OK;
    match->contest.recorded = true;
    return record_log_open(&match->log, path, fault) ? resume_match(match)
                                                     : call_fail(match->call, "%s", fault);
}

/* ---- on the way ----------------------------------------------------------------------------- */

/* Games that are over, those of before among them. */
static uint64_t games_played(const struct contest *contest) {
    uint64_t pairs = 0;
    for (size_t i = 0; i < contest->meetings; i++)
        pairs += pairs_count(&contest->meeting[i].pairs);
    return 2 * pairs;
}

static uint64_t games_wanted(const struct contest *contest) {
    return 2 * contest->pairs * contest->meetings;
}

/* On a terminal the score of the pair's players stands in one line, which is written over. */
static void show_score(struct progress *progress, const struct contest *contest,
                       const struct meeting *meeting) {
    struct output line = {0};
    report_meeting(&line, contest, meeting);
    line.text[strcspn(line.text, "\n")] = '\0';
    progress_show(progress, "%" PRIu64 " of %" PRIu64 " games  %.*s", games_played(contest),
                  games_wanted(contest), SHOWN, line.text);
    output_free(&line);
}

/* Elsewhere, the scores of all every so many games, if that is asked for. */
static void list_scores(const struct match *match) {
    const struct contest *contest = &match->contest;
    uint64_t played = games_played(contest);
    struct output lines = {0};
    if (match->every == 0 || played / match->every == (played - 2) / match->every)
        return;
    for (size_t i = 0; i < contest->meetings; i++) {
        output_format(&lines, "%" PRIu64 " of %" PRIu64 " games  ", played, games_wanted(contest));
        report_meeting(&lines, contest, &contest->meeting[i]);
    }
    output_flush(&lines, stderr);
    output_free(&lines);
}

/* A pair has ended: its records are kept at once, so that nothing is lost if the match is cut. */
static bool hear_end(void *context, const struct contest *contest, const struct meeting *meeting,
                     const struct output *records, struct kw_error *error) {
    struct match *match = context;
    if (contest->recorded &&
        !record_log_append(&match->log, records->text, records->length, error->message))
        return false;
    list_scores(match);
    if (match->every == 0)
        show_score(&match->progress, contest, meeting);
    return true;
}

static void hear_forfeit(void *context, const char *sentence) {
    struct match *match = context;
    progress_wipe(&match->progress);
    fprintf(stderr, "komwe: %s\n", sentence);
}

/* ---- the match ------------------------------------------------------------------------------ */

/* Plays what is left to be played, and prints what it has come to. */
static enum status play_games(struct match *match) {
    struct contest *contest = &match->contest;
    struct call *call = match->call;
    enum status status = STATUS_OK;
    interrupt_begin();
    bool played = contest_play(contest);
    interrupt_end();
    progress_wipe(&match->progress);
    if (!played)
        status = call_fail(call, "%s", contest->error.message);
    call->signal = interrupted();
    if (status != STATUS_OK)
        return status;
    if (call->signal != 0)
        fprintf(stderr, "komwe: the match was cut short after %" PRIu64 " of %" PRIu64 " games\n",
                games_played(contest), games_wanted(contest));
    report_match(&call->out, contest, call->arguments.value[FLAG_JSON] != NULL);
    return STATUS_OK;
}

static enum status play_match(struct match *match, const struct request *request) {
    struct contest *contest = &match->contest;
    contest->game = request->game;
    contest->start = kw_session_position(request->session);
    contest->narrow = verdict_narrow_worth(request->game);
    contest->ended = hear_end;
    contest->forfeited = hear_forfeit;
    contest->context = match;
    contest_open(contest);
    enum status status = open_openings(match);
    if (status == STATUS_OK)
        status = open_records(match);
    if (status == STATUS_OK)
        status = play_games(match);
    record_log_close(&match->log);
    contest_close(contest);
    openings_free(&match->openings);
    return status;
}

enum status match_run(struct call *call) {
    struct match match = {.call = call};
    struct request request = {0};
    enum status status = read_match(&match);
    if (status == STATUS_OK)
        status = request_open(call, &request, call->arguments.operand[0], 1);
    if (status == STATUS_OK)
        status = request_replay(call, &request);
    if (status == STATUS_OK)
        status = play_match(&match, &request);
    request_close(&request);
    free(match.spec);
    return status;
}
