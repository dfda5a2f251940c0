/*
 * A rule text as the list of its statements: lines joined, options given their values, `if`s
 * decided, the text that it extends put in front and changed.
 */
#include "twin_rules/rules_twin.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

static char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static const char *spaces_skip(const char *at) {
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* Cuts a word off the text: up to a space or one of `ends`. */
static void word_cut(const char **at, const char *ends, char word[64]) {
    *at = spaces_skip(*at);
    size_t length = 0;
    while ((*at)[length] != '\0' && !isspace((unsigned char)(*at)[length]) &&
           strchr(ends, (*at)[length]) == NULL)
        length++;
    snprintf(word, 64, "%.*s", (int)length, *at);
    *at += length;
}

static bool first_word_is(const char *statement, const char *word) {
    char first[64];
    word_cut(&statement, "[:,", first);
    return strcmp(first, word) == 0;
}

/* ---- lists of statements --------------------------------------------------------------------- */

/* Statements, each with the depth of the text that it is from: 0 that which extends no other. */
struct lines {
    char **line;
    int *depth;
    size_t count;
};

static void lines_insert(struct lines *lines, size_t place, char *line, int depth) {
    lines->line = realloc(lines->line, (lines->count + 1) * sizeof *lines->line);
    lines->depth = realloc(lines->depth, (lines->count + 1) * sizeof *lines->depth);
    if (lines->line == NULL || lines->depth == NULL)
        abort();
    memmove(lines->line + place + 1, lines->line + place,
            (lines->count - place) * sizeof *lines->line);
    memmove(lines->depth + place + 1, lines->depth + place,
            (lines->count - place) * sizeof *lines->depth);
    lines->line[place] = line;
    lines->depth[place] = depth;
    lines->count++;
}

static void lines_remove(struct lines *lines, size_t place) {
    free(lines->line[place]);
    lines->count--;
    memmove(lines->line + place, lines->line + place + 1,
            (lines->count - place) * sizeof *lines->line);
    memmove(lines->depth + place, lines->depth + place + 1,
            (lines->count - place) * sizeof *lines->depth);
}

static void lines_free(struct lines *lines) {
    free(lines->line);
    free(lines->depth);
}

/* A line that begins with a space goes on with the statement before; '#' begins a comment. */
static void lines_split(struct lines *lines, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        const char *at = text;
        while (at < text + length && isspace((unsigned char)*at))
            at++;
        size_t left = (size_t)(text + length - at);
        if (left > 0 && *at != '#') {
            if (at > text && lines->count > 0) {
                char **last = &lines->line[lines->count - 1];
                size_t old = strlen(*last);
                *last = realloc(*last, old + left + 2);
                if (*last == NULL)
                    abort();
                snprintf(*last + old, left + 2, " %.*s", (int)left, at);
            } else {
                lines_insert(lines, lines->count, copy_of(at, left), 0);
            }
        }
        text += length + (text[length] != '\0');
    }
}

/*
 * The statements of a text behind those of the text that it extends.  Conditions and changes are
 * looked at later, when all options are known; what is only said of a game never matters here.
 * Returns the depth of the text.
 */
static int lines_gather(struct lines *lines, const char *text, twin_find_text *find) {
    static const char *const said[] = {"extends", "game",   "alias",  "name",       "summary",
                                       "where",   "region", "source", "literature", "term",
                                       "about",   "call",   "basis"};
    struct lines own = {0};
    int depth = 0;
    lines_split(&own, text);
    for (size_t i = 0; i < own.count; i++) {
        const char *at = own.line[i];
        char word[64];
        word_cut(&at, "", word);
        if (strcmp(word, "extends") == 0) {
            char id[64];
            word_cut(&at, "", id);
            depth = lines_gather(lines, find(id), find) + 1;
        }
        bool skipped = false;
        for (size_t j = 0; j < sizeof said / sizeof said[0]; j++)
            skipped = skipped || strcmp(word, said[j]) == 0;
        if (skipped)
            free(own.line[i]);
        else
            lines_insert(lines, lines->count, own.line[i], depth);
    }
    lines_free(&own);
    return depth;
}

