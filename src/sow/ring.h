/*
 * The sowing kernel: the one place where seeds move.
 *
 * Every game is compiled against this header up to three times (KW_KERNEL, enum kw_kernel):
 *
 *   plain    seeds are dropped one by one.  Obviously right; the twin that proves the others.
 *   vector   a lap is byte arithmetic on the whole ring, in portable vectors of 16 bytes (and
 *            with the byte shuffle of WebAssembly, where that is what it is compiled for).
 *   v3       the same with the byte shuffle that x86-64-v3 has.
 *
 * The arithmetic: number the places of the way round from the start of the lap; place d (0 is the
 * first to get a seed) gets q + (d < r) seeds, where the lap has q full rounds and r seeds more.
 * No place is looked up in a table, and what the next lap needs stays in a register.
 *
 * Two kinds of ring:
 *   struct lanes16   up to 16 holes: one player's two rows in the Bao family
 *   struct ring   up to 32 holes: all holes of a two-row board
 * In a traced move seeds are dropped one by one in every kernel, so that each can be told.
 */
#ifndef KOMWE_SOW_RING_H
#define KOMWE_SOW_RING_H

#include "base/cpu.h"
#include "komwe.h"
#include "sow/trace.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

#if !defined(KW_KERNEL)
#error "KW_KERNEL says which kernel to compile: 0 plain, 1 vector, 2 v3"
#endif

#define KW_PASTE_(a, b) a##_##b
#define KW_PASTE(a, b) KW_PASTE_(a, b)

/* A name of its own for each kernel: what the games export to the registry. */
#if KW_KERNEL == 0
#define KW_KERNEL_NAME(name) KW_PASTE(name, plain)
#elif KW_KERNEL == 1
#define KW_KERNEL_NAME(name) KW_PASTE(name, vector)
#else
#define KW_KERNEL_NAME(name) KW_PASTE(name, v3)
#endif

#if KW_KERNEL != 0 && defined(__SSE2__)
#include <immintrin.h>
#elif KW_KERNEL != 0 && defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* ---- sixteen counts ------------------------------------------------------------------------ */

#if KW_KERNEL == 0

struct lanes16 {
    uint8_t hole[16];
};

KW_INLINE unsigned half_get(struct lanes16 half, unsigned i) { return half.hole[i]; }

KW_INLINE void half_set(struct lanes16 *half, unsigned i, unsigned count) {
    half->hole[i] = (uint8_t)count;
}

/* Bit i: hole i holds at least `count`, 1 <= count <= 127. */
KW_INLINE uint32_t lanes_at_least(struct lanes16 half, unsigned count) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(half.hole[i] >= count) << i;
    return mask;
}

/* Bit i: hole i holds exactly `count`, 1 <= count <= 127. */
KW_INLINE uint32_t half_equal(struct lanes16 half, unsigned count) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(half.hole[i] == count) << i;
    return mask;
}

/* Empties every hole whose bit is set. */
KW_INLINE void half_clear(struct lanes16 *half, uint32_t mask) {
    for (unsigned i = 0; i < 16; i++)
        half->hole[i] = mask >> i & 1 ? 0 : half->hole[i];
}

/* Bit i: hole i holds another number than in `old`. */
KW_INLINE uint32_t half_changed(struct lanes16 half, struct lanes16 old) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(half.hole[i] != old.hole[i]) << i;
    return mask;
}

/* Drops a seed into every hole whose bit is set. */
KW_INLINE void half_drop(struct lanes16 *half, uint32_t mask) {
    for (unsigned i = 0; i < 16; i++)
        half->hole[i] = (uint8_t)(half->hole[i] + (mask >> i & 1));
}

#else

typedef uint8_t bytes __attribute__((vector_size(16)));
typedef int8_t signed_bytes __attribute__((vector_size(16)));

struct lanes16 {
    bytes hole;
};

#define HALF_LANES ((bytes){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})

KW_INLINE bytes bytes_all(unsigned x) { return (bytes){0} + (uint8_t)x; }

/*
 * The byte shuffle: byte i of the result is that of `from` whose number is byte i of `index`, 0 to
 * 15, or 0 where that is 128 or more.  Between, CPUs differ.
 */
