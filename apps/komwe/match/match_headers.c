#include "match/match_headers.h"

#include "cli/error_text.h"
#include "cli/output.h"
#include "files/record_files.h"

#include <inttypes.h>
#include <string.h>

enum { CONDITIONS = 3, CONDITION_TEXT = 2000 /* bytes that a header can hold */ };

static const char *const header[CONDITIONS] = {"South-Player", "North-Player", "Conditions"};

/* Adds what holds for both players.  Threads, tests and the number of games change no game. */
static void write_bounds(struct output *out, const struct contest *contest) {
    output_format(out, "seed=%" PRIu64 " plies=%u", contest->seed, contest->longest);
    if (contest->by_proof)
        output_add(out, " adjudicate=proven");
    if (contest->openings != NULL)
        output_format(out, " openings=%s", contest->openings_name); /* last, since it may be long */
    else
        output_format(out, " opening=%u", contest->opening);
}

/* Writes the value of a header, as far as it can stand in one. */
static void condition_text(const struct contest *contest, const size_t side[2], unsigned number,
                           char text[CONDITION_TEXT]) {
    struct output out = {0};
    if (number < 2)
        contestant_write(&out, &contest->spec[side[number]]);
    else
        write_bounds(&out, contest);
    snprintf(text, CONDITION_TEXT, "%s", out.text);
    header_tame(text);
    output_free(&out);
}

bool conditions_write(struct kw_record *record, const struct contest *contest, const size_t side[2],
                      struct kw_error *error) {
    char text[CONDITION_TEXT];
    for (unsigned i = 0; i < CONDITIONS; i++) {
        condition_text(contest, side, i, text);
        if (!kw_record_header_set(record, header[i], text, error))
            return false;
    }
    return true;
}

/* Where the first word begins that the two have not in common. */
static size_t first_difference(const char *a, const char *b) {
    size_t word = 0;
    for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == ' ')
            word = i + 1;
    return word;
}

bool conditions_hold(const struct kw_record *record, const struct contest *contest,
                     const size_t side[2], char why[KW_TEXT]) {
    char now[CONDITION_TEXT];
    for (unsigned i = 0; i < CONDITIONS; i++) {
        const char *then = kw_record_header(record, header[i]);
        if (then == NULL)
            return refuse(why, "does not say what it was played under, in a header %s", header[i]);
        condition_text(contest, side, i, now);
        size_t word = first_difference(then, now);
        bool same = strcmp(then, now) == 0;
        if (!same && i < 2)
            return refuse(why, "was played by %s with '%.100s', not '%.100s'",
                          contest->spec[side[i]].name, then + word, now + word);
        if (!same)
            return refuse(why, "was played with '%.100s', not '%.100s'", then + word, now + word);
    }
    return true;
}
