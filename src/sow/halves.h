/*
 * Sixteen counts in two words: for a move under way, which reads one hole after the other.
 *
 * A relay is a chain: the count where a lap ends says how far the next one goes.  In two general
 * registers that count is a shift away, where a vector needs a shuffle and two transfers; and what
 * hangs on it (a capture or a further lap, this hole or a head) can be a conditional move, so that
 * of a whole relay only the end is guessed.  What a lap drops into each hole is read from a table:
 * the seeds that a long walk round has brought by its end, less those it had brought by its start.
 * In the plain kernel, on rings of other sizes and where a move is traced, seeds are dropped one by
 * one.
 */
#ifndef KOMWE_SOW_HALVES_H
#define KOMWE_SOW_HALVES_H

#include "sow/lanes.h"
#include "sow/trace.h"

#include <assert.h>

/* Byte i of `low` is hole i, byte i of `high` hole 8+i. */
struct halves16 {
    uint64_t low, high;
};

/* A lap that is to be sown. */
struct halves_lap {
    unsigned from;   /* the first seed falls into the hole after this one, which is not skipped */
    unsigned seeds;  /* at least 1, at most HALVES_SEEDS */
    unsigned turned; /* 0: up the numbers; all ones: down */
    unsigned end;    /* where the last seed falls, in steps from hole 0, not yet brought back */
};

/* Where a lap ended, and what lies there then. */
struct halves_end {
    unsigned at, count;
};

enum { HALVES_SEEDS = 64 };

/* One of two values that are both at hand: a conditional move, as it cannot be foreseen which. */
#define HALVES_CHOOSE(condition, a, b)                                                             \
    (__builtin_expect_with_probability(!!(condition), 1, 0.5) ? (a) : (b))

/*
 * Hides from the compiler how a value is computed, so that truth values which are joined by & stay
 * one condition, and two words do not become a vector.
 */
#define HALVES_OPAQUE(value) __asm__("" : "+r"(value))

KW_INLINE struct halves16 halves_of(struct lanes16 lanes) {
    return (struct halves16){lanes_low(lanes), lanes_high(lanes)};
}

KW_INLINE struct lanes16 halves_lanes(struct halves16 halves) {
    return lanes_of_halves(halves.low, halves.high);
}

/* All ones if hole i is in the high word, else 0. */
KW_INLINE uint64_t halves_is_high(unsigned i) { return -(uint64_t)(i >> 3 & 1); }

/* Byte i of a word, i taken modulo 8. */
KW_INLINE unsigned half_get(uint64_t word, unsigned i) {
    return (unsigned)(word >> (8 * i & 63) & 255);
}

/* A hole, its number taken modulo 16. */
KW_INLINE unsigned halves_get(struct halves16 halves, unsigned i) {
    return half_get(HALVES_CHOOSE(i & 8, halves.high, halves.low), i);
}

KW_INLINE void halves_add(struct halves16 *halves, unsigned i, unsigned count) {
    uint64_t seeds = (uint64_t)count << (8 * i & 63), high = halves_is_high(i);
    halves->low += seeds & ~high;
    halves->high += seeds & high;
}

/* Takes from a hole what it holds at least. */
KW_INLINE void halves_take(struct halves16 *halves, unsigned i, unsigned count) {
    uint64_t seeds = (uint64_t)count << (8 * i & 63), high = halves_is_high(i);
    halves->low -= seeds & ~high;
    halves->high -= seeds & high;
}

KW_INLINE struct halves_lap halves_lap(unsigned from, unsigned seeds, unsigned turned) {
    return (struct halves_lap){from, seeds, turned, (seeds ^ turned) + (from - turned)};
}

KW_INLINE struct halves_lap halves_lap_choose(unsigned condition, struct halves_lap a,
                                              struct halves_lap b) {
    return (struct halves_lap){.from = HALVES_CHOOSE(condition, a.from, b.from),
                               .seeds = HALVES_CHOOSE(condition, a.seeds, b.seeds),
                               .turned = HALVES_CHOOSE(condition, a.turned, b.turned),
                               .end = HALVES_CHOOSE(condition, a.end, b.end)};
}

