/*
 * The transposition table: what searches have found out about positions, shared by their threads
 * without locks.
 */
#ifndef KOMWE_TABLES_TRANSPOSITION_H
#define KOMWE_TABLES_TRANSPOSITION_H

#include "base/cpu.h"
#include "komwe.h"

#include <stdatomic.h>

/* What a finding says of the true value: a search believes a bound, or has proven it. */
enum {
    FOUND_LOWER = 1, /* at least `score`, as far as `depth` plies show */
    FOUND_UPPER = 2, /* at most */
    PROVEN_LOWER = 4,
    PROVEN_UPPER = 8 /* whatever the depth */
};

/* Where no move is known to be the best (0 is one: that of the first hole). */
#define NO_MOVE UINT32_MAX

struct finding {
    kw_move move;
    int16_t score;
    uint8_t depth;
    uint8_t flags; /* of the above, at least one bound */
};

/*
 * A slot is written without a lock: two words that do not fit together, because two threads wrote
 * at once, are no finding (Hyatt and Mann, A lock-less transposition table, 2002).
 *
 *      data   bits  0..31 move   32..47 score   48..55 depth   56..59 flags   60..63 generation
 *      check  hash ^ data
 */
struct transposition_slot {
    _Atomic uint64_t check, data;
};

enum { BUCKET_SLOTS = 4 };

struct transposition_bucket {
    struct transposition_slot slot[BUCKET_SLOTS];
};

struct transposition {
    struct transposition_bucket *bucket;
    size_t buckets;
    uint8_t generation; /* 0..15: that of the search at work */
};

/* Makes an empty table of about so many bytes; false if there is no memory. */
bool transposition_open(struct transposition *table, size_t bytes);
void transposition_close(struct transposition *table);

/* Forgets everything. */
void transposition_clear(struct transposition *table);

/* A new search begins: what older ones left is the first to be overwritten. */
void transposition_age(struct transposition *table);

void transposition_store(struct transposition *table, uint64_t hash, struct finding finding);

/* Thousandths of the table that hold findings of the search at work, by a sample. */
unsigned transposition_full(const struct transposition *table);

static inline struct transposition_bucket *transposition_bucket(const struct transposition *table,
                                                                uint64_t hash) {
    return &table->bucket[(size_t)multiply_high(hash, table->buckets)];
}

/* The finding on a position of that hash; false if there is none. */
static inline bool transposition_probe(const struct transposition *table, uint64_t hash,
                                       struct finding *finding) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
#pragma GCC unroll 4
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
        if (KW_UNLIKELY((check ^ data) == hash) && data != 0) {
            *finding = (struct finding){.move = (kw_move)data,
                                        .score = (int16_t)(data >> 32),
                                        .depth = (uint8_t)(data >> 48),
                                        .flags = data >> 56 & 15};
            return true;
        }
    }
    return false;
}

/* A finding on that hash will be wanted soon. */
static inline void transposition_prefetch(const struct transposition *table, uint64_t hash) {
    __builtin_prefetch(transposition_bucket(table, hash));
}

#endif
