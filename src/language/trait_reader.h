/* Reads what a rule text says of a trait: games whose play the sowing machine does not know. */
#ifndef KOMWE_LANGUAGE_TRAIT_READER_H
#define KOMWE_LANGUAGE_TRAIT_READER_H

#include "language/reader.h"
#include "language/statement_list.h"

/*
 * Finds the trait that the statements name, if one does, and makes its clauses the first of the
 * text, so that they have the same indices; false if there is no room.
 */
bool trait_declare(struct reader *reader, const struct statement_list *list);

/* Whether the trait can play what the text says, and every clause that it cites has a sentence. */
bool trait_complete(struct reader *reader);

#endif
