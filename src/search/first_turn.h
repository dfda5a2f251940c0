/*
 * Kiothi's first turn.  Up to two boma are emptied and their warriors distributed over all twenty:
 * step by step far too long for a search, whose horizon would lie within the turn.  So whole turns
 * are compared: each is carried out, and the sowing that follows is searched a few plies deep, as
 * if the opponent left his boma as they are.  From the best of some random turns the turn climbs:
 * one warrior at a time is placed elsewhere, as long as that is better.
 */
#ifndef KOMWE_SEARCH_FIRST_TURN_H
#define KOMWE_SEARCH_FIRST_TURN_H

#include "search/search.h"

enum { PLACING_STEPS = 256 };

/* A whole turn, from a position on. */
struct placing {
    kw_move step[PLACING_STEPS];
    size_t steps;
    struct value value;
    bool judged; /* time sufficed to search at least what is after this turn */
};

/* Finds the best rest of a first turn that the worker's limits leave time for. */
void placing_find(struct worker *worker, const struct kw_position *position, int depth,
                  struct placing *placing);

#endif
