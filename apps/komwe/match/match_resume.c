#define _GNU_SOURCE /* memmem */

#include "match/match_resume.h"

#include "io/error_text.h"
#include "match/match_headers.h"
#include "match/match_round.h"
#include "match/torn_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Where in the match a record belongs. */
struct resume_place {
    struct round round;
    size_t side[2];
};

/* Finds the place by the record's header Round. */
static bool resume_find_place(const struct match_runner *runner, const struct kw_record *record,
                              struct resume_place *place, char why[KW_TEXT]) {
    const char *text = kw_record_header(record, "Round");
    struct round *round = &place->round;
    if (text == NULL || !round_read(text, round))
        return error_text_write(why, "has no Round of a match");
    if (round->pairing >= runner->pairings)
        return error_text_write(why, "is of pairing %zu, and these players have only %zu",
                                round->pairing + 1, runner->pairings);
    if (round->pair >= runner->pairs)
        return error_text_write(why,
                                "is of pair %zu, and -n %" PRIu64 " is only %" PRIu64
                                " pair%s: use -n %zu or more",
                                round->pair + 1, 2 * runner->pairs, runner->pairs,
                                runner->pairs == 1 ? "" : "s", 2 * (round->pair + 1));
    pairing_sides(&runner->pairing[round->pairing], round->game, place->side);
    return true;
}

/* Whether the game of that place is between the players that the record names. */
static bool resume_check_names(const struct match_runner *runner, const struct kw_record *record,
                               const struct resume_place *place, char why[KW_TEXT]) {
    static const char *const header[2] = {"South", "North"};
    for (unsigned i = 0; i < 2; i++) {
        const char *name = kw_record_header(record, header[i]);
        const char *wanted = runner->spec[place->side[i]].name;
        if (name == NULL || strcmp(name, wanted) != 0)
            return error_text_write(why, "was played by '%.100s' as %s, not by '%s'",
                                    name != NULL ? name : "", header[i], wanted);
    }
    return true;
}

/* Whether a game begins with the moves of the opening, which may be NULL. */
static bool resume_begins_with(const struct kw_session *session, const struct opening *opening) {
    size_t moves = opening != NULL ? opening->moves : 0;
    if (moves > kw_session_plies(session))
        return false;
    for (size_t i = 0; i < moves; i++)
        if (kw_session_move(session, i) != opening->move[i])
            return false;
    return true;
}