#if defined(__SSSE3__)
#define KW_SHUFFLE
KW_INLINE bytes bytes_shuffle(bytes from, bytes index) {
    return (bytes)_mm_shuffle_epi8((__m128i)from, (__m128i)index);
}
/* A word in the first bytes, and the first byte. */
KW_INLINE bytes bytes_word(uint32_t word) { return (bytes)_mm_cvtsi32_si128((int)word); }
KW_INLINE unsigned bytes_first(bytes from) {
    return (unsigned)_mm_cvtsi128_si32((__m128i)from) & 255;
}
/* 0..15 as an index of that byte, 16..31 as one that gives 0. */
KW_INLINE unsigned index_low(unsigned i) { return i + 112; }
#elif defined(__wasm_simd128__)
#define KW_SHUFFLE
KW_INLINE bytes bytes_shuffle(bytes from, bytes index) {
    return (bytes)wasm_i8x16_swizzle((v128_t)from, (v128_t)index);
}
KW_INLINE bytes bytes_word(uint32_t word) { return (bytes)wasm_i32x4_splat((int)word); }
KW_INLINE unsigned bytes_first(bytes from) { return wasm_u8x16_extract_lane((v128_t)from, 0); }
KW_INLINE unsigned index_low(unsigned i) { return i; }
#endif

KW_INLINE unsigned half_get(struct lanes16 half, unsigned i) {
#if defined(KW_SHUFFLE)
    return bytes_first(bytes_shuffle(half.hole, bytes_word(i)));
#else
    uint8_t hole[16];
    memcpy(hole, &half.hole, sizeof hole);
    return hole[i];
#endif
}

KW_INLINE void half_set(struct lanes16 *half, unsigned i, unsigned count) {
    bytes here = (bytes)(HALF_LANES == bytes_all(i));
    half->hole = (half->hole & ~here) | (here & (uint8_t)count);
}

/* One bit for each byte of a comparison. */
KW_INLINE uint32_t bytes_mask(bytes compared) {
#if defined(__SSE2__)
    return (uint32_t)_mm_movemask_epi8((__m128i)compared);
#elif defined(__wasm_simd128__)
    return wasm_i8x16_bitmask((v128_t)compared);
#else
    uint64_t word[2], gather = 0x0102040810204080u;
    memcpy(word, &compared, sizeof word);
    word[0] = le64toh(word[0]);
    word[1] = le64toh(word[1]);
    return (uint32_t)(((word[0] & 0x0101010101010101u) * gather) >> 56 |
                      ((word[1] & 0x0101010101010101u) * gather) >> 56 << 8);
#endif
}

KW_INLINE uint32_t lanes_at_least(struct lanes16 half, unsigned count) {
    return bytes_mask((bytes)(half.hole >= bytes_all(count)));
}

KW_INLINE uint32_t half_equal(struct lanes16 half, unsigned count) {
    return bytes_mask((bytes)(half.hole == bytes_all(count)));
}

/* All ones in the bytes whose bit is set. */
KW_INLINE bytes bytes_chosen(uint32_t mask) {
    const bytes bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint64_t low = (mask & 255) * 0x0101010101010101u,
             high = (mask >> 8 & 255) * 0x0101010101010101u;
    typedef uint64_t words __attribute__((vector_size(16)));
    return (bytes)(((bytes)(words){low, high} & bit) == bit);
}

KW_INLINE void half_drop(struct lanes16 *half, uint32_t mask) { half->hole -= bytes_chosen(mask); }

KW_INLINE void half_clear(struct lanes16 *half, uint32_t mask) {
    half->hole &= ~bytes_chosen(mask);
}

KW_INLINE uint32_t half_changed(struct lanes16 half, struct lanes16 old) {
    return bytes_mask((bytes)(half.hole != old.hole));
}

#endif

/* The first `size` holes moved down by so many (below `size`), round and round; the others stay. */
KW_INLINE struct lanes16 half_turned(struct lanes16 half, unsigned by, unsigned size) {
#if defined(KW_SHUFFLE)
    bytes from = HALF_LANES + bytes_all(by);
    from -= (bytes)(from >= bytes_all(size)) & (uint8_t)size;
    bytes inside = (bytes)(HALF_LANES < bytes_all(size));
    return (struct lanes16){bytes_shuffle(half.hole, (inside & from) | (~inside & HALF_LANES))};
#else
    uint8_t hole[32], turned[16];
    memcpy(hole, &half, 16);
    memcpy(turned, &half, 16);
    memcpy(hole + size, &half, 16); /* once more */
    memcpy(turned, hole + by, size);
    memcpy(&half, turned, 16);
    return half;
#endif
}

