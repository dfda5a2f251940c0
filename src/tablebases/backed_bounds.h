/*
 * Whether what a table says of a position follows from what it says of its successors: the one step
 * of a verification (table_verify.c) and of a sample (table_sample.c).
 *
 * The bounds must be those that the successors back up; and each bound that does not rest on an
 * infinite game must have a distance, and a successor with a lesser one that backs it up.
 */
#ifndef KOMWE_TABLEBASES_BACKED_BOUNDS_H
#define KOMWE_TABLEBASES_BACKED_BOUNDS_H

#include "komwe/tables.h"
#include "tablebases/successors.h"

struct backed_bounds {
    int lower, upper;     /* by the best moves; INT8_MIN: there are none */
    int exit_lower;       /* by the best moves that leave the layer */
    unsigned reach, hold; /* by successors in the layer: of those with the lower bound the least,
                             the greatest of all */
};

struct backed_bounds backed_bounds_none(void);

/*
 * Adds a successor of a position of layer `seeds`, with what the table says of it: of distances
 * only if it is in that layer, and its `distances` says so.
 */
void backed_bounds_add(struct backed_bounds *backed, unsigned seeds,
                       const struct successor *successor, const struct kw_bounds *known);

/* Whether `own` follows, where there was a successor; without `distances` they are not looked at.
 */
bool backed_bounds_hold(const struct backed_bounds *backed, const struct endgame_index *index,
                        unsigned seeds, const struct kw_bounds *own);

/* Whether it is the value of a finished position. */
bool backed_bounds_final(const struct endgame_index *index, const struct kw_position *position,
                         const struct kw_bounds *own);

/* Whether the values can be those of a layer; others would overflow what is computed above. */
bool backed_bounds_in_range(unsigned seeds, int lower, int upper);

#endif
