/* What the sowing machine offers to the reader of rule texts, for each kernel of src/sow. */
#ifndef KOMWE_MACHINE_MACHINE_FAMILY_H
#define KOMWE_MACHINE_MACHINE_FAMILY_H

#include "fast/fast_play.h"
#include "games/game.h"
#include "machine/machine.h"
#include "traits/trait.h"

struct machine_family {
    struct family family; /* without clauses, options and properties, which each text has */
    struct kw_game game;  /* its hot functions */
    const struct fast_play *const *fast; /* what can take their place */
    const struct trait *const *traits;   /* what plays the texts that name it */
};

extern const struct machine_family machine_family_plain, machine_family_vector, machine_family_v3;

#endif
