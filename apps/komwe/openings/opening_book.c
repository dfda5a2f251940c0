#include "openings/opening_book.h"

#include "base/checksum.h"
#include "base/text.h"
#include "cli/number_limits.h"
#include "openings/book_texts.h"

#include <inttypes.h>
#include <string.h>

static const char book_first_line[] = "# komwe balanced openings 1";

/* A line of the header, behind what it begins with. */
struct book_line {
    const char *text;
    size_t length;
};

static const char *book_checksum(const struct kw_game *game) {
    const char *sum = kw_game_checksum(game);
    return sum != NULL ? sum : "-";
}

static bool book_fail(struct kw_error *error, size_t line, const char *why) {
    error->code = KW_BAD_POSITION;
    error->line = line;
    error->column = 1;
    snprintf(error->message, sizeof error->message, "%s", why);
    return false;
}

void book_header_write(struct string_builder *out, const struct kw_game *game,
                       const struct book_header *header) {
    output_format(out, "%s\n# rules: %s %s\n# made by: %s\n", book_first_line,
                  kw_game_info(game)->id, book_checksum(game), header->command);
    output_format(out, "# tried: %" PRIu64 "\n# shallow: %" PRIu64 "\n", header->tried,
                  header->shallow);
}

bool book_has_header(const char *text, size_t length) {
    size_t first = strlen(book_first_line);
    return length > first && memcmp(text, book_first_line, first) == 0 && text[first] == '\n';
}

/* Takes a line that begins with `name`; false if the text goes on otherwise. */
static bool book_take_line(const char *text, size_t length, size_t *at, const char *name,
                           struct book_line *line) {
    size_t skip = strlen(name);
    const char *newline = memchr(text + *at, '\n', length - *at);
    if (newline == NULL || (size_t)(newline - text) < *at + skip ||
        memcmp(text + *at, name, skip) != 0)
        return false;
    *line = (struct book_line){text + *at + skip, (size_t)(newline - text) - *at - skip};
    *at = (size_t)(newline - text) + 1;
    return true;
}

static bool book_take_number(const char *text, size_t length, size_t *at, const char *name,
                             enum limit limit, uint64_t *number) {
    const struct number_limit *bounds = number_limit(limit);
    struct book_line line;
    return book_take_line(text, length, at, name, &line) &&
           number_read(line.text, line.length, (uint64_t)bounds->least, bounds->most, number);
}

/* Whether the line of the rules names those of the game. */
static bool book_check_rules(const struct book_line *line, const struct kw_game *game,
                             struct kw_error *error) {
    char rules[KW_TEXT], why[KW_TEXT];
    snprintf(rules, sizeof rules, "%.200s %s", kw_game_info(game)->id, book_checksum(game));
    if (line->length == strlen(rules) && memcmp(line->text, rules, line->length) == 0)
        return true;
    snprintf(why, sizeof why, "it was made for the rules '%.*s', not for '%.200s'",
             line->length < 200 ? (int)line->length : 200, line->text, rules);
    return book_fail(error, 2, why);
}

bool book_header_read(struct book_header *header, const struct kw_game *game, const char *text,
                      size_t length, size_t *begin, struct kw_error *error) {
    struct book_line line;
    size_t at = strlen(book_first_line) + 1;
    *header = (struct book_header){0};
    if (!book_has_header(text, length))
        return book_fail(error, 1, "it is no book of balanced openings");
    if (!book_take_line(text, length, &at, "# rules: ", &line))
        return book_fail(error, 2, "a line '# rules: GAME CHECKSUM' is missing");
    if (!book_check_rules(&line, game, error))
        return false;
    if (!book_take_line(text, length, &at, "# made by: ", &line) ||
        line.length >= sizeof header->command || memchr(line.text, '\0', line.length) != NULL)
        return book_fail(error, 3, "a line '# made by: COMMAND' is missing");
    memcpy(header->command, line.text, line.length);
    if (!book_take_number(text, length, &at, "# tried: ", LIMIT_BOOK_TRIED, &header->tried))
        return book_fail(error, 4, "a line '# tried: NUMBER' is missing");
    if (!book_take_number(text, length, &at, "# shallow: ", LIMIT_BOOK_SHALLOW, &header->shallow))
        return book_fail(error, 5, "a line '# shallow: NUMBER' is missing");
    *begin = at;
    return true;
}

void book_name(const char *text, size_t length, char name[BOOK_NAME]) {
    snprintf(name, BOOK_NAME, "book-%08" PRIx32, (uint32_t)checksum(text, length));
}

const char *book_built_in(const struct kw_game *game, char name[BOOK_NAME]) {
    struct book_header header;
    struct kw_error error;
    size_t begin;
    const char *text = book_text(kw_game_info(game)->id);
    if (text == NULL || !book_header_read(&header, game, text, strlen(text), &begin, &error))
        return NULL;
    book_name(text, strlen(text), name);
    return text;
}
