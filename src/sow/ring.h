/*
 * The sowing kernel of two-row boards: up to thirty-two holes, all on one way round.
 *
 * A lap is byte arithmetic on the whole ring: number the places of the way round from the start of
 * the lap; place d (0 is the first to get a seed) gets q + (d < r) seeds, where the lap has q full
 * rounds and r seeds more.  No place is looked up in a table, and what the next lap needs stays in
 * a register.  In the plain kernel, and wherever a move is traced, seeds are dropped one by one.
 *
 * Invariants:
 *
 *      bytes of holes from `size` on are 0 before and after each function
 *      a lap drops all of its seeds: those in the ring rise by seeds - banked
 *      no byte overflows, since a board has 255 seeds at most (games/rules.h)
 *      ring_sow_at_once and ring_sow_singly come to the same ring and landing
 */
#ifndef KOMWE_SOW_RING_H
#define KOMWE_SOW_RING_H

#include "sow/lanes.h"
#include "sow/trace.h"

#include <assert.h>

struct ring {
    struct lanes16 half[2];
};

/*
 * One lap on a two-row board.  The player's own store may lie on the way round: `store` is then
 * the number of the hole that follows it counterclockwise (`size` for hole 0), else 0.
 */
struct lap {
    unsigned size;  /* holes on the way round, at most 31 */
    unsigned from;  /* sowing starts at the place after this hole */
    unsigned seeds; /* at least 1 */
    bool reverse;   /* clockwise */
    bool skip_from; /* `from` itself never gets a seed */
    bool skips;     /* another hole than `from` never gets one: `skipped` */
    unsigned skipped;
    unsigned store;
    unsigned store_place; /* KW_STORE_SOUTH or KW_STORE_NORTH */
    unsigned clause;      /* cited by each drop */
};

/* Where a lap ended (a hole, or the store's place), and the seeds that fell into the store. */
struct landing {
    unsigned end, banked;
};

KW_INLINE struct ring ring_load(const struct kw_position *position, unsigned size) {
    struct ring ring = {.half[0] = lanes_load(position->hole)};
    ring.half[1] = size > 16 ? lanes_load(position->hole + 16) : (struct lanes16){0};
    return ring;
}

KW_INLINE void ring_save(struct kw_position *position, struct ring ring, unsigned size) {
    (void)size; /* both halves, whatever the size: unused holes are written as zero */
    lanes_save(position->hole, ring.half[0]);
    lanes_save(position->hole + 16, ring.half[1]);
}

KW_INLINE unsigned ring_get(struct ring ring, unsigned i, unsigned size) {
    return size <= 16 ? lanes_get(ring.half[0], i) : lanes_pair_get(ring.half[0], ring.half[1], i);
}

KW_INLINE void ring_set(struct ring *ring, unsigned i, unsigned count, unsigned size) {
    lanes_pair_set(ring->half, i, count, size);
}

KW_INLINE uint32_t ring_at_least(struct ring ring, unsigned count, unsigned size) {
    return lanes_at_least(ring.half[0], count) |
           (size > 16 ? lanes_at_least(ring.half[1], count) << 16 : 0);
}

KW_INLINE uint32_t ring_equal(struct ring ring, unsigned count, unsigned size) {
    return lanes_equal(ring.half[0], count) |
           (size > 16 ? lanes_equal(ring.half[1], count) << 16 : 0);
}

KW_INLINE uint32_t ring_changed(struct ring ring, struct ring old, unsigned size) {
    return lanes_changed(ring.half[0], old.half[0]) |
           (size > 16 ? lanes_changed(ring.half[1], old.half[1]) << 16 : 0);
}

/* Empties every hole whose bit is set. */
KW_INLINE void ring_clear(struct ring *ring, uint32_t mask, unsigned size) {
    lanes_clear(&ring->half[0], lanes_pair_bits(mask, 0));
    if (size > 16)
        lanes_clear(&ring->half[1], lanes_pair_bits(mask, 1));
}

/* Drops a seed into every hole whose bit is set. */
KW_INLINE void ring_drop(struct ring *ring, uint32_t mask, unsigned size) {
    lanes_drop(&ring->half[0], lanes_pair_bits(mask, 0));
    if (size > 16)
        lanes_drop(&ring->half[1], lanes_pair_bits(mask, 1));
}

/* The holes as they lie from hole `by` (below `size`) on, round and round. */
KW_INLINE struct ring ring_turned(struct ring ring, unsigned by, unsigned size) {
    uint8_t hole[32], turned[32] = {0};
    memcpy(hole, &ring, sizeof hole);
    memcpy(turned, hole + by, size - by);
    memcpy(turned + size - by, hole, by);
    memcpy(&ring, turned, sizeof turned);
    return ring;
}

/* The place after (or before, if reverse) `at` on the way round; KW_HOLES is the store. */
KW_INLINE unsigned lap_next(const struct lap *lap, unsigned at) {
    if (at == KW_HOLES)
        return lap->reverse ? lap->store - 1 : lap->store % lap->size;
    unsigned border = lap->reverse ? at : at + 1; /* the border crossed: before hole `border` */
    if (lap->store != 0 && border % lap->size == lap->store % lap->size)
        return KW_HOLES;
    return lap->reverse ? (at == 0 ? lap->size - 1 : at - 1) : border % lap->size;
}

