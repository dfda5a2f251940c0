#include "openings/opening_list.h"

#include "io/output.h"
#include "openings/opening_book.h"

#include <stdlib.h>
#include <string.h>

enum { OPENINGS_MOST = 100000 };

static bool openings_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool openings_fail(struct kw_error *error, size_t column, const char *why) {
    error->code = KW_BAD_MOVE;
    error->column = column;
    snprintf(error->message, sizeof error->message, "%s", why);
    return false;
}

/* Ends a line before its comment and the blanks at its end. */
static void openings_cut_line(char *line) {
    char *end = line;
    for (char *c = line; *c != '\0' && (*c != '#' || (c > line && !openings_is_blank(c[-1]))); c++)
        if (!openings_is_blank(*c))
            end = c + 1;
    *end = '\0';
}

/* Plays the words of a line. */
static bool openings_play_words(struct kw_session *session, char *line, struct kw_error *error) {
    char *word = line;
    for (;;) {
        while (openings_is_blank(*word))
            word++;
        if (*word == '\0')
            return true;
        char *end = word;
        while (*end != '\0' && !openings_is_blank(*end))
            end++;
        char *rest = *end != '\0' ? end + 1 : end;
        *end = '\0';
        if (!kw_session_enter(session, word, error)) {
            error->column += (size_t)(word - line);
            return false;
        }
        word = rest;
    }
}

void opening_copy(struct opening *opening, const struct kw_session *session) {
    opening->moves = kw_session_plies(session);
    opening->move = memory_resize(opening->move, opening->moves + 1, sizeof *opening->move);
    for (size_t i = 0; i < opening->moves; i++)
        opening->move[i] = kw_session_move(session, i);
}

/* Takes in what a session has come to, unless the game is over. */
static bool openings_add(struct openings *openings, const struct kw_session *session,
                         struct kw_error *error) {
    struct kw_result result;
    if (kw_session_result(session, &result))
        return openings_fail(error, 1, "the game is over here");
    if (openings->count == OPENINGS_MOST)
        return openings_fail(error, 1, "there are more than 100000 openings");
    if ((openings->count & (openings->count - 1)) == 0) /* full: room for a power of two */
        openings->list = memory_resize(
            openings->list, openings->count > 0 ? 2 * openings->count : 1, sizeof *openings->list);
    struct opening *opening = &openings->list[openings->count++];
    *opening = (struct opening){.start = *kw_session_before(session, 0)};
    opening_copy(opening, session);
    return true;
}

/* A move has no slash; every position has one, between its rows. */
static bool openings_read_line(struct openings *openings, const struct kw_game *game,
                               const struct kw_position *start, char *line,
                               struct kw_error *error) {
    struct kw_position position = *start;
    bool placed = strchr(line, '/') != NULL;
    if (placed && !kw_position_read(game, line + strspn(line, " \t"), &position, error)) {
        error->column += strspn(line, " \t");
        return false;
    }
    struct kw_session *session = kw_session_new(game, &position);
    if (session == NULL)
        return openings_fail(error, 1, "there is not enough memory");
    bool good = (placed || openings_play_words(session, line, error)) &&
                openings_add(openings, session, error);
    kw_session_free(session);
    return good;
}

bool openings_read(struct openings *openings, const struct kw_game *game,
                   const struct kw_position *start, const char *text, size_t length,
                   struct kw_error *error) {
    struct book_header header;
    size_t number = 0, next;
    if (book_has_header(text, length) &&
        !book_header_read(&header, game, text, length, &next, error))
        return false;
    bool good = true;
    for (size_t at = 0; good && at < length; at = next) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline != NULL ? (size_t)(newline - text) : length;
        char *line = memory_new(end - at + 1, 1);
        memcpy(line, text + at, end - at);
        next = end + 1;
        number++;
        if (memchr(line, '\0', end - at) != NULL)
            good = openings_fail(error, strlen(line) + 1, "a NUL byte");
        openings_cut_line(line);
        if (good && line[0] != '\0')
            good = openings_read_line(openings, game, start, line, error);
        free(line);
    }
    if (good && openings->count == 0)
        good = openings_fail(error, 1, "there is no opening");
    error->line = number > 0 ? number : 1;
    return good;
}

void openings_free(struct openings *openings) {
    for (size_t i = 0; i < openings->count; i++)
        free(openings->list[i].move);
    free(openings->list);
    *openings = (struct openings){0};
}