/* ---- options --------------------------------------------------------------------------------- */

const char *twin_text_option(const struct twin_text *text, const char *name) {
    for (size_t i = 0; i < text->options; i++)
        if (strcmp(text->option[i].name, name) == 0)
            return text->option[i].value;
    return NULL;
}

bool twin_text_declares(const struct twin_text *text, const char *name) {
    for (size_t i = 0; i < text->options; i++)
        if (strcmp(text->option[i].name, name) == 0)
            return text->option[i].declared;
    return false;
}

static void option_set(struct twin_text *text, const char *name, const char *value, bool declared) {
    size_t i = 0;
    while (i < text->options && strcmp(text->option[i].name, name) != 0)
        i++;
    if (i == text->options) {
        text->option = realloc(text->option, ++text->options * sizeof *text->option);
        if (text->option == NULL)
            abort();
        text->option[i].declared = declared;
    }
    snprintf(text->option[i].name, sizeof text->option[i].name, "%s", name);
    snprintf(text->option[i].value, sizeof text->option[i].value, "%s", value);
}

/* "option NAME A/B = A [clause] sentence" */
static void option_declare(struct twin_text *text, const char *statement) {
    char name[64], value[64];
    const char *at = statement + strlen("option");
    word_cut(&at, "", name);
    at = strchr(at, '=') + 1;
    word_cut(&at, "[", value);
    option_set(text, name, value, true);
}

static void options_give(struct twin_text *text, const char *options) {
    for (const char *at = options; *(at = spaces_skip(at)) != '\0';) {
        char name[64], value[64];
        word_cut(&at, "=", name);
        at++;
        word_cut(&at, ",", value);
        at += *at == ',';
        option_set(text, name, value, false);
    }
}

