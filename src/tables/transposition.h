/*
 * The transposition table of the engine, shared by its threads without locks: buckets of four
 * entries, replaced by depth and age.
 */
#ifndef KOMWE_TABLES_TRANSPOSITION_H
#define KOMWE_TABLES_TRANSPOSITION_H

#include "base/cpu.h"
#include "komwe/game.h"

#include <stdatomic.h>

/* Bounds of the value: found by a search, or proven. */
enum {
    BOUND_LOWER = 1, /* value >= score, as far as `depth` plies show */
    BOUND_UPPER = 2, /* value <= score, likewise */
    PROVEN_LOWER = 4,
    PROVEN_UPPER = 8 /* whatever the depth; PROVEN_LOWER likewise */
};

/* No move is known to be the best (0 is a move, that of the first hole). */
#define NO_MOVE UINT32_MAX

struct tt_entry {
    kw_move move;
    int16_t score;
    uint8_t depth;
    uint8_t flags; /* of the above, at least one bound */
};

/*
 * A slot is written without a lock: words of two threads that wrote at once fail the check and are
 * no entry (Hyatt and Mann, A lock-less transposition table, 2002).
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
    uint8_t generation; /* 0..15: of the current search */
};

/* Makes an empty table of about so many bytes; false if there is not enough memory. */
bool transposition_open(struct transposition *table, size_t bytes);
void transposition_close(struct transposition *table);

/* Removes all entries. */
void transposition_clear(struct transposition *table);

/* A new search begins: entries of older ones are replaced first. */
void transposition_next_generation(struct transposition *table);

void transposition_store(struct transposition *table, uint64_t hash, struct tt_entry entry);

/* Permille of the table that holds entries of the current search, by a sample. */
unsigned transposition_hashfull(const struct transposition *table);

static inline struct transposition_bucket *transposition_bucket(const struct transposition *table,
                                                                uint64_t hash) {
    return &table->bucket[(size_t)multiply_high(hash, table->buckets)];
}

/* Reads the entry of a hash; false if there is none. */
static inline bool transposition_probe(const struct transposition *table, uint64_t hash,
                                       struct tt_entry *entry) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
#pragma GCC unroll 4
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
        if (KW_UNLIKELY((check ^ data) == hash) && data != 0) {
            *entry = (struct tt_entry){.move = (kw_move)data,
                                       .score = (int16_t)(data >> 32),
                                       .depth = (uint8_t)(data >> 48),
                                       .flags = data >> 56 & 15};
            return true;
        }
    }
    return false;
}

/* The hash and the word of a slot, wherever they are packed; false: it is empty. */
static inline bool transposition_slot_read(const struct transposition_slot *slot, uint64_t *hash,
                                           uint64_t *data) {
    *data = atomic_load_explicit(&slot->data, memory_order_relaxed);
    *hash = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ *data;
    return *data != 0;
}

static inline void transposition_slot_write(struct transposition_slot *slot, uint64_t hash,
                                            uint64_t data) {
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, hash ^ data, memory_order_relaxed);
}

/* Prefetches the bucket of a hash. */
static inline void transposition_prefetch(const struct transposition *table, uint64_t hash) {
    __builtin_prefetch(transposition_bucket(table, hash));
}

#endif
