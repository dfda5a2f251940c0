/* Positions of a game of the Bao family and what follows from them, by the slow twin. */
#ifndef KOMWE_TESTS_TWIN_GRAPH_H
#define KOMWE_TESTS_TWIN_GRAPH_H

#include "mutated/mutated.h"

enum { GRAPH_SOLVED = 3000 }; /* positions that follow from one, at most, for it to be solved */

struct graph_node {
    char *position;
    char turn;                /* 'S' or 'N' */
    char over;                /* 'S' or 'N' has won here, '=' a draw, NUL: the game goes on */
    char value;               /* who wins with best play, '=': nobody; NUL: it is not known */
    uint32_t *child;          /* of all legal moves in the byte order of their texts */
    uint32_t children, stamp; /* `child` is NULL until they are listed */
    uint32_t choice;          /* of a walk: the child that is followed; UINT32_MAX: all */
    uint32_t before;          /* of a walk: moves that lead here */
};

struct twin_graph {
    struct twin_game twin;
    struct graph_node *node;
    uint32_t *slot;
    uint32_t count, room, slots, stamp;
};

void graph_open(struct twin_graph *graph, const struct twin_game *twin);
void graph_close(struct twin_graph *graph);
uint32_t graph_number(struct twin_graph *graph, const char *position);
void graph_expand(struct twin_graph *graph, uint32_t number);
/* Who wins a position: 'S', 'N' or '='; NUL if too much follows from it. */
char graph_value(struct twin_graph *graph, uint32_t number);

#endif
