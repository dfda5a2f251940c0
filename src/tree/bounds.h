/*
 * Proven bounds of the values of positions, remembered from search to search: entries of a
 * transposition table (tables/transposition.h) with another use of its data, and keys of 128 bits.
 */
#ifndef KOMWE_TREE_BOUNDS_H
#define KOMWE_TREE_BOUNDS_H

#include "tables/transposition.h"
#include "tree/position_hash.h"

enum {
    BOUNDS_VALUE = 2000,  /* no value is greater */
    BOUNDS_DEPTH = 1000,  /* plies of a search that failed, at most */
    BOUNDS_NO_MOVE = 255, /* no move is known to be good, or its number is greater */
};

/*
 *      data   bits  0..11 low    12..23 high   24..35 tried   36..45 depth   46 attack
 *                  47..54 first  55..60 effort  63 one
 *      check  key.check ^ data
 */
struct bounds {
    int low, high;   /* the value lies between; proven */
    int tried;       /* the last search that stayed open: value >= tried?, to `depth` plies */
    unsigned depth;  /* 0: none was */
    bool attack;     /* it tried to prove that for the mover, else the contrary for his opponent */
    unsigned first;  /* the move to be searched first: its number in the order of kw_moves */
    unsigned effort; /* nodes that it took to find this out: 2 log2, at most 63 */
};

/* 2 log2 of nodes, at most 63. */
static inline unsigned bounds_effort(uint64_t nodes) {
    unsigned log = 63 - (unsigned)__builtin_clzll(nodes | 1);
    unsigned half = log > 0 && (nodes >> (log - 1) & 1) != 0;
    unsigned effort = 2 * log + half;
    return effort < 63 ? effort : 63;
}

/* Reads the bounds of a position; false, and nothing is written, if there are none. */
bool bounds_probe(const struct transposition *table, struct position_key key,
                  struct bounds *bounds);

/*
 * Adds bounds to those of the position; they may replace those of another one that took less
 * effort.
 */
void bounds_store(struct transposition *table, struct position_key key, struct bounds bounds);

static inline void bounds_prefetch(const struct transposition *table, struct position_key key) {
    transposition_prefetch(table, key.place);
}

#endif
