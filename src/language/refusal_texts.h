/* The sentences on moves that are not legal, in the words of a rule text. */
#ifndef KOMWE_LANGUAGE_REFUSAL_TEXTS_H
#define KOMWE_LANGUAGE_REFUSAL_TEXTS_H

#include "language/rule_text.h"

/* Fills in machine.refusal; false if there is not enough memory. */
bool refusal_texts_write(struct rule_text *book);

#endif
