/*
 * What the solver remembers of positions, shared by its threads without locks: between what their
 * worth lies, and what was asked of them in vain.
 */
#ifndef KOMWE_EXACT_BOUNDS_H
#define KOMWE_EXACT_BOUNDS_H

#include "exact/value_model.h"

#include "base/cpu.h"

#include <stdatomic.h>

enum {
    BOUNDS_MOST = 2000,   /* no worth is greater */
    BOUNDS_DEPTH = 1000,  /* plies at most of a question in vain */
    BOUNDS_NO_MOVE = 255, /* that move, or none, is to be tried first */
    BOUNDS_SLOTS = 4
};

struct bounds {
    int low, high; /* proven */
    /* The question in vain: whether it is `asked` or more, by who attacks, so many plies deep. */
    int asked;
    unsigned depth; /* 0: none was in vain */
    bool attack;
    unsigned first;  /* the number of the move to be tried first, in the order of kw_moves */
    unsigned effort; /* how much it cost to find this out: 2 log2 of nodes, at most 63 */
};

/*
 * As in tables/transposition.h, two words that do not fit together are no finding.
 *
 *      data   bits  0..11 low    12..23 high   24..35 asked   36..45 depth   46 attack
 *                  47..54 first  55..60 effort  63 one
 *      check  that of the print ^ data
 */
struct bounds_slot {
    _Atomic uint64_t check, data;
};

struct bounds_bucket {
    struct bounds_slot slot[BOUNDS_SLOTS];
};

struct bounds_table {
    struct bounds_bucket *bucket;
    size_t buckets;
};

/* 2 log2 of nodes, at most 63. */
static inline unsigned bounds_effort(uint64_t nodes) {
    unsigned log = 63 - (unsigned)__builtin_clzll(nodes | 1);
    unsigned half = log > 0 && (nodes >> (log - 1) & 1) != 0;
    unsigned effort = 2 * log + half;
    return effort < 63 ? effort : 63;
}

/* Makes an empty table of about so many bytes; false if there is no memory. */
bool bounds_open(struct bounds_table *table, size_t bytes);
void bounds_close(struct bounds_table *table);
void bounds_clear(struct bounds_table *table);

/* False, and nothing is written, if nothing is known. */
bool bounds_find(const struct bounds_table *table, struct board_key key, struct bounds *bounds);

/* Adds to what is known; something else that cost less may be forgotten. */
void bounds_keep(struct bounds_table *table, struct board_key key, struct bounds bounds);

static inline struct bounds_bucket *bounds_bucket(const struct bounds_table *table,
                                                  struct board_key key) {
    return &table->bucket[(size_t)multiply_high(key.place, table->buckets)];
}

static inline void bounds_prefetch(const struct bounds_table *table, struct board_key key) {
    __builtin_prefetch(bounds_bucket(table, key));
}

#endif
