/* The principal variation of a solved position. */
#ifndef KOMWE_EXACT_PRINCIPAL_VARIATION_H
#define KOMWE_EXACT_PRINCIPAL_VARIATION_H

#include "exact/graph.h"
#include "exact/null_window_search.h"

struct pv_plan {
    struct nws *nws;
    const struct graph *graph; /* NULL: there is none */
    int value;                 /* of the root */
};

/*
 * Writes optimal moves of both players and returns how many: to the end of the game where it is
 * found, or to where positions return.
 */
size_t pv_find(const struct pv_plan *plan, const struct kw_position *root, kw_move *move,
               size_t capacity);

#endif
