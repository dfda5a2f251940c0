/*
 * Setup turns (games/setup.h).  Step by step they are far too long for alpha-beta, whose horizon
 * would lie within the turn.  So whole turns are compared, by hill climbing: a turn is played, and
 * the sowing after it is searched a few plies deep; random variations of the best turn replace it
 * if they are better.  Searches get deeper, each from the best turn of the one before on.  If the
 * opponent's setup turn is next, a turn is worth what his best reply leaves of it: one of the
 * replies found to other turns, or one found by a short climb.  Before a turn is reported it is
 * verified by a long one.
 */
#ifndef KOMWE_SEARCH_SETUP_TURN_H
#define KOMWE_SEARCH_SETUP_TURN_H

#include "search/search.h"

enum { REPLIES = 8 };

/* The last replies of the opponent to the best turns, if his setup turn is next. */
struct setup_replies {
    struct setup_turn turn[REPLIES];
    size_t found; /* so far */
};

/* The best turn so far from a position on; it may be the rest of a turn. */
struct setup_plan {
    struct setup_turn turn;
    kw_move step[2 * KW_TURN_STEPS];
    size_t steps;    /* of the turn; 0: none has been found yet */
    size_t reported; /* steps, those of the expected reply included if it is verified */
    struct value value;
    struct setup_replies replies;
};

/*
 * Improves the turn, or finds one if there is none, by so many tries with searches of `depth`
 * plies. False if the worker was stopped before a value was verified: then a turn that was there is
 * unchanged, and a new one has no value.
 */
bool setup_search(struct worker *worker, const struct kw_position *position, int depth,
                  unsigned tries, struct setup_plan *setup);

#endif
