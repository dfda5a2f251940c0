/* The strongly connected components of a graph of positions, and what they are worth. */
#ifndef KOMWE_EXACT_SCC_H
#define KOMWE_EXACT_SCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move. */
struct scc_edge {
    uint32_t node; /* where it leads */
    int16_t gain;  /* to its player, at once; 0 within a component */
    bool same;     /* it is his turn again */
};

/* The mover's worth lies between. */
struct scc_span {
    int16_t low, high;
};

struct scc_graph {
    size_t nodes;
    const uint64_t *begin; /* of nodes + 1: where the edges of each begin */
    const struct scc_edge *edge;
    const int16_t *repeat; /* what it pays the mover of each if it returns for ever */
    struct scc_span *span; /* of each: given for nodes without edges, found for the others */
    bool (*keep_going)(void *context, size_t nodes);
    void *context;
};

/*
 * Finds what each node is worth: see graph.h.  False if that takes more memory than so many bytes,
 * there is none, or it was stopped.
 */
bool scc_solve(const struct scc_graph *graph, size_t bytes);

#endif
