#define _GNU_SOURCE /* memmem */

#include "match/torn_record.h"

#include "files/record_files.h"
#include "io/output.h"
#include "match/match_round.h"

#include <string.h>

/*
 * What this match writes of a game:
 *
 *      Game: ...           \
 *      South: ...           |
 *      North: ...           | the same for every game of these two players, but for the Round
 *      Round: 1.2.1         |
 *      South-Player: ...    |
 *      North-Player: ...    |
 *      Conditions: ...     /
 *      Opening-Plies: 6    \
 *      Adjudicated: ...     | some of these, as the game was
 *      Start: ...           |
 *      Result: ...         /
 *
 *      1. A b 2. ...
 *      over 25-23
 */
static const char last_of_same[] = "\nConditions: ";
static const char *const further[] = {"Opening-Plies: ", "Adjudicated: ", "Start: ", "Result: "};

enum {
    FURTHER = sizeof further / sizeof *further,
    WORDS_CUT = 8 /* at the end: those of a result, a move, its number */
};

/* Finds a line that begins with a word, which has a newline before it; NULL if there is none. */
static const char *torn_find(const char *text, size_t length, const char *word) {
    return memmem(text, length, word, strlen(word));
}

/* Adds the headers of a game up to the Conditions. */
static bool torn_headers(const struct match_runner *runner, const struct round *round,
                         struct string_builder *out) {
    struct kw_record *record = kw_record_new(runner->game, match_runner_start(runner, round->pair));
    struct kw_error error;
    memory_check(record); /* a beginning must not be taken for damage for want of memory */
    if (!match_runner_headers(runner, record, round, &error))
        memory_check(NULL); /* nothing else can be wrong */
    record_write(out, record);
    kw_record_free(record);
    const char *last = strstr(out->text, last_of_same);
    out->length = last != NULL ? (size_t)(strchr(last + 1, '\n') + 1 - out->text) : 0;
    return last != NULL;
}

/* ---- a text that ends before its Round does -------------------------------------------------- */

static const char before_round[] = "\nRound: ";

/* Whether it is the beginning of the headers of a game of these two, up to a part of the Round. */
static bool torn_before_round(const struct match_runner *runner, const struct round *round,
                              const char *text, size_t length) {
    struct string_builder headers = {0};
    bool good = torn_headers(runner, round, &headers);
    const char *named = good ? strstr(headers.text, before_round) : NULL;
    size_t same = named != NULL ? (size_t)(named - headers.text) + strlen(before_round) : 0;
    size_t common = length < same ? length : same;
    good = named != NULL && memcmp(text, headers.text, common) == 0;
    for (size_t i = common; good && i < length; i++)
        good = text[i] == '.' || (text[i] >= '0' && text[i] <= '9');
    output_free(&headers);
    return good;
}

static bool torn_of_any_round(const struct match_runner *runner, const char *text, size_t length) {
    struct round round = {.pair = 0};
    for (; round.pairing < runner->pairings; round.pairing++)
        for (round.game = 0; round.game < 2; round.game++)
            if (torn_before_round(runner, &round, text, length))
                return true;
    return false;
}

/* ---- the rest -------------------------------------------------------------------------------- */

/* Whether a line, or the beginning of one, can follow the Conditions. */
static bool torn_line_fits(const char *line, size_t length) {
    for (size_t i = 0; i < FURTHER; i++) {
        size_t named = strlen(further[i]);
        if (memcmp(line, further[i], length < named ? length : named) == 0)
            return true;
    }
    return false;
}

static size_t torn_line_length(const char *text, size_t length) {
    const char *newline = memchr(text, '\n', length);
    return newline != NULL ? (size_t)(newline - text) + 1 : length;
}

/* Cuts off the last word, and what is blank around it. */
static size_t torn_drop_word(const char *text, size_t length) {
    while (length > 0 && strchr(" \n", text[length - 1]) != NULL)
        length--;
    while (length > 0 && strchr(" \n", text[length - 1]) == NULL)
        length--;
    return length;
}

static bool torn_parses(const struct string_builder *headers, const char *moves, size_t length) {
    struct string_builder whole = {0};
    struct kw_error error;
    output_format(&whole, "%s\n%.*s\nunfinished\n", headers->text, (int)length, moves);
    struct kw_record_source source = {.text = whole.text, .length = whole.length};
    struct kw_record *record = kw_record_read(&source, &error);
    if (record == NULL && error.code == KW_NO_MEMORY)
        memory_check(NULL);
    kw_record_free(record);
    output_free(&whole);
    return record != NULL;
}

/* Whether moves can be played, but for some words at the end. */
static bool torn_moves_fit(const struct string_builder *headers, const char *moves, size_t length) {
    for (int i = 0; i <= WORDS_CUT; i++) {
        if (torn_parses(headers, moves, length))
            return true;
        if (length == 0)
            break;
        length = torn_drop_word(moves, length);
    }
    return false;
}

/* Whether a text, cut at any byte, can follow the first headers, which are given. */
static bool torn_rest_fits(struct string_builder *headers, const char *text, size_t length) {
    while (length > 0 && *text != '\n') {
        size_t line = torn_line_length(text, length);
        if (!torn_line_fits(text, line))
            return false;
        if (text[line - 1] == '\n' &&
            strncmp(text, "Result: ", strlen("Result: ")) != 0) /* the game is not over yet */
            output_bytes(headers, text, line);
        text += line;
        length -= line;
    }
    return length == 0 || torn_moves_fit(headers, text + 1, length - 1);
}

/* Whether a text is a beginning of what this match writes of a game. */
static bool torn_begins_record(const struct match_runner *runner, const char *text, size_t length) {
    const char *named = torn_find(text, length, before_round);
    struct round round;
    if (named == NULL || memchr(named + 1, '\n', (size_t)(text + length - named - 1)) == NULL)
        return torn_of_any_round(runner, text, length);
    if (!round_read(named + strlen(before_round), &round) || round.pairing >= runner->pairings ||
        round.pair >= runner->pairs)
        return false;
    struct string_builder headers = {0};
    bool good = torn_headers(runner, &round, &headers);
    if (good) {
        size_t common = length < headers.length ? length : headers.length;
        headers.text[headers.length] = '\0';
        good = memcmp(text, headers.text, common) == 0 &&
               torn_rest_fits(&headers, text + common, length - common);
    }
    output_free(&headers);
    return good;
}

bool torn_record_is_ours(const struct match_runner *runner, const char *text, size_t length) {
    static const char next[] = "\nGame: ";
    while (length > 0 && *text == '\n')
        text++, length--;
    const char *zeros = memchr(text, '\0', length);
    size_t begun = zeros != NULL ? (size_t)(zeros - text) : length;
    size_t behind = length - begun;
    if (torn_find(text, begun, next) != NULL)
        return false;
    /* Behind zeros the second game of the pair may begin, but no third. */
    const char *second = behind > 0 ? torn_find(zeros, behind, next) : NULL;
    if (second != NULL && torn_find(second + 1, (size_t)(text + length - second - 1), next) != NULL)
        return false;
    return (begun == 0 && zeros != NULL) || torn_begins_record(runner, text, begun);
}