KW_INLINE struct landing ring_sow_singly(struct ring *ring, const struct lap *lap,
                                         struct trace *trace) {
    uint8_t hole[KW_HOLES + 1] = {0};
    lanes_save(hole, ring->half[0]);
    lanes_save(hole + 16, ring->half[1]);
    unsigned at = lap->from;
    for (unsigned seeds = lap->seeds; seeds > 0;) {
        at = lap_next(lap, at);
        if ((lap->skip_from && at == lap->from) || (lap->skips && at == lap->skipped)) {
            trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, at, 0, lap->clause);
            continue;
        }
        hole[at]++;
        seeds--;
        trace_report(trace, KW_EVENT_DROP, KW_HAND, at == KW_HOLES ? lap->store_place : at, 1,
                     lap->clause);
    }
    ring->half[0] = lanes_load(hole);
    ring->half[1] = lanes_load(hole + 16);
    return (struct landing){.end = at == KW_HOLES ? lap->store_place : at,
                            .banked = hole[KW_HOLES]};
}

/*
 * A number from -size to -1, or from size to 2*size-1, brought back into 0..size-1.  As a mask and
 * not as a condition, which compilers turn into a branch that is mispredicted half of the time.
 */
KW_INLINE unsigned wrap_up(unsigned x, unsigned size) { return x + (size & -(x >> 31)); }
KW_INLINE unsigned wrap_down(unsigned x, unsigned size) { return wrap_up(x - size, size); }

#if defined(LANES_VECTORS)

/* A lap with what follows from it; its places are numbered from hole 0, the store among them. */
struct lap_sum {
    unsigned cycle;        /* places on the way round */
    unsigned from;         /* the place where it starts */
    unsigned rounds, rest; /* seeds in full rounds, and beyond: at least 1, at most one round's */
};

KW_INLINE struct lap_sum lap_divide(const struct lap *lap) {
    bool stored = lap->store != 0;
    struct lap_sum sum = {.cycle = lap->size + stored,
                          .from = lap->from + (stored && lap->from >= lap->store),
                          .rest = lap->seeds};
    unsigned full = sum.cycle - lap->skip_from; /* seeds that one full round takes */
    assert(full > 0);
    if (KW_UNLIKELY(sum.rest > full)) {
        sum.rounds = (sum.rest - 1) / full;
        sum.rest -= sum.rounds * full;
    }
    return sum;
}

/* Half `k` of the ring gets its seeds. */
KW_INLINE void ring_sow_half(struct ring *ring, unsigned k, const struct lap *lap,
                             struct lap_sum sum) {
    bytes16 lane = BYTES16_NUMBERS + (uint8_t)(16 * k), place = lane;
    bytes16 inside = (bytes16)(lane < (uint8_t)lap->size);
    bytes16 turned = bytes16_all(lap->reverse ? 255 : 0);
    if (lap->store != 0) /* holes from `store` on have moved up by one */
        place -= (bytes16)(lane >= bytes16_all(lap->store));
    signed_bytes16 away = (signed_bytes16) ~(((bytes16_all(sum.from) - place) ^ turned) - turned);
    away += (signed_bytes16)(away < 0) & (int8_t)sum.cycle;
    ring->half[k].hole -= (bytes16)(away < (signed_bytes16)bytes16_all(sum.rest)) & inside;
    if (KW_UNLIKELY(sum.rounds > 0)) {
        if (lap->skip_from)
            inside &= (bytes16)(lane != bytes16_all(lap->from));
        ring->half[k].hole += inside & (uint8_t)sum.rounds;
    }
}

KW_INLINE struct landing ring_sow_at_once(struct ring *ring, const struct lap *lap) {
    struct lap_sum sum = lap_divide(lap);
    unsigned from = sum.from, cycle = sum.cycle;
    for (unsigned k = 0; k < (lap->size > 16 ? 2 : 1); k++)
        ring_sow_half(ring, k, lap, sum);
    unsigned end =
        lap->reverse ? wrap_up(from - sum.rest, cycle) : wrap_down(from + sum.rest, cycle);
    if (lap->store == 0)
        return (struct landing){.end = end, .banked = 0};
    /* Steps to the store, from 0. */
    unsigned away = wrap_up(lap->reverse ? from - lap->store - 1 : lap->store - from - 1, cycle);
    return (struct landing){.end = end == lap->store ? lap->store_place : end - (end > lap->store),
                            .banked = sum.rounds + (away < sum.rest)};
}

#else
#define ring_sow_at_once(ring, lap) ring_sow_singly(ring, lap, NULL)
#endif

/* Sows one lap. */
KW_INLINE struct landing ring_sow(struct ring *ring, struct lap lap, struct trace *trace) {
    if (trace != NULL || KW_UNLIKELY(lap.skips))
        return ring_sow_singly(ring, &lap, trace);
    return ring_sow_at_once(ring, &lap);
}

#endif
