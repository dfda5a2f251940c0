/*
 * Random numbers: xoshiro256** seeded by splitmix64 (Blackman and Vigna, 2018), and Lemire's
 * unbiased range reduction (2019).  Small, fast and the same everywhere.
 */
#include "base/clock.h"
#include "komwe/base.h"

#include <unistd.h>

#if defined(__APPLE__)
#include <sys/random.h>
#endif

uint64_t entropy_draw(void) {
    uint64_t number;
#if !defined(__wasi__) /* there it would be one more function that a page has to provide */
    if (getentropy(&number, sizeof number) == 0)
        return number;
#endif
    return (uint64_t)clock_now() ^ (uint64_t)(uintptr_t)&number;
}

static uint64_t random_rotate_left(uint64_t x, int by) { return x << by | x >> (64 - by); }

void kw_random_seed(struct kw_random *random, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        random->state[i] = z ^ z >> 31;
    }
}

uint64_t kw_random_next(struct kw_random *random) {
    uint64_t *s = random->state;
    uint64_t result = random_rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate_left(s[3], 45);
    return result;
}

uint32_t kw_random_below(struct kw_random *random, uint32_t below) {
    uint64_t product = (kw_random_next(random) >> 32) * below;
    if ((uint32_t)product < below) {
        /* 2^32 is not a multiple of `below`: the lowest few products are drawn again. */
        uint32_t surplus = -below % below;
        while ((uint32_t)product < surplus)
            product = (kw_random_next(random) >> 32) * below;
    }
    return (uint32_t)(product >> 32);
}
