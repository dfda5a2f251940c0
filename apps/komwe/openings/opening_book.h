/* Books of balanced openings: the file format (docs/openings.md), and those built in. */
#ifndef OPENING_BOOK_H
#define OPENING_BOOK_H

#include "io/output.h"

#include <komwe.h>

enum { BOOK_NAME = 24 /* bytes of the name of a book */ };

/* What the lines before the openings say. */
struct book_header {
    char command[KW_TEXT]; /* what made it */
    uint64_t tried;        /* drawn openings */
    uint64_t shallow;      /* those of them that a short search called balanced: opening_filter.h */
};

void book_header_write(struct string_builder *out, const struct kw_game *game,
                       const struct book_header *header);

/*
 * Reads the lines before the openings; `begin` receives the offset behind them.  False with line
 * and reason if they are not those of a book, or of other rules.
 */
bool book_header_read(struct book_header *header, const struct kw_game *game, const char *text,
                      size_t length, size_t *begin, struct kw_error *error);

/* Whether a text says that it is a book. */
bool book_has_header(const char *text, size_t length);

/* A name for a text of openings, which changes with it. */
void book_name(const char *text, size_t length, char name[BOOK_NAME]);

/*
 * The text of the book that is built in for a game under its options, and a name that changes with
 * it; NULL: there is none.
 */
const char *book_built_in(const struct kw_game *game, char name[BOOK_NAME]);

#endif