KW_INLINE struct lanes16 half_load(const uint8_t *hole) {
    struct lanes16 half;
    memcpy(&half, hole, sizeof half);
    return half;
}

KW_INLINE void half_save(uint8_t *hole, struct lanes16 half) { memcpy(hole, &half, sizeof half); }

/* Where a lap in a half ended, and what lies there then. */
struct half_end {
    unsigned at, count;
};

KW_INLINE struct half_end half_sow_singly(struct lanes16 *half, unsigned from, unsigned seeds,
                                          bool reverse, unsigned size, unsigned base,
                                          struct trace *trace, unsigned clause) {
    uint8_t hole[16];
    half_save(hole, *half);
    unsigned at = from;
    for (; seeds > 0; seeds--) {
        at = reverse ? (at == 0 ? size - 1 : at - 1) : (at + 1 == size ? 0 : at + 1);
        hole[at]++;
        trace_tell(trace, KW_EVENT_DROP, KW_HAND, base + at, 1, clause);
    }
    *half = half_load(hole);
    return (struct half_end){.at = at, .count = hole[at]};
}

/*
 * Sows `seeds` (at least 1) one by one, from the place after `from`, over the first `size` holes
 * (a multiple of 4, at most 16) and round again.  `from` is not skipped.  `base` is the number of
 * hole 0 on the board, for the trace.
 *
 * The count where the lap ends is what lay there and a seed for each time round: it is read before
 * the holes are sown, so that the next lap need not wait for them.
 */
KW_INLINE struct half_end half_sow(struct lanes16 *half, unsigned from, unsigned seeds,
                                   bool reverse, unsigned size, unsigned base, struct trace *trace,
                                   unsigned clause) {
    if (KW_KERNEL == 0 || trace != NULL)
        return half_sow_singly(half, from, seeds, reverse, size, base, trace, clause);
#if KW_KERNEL != 0
    bytes turned = bytes_all(reverse ? 255 : 0);
    if (size == 16) {
        unsigned end = (reverse ? from - seeds : from + seeds) & 15;
        unsigned count = half_get(*half, end) + ((seeds + 15) >> 4);
        bytes back = ((bytes_all(end) - HALF_LANES) ^ turned) - turned; /* steps back from end */
        half->hole += (bytes_all(seeds) + (~back & 15)) >> 4;
        return (struct half_end){.at = end, .count = count};
    }
    unsigned rounds = (seeds - 1) / size, rest = seeds - rounds * size;
    signed_bytes away = (signed_bytes) ~(((bytes_all(from) - HALF_LANES) ^ turned) - turned);
    away += (signed_bytes)(away < 0) & (int8_t)size;
    bytes gets = bytes_all(rounds) - (bytes)(away < (signed_bytes)bytes_all(rest));
    unsigned end = (reverse ? from + size - rest : from + rest) % size;
    unsigned count = half_get(*half, end) + rounds + 1;
    half->hole += gets & (bytes)(HALF_LANES < (uint8_t)size);
    return (struct half_end){.at = end, .count = count};
#endif
}

/* The bits of a mask of `size` bits, moved round so that bit `by` becomes bit 0; or back again. */
KW_INLINE uint32_t mask_rotate(uint32_t mask, unsigned by, unsigned size) {
    return (mask >> by | mask << (size - by)) & ((1u << size) - 1);
}
KW_INLINE uint32_t mask_rotate_back(uint32_t mask, unsigned by, unsigned size) {
    return (mask << by | mask >> (size - by)) & ((1u << size) - 1);
}

/* The n-th bit that is set in a mask, n from 1, as a mask of its own; 0 if there is none. */
KW_INLINE uint64_t mask_nth(uint64_t mask, unsigned n) {
#if KW_KERNEL == 2
    return _pdep_u64((uint64_t)1 << (n - 1), mask);
#else
    for (; n > 1; n--)
        mask &= mask - 1;
    return mask & -mask;
#endif
}

/* The lowest `width` bits (at most 8) in the opposite order, bit 0 for bit width-1. */
KW_INLINE uint32_t mask_reverse(uint32_t mask, unsigned width) {
    /* Spread copies of the byte so that one bit of each is kept, and gather these in a byte. */
    uint64_t kept = ((uint64_t)(mask & 0xff) * 0x80200802u) & 0x0884422110u;
    return (uint32_t)(kept * 0x0101010101u >> 32 & 0xff) >> (8 - width);
}

