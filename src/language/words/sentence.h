/*
 * The standard sentence of a statement, put together in every language while it is read.
 *
 * A sentence has slots: {name:words} is filled once, else by its words; {name*, } is filled by any
 * number of phrases with ", " between them.  A phrase can have slots of its own.
 */
#ifndef KOMWE_LANGUAGE_SENTENCE_H
#define KOMWE_LANGUAGE_SENTENCE_H

#include "komwe/explain.h"

struct sentence {
    char text[KW_LANGUAGES][KW_TEXT];
    bool cut; /* something did not fit: the sentence is not to be used */
};

/* Begins with a phrase in each language. */
void sentence_begin(struct sentence *sentence, const char *const phrase[KW_LANGUAGES]);

/* Fills the first slot of that name; nothing where there is none. */
void sentence_fill(struct sentence *sentence, const char *slot,
                   const char *const phrase[KW_LANGUAGES]);
void sentence_fill_number(struct sentence *sentence, const char *slot, uint32_t number);

/* The text of another sentence as a phrase. */
void sentence_fill_sentence(struct sentence *sentence, const char *slot,
                            const struct sentence *other);

/* Fills the slots that are left by their words. */
void sentence_close(struct sentence *sentence);

#endif
