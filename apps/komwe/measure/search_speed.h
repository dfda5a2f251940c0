/* The speed of the search: positions per second, and speedup by threads. */
#ifndef SEARCH_SPEED_H
#define SEARCH_SPEED_H

#include <komwe.h>

/*
 * Positions per second of one thread, searching so many at each of some random positions: the
 * median of `runs`.
 */
double search_speed(const struct kw_game *game, uint64_t nodes, unsigned runs);

/*
 * Time of `threads` threads to the depth that one thread reaches with so many nodes, relative to
 * the time of one: the geometric mean over so many random positions of the ratios of the medians of
 * `runs`.
 */
double search_time_ratio(const struct kw_game *game, unsigned threads, uint64_t nodes,
                         unsigned positions, unsigned runs);

#endif
