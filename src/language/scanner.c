#include "language/scanner.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scanner_begin(struct scanner *scanner, const struct scanner_source *source,
                   struct rule_faults *faults) {
    *scanner = (struct scanner){
        .source = source, .at = source->text, .stop = source->text, .faults = faults};
}

static const char *scanner_line_end(const struct scanner *scanner, const char *at) {
    const char *end = memchr(at, '\n', (size_t)(scanner->source->end - at));
    return end != NULL ? end : scanner->source->end;
}

static bool scanner_is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Whether a line goes on with the statement of the line before: it is indented, or empty. */
static bool scanner_goes_on(const struct scanner *scanner, const char *line) {
    return line < scanner->source->end &&
           (scanner_is_space(*line) || *line == '\n' || *line == '#');
}

bool scanner_statement(struct scanner *scanner) {
    const char *at = scanner->stop;
    while (at < scanner->source->end && (*at == '\n' || scanner_is_space(*at) || *at == '#'))
        at = *at == '#' ? scanner_line_end(scanner, at) : at + 1;
    scanner->at = scanner->stop = at;
    if (at == scanner->source->end)
        return false;
    do {
        at = scanner_line_end(scanner, at);
        at += at < scanner->source->end;
    } while (scanner_goes_on(scanner, at));
    scanner->stop = at;
    return true;
}

static void scanner_skip(struct scanner *scanner) {
    while (scanner->at < scanner->stop &&
           (*scanner->at == '\n' || scanner_is_space(*scanner->at) || *scanner->at == '#'))
        scanner->at =
            *scanner->at == '#' ? scanner_line_end(scanner, scanner->at) : scanner->at + 1;
    if (scanner->at > scanner->stop)
        scanner->at = scanner->stop;
}

bool scanner_done(struct scanner *scanner) {
    scanner_skip(scanner);
    return scanner->at == scanner->stop;
}

static bool scanner_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '\'';
}

/* Whether a dot joins two parts of a name: 'endless.limit', and not '2..10' or the end of a line.
 */
static bool scanner_is_link(const char *at, size_t length, size_t room) {
    return at[length] == '.' && length > 0 && length + 1 < room && at[length + 1] >= 'a' &&
           at[length + 1] <= 'z';
}

struct token scanner_peek(struct scanner *scanner) {
    scanner_skip(scanner);
    size_t length = 0, room = (size_t)(scanner->stop - scanner->at);
    while (length < room &&
           (scanner_is_letter(scanner->at[length]) || scanner_is_link(scanner->at, length, room)))
        length++;
    return (struct token){scanner->at, length};
}

struct token scanner_word(struct scanner *scanner) {
    struct token word = scanner_peek(scanner);
    scanner->at += word.length;
    return word;
}

bool token_is(struct token span, const char *word) {
    return span.length == strlen(word) && memcmp(span.at, word, span.length) == 0;
}

bool scanner_take(struct scanner *scanner, const char *word) {
    size_t length = strlen(word);
    if (scanner_is_letter(*word)) {
        if (!token_is(scanner_peek(scanner), word))
            return false;
    } else {
        scanner_skip(scanner);
        if ((size_t)(scanner->stop - scanner->at) < length ||
            memcmp(scanner->at, word, length) != 0)
            return false;
    }
    scanner->at += length;
    return true;
}

bool scanner_expect(struct scanner *scanner, const char *word, const char *expected) {
    return scanner_take(scanner, word) ||
           scanner_fail(scanner, scanner_peek(scanner).at, "%s", expected);
}

bool scanner_pass_condition(struct scanner *scanner) {
    bool conditional = false;
    while (scanner_take(scanner, "if")) {
        conditional = true;
        while (!scanner_take(scanner, ":") && scanner_word(scanner).length > 0) {
        }
    }
    return conditional;
}

/* Whether a word is two numbers with a hyphen. */
static bool scanner_is_span(struct token word) {
    size_t hyphens = 0;
    for (size_t i = 0; i < word.length; i++) {
        hyphens += word.at[i] == '-';
        if (word.at[i] != '-' && (word.at[i] < '0' || word.at[i] > '9'))
            return false;
    }
    return hyphens == 1 && word.at[0] != '-' && word.at[word.length - 1] != '-';
}

bool scanner_number(struct scanner *scanner, uint32_t min, uint32_t max, uint32_t *number) {
    struct token word = scanner_peek(scanner);
    uint64_t value;
    bool good = number_read(word.at, word.length, min, max, &value);
    if (min == max && !good)
        return scanner_fail(scanner, word.at, "the number %u is expected", min);
    if (scanner_is_span(word))
        return scanner_fail(scanner, word.at,
                            "a whole number is expected; from one to another is "
                            "said with 'to', as in '2 to 3'");
    if (!good)
        return scanner_fail(scanner, word.at, "a whole number from %u to %u is expected", min, max);
    scanner->at += word.length;
    *number = (uint32_t)value;
    return true;
}

struct token scanner_rest(struct scanner *scanner) {
    scanner_skip(scanner);
    const char *end = scanner->stop;
    while (end > scanner->at && (end[-1] == '\n' || scanner_is_space(end[-1])))
        end--;
    struct token rest = {scanner->at, (size_t)(end - scanner->at)};
    scanner->at = scanner->stop;
    return rest;
}

static struct text_place scanner_place_in(const struct scanner_source *source, const char *at) {
    struct text_place place = {1, 1};
    for (const char *c = source->text; c < at; c++) {
        place.column++;
        if (*c == '\n')
            place = (struct text_place){place.line + 1, 1};
    }
    return place;
}

struct text_place scanner_place(const struct scanner *scanner, const char *at) {
    return scanner->source->id[0] != '\0' ? (struct text_place){0, 0}
                                          : scanner_place_in(scanner->source, at);
}

bool scanner_fail(struct scanner *scanner, const char *at, const char *format, ...) {
    const struct scanner_source *source = scanner->source;
    struct text_place place;
    char message[KW_TEXT];
    va_list arguments;
    if (scanner->faults == NULL)
        return false;
    /* What is missing at the end of a statement is missed behind its last word. */
    while (at >= scanner->stop && at > source->text && at <= source->end &&
           (at[-1] == '\n' || scanner_is_space(at[-1])))
        at--;
    place = scanner_place_in(source, at);
    struct text text = text_into(message, sizeof message);
    if (source->id[0] != '\0') {
        text_format(&text, "in the text of '%s', line %u: ", source->id, place.line);
        place = source->extended;
    }
    va_start(arguments, format);
    vsnprintf(message + text.length, sizeof message - text.length, format, arguments);
    va_end(arguments);
    rule_faults_report(scanner->faults, KW_FAULT, place.line, place.column, message);
    return false;
}

/* ---- outside bytes --------------------------------------------------------------------------- */

bool scanner_check(struct scanner *scanner) {
    if (scanner->source->end - scanner->source->text > SCANNER_TEXT)
        return scanner_fail(scanner, scanner->source->text, "a rule text has at most %d bytes",
                            SCANNER_TEXT);
    const char *end = scanner->source->end;
    uint32_t character;
    size_t length;
    for (const char *at = scanner->source->text; at < end; at += length) {
        length = text_character(at, (size_t)(end - at), &character);
        if (length == 0)
            return scanner_fail(scanner, at, "this byte is no character of a text (UTF-8)");
        if (!text_is_shown(character) && *at != '\n' && !scanner_is_space(*at))
            return scanner_fail(
                scanner, at, "a rule text has no invisible characters such as U+%04X", character);
    }
    return true;
}
