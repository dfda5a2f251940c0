#include "tables/transposition.h"

#include "base/huge_pages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 16, SAMPLE = 1000 };

/* An old finding must be this much deeper for each search since then to be kept. */
enum { PLIES_A_GENERATION = 4 };

bool transposition_open(struct transposition *table, size_t bytes) {
    *table = (struct transposition){.buckets = bytes / sizeof(struct transposition_bucket)};
    if (table->buckets == 0)
        table->buckets = 1;
    table->bucket = large_new(table->buckets * sizeof *table->bucket);
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

void transposition_age(struct transposition *table) {
    table->generation = (uint8_t)((table->generation + 1) % GENERATIONS);
}

static uint64_t pack(struct finding finding, unsigned generation) {
    return finding.move | (uint64_t)(uint16_t)finding.score << 32 | (uint64_t)finding.depth << 48 |
           (uint64_t)(finding.flags & 15) << 56 | (uint64_t)generation << 60;
}

/* How much a slot's finding is worth keeping; one without is worth no more than the poorest. */
static int slot_worth(uint64_t data, unsigned generation) {
    unsigned age = (generation - (unsigned)(data >> 60)) % GENERATIONS;
    return (int)(data >> 48 & 255) - PLIES_A_GENERATION * (int)age;
}

void transposition_store(struct transposition *table, uint64_t hash, struct finding finding) {
    struct transposition_bucket *bucket = transposition_bucket(table, hash);
    struct transposition_slot *place = bucket->slot;
    int least = INT_MAX;
#pragma GCC unroll 4
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        struct transposition_slot *slot = &bucket->slot[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        int worth = (check ^ data) == hash ? INT_MIN : slot_worth(data, table->generation);
        place = worth < least ? slot : place;
        least = worth < least ? worth : least;
    }
    uint64_t data = pack(finding, table->generation);
    atomic_store_explicit(&place->data, data, memory_order_relaxed);
    atomic_store_explicit(&place->check, hash ^ data, memory_order_relaxed);
}

unsigned transposition_full(const struct transposition *table) {
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
