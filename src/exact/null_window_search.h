/*
 * Null window search: is the value of a position >= n?
 *
 * Each call is a depth-first search with a null window; proven bounds of the positions it enters
 * are remembered from call to call.  Where positions return a search has a depth limit, and its
 * answer may be open.  What is proven within a limit is proven without entering a position twice (a
 * proof that did could be made shorter), so it depends neither on the path nor on the rule on
 * repetition, and may be remembered.
 */
#ifndef KOMWE_EXACT_NULL_WINDOW_SEARCH_H
#define KOMWE_EXACT_NULL_WINDOW_SEARCH_H

#include "exact/endgame_probe.h"
#include "tables/history.h"
#include "tree/bounds.h"
#include "tree/poll_limits.h"

enum { DEPTH_UNLIMITED = BOUNDS_DEPTH }; /* to the end of the game, where no position returns */

/*
 * The player who has to prove his claim within the depth limit: the mover that the value is >= n,
 * or his opponent that it is not.  If he fails the answer is open: that proves nothing.
 */
enum nws_prover { MOVER_PROVES, OPPONENT_PROVES };

/* What lasts from search to search. */
struct nws {
    const struct value_model *model;
    const struct endgame_probe *probe;
    struct transposition *table;   /* of bounds */
    struct board_search *kalah;    /* searches in place of this one; NULL: there is none */
    const struct history *history; /* of the game: a position that is due ends it */
    uint64_t due_key;              /* history_due_key, a part of all keys; 0: no position is due */
    struct poll_limits limits;
    bool out_of_memory; /* no memory for a list of children */
};

/*
 * Is the value >= least?  YES and NO are proven, with *bound: the value is >= bound, or <= bound.
 * OPEN: not decided within the depth, or the search was stopped or reached a limit.
 */
enum answer nws_search(struct nws *nws, const struct kw_position *position, int least,
                       unsigned depth, enum nws_prover prover, int *bound);

/*
 * The move that decided the last search of a position, by its number in the order of kw_moves, or
 * BOUNDS_NO_MOVE.
 */
unsigned nws_first_move(const struct nws *nws, const struct kw_position *position);

#endif
