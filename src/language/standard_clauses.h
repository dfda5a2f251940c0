/* The clauses of what a text leaves unsaid. */
#ifndef KOMWE_LANGUAGE_STANDARD_CLAUSES_H
#define KOMWE_LANGUAGE_STANDARD_CLAUSES_H

#include "language/reader.h"

/*
 * Says in a clause whatever the machine does though no statement has it, so that the clauses are
 * enough to play by hand; false without memory, or with a fault if there is no room for them.
 */
bool standard_clauses_say(struct reader *reader);

#endif
