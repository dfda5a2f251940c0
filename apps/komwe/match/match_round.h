/* The place of a game in a match, as the header Round: 1.2.1 is pairing 1, pair 2, game 1. */
#ifndef MATCH_ROUND_H
#define MATCH_ROUND_H

#include <komwe.h>
#include <stddef.h>

struct round {
    size_t pairing, pair; /* from 0 */
    unsigned game;        /* of the pair: 0 or 1 */
};

/* Writes it; returns the text. */
const char *round_write(const struct round *round, char text[KW_TEXT]);

/* Reads it from a text that ends behind it, by a NUL or a newline; false if it is none. */
bool round_read(const char *text, struct round *round);

#endif
