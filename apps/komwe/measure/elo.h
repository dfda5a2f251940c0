/* What the games of a match say of the players' strength. */
#ifndef ELO_H
#define ELO_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Games come in pairs: the same opening, sides exchanged.  pair[i] counts the pairs in which the
 * first player made i half points, 0..4; by pairs the luck of an opening does not count as
 * evidence.
 */
struct pairs {
    uint64_t pair[5];
};

uint64_t pairs_count(const struct pairs *pairs);

/* The share of the points that the first player made, 0..1; 0.5 of no games. */
double pairs_score(const struct pairs *pairs);

/* How many Elo the first player is ahead, and the ends of a 95 % interval (may be infinite). */
struct elo {
    double value, low, high;
};
struct elo elo_of(const struct pairs *pairs);

/*
 * The logarithm of how much likelier the pairs are if the first player is `high` Elo ahead than if
 * he is `low` ahead (generalised sequential probability ratio test, normal approximation).
 */
double likelihood_ratio(const struct pairs *pairs, double low, double high);

/* Where such a test ends, with an error of 5 % on either side: ratio >= this, or <= minus this. */
double likelihood_bound(void);

#endif
