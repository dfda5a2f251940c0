/*
 * Relays that never end.
 *
 * What a relay does next is settled by the seeds and by where, and which way, its last lap ended.
 * Once both have returned it goes round for ever, and what is left up to the limit can be counted
 * in whole rounds instead of being sown.  The return is found after Brent (1980): one lap's end is
 * remembered and compared with those that follow, for twice as many seeds each time.
 *
 * A round in which a seed leaves the board does not return, so all that a game notes in a move
 * beside its seeds (the holes that were reached, say) is complete after one round.
 */
#ifndef KOMWE_SOW_ENDLESS_H
#define KOMWE_SOW_ENDLESS_H

#include "sow/ring.h"

struct relay {
    unsigned sown; /* seeds in this move */
    unsigned look; /* more than so many: it is looked at more closely */
    /* The lap's end that is remembered. */
    struct ring ring;
    unsigned at, before, until; /* seeds sown then, and when the next one is to be remembered */
};

/*
 * Of a move that has sown nothing.  What is told is sown seed by seed, and so is all in the plain
 * kernel, which shows that rounds are counted rightly.
 */
KW_INLINE struct relay relay_of(unsigned limit, const struct trace *trace) {
    enum { FEW = 256 /* hardly any other move sows as many */ };
    bool watch = KW_KERNEL != 0 && trace == NULL && limit > FEW;
    struct relay relay; /* nothing is remembered, and no time spent on it */
    relay.sown = relay.until = 0;
    relay.at = KW_NOWHERE;
    relay.look = watch ? FEW : limit;
    return relay;
}

/* Whether a move that would go on with the seeds of `at` is never-ending; see conventions. */
KW_INLINE bool relay_endless(struct relay *relay, struct ring ring, unsigned size, unsigned at,
                             bool reverse, unsigned limit) {
    if (KW_LIKELY(relay->sown <= relay->look))
        return false;
    if (relay->sown > limit)
        return true;
    unsigned here = 2 * at + reverse;
    if (here == relay->at && ring_changed(ring, relay->ring, size) == 0) {
        unsigned round = relay->sown - relay->before;
        relay->sown += (limit - relay->sown) / round * round;
        relay->look = limit;
    } else if (relay->sown >= relay->until) {
        relay->ring = ring;
        relay->at = here;
        relay->before = relay->sown;
        relay->until = 2 * relay->sown;
    }
    return false;
}

#endif
