/* What the threads of a search are at, and what they find out costs. */
#ifndef KOMWE_SOLVE_BUSY_H
#define KOMWE_SOLVE_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * What the threads are at, so that none does what another one does already: it leaves such a move
 * for later, when the table mostly holds what it is worth (after Weill's ABDADA, 1996, as Kerrigan
 * simplified it).  An entry is lost when another one takes its place, which costs time alone.
 */
enum { BUSY_SLOTS = 1 << 14 };
struct busy {
    _Atomic uint64_t task[BUSY_SLOTS]; /* odd; 0: none */
};

static inline bool busy_at(const struct busy *busy, uint64_t task) {
    return atomic_load_explicit(&busy->task[(task >> 1) % BUSY_SLOTS], memory_order_relaxed) ==
           task;
}

static inline void busy_set(struct busy *busy, uint64_t task, uint64_t now) {
    atomic_store_explicit(&busy->task[(task >> 1) % BUSY_SLOTS], now, memory_order_relaxed);
}

/* 2 log2 of nodes, at most 63. */
static inline unsigned effort_of(uint64_t nodes) {
    unsigned log = 63 - (unsigned)__builtin_clzll(nodes | 1);
    unsigned half = log > 0 && (nodes >> (log - 1) & 1) != 0;
    unsigned effort = 2 * log + half;
    return effort < 63 ? effort : 63;
}

#endif
