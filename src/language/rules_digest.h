/*
 * What the rules of a text come to as a checksum: its statements as words, without layout, comments
 * and the clauses that they cite; those that count under the options' values, with the values in
 * place of the options' names; the board at the start and the numbers that the text may leave out;
 * and what the machine makes of words (RULES_VERSION).  Descriptions and the sentences of
 * clauses do not count, so that they can be mended.
 */
#ifndef KOMWE_LANGUAGE_RULES_DIGEST_H
#define KOMWE_LANGUAGE_RULES_DIGEST_H

#include "language/rule_text.h"

/* Where names of options stand for numbers in a statement. */
struct digest_numbers {
    const char *const *at;
    size_t count;
};

/* The digest of a text without statements: what the machine makes of all words. */
uint64_t digest_basis(void);

/* Adds a statement that counts, from its keyword on, after it has been read by that scanner. */
void digest_statement(struct rule_text *book, const struct scanner *read, const char *keyword,
                      struct digest_numbers numbers);

/* Ends the digest, when all statements have been read. */
void digest_end(struct rule_text *book);

#endif
