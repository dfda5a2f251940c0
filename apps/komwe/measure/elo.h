/* Statistics of match results: Elo difference and sequential test. */
#ifndef ELO_H
#define ELO_H

#include <stdint.h>

/*
 * Games come in pairs: the same opening with sides exchanged.  pair[i] counts the pairs in which
 * the first player scored i half points, 0..4; counting by pairs removes the luck of an opening.
 */
struct pairs {
    uint64_t pair[5];
};

uint64_t pairs_count(const struct pairs *pairs);

/* The share of the points that the first player made, 0..1; 0.5 of no games. */
double pairs_score(const struct pairs *pairs);

/* The first player's Elo advantage and a 95 % interval (may be infinite). */
struct elo {
    double value, low, high;
};
struct elo elo_of(const struct pairs *pairs);

/*
 * The log-likelihood ratio of an advantage of `high` Elo against one of `low` (generalised
 * sequential probability ratio test, normal approximation).
 */
double likelihood_ratio(const struct pairs *pairs, double low, double high);

/* The bounds of the test at an error of 5 % on either side: ratio >= this, or <= minus this. */
double likelihood_bound(void);

#endif
