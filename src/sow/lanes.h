/*
 * Sixteen counts in a vector, compared and changed at once.
 *
 * Every game is compiled up to three times (KW_KERNEL, enum kw_kernel), and this is where the three
 * differ; no other file of the kernel depends on the CPU:
 *
 *   plain    loops over sixteen bytes.  Obviously right; the others are compared with it.
 *   vector   portable vectors of 16 bytes, with intrinsics on x86-64 and
 *            WebAssembly, which also has a byte shuffle.
 *   v3       the same with the byte shuffle and the bit deposit that x86-64-v3 has.
 *
 * The interface, the same for all of them (a mask has bit i for hole i, 0 <= i < 16):
 *
 *   lanes_load, lanes_save       from and to sixteen bytes of memory
 *   lanes_low, lanes_high        holes 0..7 and 8..15, the first in the lowest byte
 *   lanes_of_halves              the reverse
 *   lanes_get, lanes_set         one hole
 *   lanes_at_least, lanes_equal  the mask of holes with at least, or exactly, so many (1..255)
 *   lanes_changed                the mask of holes that two of them differ in
 *   lanes_bits                   255 in the holes of a mask, 0 in the others
 *   lanes_pair_bits              the same of the holes 16k..16k+15 of a mask of 32 bits
 *   lanes_clear, lanes_drop      empties, or drops a seed into, every hole that lanes_bits chose
 *   lanes_least                  of each hole the lesser count of two
 *   lanes_turned                 the first holes moved round
 *   lanes_facing                 the first holes in the opposite order
 *   lanes_reaching               the mask of holes whose lap ends in one of some targets
 *   lanes_pair_get, lanes_pair_set   one hole of thirty-two
 *   mask_nth                     the n-th bit of a mask
 */
#ifndef KOMWE_SOW_LANES_H
#define KOMWE_SOW_LANES_H

#include "base/cpu.h"

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
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

/* ---- plain ----------------------------------------------------------------------------------- */

#if KW_KERNEL == 0

struct lanes16 {
    uint8_t hole[16];
};

KW_INLINE unsigned lanes_get(struct lanes16 lanes, unsigned i) { return lanes.hole[i]; }

KW_INLINE void lanes_set(struct lanes16 *lanes, unsigned i, unsigned count) {
    lanes->hole[i] = (uint8_t)count;
}

KW_INLINE uint32_t lanes_at_least(struct lanes16 lanes, unsigned count) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(lanes.hole[i] >= count) << i;
    return mask;
}

KW_INLINE uint32_t lanes_equal(struct lanes16 lanes, unsigned count) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(lanes.hole[i] == count) << i;
    return mask;
}

KW_INLINE uint32_t lanes_changed(struct lanes16 lanes, struct lanes16 old) {
    uint32_t mask = 0;
    for (unsigned i = 0; i < 16; i++)
        mask |= (uint32_t)(lanes.hole[i] != old.hole[i]) << i;
    return mask;
}

KW_INLINE struct lanes16 lanes_bits(uint32_t mask) {
    struct lanes16 lanes;
    for (unsigned i = 0; i < 16; i++)
        lanes.hole[i] = mask >> i & 1 ? 255 : 0;
    return lanes;
}

KW_INLINE void lanes_drop(struct lanes16 *lanes, struct lanes16 bits) {
    for (unsigned i = 0; i < 16; i++)
        lanes->hole[i] = (uint8_t)(lanes->hole[i] + (bits.hole[i] != 0));
}

KW_INLINE void lanes_clear(struct lanes16 *lanes, struct lanes16 bits) {
    for (unsigned i = 0; i < 16; i++)
        lanes->hole[i] = bits.hole[i] != 0 ? 0 : lanes->hole[i];
}

KW_INLINE struct lanes16 lanes_least(struct lanes16 a, struct lanes16 b) {
    for (unsigned i = 0; i < 16; i++)
        a.hole[i] = a.hole[i] < b.hole[i] ? a.hole[i] : b.hole[i];
    return a;
}

#endif

/* ---- vectors --------------------------------------------------------------------------------- */

#if KW_KERNEL != 0

#define LANES_VECTORS

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef int8_t signed_bytes16 __attribute__((vector_size(16)));

#define BYTES16_NUMBERS ((bytes16){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})

KW_INLINE bytes16 bytes16_all(unsigned x) { return (bytes16){0} + (uint8_t)x; }

/*
 * The byte shuffle: byte i of the result is that of `from` whose number is byte i of `index`, 0 to
 * 15, or 0 where that is 128 or more.  Between, CPUs differ.
 */
