/* The books of data/balanced, embedded at build time. */
#ifndef BOOK_TEXTS_H
#define BOOK_TEXTS_H

/* The file data/balanced/ID.openings; NULL: there is none. */
const char *book_text(const char *id);

#endif
