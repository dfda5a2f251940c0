/*
 * Relays that never end, in games where all laps are sown one way and no store lies on it.
 *
 * What a relay does next is settled by the seeds and by where its last lap ended; and on a board
 * that is rotated it continues in the same way.  So once a lap ends as an earlier one did, but
 * for such a rotation, the relay is endless, and the rounds up to the limit can be counted
 * instead of being sown.  The first return is found after Brent (1980): one lap's end is remembered
 * and compared with those that follow, for twice as many seeds each time.
 */
#ifndef KOMWE_SOW_ENDLESS_H
#define KOMWE_SOW_ENDLESS_H

#include "sow/ring.h"

struct relay {
    unsigned sown;  /* seeds in this move */
    uint32_t noted; /* holes that the game notes, one bit each; see relay_noted */
    /* With more seeds sown than that, ends of laps are remembered and compared. */
    unsigned detect_above;
    /* The lap's end that is remembered; no lap ends with 0 seeds to be sown. */
    unsigned at, seeds;
    struct ring ring;       /* from `at` on */
    uint32_t earlier;       /* noted before it */
    unsigned before, until; /* seeds sown then, and when another one is to be remembered */
};

/*
 * A move that has sown nothing yet.  Rounds are not counted where a move is traced, nor in the
 * plain kernel, which is there to prove that they are counted correctly.
 */
KW_INLINE struct relay relay_of(unsigned limit, const struct trace *trace) {
    enum { FEW = 256 /* hardly any other move sows as many */ };
    bool detects = KW_KERNEL != 0 && trace == NULL && limit > FEW;
    return (struct relay){.detect_above = detects ? FEW : limit};
}

KW_INLINE uint32_t relay_noted(const struct relay *relay) { return relay->earlier | relay->noted; }

/* Skips as many rounds as there are up to the limit; each turns the board by so many holes. */
KW_INLINE void relay_skip(struct relay *relay, struct ring *ring, unsigned size, unsigned *at,
                          unsigned limit) {
    unsigned turn = (*at + size - relay->at) % size, round = relay->sown - relay->before;
    unsigned rounds = (limit - relay->sown) / round, all = rounds * turn % size;
    uint32_t noted = relay->noted;
    for (unsigned i = 0; i < size && i < rounds; i++) {
        noted = mask_rotate_back(noted, turn, size);
        relay->noted |= noted;
    }
    *ring = ring_turned(*ring, (size - all) % size, size);
    *at = (*at + all) % size;
    relay->sown += rounds * round;
    relay->detect_above = limit;
}

/*
 * Whether a move that would go on with the seeds of `at` is never-ending (the clause of that name).
 * If not it may have skipped some rounds: then `at` is another hole, with as many seeds.
 */
KW_INLINE bool relay_endless(struct relay *relay, struct ring *ring, unsigned size, unsigned *at,
                             unsigned seeds, unsigned limit) {
    if (KW_LIKELY(relay->sown <= relay->detect_above))
        return false;
    if (relay->sown > limit)
        return true;
    if (seeds == relay->seeds &&
        ring_changed(ring_turned(*ring, *at, size), relay->ring, size) == 0) {
        relay_skip(relay, ring, size, at, limit);
    } else if (relay->sown >= relay->until) {
        relay->ring = ring_turned(*ring, *at, size);
        relay->at = *at;
        relay->seeds = seeds;
        relay->earlier |= relay->noted;
        relay->noted = 0;
        relay->before = relay->sown;
        relay->until = 2 * relay->sown;
    }
    return false;
}

#endif
