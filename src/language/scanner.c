#include "language/scanner.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scanner_begin(struct scanner *scanner, const char *text, size_t length,
                   struct kw_error *error) {
    *scanner = (struct scanner){
        .text = text, .end = text + length, .at = text, .stop = text, .error = error};
}

static const char *scanner_line_end(const struct scanner *scanner, const char *at) {
    const char *end = memchr(at, '\n', (size_t)(scanner->end - at));
    return end != NULL ? end : scanner->end;
}

static bool scanner_is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Whether a line goes on with the statement of the line before: it is indented, or empty. */
static bool scanner_goes_on(const struct scanner *scanner, const char *line) {
    return line < scanner->end && (scanner_is_space(*line) || *line == '\n' || *line == '#');
}

bool scanner_statement(struct scanner *scanner) {
    const char *at = scanner->stop;
    while (at < scanner->end && (*at == '\n' || scanner_is_space(*at) || *at == '#'))
        at = *at == '#' ? scanner_line_end(scanner, at) : at + 1;
    scanner->at = scanner->stop = at;
    if (at == scanner->end)
        return false;
    do {
        at = scanner_line_end(scanner, at);
        at += at < scanner->end;
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

bool scanner_number(struct scanner *scanner, uint32_t max, uint32_t *number) {
    struct token word = scanner_peek(scanner);
    uint32_t value = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9' || value > max)
            return scanner_fail(scanner, word.at, "a whole number from 0 to %u is expected", max);
        value = 10 * value + (uint32_t)(word.at[i] - '0');
    }
    if (word.length == 0 || value > max)
        return scanner_fail(scanner, word.at, "a whole number from 0 to %u is expected", max);
    scanner->at += word.length;
    *number = value;
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

bool scanner_fail(struct scanner *scanner, const char *at, const char *format, ...) {
    char message[KW_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t line = 1;
    const char *begin = scanner->text;
    for (const char *c = scanner->text; c < at; c++)
        if (*c == '\n') {
            line++;
            begin = c + 1;
        }
    error_set(scanner->error, KW_BAD_RULES, (size_t)(at - begin) + 1, "%s", message);
    if (scanner->error != NULL)
        scanner->error->line = line;
    return false;
}