/*
 * What a walk round sixteen holes has brought to each of them: entry HALVES_START + n is the walk
 * that has come to hole n, and began at some hole before all of these.  Row 0 walks up; row 1,
 * which walks down, counts negatively.
 */
enum { HALVES_START = 80, HALVES_ENTRIES = 160 };

#define HALVES_BYTE(n, i) ((uint64_t)(((n) + HALVES_START - (i)) / 16) << 8 * ((i)&7))
#define HALVES_WORD(n, i)                                                                          \
    (HALVES_BYTE(n, i) + HALVES_BYTE(n, i + 1) + HALVES_BYTE(n, i + 2) + HALVES_BYTE(n, i + 3) +   \
     HALVES_BYTE(n, i + 4) + HALVES_BYTE(n, i + 5) + HALVES_BYTE(n, i + 6) +                       \
     HALVES_BYTE(n, i + 7))
#define HALVES_UP(n)                                                                               \
    { HALVES_WORD(n, 0), HALVES_WORD(n, 8) }
#define HALVES_DOWN(n)                                                                             \
    { -HALVES_WORD((n)-1, 0), -HALVES_WORD((n)-1, 8) }
#define HALVES_4(WALK, n) WALK(n), WALK(n + 1), WALK(n + 2), WALK(n + 3)
#define HALVES_16(WALK, n)                                                                         \
    HALVES_4(WALK, n), HALVES_4(WALK, n + 4), HALVES_4(WALK, n + 8), HALVES_4(WALK, n + 12)
#define HALVES_80(WALK, n)                                                                         \
    HALVES_16(WALK, n), HALVES_16(WALK, n + 16), HALVES_16(WALK, n + 32), HALVES_16(WALK, n + 48), \
        HALVES_16(WALK, n + 64)
static const struct halves16 halves_walk[2 * HALVES_ENTRIES] = {
    HALVES_80(HALVES_UP, 0), HALVES_80(HALVES_UP, 80), /* HALVES_ENTRIES */
    HALVES_80(HALVES_DOWN, 0), HALVES_80(HALVES_DOWN, 80)};

KW_INLINE struct halves_end halves_sow_singly(struct halves16 *halves, struct halves_lap lap,
                                              unsigned size, unsigned base, struct trace *trace,
                                              unsigned clause) {
    unsigned at = lap.from;
    for (; lap.seeds > 0; lap.seeds--) {
        at = lap.turned ? (at == 0 ? size - 1 : at - 1) : (at + 1 == size ? 0 : at + 1);
        halves_add(halves, at, 1);
        trace_report(trace, KW_EVENT_DROP, KW_HAND, base + at, 1, clause);
    }
    return (struct halves_end){.at = at, .count = halves_get(*halves, at)};
}

/*
 * Sows a lap over the first `size` holes and round again.  `base` is the number of hole 0 on the
 * board, for the trace.  The count where the lap ends is what lay there and a seed for each time
 * round: it is read before the holes are sown, so that the next lap need not wait for them.
 */
KW_INLINE struct halves_end halves_sow(struct halves16 *halves, struct halves_lap lap,
                                       unsigned size, unsigned base, struct trace *trace,
                                       unsigned clause) {
    if (KW_KERNEL == 0 || trace != NULL || size != 16)
        return halves_sow_singly(halves, lap, size, base, trace, clause);
    assert(lap.seeds <= HALVES_SEEDS);
    unsigned count = halves_get(*halves, lap.end) + ((lap.seeds + 15) >> 4);
    const struct halves16 *walk = halves_walk + HALVES_START + (lap.turned & HALVES_ENTRIES);
    const struct halves16 *to = walk + (int)lap.end, *from = walk + lap.from;
    halves->low += to->low - from->low;
    halves->high += to->high - from->high;
    HALVES_OPAQUE(halves->low);
    HALVES_OPAQUE(halves->high);
    return (struct halves_end){.at = lap.end & 15, .count = count};
}

#endif
