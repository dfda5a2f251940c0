/* The strongly connected components of a graph of positions, and what they are worth. */
#ifndef KOMWE_EXACT_SCC_H
#define KOMWE_EXACT_SCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move. */
struct component_edge {
    uint32_t node; /* where it leads */
    int16_t gain;  /* to its player, at once; 0 within a component */
    bool same;     /* it is his turn again */
};

/* The mover's worth lies between. */
struct component_span {
    int16_t low, high;
};

struct component_graph {
    size_t nodes;
    const uint64_t *begin; /* of nodes + 1: where the edges of each begin */
    const struct component_edge *edge;
    const int16_t *repeat;       /* what it pays the mover of each if it returns for ever */
    struct component_span *span; /* of each: given for nodes without edges, found for the others */
    bool (*goes_on)(void *context, size_t nodes);
    void *context;
};

/*
 * Finds what each node is worth: see graph.h.  False if that takes more memory than so many bytes,
 * there is none, or it was stopped.
 */
bool components_solve(const struct component_graph *graph, size_t bytes);

#endif
