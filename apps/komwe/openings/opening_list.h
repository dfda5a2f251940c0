/* A list of openings for a match, as text. */
#ifndef OPENING_LIST_H
#define OPENING_LIST_H

#include <komwe.h>

/* A position, and moves that are played from there. */
struct opening {
    struct kw_position start;
    kw_move *move;
    size_t moves;
};

/* Begin with {0}. */
struct openings {
    struct opening *list;
    size_t count;
};

/*
 * Reads a line for each opening: the text of a position, or moves that are played from `start`.
 * A book (opening_book.h) is refused under other rules than its own.  Empty lines, and text from a
 * # at the start of a word to the end of a line, are skipped.  False with line, column and reason
 * if a line is neither, or the game is over after it, or there is no opening; openings_free is due
 * after a failure too.
 */
bool openings_read(struct openings *openings, const struct kw_game *game,
                   const struct kw_position *start, const char *text, size_t length,
                   struct kw_error *error);
/* Makes the moves of an opening those of a session that begins where it does; `start` stays. */
void opening_copy(struct opening *opening, const struct kw_session *session);

void openings_free(struct openings *openings);

#endif
