#include "match/match_headers.h"

#include "files/record_files.h"
#include "io/error_text.h"
#include "io/output.h"

#include <inttypes.h>
#include <string.h>

enum { HEADERS = 3, HEADER_TEXT = 2000 /* bytes that a header can hold */ };

static const char *const match_header_name[HEADERS] = {"South-Player", "North-Player",
                                                       "Conditions"};

/* The conditions of both players.  Threads, tests and the number of games change no game. */
static void match_headers_write_conditions(struct string_builder *out,
                                           const struct match_runner *runner) {
    output_format(out, "seed=%" PRIu64 " plies=%u", runner->seed, runner->longest);
    if (runner->by_proof)
        output_add(out, " adjudicate=proven");
    if (runner->openings != NULL)
        output_format(out, " openings=%s", runner->openings_name); /* last, since it may be long */
    else
        output_format(out, " opening=%u", runner->opening);
}

/* Writes the value of a header, cut to what a header can hold. */
static void match_headers_text(const struct match_runner *runner, const size_t side[2],
                               unsigned number, char text[HEADER_TEXT]) {
    struct string_builder out = {0};
    if (number < 2)
        match_player_write(&out, &runner->spec[side[number]]);
    else
        match_headers_write_conditions(&out, runner);
    snprintf(text, HEADER_TEXT, "%s", out.text);
    header_tame(text);
    output_free(&out);
}

bool match_headers_write(struct kw_record *record, const struct match_runner *runner,
                         const size_t side[2], struct kw_error *error) {
    char text[HEADER_TEXT];
    for (unsigned i = 0; i < HEADERS; i++) {
        match_headers_text(runner, side, i, text);
        if (!kw_record_header_set(record, match_header_name[i], text, error))
            return false;
    }
    return true;
}

/* The offset of the first word that differs. */
static size_t match_headers_difference(const char *a, const char *b) {
    size_t word = 0;
    for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == ' ')
            word = i + 1;
    return word;
}

bool match_headers_agree(const struct kw_record *record, const struct match_runner *runner,
                         const size_t side[2], char why[KW_TEXT]) {
    char now[HEADER_TEXT];
    for (unsigned i = 0; i < HEADERS; i++) {
        const char *then = kw_record_header(record, match_header_name[i]);
        if (then == NULL)
            return error_text_write(why, "has no header %s", match_header_name[i]);
        match_headers_text(runner, side, i, now);
        size_t word = match_headers_difference(then, now);
        bool same = strcmp(then, now) == 0;
        if (!same && i < 2)
            return error_text_write(why, "was played by %s with '%.100s', not '%.100s'",
                                    runner->spec[side[i]].name, then + word, now + word);
        if (!same)
            return error_text_write(why, "was played with '%.100s', not '%.100s'", then + word,
                                    now + word);
    }
    return true;
}
