/* The sowing machine as a family of games, for each kernel of src/sow. */
#ifndef KOMWE_MACHINE_MACHINE_FAMILY_H
#define KOMWE_MACHINE_MACHINE_FAMILY_H

#include "games/game.h"
#include "machine/machine.h"

struct machine_family {
    struct family family; /* without clauses, options and properties, which each text has */
    struct kw_game game;  /* its hot functions */
};

extern const struct machine_family machine_family_plain, machine_family_vector, machine_family_v3;

#endif
