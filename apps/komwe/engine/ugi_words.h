/* The words of a line of the protocol. */
#ifndef UGI_WORDS_H
#define UGI_WORDS_H

#include "io/output.h"

/* Cuts off the next word; NULL if there is none.  `*rest` begins as the line. */
char *ugi_word(char **rest);

/*
 * Appends the words before the word `end`, which is taken too, with a space between two of them;
 * all words if `end` is NULL.  False if the line ends before `end`.
 */
bool ugi_words_until(char **rest, const char *end, struct string_builder *text);

#endif
