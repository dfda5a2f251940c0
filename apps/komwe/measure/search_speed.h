/* How fast the engine is: positions a second, and what threads gain. */
#ifndef SEARCH_SPEED_H
#define SEARCH_SPEED_H

#include <komwe.h>

/* Positions a second that one thread enters, searching so many at each of some random positions:
 * the median of `runs`. */
double search_speed(const struct kw_game *game, uint64_t nodes, unsigned runs);

/*
 * The time that `threads` threads need to reach the depth that one reaches with so many nodes, over
 * the time that one needs: the geometric mean over so many random positions, of each the ratio of
 * the medians of `runs`.
 */
double search_time_ratio(const struct kw_game *game, unsigned threads, uint64_t nodes,
                         unsigned positions, unsigned runs);

#endif
