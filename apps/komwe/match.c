/* The command match: players against each other, and what that says of their strength. */
#include "contest.h"
#include "input.h"
#include "json.h"
#include "pool.h"
#include "request.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_USUAL = 100,
    GAMES_MOST = 1000000,
    OPENING_USUAL = 6,
    OPENING_MOST = 100,
    LONGEST = 1000,        /* plies of a game */
    RECORDS_MOST = 1 << 30 /* bytes of a file of records to go on with */
};

struct match {
    struct call *call;
    struct contest contest;
    struct contestant_spec *spec;
    struct output records;
    FILE *file; /* the records, NULL: not wanted */
    bool told;  /* progress, on the terminal */
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

static enum status read_match(struct match *match) {
    struct call *call = match->call;
    struct contest *contest = &match->contest;
    uint64_t games = GAMES_USUAL, opening = OPENING_USUAL;
    enum status status = read_players(match);
    contest->seed = 1;
    if (status == STATUS_OK)
        status = call_number(call, FLAG_GAMES, "-n", 2, GAMES_MOST, &games);
    if (status == STATUS_OK && games % 2 != 0)
        status = call_misuse(call, "-n is an even number: games come in pairs, sides exchanged");
    if (status == STATUS_OK)
        status = call_number(call, FLAG_OPENING, "--opening", 0, OPENING_MOST, &opening);
    if (status == STATUS_OK)
        status = pool_size(call, &contest->threads);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, "--seed", 0, UINT64_MAX, &contest->seed);
    if (status == STATUS_OK)
        status = read_test(match);
    contest->pairs = games / 2;
    contest->opening = (unsigned)opening;
    contest->longest = LONGEST;
    return status;
}

/* How many victories a narrow win is, where the game says so. */
static unsigned narrow_worth(const struct kw_game *game) {
    char text[KW_TEXT];
    uint64_t worth = 1;
    for (size_t i = 0; i < kw_option_count(game); i++)
        if (strcmp(kw_option_at(game, i)->name, "narrow") == 0)
            read_number(kw_option_value(game, i, text), 10, &worth);
    return (unsigned)worth;
}

/* ---- records: those of before, those to come ---------------------------------------------- */

/* Reads "12.3.1" as three numbers from 0 on; false if it is no such text. */
static bool read_round(const char *text, size_t number[3]) {
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long long value = strtoull(text, &end, 10);
        if (*text < '1' || *text > '9' || *end != (i < 2 ? '.' : '\0'))
            return false;
        number[i] = (size_t)value - 1;
        text = end + (i < 2);
    }
    return true;
}

/* Where a record's round says that it belongs; false if nowhere in this match. */
static bool find_round(const struct contest *contest, const struct kw_record *record,
                       size_t *meeting, size_t *pair, unsigned *game) {
    const char *round = kw_record_header(record, "Round"), *south, *north;
    size_t number[3];
    if (round == NULL || !read_round(round, number) || number[0] >= contest->meetings ||
        number[1] >= contest->pairs || number[2] > 1)
        return false;
    *meeting = number[0];
    *pair = number[1];
    *game = (unsigned)number[2];
    const struct meeting *who = &contest->meeting[*meeting];
    south = kw_record_header(record, "South");
    north = kw_record_header(record, "North");
    return south != NULL && north != NULL &&
           strcmp(south, contest->spec[*game == 0 ? who->first : who->second].name) == 0 &&
           strcmp(north, contest->spec[*game == 0 ? who->second : who->first].name) == 0;
}

static void record_result(struct kw_record *record, struct kw_result *result) {
    const struct kw_session *session = kw_record_session(record);
    if (!kw_session_result(session, result))
        kw_repetition_result(kw_session_game(session), kw_session_position(session), result);
}

/* Counts the pairs that the file holds already. */
static enum status count_old(struct match *match, const char *text, size_t length) {
    struct contest *contest = &match->contest;
    struct kw_record_source source = {.text = text, .length = length};
    struct kw_error error;
    struct kw_record *record;
    struct outcome games[2];
    while ((record = kw_record_read(&source, &error)) != NULL) {
        size_t meeting, pair;
        unsigned game;
        struct kw_result result;
        bool fits = find_round(contest, record, &meeting, &pair, &game);
        if (fits) {
            record_result(record, &result);
            games[game] = outcome_of(&result, game == 0 ? KW_SOUTH : KW_NORTH);
            if (game == 1 && !contest->done[meeting * contest->pairs + pair]) {
                contest->done[meeting * contest->pairs + pair] = true;
                meeting_count(contest, &contest->meeting[meeting], games);
            }
        }
        kw_record_free(record);
        if (!fits)
            return call_fail(match->call, "the file of records holds games of another match");
    }
    if (error.code != KW_OK)
        return call_fail(match->call, "the file of records is damaged at line %zu: %s", error.line,
                         error.message);
    return STATUS_OK;
}

