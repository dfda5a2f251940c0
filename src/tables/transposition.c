#include "tables/transposition.h"

#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 16, SAMPLE = 1000 };

/* Replacement: an entry loses so many plies of depth for each search since it was written. */
enum { PLIES_A_GENERATION = 4 };

bool transposition_open(struct transposition *table, size_t bytes) {
    *table = (struct transposition){.buckets = bytes / sizeof(struct transposition_bucket)};
    if (table->buckets == 0)
        table->buckets = 1;
    table->bucket = huge_pages_alloc(table->buckets * sizeof *table->bucket);
    return table->bucket != NULL;
}

void transposition_close(struct transposition *table) {
    free(table->bucket);
    *table = (struct transposition){0};
}

void transposition_clear(struct transposition *table) {
    memset((void *)table->bucket, 0, table->buckets * sizeof *table->bucket);
    table->generation = 0;
}

void transposition_next_generation(struct transposition *table) {
    table->generation = (uint8_t)((table->generation + 1) % GENERATIONS);
}

static uint64_t transposition_pack(struct tt_entry entry, unsigned generation) {
    return entry.move | (uint64_t)(uint16_t)entry.score << 32 | (uint64_t)entry.depth << 48 |
           (uint64_t)(entry.flags & 15) << 56 | (uint64_t)generation << 60;
}

/* What a slot is worth keeping for: its depth less its age. */
static int transposition_slot_value(uint64_t data, unsigned generation) {
    unsigned age = (generation - (unsigned)(data >> 60)) % GENERATIONS;
    return (int)(data >> 48 & 255) - PLIES_A_GENERATION * (int)age;
}

void transposition_store(struct transposition *table, uint64_t hash, struct tt_entry entry) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
    struct transposition_slot *place = bucket->slot;
    int least_value = INT_MAX;
#pragma GCC unroll 4
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        struct transposition_slot *slot = &bucket->slot[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        int value =
            (check ^ data) == hash ? INT_MIN : transposition_slot_value(data, table->generation);
        place = value < least_value ? slot : place;
        least_value = value < least_value ? value : least_value;
    }
    transposition_slot_write(place, hash, transposition_pack(entry, table->generation));
}

unsigned transposition_hashfull(const struct transposition *table) {
    size_t seen = 0, full = 0;
    for (size_t i = 0; i < table->buckets && seen < SAMPLE; i++) {
        for (unsigned k = 0; k < BUCKET_SLOTS; k++, seen++) {
            uint64_t data =
                atomic_load_explicit(&table->bucket[i].slot[k].data, memory_order_relaxed);
            full += data != 0 && data >> 60 == table->generation;
        }
    }
    return seen > 0 ? (unsigned)(full * 1000 / seen) : 0;
}
