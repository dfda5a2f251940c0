#include "resume.h"

#include "conditions.h"
#include "refuse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Where in the match a record belongs. */
struct place {
    size_t meeting, pair;
    unsigned game;
    size_t side[2];
};

/* Finds the place by what the record says of its round. */
static bool find_place(const struct contest *contest, const struct kw_record *record,
                       struct place *place, char why[KW_TEXT]) {
    const char *round = kw_record_header(record, "Round");
    size_t number[3];
    if (round == NULL || !read_round(round, number) || number[2] > 1)
        return refuse(why, "has no Round of a match");
    if (number[0] >= contest->meetings)
        return refuse(why, "is of meeting %zu, and these players have only %zu", number[0] + 1,
                      contest->meetings);
    if (number[1] >= contest->pairs)
        return refuse(why, "is of pair %zu, and -n %" PRIu64 " is only %" PRIu64 " pair%s",
                      number[1] + 1, 2 * contest->pairs, contest->pairs,
                      contest->pairs == 1 ? "" : "s");
    *place = (struct place){.meeting = number[0], .pair = number[1], .game = (unsigned)number[2]};
    meeting_sides(&contest->meeting[place->meeting], place->game, place->side);
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
    if (memcmp(kw_session_before(session, 0), contest_start(contest, place->pair),
               sizeof(struct kw_position)) != 0)
        return refuse(why, "begins with another position");
    return begins_so(session, contest_opening(contest, place->pair)) ||
           refuse(why, "does not begin with the opening of its pair");
}

/* What a record came to; false if it does not say. */
static bool record_verdict(struct kw_record *record, struct verdict *verdict) {
    const char *text = kw_record_header(record, "Adjudicated");
    return verdict_by_rules(verdict, kw_record_session(record)) ||
           (text != NULL && verdict_read(verdict, text));
}

/* The first game of a pair, while its second is to come. */
struct half {
    struct verdict games[2];
    size_t number; /* of the pair among all, from 1; 0: none */
};

/* Whether the record is of a game of this match, and where. */
static bool match_record(const struct contest *contest, struct kw_record *record,
                         struct place *place, char why[KW_TEXT]) {
    return find_place(contest, record, place, why) && check_names(contest, record, place, why) &&
           check_start(contest, kw_record_session(record), place, why) &&
           conditions_hold(record, contest, place->side, why);
}

/* Counts a record of the file, if it ends a pair; false with the reason why it cannot be there. */
static bool count_record(struct contest *contest, struct kw_record *record, struct half *half,
                         char why[KW_TEXT]) {
    struct place place = {0};
    if (!match_record(contest, record, &place, why))
        return false;
    if (!record_verdict(record, &half->games[place.game]))
        return refuse(why, "has no result");
    size_t number = place.meeting * contest->pairs + place.pair + 1;
    if (place.game == 1 && half->number != number)
        return refuse(why, "is the second of a pair without the first");
    half->number = place.game == 0 ? number : 0;
    if (place.game == 1 && !contest->done[number - 1]) {
        contest->done[number - 1] = true;
        meeting_count(contest, &contest->meeting[place.meeting], half->games);
    }
    return true;
}

bool contest_resume(struct contest *contest, const char *text, size_t length, char fault[KW_TEXT]) {
    struct kw_record_source source = {.text = text, .length = length};
    struct half half = {.number = 0};
    struct kw_error error;
    struct kw_record *record;
    for (size_t count = 1; (record = kw_record_read(&source, &error)) != NULL; count++) {
        char why[KW_TEXT];
        bool good = count_record(contest, record, &half, why);
        kw_record_free(record);
        if (!good)
            return refuse(fault, "game %zu %.400s", count, why);
    }
    if (error.code == KW_NO_MEMORY)
        return refuse(fault, "%s", error.message);
    return error.code == KW_OK ||
           refuse(fault,
                  "damaged at line %zu: %.300s: take that game out by hand, and the match goes on",
                  error.line, error.message);
}
