/* Draws openings: of random moves, and of moves after which the game looks even. */
#ifndef OPENING_DRAW_H
#define OPENING_DRAW_H

#include "text/move_list.h"

#include <komwe.h>

enum { DRAW_ALL_RANDOM = 4 /* all moves are random */ };

/* Begin with {0}.  For one thread at a time. */
struct opening_draw {
    struct moves moves;
    struct kw_engine *engine; /* that ranks moves; made when it is needed */
    struct kw_analysis view;
};

/* How an opening is drawn. */
struct opening_manner {
    size_t before;         /* plies of the session that stay */
    unsigned plies;        /* that are drawn at least: setup turns are drawn to their end */
    unsigned random_moves; /* so many moves of 4 are random, and all of setup turns; the others look
                              even */
    unsigned ended; /* so many times it is begun anew, because the game has ended within it */
};

/*
 * Takes back what was played after `before` and plays an opening from there.  `drawn` is false if
 * the game ended within it every time.  False with `error` if there is no memory, or after an
 * interruption.
 */
bool opening_draw(struct opening_draw *draw, struct kw_session *session,
                  const struct opening_manner *manner, struct kw_random *random, bool *drawn,
                  struct kw_error *error);

/* Whether at least three quarters of the seeds are in play: with less it is soon a draw. */
bool opening_leaves_most(const struct kw_session *session);

void opening_draw_close(struct opening_draw *draw);

#endif
