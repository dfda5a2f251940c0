/*
 * What is known of a position from outside of the search that asks: from endgames.
 *
 * This is the one place where the solver asks for them.
 */
#ifndef KOMWE_SOLVE_OUTSIDE_H
#define KOMWE_SOLVE_OUTSIDE_H

#include "solve/ends.h"

struct outside {
    const struct terms *terms;
    const struct ends *ends;
};

/*
 * Narrows down the worth of a position by what is known from outside, and returns
 * false if nothing is known.
 */
static inline bool outside_span(const struct outside *outside, const struct kw_position *position,
                                struct span *span) {
    if (terms_most(outside->terms, position) > outside->ends->most)
        return false;
    span->low = span->high = ends_worth(outside->ends, position);
    return true;
}

#endif
