/*
 * One question after the other: is a position worth that much?
 *
 * Each is answered by a depth-first search with a null window, which remembers bounds of the worth
 * of what it has been through.  In games where positions return a question is asked with a depth:
 * what lies deeper is not looked at, and the answer may be that it is open.  What is proven within
 * a depth is proven without going through any position twice (a proof that did could be made
 * shorter), so that neither the way here nor the rule on repetition has a part in it, and it may be
 * remembered.
 */
#ifndef KOMWE_EXACT_NULL_WINDOW_SEARCH_H
#define KOMWE_EXACT_NULL_WINDOW_SEARCH_H

#include "exact/bounds.h"
#include "exact/endgame_probe.h"
#include "tables/history.h"

enum { DEPTH_WHOLE = BOUNDS_DEPTH }; /* to the end of the game, where no position returns */

enum answer { ANSWER_NO, ANSWER_YES, ANSWER_OPEN };

/*
 * Who tries to prove: the mover that the position is worth that much, or his opponent that it is
 * not.  It matters where an answer can be open: there a search gives up what the prover does not
 * reach within the depth.
 */
enum nws_prover { MOVER_PROVES, OPPONENT_PROVES };

/* What is remembered from question to question, and who works on them. */
struct nws {
    const struct value_model *model;
    const struct endgame_probe *probe;
    struct bounds_table *table;
    struct kalah_search *kalah;    /* answers all questions; NULL: there is none */
    const struct history *history; /* positions that stood twice end the game */
    uint64_t twice;                /* 0: there are none; else it tells apart what is remembered */
    unsigned threads;
    atomic_bool *stop;             /* somebody wants it to end */
    _Atomic uint64_t *entered;     /* positions that all threads have entered, about */
    uint64_t nodes;                /* give up where `entered` gets here; UINT64_MAX: never */
    void (*report)(void *context); /* called now and then by the first thread */
    void *context;
    bool out_of_memory; /* there was no memory for a list of moves */
};

/*
 * Is the position worth `least` or more?  YES and NO are proven, and `bound` says what more is: it
 * is worth so much or more, so much or less.  OPEN: not within that depth, or it was stopped or
 * given up, or starved.
 */
enum answer nws_search(struct nws *nws, const struct kw_position *position, int least,
                       unsigned depth, enum nws_prover prover, int *bound);

/* The move that settled the last question about a position: its number in the order of kw_moves. */
unsigned nws_first_move(const struct nws *nws, const struct kw_position *position);

#endif
