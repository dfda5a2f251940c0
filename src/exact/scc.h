/* The strongly connected components (SCC) of a graph of positions, and the values in them. */
#ifndef KOMWE_EXACT_SCC_H
#define KOMWE_EXACT_SCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move. */
struct scc_edge {
    uint32_t node; /* where it leads */
    int16_t gain;  /* of the lead of its player; 0 within a component */
    bool same;     /* the turn stays */
};

/* The value for the mover lies between. */
struct scc_span {
    int16_t low, high;
};

struct scc_graph {
    size_t nodes;
    const uint64_t *begin; /* of nodes + 1: where the edges of each begin */
    const struct scc_edge *edge;
    const int16_t *repeat; /* the value for the mover of each if it returns for ever */
    struct scc_span *span; /* of each: input for nodes without edges, output for others */
    bool (*keep_going)(void *context, size_t nodes);
    void *context;
};

/*
 * Finds the span of each node: see graph.h.  False if that takes more than so many bytes, there is
 * no memory, or it was stopped.
 */
bool scc_solve(const struct scc_graph *graph, size_t bytes);

#endif
