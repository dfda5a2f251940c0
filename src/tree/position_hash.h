/* Hash keys of positions, by multiplying their words of eight bytes with each other. */
#ifndef KOMWE_TREE_POSITION_HASH_H
#define KOMWE_TREE_POSITION_HASH_H

#include "base/cpu.h"
#include "games/game.h"

/*
 * A key of 128 bits: two positions of a search of 10^10 have the same one with a probability below
 * 10^-18.
 */
struct position_key {
    uint64_t check, place;
};

/* Both halves of a product, folded. */
KW_INLINE uint64_t hash_fold(uint64_t a, uint64_t b) { return a * b ^ multiply_high(a, b); }

/* The i-th eight bytes of a position (0..5): the holes, the marks, and the scalars in the last. */
KW_INLINE uint64_t hash_word(const struct kw_position *position, unsigned i) {
    uint64_t word;
    memcpy(&word, (const char *)position + sizeof word * i, sizeof word);
    return word;
}

/*
 * 64 bits of a position.  `scalars` is used for its last word: the caller clears what the hash
 * leaves out. With `small` there is no seed beyond the sixteenth hole, so that two words need not
 * be read.
 */
KW_INLINE uint64_t hash_position(const struct kw_position *position, uint64_t scalars, bool small) {
    const uint64_t k2 = UINT64_C(0xD6E8FEB86659FD93), k3 = UINT64_C(0xA0761D6478BD642F);
    uint64_t near = hash_fold(hash_word(position, 0) ^ UINT64_C(0x9E3779B97F4A7C15),
                              hash_word(position, 1) ^ UINT64_C(0xBF58476D1CE4E5B9));
    uint64_t far = hash_fold(k2, k3);
    if (!small)
        far = hash_fold(hash_word(position, 2) ^ k2, hash_word(position, 3) ^ k3);
    return hash_fold(near ^ hash_word(position, 4) ^ UINT64_C(0x94D049BB133111EB),
                     far ^ scalars ^ UINT64_C(0xE7037ED1A0B428DB));
}

#endif
