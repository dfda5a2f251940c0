/* What src/machine/machine.h says of every machine that is read from a text. */
#ifndef KOMWE_TESTS_MACHINE_INVARIANTS_H
#define KOMWE_TESTS_MACHINE_INVARIANTS_H

#include "komwe.h"

/*
 * What does not hold of the machine of a game that was read from a rule text, or NULL.  Of a game
 * that a trait plays nothing is said.
 */
const char *machine_fault(const struct kw_game *game);

#endif
