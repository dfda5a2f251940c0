/*
 * Kiothi's first turn.  Up to two boma are emptied and their warriors distributed over all twenty:
 * step by step far too long for a search, whose horizon would lie within the turn.  So whole turns
 * are compared: each is carried out, and the sowing that follows is searched a few plies deep.  The
 * best one is varied at random, and what is better takes its place; looks get deeper, each from the
 * best turn of the one before on.  If the opponent has his first turn next, a turn is worth what
 * the best reply leaves of it: of those that were found to others, and a short climb.  Before it is
 * told it has to withstand a long one.
 */
#ifndef KOMWE_SEARCH_KIOTHI_SETUP_H
#define KOMWE_SEARCH_KIOTHI_SETUP_H

#include "search/search.h"

enum { REPLIES = 8 };

/* What is not lifted is not in hand: a turn is the boma lifted and how many each boma receives. */
struct turn {
    unsigned lift[2], lifts;
    uint8_t gets[KW_HOLES];
    unsigned hand;
};

/* The opponent's last answers to the best turns, if he has his first turn next. */
struct replies {
    struct turn turn[REPLIES];
    size_t found; /* so far */
};

/* The rest of a turn, from a position on. */
struct placing {
    struct turn turn;
    kw_move step[2 * KW_TURN_STEPS];
    size_t steps; /* of it; 0: none has been found yet */
    size_t told;  /* with those of the first turn that is expected to answer it, if it was sought */
    struct value value;
    struct replies replies;
};

/*
 * Betters a turn, or finds one if there is none, by so many tries that look `depth` plies deep at
 * what follows.  False if the worker's limits did not leave time to value one: then a turn that was
 * there stays as it was, and one that is new has no value.
 */
bool placing_look(struct worker *worker, const struct kw_position *position, int depth,
                  unsigned tries, struct placing *placing);

#endif