static enum status open_records(struct match *match) {
    const char *path = match->call->arguments.value[FLAG_RECORDS];
    char *text;
    size_t length;
    enum status status = STATUS_OK;
    if (path == NULL)
        return STATUS_OK;
    if (access(path, F_OK) == 0) {
        if (file_read(path, RECORDS_MOST, &text, &length) != FILE_READ)
            status = call_fail(match->call, "cannot read '%s': %s", path, strerror(errno));
        else
            status = count_old(match, text, length);
        free(text);
    }
    if (status == STATUS_OK && (match->file = fopen(path, "a")) == NULL)
        status = call_fail(match->call, "cannot write '%s': %s", path, strerror(errno));
    match->contest.records = &match->records;
    return status;
}

/* ---- what it comes to --------------------------------------------------------------------- */

static void write_meeting(struct output *out, const struct contest *contest,
                          const struct meeting *meeting) {
    struct elo elo = elo_of(&meeting->pairs);
    output_format(out, "%s - %s: +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  %.1f %%  Elo %+.0f",
                  contest->spec[meeting->first].name, contest->spec[meeting->second].name,
                  meeting->wins, meeting->draws, meeting->losses,
                  100 * pairs_score(&meeting->pairs), elo.value);
    output_format(out, " (%+.0f to %+.0f)", elo.low, elo.high);
    if (contest->narrow > 1)
        output_format(out, "  victories %" PRIu64 "-%" PRIu64, meeting->victories[0],
                      meeting->victories[1]);
    output_char(out, '\n');
    if (!contest->tested)
        return;
    output_format(out, "SPRT %g to %g Elo: ratio %.2f of %.2f, %s\n", contest->low, contest->high,
                  meeting->ratio, likelihood_bound(),
                  meeting->ratio >= likelihood_bound()    ? "passed"
                  : meeting->ratio <= -likelihood_bound() ? "failed"
                                                          : "undecided");
}

static json_t *json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_meeting(const struct contest *contest, const struct meeting *meeting) {
    struct elo elo = elo_of(&meeting->pairs);
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(pairs, json_integer((json_int_t)meeting->pairs.pair[i]));
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:o, s:f, s:o, s:o, s:o, s:I, s:I}", "first",
        contest->spec[meeting->first].name, "second", contest->spec[meeting->second].name, "wins",
        (json_int_t)meeting->wins, "draws", (json_int_t)meeting->draws, "losses",
        (json_int_t)meeting->losses, "pairs", pairs, "score", pairs_score(&meeting->pairs), "elo",
        json_number(elo.value), "elo_low", json_number(elo.low), "elo_high", json_number(elo.high),
        "victories_first", (json_int_t)meeting->victories[0], "victories_second",
        (json_int_t)meeting->victories[1]);
    if (contest->tested)
        json_object_set_new(object, "sprt_ratio", json_real(meeting->ratio));
    return object;
}

static void write_match(struct match *match) {
    const struct contest *contest = &match->contest;
    struct output *out = &match->call->out;
    if (match->call->arguments.value[FLAG_JSON] != NULL) {
        json_t *meetings = json_array();
        for (size_t i = 0; i < contest->meetings; i++)
            json_array_append_new(meetings, json_meeting(contest, &contest->meeting[i]));
        output_json(out, json_pack("{s:s, s:o}", "game", kw_game_info(contest->game)->id,
                                   "meetings", meetings));
        return;
    }
    for (size_t i = 0; i < contest->meetings; i++)
        write_meeting(out, contest, &contest->meeting[i]);
}

/* A pair has ended: its records are kept at once, so that nothing is lost if the match is cut. */
static void hear_end(void *context, const struct contest *contest, const struct meeting *meeting) {
    struct match *match = context;
    if (match->file != NULL)
        output_flush(&match->records, match->file);
    if (!match->told)
        return;
    struct output line = {0};
    uint64_t played = 0;
    for (size_t i = 0; i < contest->meetings; i++)
        played += pairs_count(&contest->meeting[i].pairs);
    write_meeting(&line, contest, meeting);
    line.text[strcspn(line.text, "\n")] = '\0';
    fprintf(stderr, "\r\033[K%" PRIu64 " of %" PRIu64 " games  %.*s", 2 * played,
            2 * contest->pairs * contest->meetings, 50, line.text);
    output_free(&line);
}

static enum status play_match(struct match *match, const struct request *request) {
    struct contest *contest = &match->contest;
    contest->game = request->game;
    contest->start = kw_session_position(request->session);
    contest->narrow = narrow_worth(request->game);
    contest->ended = hear_end;
    contest->context = match;
    match->told = isatty(STDERR_FILENO);
    contest_open(contest);
    enum status status = open_records(match);
    if (status == STATUS_OK && !contest_play(contest))
        status = call_fail(match->call, "%s", contest->error.message);
    if (match->told)
        fputs("\r\033[K", stderr);
    if (match->file != NULL && fclose(match->file) != 0 && status == STATUS_OK)
        status = call_fail(match->call, "cannot write the records: %s", strerror(errno));
    if (status == STATUS_OK)
        write_match(match);
    contest_close(contest);
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
    output_free(&match.records);
    free(match.spec);
    return status;
}
