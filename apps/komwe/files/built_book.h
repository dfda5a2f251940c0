/* The opening books that are built in: those of data/books. */
#ifndef BUILT_BOOK_H
#define BUILT_BOOK_H

#include <komwe.h>

/*
 * Opens the book of a game under its options, to be closed with kw_book_close; NULL: there is none,
 * or no memory.
 */
struct kw_book *built_book_open(const struct kw_game *game);

/* The text of the file data/books/ID.book, embedded at build time; NULL: there is none. */
const char *built_book_text(const char *id);

#endif
