/*
 * Endgames where no position returns, solved on the way: a number for each board with few seeds,
 * which is found out when it is first asked for, by looking at all that can follow.
 *
 * A board is numbered by the sums of its holes, from the mover's first hole round the ring: with p
 * seeds in the holes 0..i, hole i adds the number of ways to lay fewer than p seeds into i + 1
 * holes, C(p + i, i + 1).  So the boards with fewer seeds come first, and no number is left out.
 */
#ifndef KOMWE_SOLVE_ENDS_H
#define KOMWE_SOLVE_ENDS_H

#include "solve/terms.h"

#include <stdatomic.h>

enum { ENDS_MOST = 60 /* seeds */ };

struct ends {
    const struct terms *terms;
    int most;               /* seeds of a board at most; below 0: there is no such table */
    uint32_t *ways;         /* ENDS_MOST + 1 numbers for each hole */
    _Atomic uint8_t *worth; /* of each board + ENDS_ZERO; 0: not found out */
};

/*
 * Makes room for boards of as many seeds as a number of bytes allows, but of no more than `most`.
 * Where there is no memory, or positions return, there is no such table.
 */
void ends_open(struct ends *ends, const struct terms *terms, int most, size_t bytes);
void ends_close(struct ends *ends);

/* The bytes that the boards take. */
size_t ends_bytes(const struct ends *ends);

/* The worth of a position with at most ends->most seeds; adds to the positions that were entered.
 */
int ends_worth(const struct ends *ends, const struct kw_position *position, uint64_t *entered);

#endif