/* Cuts the `if`s off a statement; NULL if one does not hold. */
static const char *if_decided(const struct twin_text *text, const char *statement) {
    while (first_word_is(statement, "if")) {
        char name[64], value[64], is[64];
        const char *at = statement + strlen("if");
        bool holds = true;
        word_cut(&at, "", name);
        word_cut(&at, "", is);
        word_cut(&at, ":", value);
        if (strcmp(value, "not") == 0) {
            holds = false;
            word_cut(&at, ":", value);
        }
        const char *has = twin_text_option(text, name);
        if ((has != NULL && strcmp(has, value) == 0) != holds)
            return NULL;
        at = spaces_skip(at);
        statement = spaces_skip(at + 1);
    }
    return statement;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The clause of a statement that names none. */
static const char *clause_by_default(const char *word) {
    static const char *const other[][2] = {
        {"board", "start"},   {"stores", "store"}, {"ring", "sow"},        {"leave", "sow"},
        {"skip", "sow"},      {"jump", "sow"},     {"play", "move"},       {"least", "move"},
        {"limit", "endless"}, {"laps", "endless"}, {"slam", "grand-slam"}, {"over", "end"}};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        if (strcmp(word, other[i][0]) == 0)
            return other[i][1];
    return word;
}

static bool is_table(const char *word) {
    return strcmp(word, "end") == 0 || strcmp(word, "before") == 0 ||
           strcmp(word, "passing") == 0 || strcmp(word, "drop") == 0 || strcmp(word, "after") == 0;
}

/* Whether a piece of a statement, up to `end`, cites the clause. */
static bool piece_cites(const char *piece, const char *end, const char *otherwise,
                        const char *clause) {
    const char *bracket = memchr(piece, '[', (size_t)(end - piece));
    const char *cited = bracket != NULL ? bracket + 1 : clause_by_default(otherwise);
    size_t length = strlen(clause);
    return strncmp(cited, clause, length) == 0 && (cited[length] == ']' || cited[length] == '\0');
}

/* Whether a statement cites the clause: a row does by any of its actions. */
static bool statement_cites(const char *statement, const char *clause) {
    char word[64];
    const char *at = statement;
    word_cut(&at, ":", word);
    if (!is_table(word))
        return piece_cites(statement, statement + strlen(statement), word, clause);
    at = strchr(statement, ':') + 1;
    for (;;) {
        const char *end = at + strcspn(at, ";");
        const char *action = at;
        word_cut(&action, "[;", word);
        if (piece_cites(at, end, word, clause))
            return true;
        if (*end == '\0')
            return false;
        at = end + 1;
    }
}

/* "replace [ID] ROW", "before [ID] ROW", "after [ID] ROW" */
static void change_place(struct lines *lines, const char *change, const char *statement,
                         int depth) {
    char clause[64], word[64];
    const char *row = strchr(statement, '[') + 1;
    word_cut(&row, "]", clause);
    row = spaces_skip(row + 1);
    const char *at = row;
    word_cut(&at, ":", word);
    size_t place = lines->count;
    bool replaces = strcmp(change, "replace") == 0, found = false;
    for (size_t i = 0; i < lines->count; i++) {
        if (lines->depth[i] == depth || !first_word_is(lines->line[i], word) ||
            !statement_cites(lines->line[i], clause))
            continue;
        if (!found || strcmp(change, "after") == 0)
            place = strcmp(change, "after") == 0 ? i + 1 : i;
        found = true;
        if (replaces)
            lines_remove(lines, i--);
    }
    lines_insert(lines, place, copy_of(row, strlen(row)), depth);
}

/* "without STATEMENT [ID]" */
static void change_without(struct lines *lines, const char *statement, int depth) {
    char word[64], clause[64] = "";
    const char *at = statement + strlen("without");
    word_cut(&at, "[", word);
    at = spaces_skip(at);
    if (*at == '[') {
        at++;
        word_cut(&at, "]", clause);
    }
    for (size_t i = 0; i < lines->count; i++)
        if (lines->depth[i] < depth && first_word_is(lines->line[i], word) &&
            (clause[0] == '\0' || statement_cites(lines->line[i], clause)))
            lines_remove(lines, i--);
}

/* Adds a statement that holds, or makes its change. */
static void statement_add(struct lines *lines, const char *statement, int depth) {
    char word[64];
    const char *at = statement;
    word_cut(&at, "[:", word);
    bool clause_follows = *spaces_skip(at) == '[';
    if (strcmp(word, "replace") == 0 ||
        (clause_follows && (strcmp(word, "before") == 0 || strcmp(word, "after") == 0)))
        change_place(lines, word, statement, depth);
    else if (strcmp(word, "without") == 0)
        change_without(lines, statement, depth);
    else
        lines_insert(lines, lines->count, copy_of(statement, strlen(statement)), depth);
}

/* ---- whole texts ----------------------------------------------------------------------------- */

struct twin_text *twin_text_read(const char *text, const char *options, twin_find_text *find) {
    struct twin_text *read = calloc(1, sizeof *read);
    struct lines all = {0}, holding = {0};
    if (read == NULL)
        abort();
    lines_gather(&all, text, find);
    for (size_t i = 0; i < all.count; i++)
        if (first_word_is(all.line[i], "option"))
            option_declare(read, all.line[i]);
    options_give(read, options);
    for (size_t i = 0; i < all.count; i++) {
        const char *statement = if_decided(read, all.line[i]);
        if (statement != NULL && !first_word_is(statement, "option") &&
            !first_word_is(statement, "clause") && !first_word_is(statement, "basis") &&
            !first_word_is(statement, "refuse"))
            statement_add(&holding, statement, all.depth[i]);
    }
    while (all.count > 0)
        lines_remove(&all, all.count - 1);
    lines_free(&all);
    free(holding.depth);
    read->statement = holding.line;
    read->statements = holding.count;
    return read;
}

void twin_text_free(struct twin_text *text) {
    for (size_t i = 0; i < text->statements; i++)
        free(text->statement[i]);
    free(text->statement);
    free(text->option);
    free(text);
}