/*
 * Bit i: hole i holds 2 to size-1 seeds, and a lap of all of them from there ends in one of the
 * `targets`.
 */
KW_INLINE uint32_t half_reaching(struct lanes16 half, uint32_t targets, bool reverse,
                                 unsigned size) {
#if defined(KW_SHUFFLE)
    if (size == 16) {
        bytes end = (reverse ? HALF_LANES - half.hole : HALF_LANES + half.hole) & 15;
        bytes hit = bytes_shuffle(bytes_chosen(targets), end);
        bytes sowable = (bytes)(half.hole - 2 < bytes_all(14)); /* below 2 wraps round to 254 */
        return bytes_mask(hit & sowable);
    }
#endif
    uint8_t hole[16];
    uint32_t mask = 0;
    half_save(hole, half);
    for (unsigned i = 0; i < size; i++) {
        unsigned end = (reverse ? i + size - hole[i] % size : i + hole[i]) % size;
        mask |= (uint32_t)(hole[i] >= 2 && hole[i] < size && (targets >> end & 1)) << i;
    }
    return mask;
}

/* ---- up to thirty-two counts --------------------------------------------------------------- */

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
    struct ring ring = {.half[0] = half_load(position->hole)};
    ring.half[1] = size > 16 ? half_load(position->hole + 16) : (struct lanes16){0};
    return ring;
}

KW_INLINE void ring_save(struct kw_position *position, struct ring ring, unsigned size) {
    (void)size; /* both halves, whatever the size: unused holes are written as zero */
    half_save(position->hole, ring.half[0]);
    half_save(position->hole + 16, ring.half[1]);
}

KW_INLINE unsigned ring_get(struct ring ring, unsigned i, unsigned size) {
    if (size <= 16)
        return half_get(ring.half[0], i);
#if defined(KW_SHUFFLE)
    /* One of the halves falls silent. */
    bytes low = bytes_shuffle(ring.half[0].hole, bytes_word(index_low(i)));
    bytes high = bytes_shuffle(ring.half[1].hole, bytes_word(i - 16));
    return bytes_first(low | high);
#else
    uint8_t hole[32];
    memcpy(hole, &ring, sizeof hole);
    return hole[i];
#endif
}

KW_INLINE void ring_set(struct ring *ring, unsigned i, unsigned count, unsigned size) {
#if KW_KERNEL == 0
    half_set(&ring->half[i >> 4], i & 15, count);
    (void)size;
#else
    for (unsigned k = 0; k < (size > 16 ? 2 : 1); k++) {
        bytes here = (bytes)(HALF_LANES + (uint8_t)(16 * k) == bytes_all(i));
        ring->half[k].hole = (ring->half[k].hole & ~here) | (here & (uint8_t)count);
    }
#endif
}

KW_INLINE uint32_t ring_least(struct ring ring, unsigned count, unsigned size) {
    return lanes_at_least(ring.half[0], count) |
           (size > 16 ? lanes_at_least(ring.half[1], count) << 16 : 0);
}

KW_INLINE uint32_t ring_equal(struct ring ring, unsigned count, unsigned size) {
    return half_equal(ring.half[0], count) |
           (size > 16 ? half_equal(ring.half[1], count) << 16 : 0);
}

