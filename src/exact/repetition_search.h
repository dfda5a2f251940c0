/*
 * The search that knows the way here: it counts how often each position has stood, and decides what
 * a graph of positions leaves open.  What it finds holds after the same positions alone, so that
 * little can be remembered: it is for small matters.
 */
#ifndef KOMWE_EXACT_REPETITION_SEARCH_H
#define KOMWE_EXACT_REPETITION_SEARCH_H

#include "exact/graph.h"
#include "exact/null_window_search.h"

struct repetition_plan {
    const struct value_model *model;
    const struct graph *graph;     /* of the root */
    const struct history *history; /* of the game, the root counted in */
    uint64_t nodes;                /* positions to be entered at most */
    atomic_bool *stop;
};

/*
 * Is the root worth `least` or more?  If so `move` is one that makes sure of it.  `entered` grows
 * by the positions that were entered.
 */
enum answer repetition_search(const struct repetition_plan *plan, const struct kw_position *root,
                              int least, kw_move *move, uint64_t *entered);

#endif
