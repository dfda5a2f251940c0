/*
 * All positions that can follow, and what each is worth: for games where positions return.
 *
 * The third occurrence of a position ends the game and pays by what lies on the board.  Whether one
 * comes about depends on the way here, so the worth of a position is a span:
 *
 *   low   what the mover makes sure of if a game without end paid him the worst of the positions
 *         that return in it again and again;
 *   high  the same for his opponent.
 *
 * What a player makes sure of in this way he makes sure of in the game itself, as long as no
 * position has stood twice: there is a strategy under which a position that pays him less never
 * comes twice (if it did, a game under that strategy could go round through it for ever), so that
 * what comes for the third time pays him enough.  Positions that stood twice before the root end
 * the game where they come, and are ends of the graph.
 *
 * The tables' bounds hold in the same sense, but pay the worst of all for a game without end.  So
 * where they meet the worth is that of the graph too, and what follows can be left out; where they
 * do not the graph knows better.
 *
 * Positions with the same key share a node.  The strongly connected components are solved one by
 * one, those that others lead to first.
 */
#ifndef KOMWE_EXACT_GRAPH_H
#define KOMWE_EXACT_GRAPH_H

#include "exact/endgame_probe.h"
#include "tables/history.h"

struct graph;

/* What a graph is made of. */
struct graph_plan {
    const struct value_model *model;
    const struct history *history;     /* positions that stood twice end the game */
    uint64_t twice;                    /* 0: there are none */
    const struct endgame_probe *probe; /* what it knows exactly is an end; NULL: it is not asked */
    size_t bytes;                      /* the graph is given up where it would take more */
    bool (*keep_going)(void *context, size_t nodes); /* asked now and then */
    void *context;
};

/*
 * The graph of a position, solved.  NULL if it is too large, was stopped, or there is no memory.
 * `nodes` gets the number of positions that were entered.
 */
struct graph *graph_new(const struct graph_plan *plan, const struct kw_position *root,
                        uint64_t *nodes);
void graph_free(struct graph *graph); /* NULL is allowed */

/* The game may be another object by now, of the same rules: to be told before anything is asked. */
void graph_under(struct graph *graph, const struct kw_game *game);

/* The worth of a position; false if it is not in the graph. */
bool graph_span(const struct graph *graph, const struct kw_position *position, struct span *span);

/* The worth of the root. */
void graph_root_span(const struct graph *graph, struct span *span);

/* The plan's. */
uint64_t graph_twice(const struct graph *graph);

/* Whether what follows something known from outside was left out. */
bool graph_is_cut(const struct graph *graph);

#endif
