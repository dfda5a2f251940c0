/*
 * A search that counts repetitions: it knows how often each position has occurred on its path, and
 * decides what the graph leaves open.  Its answers hold after the same path only, so that little
 * can be remembered, and large positions are out of its reach.
 */
#ifndef KOMWE_EXACT_REPETITION_SEARCH_H
#define KOMWE_EXACT_REPETITION_SEARCH_H

#include "exact/graph.h"
#include "exact/null_window_search.h"

struct repetition_plan {
    const struct value_model *model;
    const struct graph *graph;     /* of the root */
    const struct history *history; /* of the game, with the root */
    uint64_t nodes;                /* entered at most */
    atomic_bool *stop;
};

/*
 * Is the value of the root >= least?  If so *move makes sure of it.  OPEN: a limit was reached, or
 * it was stopped.  Adds the positions that were entered to *entered.
 */
enum answer repetition_search(const struct repetition_plan *plan, const struct kw_position *root,
                              int least, kw_move *move, uint64_t *entered);

#endif
