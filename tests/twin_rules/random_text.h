/* Random rule texts, most of them valid. */
#ifndef KOMWE_TESTS_RANDOM_TEXT_H
#define KOMWE_TESTS_RANDOM_TEXT_H

#include "komwe.h"

enum { RANDOM_TEXT = 1 << 14 }; /* bytes that hold any of them, NUL included */

/* Writes a text of its own, or, now and then, one that extends a listed game. */
void random_text(struct kw_random *random, char text[RANDOM_TEXT]);

#endif