KW_INLINE uint32_t ring_changed(struct ring ring, struct ring old, unsigned size) {
    return half_changed(ring.half[0], old.half[0]) |
           (size > 16 ? half_changed(ring.half[1], old.half[1]) << 16 : 0);
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

#if defined(KW_SHUFFLE)

/* All ones in the bytes of half `k` whose bit is set: each byte is given its byte of the mask. */
KW_INLINE bytes ring_chosen(uint32_t mask, unsigned k) {
    const bytes bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const bytes spread = (bytes){0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1} + (uint8_t)(2 * k);
    return (bytes)((bytes_shuffle(bytes_word(mask), spread) & bit) == bit);
}

/* Empties every hole whose bit is set. */
KW_INLINE void ring_clear(struct ring *ring, uint32_t mask, unsigned size) {
    ring->half[0].hole &= ~ring_chosen(mask, 0);
    if (size > 16)
        ring->half[1].hole &= ~ring_chosen(mask, 1);
}

/* Drops a seed into every hole whose bit is set. */
KW_INLINE void ring_drop(struct ring *ring, uint32_t mask, unsigned size) {
    ring->half[0].hole -= ring_chosen(mask, 0); /* all ones are -1 */
    if (size > 16)
        ring->half[1].hole -= ring_chosen(mask, 1);
}

#else

KW_INLINE void ring_clear(struct ring *ring, uint32_t mask, unsigned size) {
    half_clear(&ring->half[0], mask & 0xffff);
    if (size > 16)
        half_clear(&ring->half[1], mask >> 16);
}

KW_INLINE void ring_drop(struct ring *ring, uint32_t mask, unsigned size) {
    half_drop(&ring->half[0], mask & 0xffff);
    if (size > 16)
        half_drop(&ring->half[1], mask >> 16);
}

#endif

/* The place after (or before, if reverse) `at` on the way round; KW_HOLES stands for the store. */
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
    half_save(hole, ring->half[0]);
    half_save(hole + 16, ring->half[1]);
    unsigned at = lap->from;
    for (unsigned seeds = lap->seeds; seeds > 0;) {
        at = lap_next(lap, at);
        if ((lap->skip_from && at == lap->from) || (lap->skips && at == lap->skipped)) {
            trace_tell(trace, KW_EVENT_SKIP, KW_NOWHERE, at, 0, lap->clause);
            continue;
        }
        hole[at]++;
        seeds--;
        trace_tell(trace, KW_EVENT_DROP, KW_HAND, at == KW_HOLES ? lap->store_place : at, 1,
                   lap->clause);
    }
    ring->half[0] = half_load(hole);
    ring->half[1] = half_load(hole + 16);
    return (struct landing){.end = at == KW_HOLES ? lap->store_place : at,
                            .banked = hole[KW_HOLES]};
}

/*
 * A number from -size to -1, or from size to 2*size-1, brought back into 0..size-1.  As a mask and
 * not as a condition, which compilers turn into a branch that is mispredicted half of the time.
 */
KW_INLINE unsigned wrap_up(unsigned x, unsigned size) { return x + (size & -(x >> 31)); }
KW_INLINE unsigned wrap_down(unsigned x, unsigned size) { return wrap_up(x - size, size); }

/* Sows one lap. */
KW_INLINE struct landing ring_sow(struct ring *ring, struct lap lap, struct trace *trace) {
    if (KW_KERNEL == 0 || trace != NULL || KW_UNLIKELY(lap.skips))
        return ring_sow_singly(ring, &lap, trace);
#if KW_KERNEL != 0
    bool stored = lap.store != 0;
    unsigned cycle = lap.size + stored;    /* places on the way round, the store among them */
    unsigned full = cycle - lap.skip_from; /* seeds that one full round takes */
    unsigned from = lap.from + (stored && lap.from >= lap.store);
    unsigned rounds = 0, rest = lap.seeds; /* rest: 1..full */
    assert(full > 0);
    if (KW_UNLIKELY(rest > full)) {
        rounds = (rest - 1) / full;
        rest -= rounds * full;
    }
    bytes turned = bytes_all(lap.reverse ? 255 : 0);
    for (unsigned k = 0; k < (lap.size > 16 ? 2 : 1); k++) {
        bytes lane = HALF_LANES + (uint8_t)(16 * k), place = lane;
        bytes inside = (bytes)(lane < (uint8_t)lap.size);
        if (stored) /* holes from `store` on have moved up by one */
            place -= (bytes)(lane >= bytes_all(lap.store));
        signed_bytes away = (signed_bytes) ~(((bytes_all(from) - place) ^ turned) - turned);
        away += (signed_bytes)(away < 0) & (int8_t)cycle;
        bytes gets = (bytes)(away < (signed_bytes)bytes_all(rest)) & inside;
        ring->half[k].hole -= gets;
        if (KW_UNLIKELY(rounds > 0)) {
            if (lap.skip_from)
                inside &= (bytes)(lane != bytes_all(lap.from));
            ring->half[k].hole += inside & (uint8_t)rounds;
        }
    }
    unsigned end = lap.reverse ? wrap_up(from - rest, cycle) : wrap_down(from + rest, cycle);
    if (!stored)
        return (struct landing){.end = end, .banked = 0};
    /* Steps to the store, from 0. */
    unsigned away = wrap_up(lap.reverse ? from - lap.store - 1 : lap.store - from - 1, cycle);
    return (struct landing){.end = end == lap.store ? lap.store_place : end - (end > lap.store),
                            .banked = rounds + (away < rest)};
#endif
}

#endif
