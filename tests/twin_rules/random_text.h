/* Random rule texts, most of them valid. */
#ifndef KOMWE_TESTS_RANDOM_TEXT_H
#define KOMWE_TESTS_RANDOM_TEXT_H

#include "komwe.h"

enum { RANDOM_TEXT = 1 << 14 }; /* bytes that hold any of them, NUL included */

/* Writes a text of its own, or, now and then, one that extends a listed game. */
void random_text(struct kw_random *random, char text[RANDOM_TEXT]);

/*
 * A condition of the language (words.def) that none of `count` random texts asks, so that nothing
 * compares it; NULL: they ask all.
 */
const char *random_text_missing(unsigned count);

/* Whether a listed game is of those that the twin plays: of two rows, and without a trait. */
bool random_text_is_for_twin(const struct kw_game *game);

#endif
