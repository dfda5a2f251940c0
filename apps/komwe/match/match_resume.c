#define _GNU_SOURCE /* memmem */

#include "match/match_resume.h"

#include "cli/error_text.h"
#include "match/match_headers.h"
#include "match/match_round.h"
#include "match/torn_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where in the match a record belongs. */
struct place {
    struct round round;
    size_t side[2];
};

/* Finds the place by what the record says of its round. */
static bool find_place(const struct contest *contest, const struct kw_record *record,
                       struct place *place, char why[KW_TEXT]) {
    const char *text = kw_record_header(record, "Round");
    struct round *round = &place->round;
    if (text == NULL || !round_read(text, round))
        return refuse(why, "has no Round of a match");
    if (round->meeting >= contest->meetings)
        return refuse(why, "is of meeting %zu, and these players have only %zu", round->meeting + 1,
                      contest->meetings);
    if (round->pair >= contest->pairs)
        return refuse(why,
                      "is of pair %zu, and -n %" PRIu64 " is only %" PRIu64
                      " pair%s: use -n %zu or more",
                      round->pair + 1, 2 * contest->pairs, contest->pairs,
                      contest->pairs == 1 ? "" : "s", 2 * (round->pair + 1));
    meeting_sides(&contest->meeting[round->meeting], round->game, place->side);
    return true;
}

/* Whether the game of that place is between the players that the record names. */
static bool check_names(const struct contest *contest, const struct kw_record *record,
                        const struct place *place, char why[KW_TEXT]) {
    static const char *const header[2] = {"South", "North"};
    for (unsigned i = 0; i < 2; i++) {
        const char *name = kw_record_header(record, header[i]);
        const char *wanted = contest->spec[place->side[i]].name;
        if (name == NULL || strcmp(name, wanted) != 0)
            return refuse(why, "was played by '%.100s' as %s, not by '%s'",
                          name != NULL ? name : "", header[i], wanted);
    }
    return true;
}

/* Whether a game begins with the moves of the opening, which may be NULL. */
static bool begins_so(const struct kw_session *session, const struct opening *opening) {
    size_t moves = opening != NULL ? opening->moves : 0;
    if (moves > kw_session_plies(session))
        return false;
    for (size_t i = 0; i < moves; i++)
        if (kw_session_move(session, i) != opening->move[i])
            return false;
    return true;
}