/* Whether it is the same game from the same position. */
static bool resume_check_start(const struct match_runner *runner, const struct kw_session *session,
                               const struct resume_place *place, char why[KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    const char *id = kw_game_info(game)->id, *wanted = kw_game_info(runner->game)->id;
    char options[KW_TEXT], wanted_options[KW_TEXT];
    if (strcmp(id, wanted) != 0)
        return error_text_write(why, "is %s and not %s", id, wanted);
    if (strcmp(kw_game_options(game, options), kw_game_options(runner->game, wanted_options)) != 0)
        return error_text_write(why, "was played by other options of the rules");
    if (memcmp(kw_session_before(session, 0), match_runner_start(runner, place->round.pair),
               sizeof(struct kw_position)) != 0)
        return error_text_write(why, "begins with another position");
    return resume_begins_with(session, match_runner_opening(runner, place->round.pair)) ||
           error_text_write(why, "does not begin with the opening of its pair");
}

/* Whether the record is of a game of this match, and where. */
static bool resume_check_record(const struct match_runner *runner, struct kw_record *record,
                                struct resume_place *place, char why[KW_TEXT]) {
    return resume_find_place(runner, record, place, why) &&
           resume_check_names(runner, record, place, why) &&
           resume_check_start(runner, kw_record_session(record), place, why) &&
           match_headers_agree(record, runner, place->side, why);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A game of the text. */
struct resume_game {
    struct round round;
    size_t at; /* where it begins */
    enum kw_outcome outcome;
    enum adjudication_by by;
    bool narrow, counted;
};

struct resume_reader {
    struct match_runner *runner;
    const char *text;
    size_t length;
    struct kw_record_source source;
    struct resume_game *found;
    size_t count, capacity;
};

/* Where the next record begins: the empty line behind a record belongs to it. */
static size_t resume_at(const struct resume_reader *reader) {
    size_t at = reader->source.at;
    return at > 0 && at < reader->length && reader->text[at] == '\n' ? at + 1 : at;
}

static void resume_add(struct resume_reader *reader, const struct resume_game *found) {
    memory_reserve(&reader->found, reader->count, 1, &reader->capacity, sizeof *found);
    reader->found[reader->count++] = *found;
}

/* Takes in a record that begins at a place of the text; false with the reason why it cannot. */
static bool resume_take(struct resume_reader *reader, struct kw_record *record, size_t at,
                        char why[KW_TEXT]) {
    struct resume_place place = {.side = {0}};
    struct adjudication adjudication;
    if (!resume_check_record(reader->runner, record, &place, why))
        return false;
    if (!adjudication_by_record(&adjudication, record))
        return error_text_write(why, "has no result");
    resume_add(reader, &(struct resume_game){.round = place.round,
                                             .at = at,
                                             .outcome = adjudication.outcome,
                                             .by = adjudication.by,
                                             .narrow = adjudication.narrow});
    return true;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static size_t resume_pair_index(const struct resume_reader *reader,
                                const struct resume_game *found) {
    return found->round.pairing * reader->runner->pairs + found->round.pair;
}

static bool resume_pair_is_done(const struct resume_reader *reader,
                                const struct resume_game *found) {
    return reader->runner->done[resume_pair_index(reader, found)];
}

/* Counts two games of one pair, in either order. */
static void resume_count_pair(struct resume_reader *reader, struct resume_game *one,
                              struct resume_game *other) {
    struct match_runner *runner = reader->runner;
    struct resume_game *const both[2] = {one, other};
    struct adjudication game[2];
    for (unsigned i = 0; i < 2; i++) {
        both[i]->counted = true;
        game[both[i]->round.game] = (struct adjudication){
            .outcome = both[i]->outcome, .narrow = both[i]->narrow, .by = both[i]->by};
    }
    pairing_count(runner, &runner->pairing[one->round.pairing], game);
    runner->done[resume_pair_index(reader, one)] = true;
}

/* The pairs as a match writes them: a pair that was played again is not mixed with an old half. */
static void resume_count_neighbours(struct resume_reader *reader) {
    for (size_t i = 1; i < reader->count; i++) {
        struct resume_game *first = &reader->found[i - 1], *second = first + 1;
        if (first->round.game == 0 && second->round.game == 1 &&
            resume_pair_index(reader, first) == resume_pair_index(reader, second) &&
            !resume_pair_is_done(reader, first))
            resume_count_pair(reader, first, second);
    }
}

/* The pairs whose games are not neighbours, as in files that were merged or sorted. */
static void resume_count_apart(struct resume_reader *reader) {
    const struct match_runner *runner = reader->runner;
    /* For each pair, the number of the first game of it that waits for the other one; 0: none. */
    size_t *waits = memory_new(runner->pairings * runner->pairs + 1, sizeof *waits);
    for (size_t i = 0; i < reader->count; i++) {
        struct resume_game *found = &reader->found[i];
        size_t index = resume_pair_index(reader, found);
        if (runner->done[index])
            continue;
        if (waits[index] == 0)
            waits[index] = i + 1;
        else if (reader->found[waits[index] - 1].round.game != found->round.game)
            resume_count_pair(reader, &reader->found[waits[index] - 1], found);
    }
    free(waits);
}

/* Says which of the first games of the text are not counted. */
static void resume_note_pairs(const struct resume_reader *reader, size_t games,
                              struct string_builder *notes) {
    char text[KW_TEXT];
    for (size_t i = 0; i < games; i++) {
        const struct resume_game *found = &reader->found[i];
        if (!found->counted)
            output_format(notes, "game %zu (Round %s) is not counted: %s\n", i + 1,
                          round_write(&found->round, text),
                          resume_pair_is_done(reader, found)
                              ? "another game of that round is"
                              : "the other game of its pair is not in the file");
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool resume_is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\0' && strchr(" \t\r\n", text[i]) == NULL)
            return false;
    return true;
}

/* Whether a game is the first of a pair whose second is not in the text. */
static bool resume_is_half(const struct resume_reader *reader, size_t game) {
    const struct resume_game *found = &reader->found[game];
    return found->round.game == 0 && !resume_pair_is_done(reader, found);
}

/* Whether the last game is what a match leaves that was killed: one half, not several. */
static bool resume_ends_in_half(const struct resume_reader *reader) {
    size_t count = reader->count;
    return count > 0 && resume_is_half(reader, count - 1) &&
           (count == 1 || !resume_is_half(reader, count - 2));
}

/* What stays of the text: whole games, and what is blank behind them. */
static void resume_set_end(const struct resume_reader *reader, bool torn,
                           struct match_resumption *resumption) {
    size_t at = resume_at(reader);
    bool half = resume_ends_in_half(reader);
    resume_note_pairs(reader, reader->count - half, &resumption->notes);
    resumption->length = half ? reader->found[reader->count - 1].at : torn ? at : reader->length;
    resumption->games = half + (torn && !resume_is_blank(reader->text + at, reader->length - at));
    const char *end = reader->text + resumption->length;
    if (resumption->length > 0 && end[-1] != '\n')
        resumption->newlines = 2;
    else if (resumption->length > 1 && end[-2] != '\n')
        resumption->newlines = 1;
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* The number, from 1, of the line of a byte of the text. */
static size_t resume_line_at(const struct resume_reader *reader, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += reader->text[i] == '\n';
    return line;
}

/* Where the next line Game: begins behind a place of the text; its end if there is none. */
static size_t resume_next_game(const struct resume_reader *reader, size_t at) {
    static const char next[] = "\nGame: ";
    const char *found = memmem(reader->text + at, reader->length - at, next, sizeof next - 1);
    return found != NULL ? (size_t)(found + 1 - reader->text) : reader->length;
}

/* Names the damage; in a file of records, also how the match can be continued. */
static bool resume_refuse_damage(const struct resume_reader *reader, const struct kw_error *error,
                                 char fault[KW_TEXT]) {
    static const char game[] = "Game: ";
    size_t at = resume_at(reader), next = resume_next_game(reader, at);
    size_t number = reader->count + 1, first = resume_line_at(reader, at);
    bool records =
        reader->count > 0 || next < reader->length ||
        (reader->length >= sizeof game - 1 && memcmp(reader->text, game, sizeof game - 1) == 0);
    if (!records)
        return error_text_write(fault,
                                "game %zu is damaged at line %zu: %.250s; nothing was changed",
                                number, error->line, error->message);
    return error_text_write(
        fault,
        "game %zu is damaged at line %zu: %.250s; nothing was changed: take that game, "
        "lines %zu to %zu, out of the file and run the command again; its pair is then "
        "played again",
        number, error->line, error->message, first,
        resume_line_at(reader, next > at ? next - 1 : at));
}

/* Whether what no record can be read from is a torn end; else names the fault. */
static bool resume_check_end(const struct resume_reader *reader, const struct kw_error *error,
                             char fault[KW_TEXT]) {
    size_t at = resume_at(reader);
    if (error->code == KW_NO_MEMORY)
        return error_text_write(fault, "%s", error->message);
    return torn_record_is_ours(reader->runner, reader->text + at, reader->length - at) ||
           resume_refuse_damage(reader, error, fault);
}

static bool resume_end(struct resume_reader *reader, const struct kw_error *error,
                       struct match_resumption *resumption, char fault[KW_TEXT]) {
    bool torn = error->code != KW_OK;
    if (torn && !resume_check_end(reader, error, fault))
        return false;
    resume_count_neighbours(reader);
    resume_count_apart(reader);
    resume_set_end(reader, torn, resumption);
    return true;
}

bool match_resume(struct match_runner *runner, const char *text, size_t length,
                  struct match_resumption *resumption, char fault[KW_TEXT]) {
    *resumption = (struct match_resumption){0};
    struct resume_reader reader = {.runner = runner,
                                   .text = text,
                                   .length = length,
                                   .source = {.text = text, .length = length}};
    struct kw_error error;
    struct kw_record *record;
    size_t at = 0;
    bool good = true;
    while (good && (record = kw_record_read(&reader.source, &error)) != NULL) {
        char why[KW_TEXT];
        good = resume_take(&reader, record, at, why) ||
               error_text_write(fault, "game %zu %.400s", reader.count + 1, why);
        kw_record_free(record);
        at = resume_at(&reader);
    }
    good = good && resume_end(&reader, &error, resumption, fault);
    free(reader.found);
    return good;
}