#if defined(__SSSE3__)
#define BYTES16_SHUFFLE
KW_INLINE bytes16 bytes16_shuffle(bytes16 from, bytes16 index) {
    return (bytes16)_mm_shuffle_epi8((__m128i)from, (__m128i)index);
}
/* A word in the first bytes, and the first byte. */
KW_INLINE bytes16 bytes16_word(uint32_t word) { return (bytes16)_mm_cvtsi32_si128((int)word); }
KW_INLINE unsigned bytes16_first(bytes16 from) {
    return (unsigned)_mm_cvtsi128_si32((__m128i)from) & 255;
}
/* 0..15 as an index of that byte, 16..31 as one that gives 0. */
KW_INLINE unsigned bytes16_low_index(unsigned i) { return i + 112; }
#elif defined(__wasm_simd128__)
#define BYTES16_SHUFFLE
KW_INLINE bytes16 bytes16_shuffle(bytes16 from, bytes16 index) {
    return (bytes16)wasm_i8x16_swizzle((v128_t)from, (v128_t)index);
}
KW_INLINE bytes16 bytes16_word(uint32_t word) { return (bytes16)wasm_i32x4_splat((int)word); }
KW_INLINE unsigned bytes16_first(bytes16 from) { return wasm_u8x16_extract_lane((v128_t)from, 0); }
KW_INLINE unsigned bytes16_low_index(unsigned i) { return i; }
#endif