/* Whether it is the same game from the same position. */
static bool check_start(const struct contest *contest, const struct kw_session *session,
                        const struct place *place, char why[KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    const char *id = kw_game_info(game)->id, *wanted = kw_game_info(contest->game)->id;
    char options[KW_TEXT], wanted_options[KW_TEXT];
    if (strcmp(id, wanted) != 0)
        return refuse(why, "is %s and not %s", id, wanted);
    if (strcmp(kw_game_options(game, options), kw_game_options(contest->game, wanted_options)) != 0)
        return refuse(why, "was played by other options of the rules");
    if (memcmp(kw_session_before(session, 0), contest_start(contest, place->round.pair),
               sizeof(struct kw_position)) != 0)
        return refuse(why, "begins with another position");
    return begins_so(session, contest_opening(contest, place->round.pair)) ||
           refuse(why, "does not begin with the opening of its pair");
}

/* Whether the record is of a game of this match, and where. */
static bool match_record(const struct contest *contest, struct kw_record *record,
                         struct place *place, char why[KW_TEXT]) {
    return find_place(contest, record, place, why) && check_names(contest, record, place, why) &&
           check_start(contest, kw_record_session(record), place, why) &&
           conditions_hold(record, contest, place->side, why);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A game of the text. */
struct found {
    struct round round;
    size_t at; /* where it begins */
    enum kw_outcome outcome;
    enum verdict_by by;
    bool narrow, counted;
};

struct reading {
    struct contest *contest;
    const char *text;
    size_t length;
    struct kw_record_source source;
    struct found *found;
    size_t count, capacity;
};

/* Where the next record begins: the empty line behind a record belongs to it. */
static size_t reading_at(const struct reading *reading) {
    size_t at = reading->source.at;
    return at > 0 && at < reading->length && reading->text[at] == '\n' ? at + 1 : at;
}

static void reading_add(struct reading *reading, const struct found *found) {
    if (reading->count == reading->capacity) {
        reading->capacity = 2 * reading->capacity + 64;
        reading->found = realloc(reading->found, reading->capacity * sizeof *found);
        memory_check(reading->found);
    }
    reading->found[reading->count++] = *found;
}

/* Takes in a record that begins at a place of the text; false with the reason why it cannot. */
static bool reading_take(struct reading *reading, struct kw_record *record, size_t at,
                         char why[KW_TEXT]) {
    struct place place = {.side = {0}};
    struct verdict verdict;
    if (!match_record(reading->contest, record, &place, why))
        return false;
    if (!verdict_by_record(&verdict, record))
        return refuse(why, "has no result");
    reading_add(reading, &(struct found){.round = place.round,
                                         .at = at,
                                         .outcome = verdict.outcome,
                                         .by = verdict.by,
                                         .narrow = verdict.narrow});
    return true;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static size_t pair_index(const struct reading *reading, const struct found *found) {
    return found->round.meeting * reading->contest->pairs + found->round.pair;
}

static bool pair_is_done(const struct reading *reading, const struct found *found) {
    return reading->contest->done[pair_index(reading, found)];
}

/* Counts two games of one pair, in either order. */
static void pair_count(struct reading *reading, struct found *one, struct found *other) {
    struct contest *contest = reading->contest;
    struct found *const both[2] = {one, other};
    struct verdict game[2];
    for (unsigned i = 0; i < 2; i++) {
        both[i]->counted = true;
        game[both[i]->round.game] = (struct verdict){
            .outcome = both[i]->outcome, .narrow = both[i]->narrow, .by = both[i]->by};
    }
    meeting_count(contest, &contest->meeting[one->round.meeting], game);
    contest->done[pair_index(reading, one)] = true;
}

/* The pairs as a match writes them: a pair that was played again is not mixed with an old half. */
static void pairs_of_neighbours(struct reading *reading) {
    for (size_t i = 1; i < reading->count; i++) {
        struct found *first = &reading->found[i - 1], *second = first + 1;
        if (first->round.game == 0 && second->round.game == 1 &&
            pair_index(reading, first) == pair_index(reading, second) &&
            !pair_is_done(reading, first))
            pair_count(reading, first, second);
    }
}

/* The pairs whose games stand apart, as in files that were merged or sorted. */
static void pairs_apart(struct reading *reading) {
    const struct contest *contest = reading->contest;
    /* For each pair, the number of the first game of it that waits for the other one; 0: none. */
    size_t *waits = memory_new(contest->meetings * contest->pairs + 1, sizeof *waits);
    for (size_t i = 0; i < reading->count; i++) {
        struct found *found = &reading->found[i];
        size_t index = pair_index(reading, found);
        if (contest->done[index])
            continue;
        if (waits[index] == 0)
            waits[index] = i + 1;
        else if (reading->found[waits[index] - 1].round.game != found->round.game)
            pair_count(reading, &reading->found[waits[index] - 1], found);
    }
    free(waits);
}

/* Says which of the first games of the text are not counted. */
static void pairs_note(const struct reading *reading, size_t games, struct output *notes) {
    char text[KW_TEXT];
    for (size_t i = 0; i < games; i++) {
        const struct found *found = &reading->found[i];
        if (!found->counted)
            output_format(notes, "game %zu (Round %s) is not counted: %s\n", i + 1,
                          round_write(&found->round, text),
                          pair_is_done(reading, found)
                              ? "another game of that round is"
                              : "the other game of its pair is not in the file");
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool is_zero_or_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\0' && strchr(" \t\r\n", text[i]) == NULL)
            return false;
    return true;
}

/* Whether a game is the first of a pair whose second is not in the text. */
static bool is_half(const struct reading *reading, size_t game) {
    const struct found *found = &reading->found[game];
    return found->round.game == 0 && !pair_is_done(reading, found);
}

/* Whether the last game is what a match leaves that was killed: one half, not several. */
static bool ends_in_half(const struct reading *reading) {
    size_t count = reading->count;
    return count > 0 && is_half(reading, count - 1) && (count == 1 || !is_half(reading, count - 2));
}

/* What stays of the text: whole games, and what is blank behind them. */
static void end_reading(const struct reading *reading, bool torn, struct resumption *resumption) {
    size_t at = reading_at(reading);
    bool half = ends_in_half(reading);
    pairs_note(reading, reading->count - half, &resumption->notes);
    resumption->length = half ? reading->found[reading->count - 1].at : torn ? at : reading->length;
    resumption->games =
        half + (torn && !is_zero_or_blank(reading->text + at, reading->length - at));
    const char *end = reading->text + resumption->length;
    if (resumption->length > 0 && end[-1] != '\n')
        resumption->newlines = 2;
    else if (resumption->length > 1 && end[-2] != '\n')
        resumption->newlines = 1;
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* The number of the line, from 1, in which a byte of the text stands. */
static size_t line_at(const struct reading *reading, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += reading->text[i] == '\n';
    return line;
}

/* Where the next line Game: begins behind a place of the text; its end if there is none. */
static size_t next_game(const struct reading *reading, size_t at) {
    static const char next[] = "\nGame: ";
    const char *found = memmem(reading->text + at, reading->length - at, next, sizeof next - 1);
    return found != NULL ? (size_t)(found + 1 - reading->text) : reading->length;
}

/* Names the damage; in a file of records, says also how the match can be continued. */
static bool refuse_damage(const struct reading *reading, const struct kw_error *error,
                          char fault[KW_TEXT]) {
    static const char game[] = "Game: ";
    size_t at = reading_at(reading), next = next_game(reading, at);
    size_t number = reading->count + 1, first = line_at(reading, at);
    bool records =
        reading->count > 0 || next < reading->length ||
        (reading->length >= sizeof game - 1 && memcmp(reading->text, game, sizeof game - 1) == 0);
    if (!records)
        return refuse(fault, "game %zu is damaged at line %zu: %.250s; nothing was changed", number,
                      error->line, error->message);
    return refuse(fault,
                  "game %zu is damaged at line %zu: %.250s; nothing was changed: take that game, "
                  "lines %zu to %zu, out of the file and run the command again; its pair is then "
                  "played again",
                  number, error->line, error->message, first,
                  line_at(reading, next > at ? next - 1 : at));
}

/* Whether what no record can be read from is a torn end; else names the fault. */
static bool check_end(const struct reading *reading, const struct kw_error *error,
                      char fault[KW_TEXT]) {
    size_t at = reading_at(reading);
    if (error->code == KW_NO_MEMORY)
        return refuse(fault, "%s", error->message);
    return torn_record_is_ours(reading->contest, reading->text + at, reading->length - at) ||
           refuse_damage(reading, error, fault);
}

static bool reading_end(struct reading *reading, const struct kw_error *error,
                        struct resumption *resumption, char fault[KW_TEXT]) {
    bool torn = error->code != KW_OK;
    if (torn && !check_end(reading, error, fault))
        return false;
    pairs_of_neighbours(reading);
    pairs_apart(reading);
    end_reading(reading, torn, resumption);
    return true;
}

bool contest_resume(struct contest *contest, const char *text, size_t length,
                    struct resumption *resumption, char fault[KW_TEXT]) {
    *resumption = (struct resumption){0};
    struct reading reading = {.contest = contest,
                              .text = text,
                              .length = length,
                              .source = {.text = text, .length = length}};
    struct kw_error error;
    struct kw_record *record;
    size_t at = 0;
    bool good = true;
    while (good && (record = kw_record_read(&reading.source, &error)) != NULL) {
        char why[KW_TEXT];
        good = reading_take(&reading, record, at, why) ||
               refuse(fault, "game %zu %.400s", reading.count + 1, why);
        kw_record_free(record);
        at = reading_at(&reading);
    }
    good = good && reading_end(&reading, &error, resumption, fault);
    free(reading.found);
    return good;
}
