/*
 * The graph of all positions that can follow, and their values: for games where positions return.
 *
 * The third occurrence of a position ends the game, and its value depends on the board.  Whether it
 * occurs depends on the path, so what is found for a position is a span:
 *
 *   low   what the mover can force if an endless game paid him the least value of the positions
 *         that return in it for ever;
 *   high  what his opponent can hold him to, by the same rule for the opponent.
 *
 * What a player can force in this sense he can force in the game itself, as long as no position has
 * occurred twice: he has a strategy under which no position that pays him less ever comes twice (if
 * one did, a game under that strategy could cycle through it for ever), so that what comes for the
 * third time pays him enough.  Positions that are due in the game before the root are ends of the
 * graph.
 *
 * The bounds of endgame tables hold in the same sense, but with the worst value of all for endless
 * games.  So where lower and upper bound are equal they are the graph's value too, and the position
 * is a leaf; elsewhere the graph's span is narrower.
 *
 * Positions with the same key share a node.  The strongly connected components are solved one by
 * one, in reverse topological order.
 */
#ifndef KOMWE_EXACT_GRAPH_H
#define KOMWE_EXACT_GRAPH_H

#include "exact/endgame_probe.h"
#include "tables/history.h"

struct graph;

/* What a graph is made of. */
struct graph_plan {
    const struct value_model *model;
    const struct history *history;     /* of the game: a position that is due ends it */
    uint64_t due_key;                  /* history_due_key; 0: no position is due */
    const struct endgame_probe *probe; /* positions that it knows are leaves; NULL: none is */
    size_t bytes;                      /* memory at most; a larger graph fails */
    bool (*keep_going)(void *context, size_t nodes); /* called now and then; false: stop */
    void *context;
};

/*
 * The graph of a position, solved.  NULL if it is too large, was stopped, or there is no memory.
 * `nodes` gets the number of positions that were entered.
 */
struct graph *graph_new(const struct graph_plan *plan, const struct kw_position *root,
                        uint64_t *nodes);
void graph_free(struct graph *graph); /* NULL is allowed */

/* Sets the game: another object of the same rules.  To be called before the graph is used again. */
void graph_set_game(struct graph *graph, const struct kw_game *game);

/* The span of a position; false if it is not in the graph. */
bool graph_span(const struct graph *graph, const struct kw_position *position, struct span *span);

/* The span of the root. */
void graph_root_span(const struct graph *graph, struct span *span);

/* The due_key of its plan. */
uint64_t graph_due_key(const struct graph *graph);

/* Whether positions that endgames know are leaves, so that what follows them is missing. */
bool graph_is_cut(const struct graph *graph);

#endif