/* Of each byte the lesser. */
KW_INLINE bytes16 bytes16_least(bytes16 a, bytes16 b) {
#if defined(__SSE2__)
    return (bytes16)_mm_min_epu8((__m128i)a, (__m128i)b);
#elif defined(__wasm_simd128__)
    return (bytes16)wasm_u8x16_min((v128_t)a, (v128_t)b);
#else
    bytes16 less = (bytes16)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* One bit for each byte of a comparison. */
KW_INLINE uint32_t bytes16_mask(bytes16 compared) {
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

/* All ones in the bytes whose bit is set, of a mask of 16 bits. */
KW_INLINE bytes16 bytes16_chosen(uint32_t mask) {
    typedef uint64_t halves __attribute__((vector_size(16)));
    const bytes16 bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint64_t low = (mask & 255) * 0x0101010101010101u,
             high = (mask >> 8 & 255) * 0x0101010101010101u;
    return (bytes16)(((bytes16)(halves){low, high} & bit) == bit);
}

struct lanes16 {
    bytes16 hole;
};

KW_INLINE unsigned lanes_get(struct lanes16 lanes, unsigned i) {
#if defined(BYTES16_SHUFFLE)
    return bytes16_first(bytes16_shuffle(lanes.hole, bytes16_word(i)));
#else
    uint8_t hole[16];
    memcpy(hole, &lanes.hole, sizeof hole);
    return hole[i];
#endif
}

KW_INLINE void lanes_set(struct lanes16 *lanes, unsigned i, unsigned count) {
    bytes16 here = (bytes16)(BYTES16_NUMBERS == bytes16_all(i));
    lanes->hole = (lanes->hole & ~here) | (here & (uint8_t)count);
}

KW_INLINE uint32_t lanes_at_least(struct lanes16 lanes, unsigned count) {
    return bytes16_mask((bytes16)(lanes.hole >= bytes16_all(count)));
}

KW_INLINE uint32_t lanes_equal(struct lanes16 lanes, unsigned count) {
    return bytes16_mask((bytes16)(lanes.hole == bytes16_all(count)));
}

KW_INLINE uint32_t lanes_changed(struct lanes16 lanes, struct lanes16 old) {
    return bytes16_mask((bytes16)(lanes.hole != old.hole));
}

KW_INLINE struct lanes16 lanes_bits(uint32_t mask) {
    return (struct lanes16){bytes16_chosen(mask)};
}

KW_INLINE void lanes_drop(struct lanes16 *lanes, struct lanes16 bits) {
    lanes->hole -= bits.hole; /* all ones are -1 */
}

KW_INLINE void lanes_clear(struct lanes16 *lanes, struct lanes16 bits) {
    lanes->hole &= ~bits.hole;
}

KW_INLINE struct lanes16 lanes_least(struct lanes16 a, struct lanes16 b) {
    return (struct lanes16){bytes16_least(a.hole, b.hole)};
}

#endif

/* ---- by way of memory, or by the byte shuffle where there is one ----------------------------- */

KW_INLINE struct lanes16 lanes_load(const uint8_t *hole) {
    struct lanes16 lanes;
    memcpy(&lanes, hole, sizeof lanes);
    return lanes;
}

KW_INLINE void lanes_save(uint8_t *hole, struct lanes16 lanes) {
    memcpy(hole, &lanes, sizeof lanes);
}

KW_INLINE uint64_t lanes_low(struct lanes16 lanes) {
    uint64_t word[2];
    memcpy(word, &lanes, sizeof word);
    return le64toh(word[0]);
}

KW_INLINE uint64_t lanes_high(struct lanes16 lanes) {
    uint64_t word[2];
    memcpy(word, &lanes, sizeof word);
    return le64toh(word[1]);
}

/* In registers: a vector read from memory where two words were just written waits for both. */
KW_INLINE struct lanes16 lanes_of_halves(uint64_t low, uint64_t high) {
    typedef uint64_t halves __attribute__((vector_size(16)));
    halves word = {htole64(low), htole64(high)};
    struct lanes16 lanes;
    memcpy(&lanes, &word, sizeof lanes);
    return lanes;
}

/* The first `size` holes moved down by so many (below `size`), round and round; the others stay. */
KW_INLINE struct lanes16 lanes_turned(struct lanes16 lanes, unsigned by, unsigned size) {
#if defined(BYTES16_SHUFFLE)
    bytes16 from = BYTES16_NUMBERS + bytes16_all(by);
    from -= (bytes16)(from >= bytes16_all(size)) & (uint8_t)size;
    bytes16 inside = (bytes16)(BYTES16_NUMBERS < bytes16_all(size));
    return (struct lanes16){
        bytes16_shuffle(lanes.hole, (inside & from) | (~inside & BYTES16_NUMBERS))};
#else
    uint8_t hole[32], turned[16];
    lanes_save(hole, lanes);
    lanes_save(turned, lanes);
    lanes_save(hole + size, lanes); /* once more */
    memcpy(turned, hole + by, size);
    return lanes_load(turned);
#endif
}

/* The first `width` holes (at most 8) in the opposite order, and nothing in the others. */
KW_INLINE struct lanes16 lanes_facing(struct lanes16 lanes, unsigned width) {
#if defined(BYTES16_SHUFFLE)
    return (struct lanes16){bytes16_shuffle(lanes.hole, bytes16_all(width - 1) - BYTES16_NUMBERS)};
#else
    return lanes_of_halves(__builtin_bswap64(lanes_low(lanes)) >> (64 - 8 * width), 0);
#endif
}

/*
 * The holes with 2 to size-1 seeds, a lap of all of which ends in a hole where `targets` is not 0.
 * The ring has `size` holes, at most 16; the lap goes down if `reverse`, else up.
 */
KW_INLINE uint32_t lanes_reaching(struct lanes16 lanes, struct lanes16 targets, bool reverse,
                                  unsigned size) {
#if defined(BYTES16_SHUFFLE)
    if (size == 16) {
        bytes16 hole = lanes.hole;
        bytes16 end = (reverse ? BYTES16_NUMBERS - hole : BYTES16_NUMBERS + hole) & 15;
        bytes16 sown = hole - 2, most = bytes16_all(13); /* below 2 wraps round to 254 */
        bytes16 misses = (bytes16)(bytes16_shuffle(targets.hole, end) == 0);
        return bytes16_mask((bytes16)(bytes16_least(sown, most) == sown) & ~misses);
    }
#endif
    uint8_t hole[16], target[16];
    uint32_t mask = 0;
    lanes_save(hole, lanes);
    lanes_save(target, targets);
    for (unsigned i = 0; i < size; i++) {
        unsigned end = (reverse ? i + size - hole[i] % size : i + hole[i]) % size;
        mask |= (uint32_t)(hole[i] >= 2 && hole[i] < size && target[end] != 0) << i;
    }
    return mask;
}

KW_INLINE unsigned lanes_pair_get(struct lanes16 first, struct lanes16 second, unsigned i) {
#if defined(BYTES16_SHUFFLE)
    /* One of the two gives nothing. */
    bytes16 low = bytes16_shuffle(first.hole, bytes16_word(bytes16_low_index(i)));
    bytes16 high = bytes16_shuffle(second.hole, bytes16_word(i - 16));
    return bytes16_first(low | high);
#else
    uint8_t hole[32];
    lanes_save(hole, first);
    lanes_save(hole + 16, second);
    return hole[i];
#endif
}

/* The hole is in the first of both if they hold up to sixteen holes (`size`). */
KW_INLINE void lanes_pair_set(struct lanes16 pair[2], unsigned i, unsigned count, unsigned size) {
#if defined(LANES_VECTORS)
    /* Without a branch: in one of the two no hole has this number. */
    for (unsigned k = 0; k < (size > 16 ? 2 : 1); k++) {
        bytes16 here = (bytes16)(BYTES16_NUMBERS + (uint8_t)(16 * k) == bytes16_all(i));
        pair[k].hole = (pair[k].hole & ~here) | (here & (uint8_t)count);
    }
#else
    (void)size;
    lanes_set(&pair[i >> 4], i & 15, count);
#endif
}

KW_INLINE struct lanes16 lanes_pair_bits(uint32_t mask, unsigned k) {
#if defined(BYTES16_SHUFFLE)
    /* Each byte is given its byte of the mask. */
    const bytes16 bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const bytes16 spread =
        (bytes16){0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1} + (uint8_t)(2 * k);
    return (struct lanes16){(bytes16)((bytes16_shuffle(bytes16_word(mask), spread) & bit) == bit)};
#else
    return lanes_bits(mask >> 16 * k & 0xffff);
#endif
}

/* ---- masks ----------------------------------------------------------------------------------- */

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

#endif
