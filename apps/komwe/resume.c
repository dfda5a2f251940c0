#include "resume.h"

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

/* Counts a record of the file, if it ends a pair; the reason why it cannot be there, or NULL. */
static const char *count_record(struct contest *contest, struct kw_record *record,
                                struct half *half) {
    size_t meeting, pair;
    unsigned game;
    if (!find_round(contest, record, &meeting, &pair, &game))
        return "is of another match";
    if (!record_verdict(record, &half->games[game]))
        return "has no result";
    size_t number = meeting * contest->pairs + pair + 1;
    if (game == 1 && half->number != number)
        return "is the second of a pair without the first";
    half->number = game == 0 ? number : 0;
    if (game == 1 && !contest->done[number - 1]) {
        contest->done[number - 1] = true;
        meeting_count(contest, &contest->meeting[meeting], half->games);
    }
    return NULL;
}

bool contest_resume(struct contest *contest, const char *text, size_t length, char fault[KW_TEXT]) {
    struct kw_record_source source = {.text = text, .length = length};
    struct half half = {.number = 0};
    struct kw_error error;
    struct kw_record *record;
    for (size_t count = 1; (record = kw_record_read(&source, &error)) != NULL; count++) {
        const char *why = count_record(contest, record, &half);
        kw_record_free(record);
        if (why != NULL) {
            snprintf(fault, KW_TEXT, "game %zu in the file of records %s", count, why);
            return false;
        }
    }
    if (error.code != KW_OK)
        snprintf(fault, KW_TEXT, "the file of records is damaged at line %zu: %.400s", error.line,
                 error.message);
    return error.code == KW_OK;
}
