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
#ifndef KOMWE_SOW_WORDS_H
#define KOMWE_SOW_WORDS_H

#include "sow/lanes.h"
#include "sow/trace.h"

#include <assert.h>

/* Byte i of `low` is hole i, byte i of `high` hole 8+i. */
struct words16 {
    uint64_t low, high;
};

/* A lap that is to be sown. */
struct words_lap {
    unsigned from;   /* the first seed falls into the hole after this one, which is not skipped */
    unsigned seeds;  /* at least 1, at most WORDS_SEEDS */
    unsigned turned; /* 0: up the numbers; all ones: down */
    unsigned end;    /* where the last seed falls, in steps from hole 0, not yet brought back */
};

/* Where a lap ended, and what lies there then. */
struct words_end {
    unsigned at, count;
};

enum { WORDS_SEEDS = 64 };

/* One of two values that are both at hand: a conditional move, as it cannot be foreseen which. */
#define WORDS_CHOOSE(condition, a, b)                                                              \
    (__builtin_expect_with_probability(!!(condition), 1, 0.5) ? (a) : (b))

/*
 * Hides from the compiler how a value is computed, so that truth values which are joined by & stay
 * one condition, and two words do not become a vector.
 */
#define WORDS_OPAQUE(value) __asm__("" : "+r"(value))

KW_INLINE struct words16 words_of(struct lanes16 lanes) {
    return (struct words16){lanes_low(lanes), lanes_high(lanes)};
}

KW_INLINE struct lanes16 words_lanes(struct words16 words) {
    return lanes_of_words(words.low, words.high);
}

/* All ones if hole i is in the high word, else 0. */
KW_INLINE uint64_t words_is_high(unsigned i) { return -(uint64_t)(i >> 3 & 1); }

/* Byte i of a word, i taken modulo 8. */
KW_INLINE unsigned word_get(uint64_t word, unsigned i) {
    return (unsigned)(word >> (8 * i & 63) & 255);
}

/* A hole, its number taken modulo 16. */
KW_INLINE unsigned words_get(struct words16 words, unsigned i) {
    return word_get(WORDS_CHOOSE(i & 8, words.high, words.low), i);
}

KW_INLINE void words_add(struct words16 *words, unsigned i, unsigned count) {
    uint64_t seeds = (uint64_t)count << (8 * i & 63), high = words_is_high(i);
    words->low += seeds & ~high;
    words->high += seeds & high;
}

/* Takes from a hole what it holds at least. */
KW_INLINE void words_take(struct words16 *words, unsigned i, unsigned count) {
    uint64_t seeds = (uint64_t)count << (8 * i & 63), high = words_is_high(i);
    words->low -= seeds & ~high;
    words->high -= seeds & high;
}

KW_INLINE struct words_lap words_lap(unsigned from, unsigned seeds, unsigned turned) {
    return (struct words_lap){from, seeds, turned, (seeds ^ turned) + (from - turned)};
}

KW_INLINE struct words_lap words_lap_choose(unsigned condition, struct words_lap a,
                                            struct words_lap b) {
    return (struct words_lap){.from = WORDS_CHOOSE(condition, a.from, b.from),
                              .seeds = WORDS_CHOOSE(condition, a.seeds, b.seeds),
                              .turned = WORDS_CHOOSE(condition, a.turned, b.turned),
                              .end = WORDS_CHOOSE(condition, a.end, b.end)};
}

/*
 * What a walk round sixteen holes has brought to each of them: entry WORDS_START + n is the walk
 * that has come to hole n, and began at some hole before all of these.  Row 0 walks up; row 1,
 * which walks down, counts negatively.
 */
enum { WORDS_START = 80, WORDS_ENTRIES = 160 };

#define WORDS_BYTE(n, i) ((uint64_t)(((n) + WORDS_START - (i)) / 16) << 8 * ((i)&7))
#define WORDS_WORD(n, i)                                                                           \
    (WORDS_BYTE(n, i) + WORDS_BYTE(n, i + 1) + WORDS_BYTE(n, i + 2) + WORDS_BYTE(n, i + 3) +       \
     WORDS_BYTE(n, i + 4) + WORDS_BYTE(n, i + 5) + WORDS_BYTE(n, i + 6) + WORDS_BYTE(n, i + 7))
#define WORDS_UP(n)                                                                                \
    { WORDS_WORD(n, 0), WORDS_WORD(n, 8) }
#define WORDS_DOWN(n)                                                                              \
    { -WORDS_WORD((n)-1, 0), -WORDS_WORD((n)-1, 8) }
#define WORDS_4(WALK, n) WALK(n), WALK(n + 1), WALK(n + 2), WALK(n + 3)
#define WORDS_16(WALK, n)                                                                          \
    WORDS_4(WALK, n), WORDS_4(WALK, n + 4), WORDS_4(WALK, n + 8), WORDS_4(WALK, n + 12)
#define WORDS_80(WALK, n)                                                                          \
    WORDS_16(WALK, n), WORDS_16(WALK, n + 16), WORDS_16(WALK, n + 32), WORDS_16(WALK, n + 48),     \
        WORDS_16(WALK, n + 64)
static const struct words16 words_walk[2 * WORDS_ENTRIES] = {
    WORDS_80(WORDS_UP, 0), WORDS_80(WORDS_UP, 80), /* WORDS_ENTRIES */
    WORDS_80(WORDS_DOWN, 0), WORDS_80(WORDS_DOWN, 80)};

KW_INLINE struct words_end words_sow_singly(struct words16 *words, struct words_lap lap,
                                            unsigned size, unsigned base, struct trace *trace,
                                            unsigned clause) {
    unsigned at = lap.from;
    for (; lap.seeds > 0; lap.seeds--) {
        at = lap.turned ? (at == 0 ? size - 1 : at - 1) : (at + 1 == size ? 0 : at + 1);
        words_add(words, at, 1);
        trace_report(trace, KW_EVENT_DROP, KW_HAND, base + at, 1, clause);
    }
    return (struct words_end){.at = at, .count = words_get(*words, at)};
}

/*
 * Sows a lap over the first `size` holes and round again.  `base` is the number of hole 0 on the
 * board, for the trace.  The count where the lap ends is what lay there and a seed for each time
 * round: it is read before the holes are sown, so that the next lap need not wait for them.
 */
KW_INLINE struct words_end words_sow(struct words16 *words, struct words_lap lap, unsigned size,
                                     unsigned base, struct trace *trace, unsigned clause) {
    if (KW_KERNEL == 0 || trace != NULL || size != 16)
        return words_sow_singly(words, lap, size, base, trace, clause);
    assert(lap.seeds <= WORDS_SEEDS);
    unsigned count = words_get(*words, lap.end) + ((lap.seeds + 15) >> 4);
    const struct words16 *walk = words_walk + WORDS_START + (lap.turned & WORDS_ENTRIES);
    const struct words16 *to = walk + (int)lap.end, *from = walk + lap.from;
    words->low += to->low - from->low;
    words->high += to->high - from->high;
    WORDS_OPAQUE(words->low);
    WORDS_OPAQUE(words->high);
    return (struct words_end){.at = lap.end & 15, .count = count};
}

#endif
