#include "exact/bounds.h"

#include "base/huge_pages.h"

#include <stdlib.h>

bool bounds_open(struct bounds_table *table, size_t bytes) {
    *table = (struct bounds_table){.buckets = bytes / sizeof(struct bounds_bucket)};
    if (table->buckets == 0)
        table->buckets = 1;
    table->bucket = huge_pages_alloc(table->buckets * sizeof *table->bucket);
    return table->bucket != NULL;
}

void bounds_close(struct bounds_table *table) {
    free(table->bucket);
    *table = (struct bounds_table){0};
}

void bounds_clear(struct bounds_table *table) {
    memset((void *)table->bucket, 0, table->buckets * sizeof *table->bucket);
}

static uint64_t bounds_signed_bits(int value, unsigned at) {
    return ((uint64_t)(unsigned)value & 0xFFF) << at;
}

static int bounds_bits_signed(uint64_t data, unsigned at) {
    int bits = (int)(data >> at & 0xFFF);
    return bits >= 0x800 ? bits - 0x1000 : bits;
}

static uint64_t bounds_pack(const struct bounds *bounds) {
    return bounds_signed_bits(bounds->low, 0) | bounds_signed_bits(bounds->high, 12) |
           bounds_signed_bits(bounds->asked, 24) | (uint64_t)bounds->depth << 36 |
           (uint64_t)bounds->attack << 46 | (uint64_t)bounds->first << 47 |
           (uint64_t)bounds->effort << 55 | UINT64_C(1) << 63;
}

static struct bounds bounds_unpack(uint64_t data) {
    return (struct bounds){.low = bounds_bits_signed(data, 0),
                           .high = bounds_bits_signed(data, 12),
                           .asked = bounds_bits_signed(data, 24),
                           .depth = data >> 36 & 0x3FF,
                           .attack = data >> 46 & 1,
                           .first = data >> 47 & 0xFF,
                           .effort = data >> 55 & 0x3F};
}

bool bounds_find(const struct bounds_table *table, struct board_key key, struct bounds *bounds) {
    struct bounds_bucket *bucket = bounds_bucket(table, key);
    for (unsigned i = 0; i < BOUNDS_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->slot[i].check, memory_order_relaxed);
        if ((check ^ data) == key.check && data != 0) {
            *bounds = bounds_unpack(data);
            return true;
        }
    }
    return false;
}

/* What was known of the same position stays true. */
static void bounds_merge(struct bounds *bounds, struct bounds before) {
    if (before.low > bounds->low)
        bounds->low = before.low;
    if (before.high < bounds->high)
        bounds->high = before.high;
    if (bounds->first == BOUNDS_NO_MOVE)
        bounds->first = before.first;
    if (bounds->effort < before.effort)
        bounds->effort = before.effort;
}

void bounds_keep(struct bounds_table *table, struct board_key key, struct bounds bounds) {
    struct bounds_bucket *bucket = bounds_bucket(table, key);
    struct bounds_slot *place = NULL;
    unsigned least = 64;
    for (unsigned i = 0; i < BOUNDS_SLOTS; i++) {
        struct bounds_slot *slot = &bucket->slot[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ data) == key.check && data != 0) {
            place = slot;
            bounds_merge(&bounds, bounds_unpack(data));
            break;
        }
        unsigned effort = data == 0 ? 0 : bounds_unpack(data).effort + 1;
        bool last = i == BOUNDS_SLOTS - 1; /* holds whatever came last */
        if ((!last && effort < least && effort <= bounds.effort + 1) || (last && place == NULL)) {
            place = slot;
            least = effort;
        }
    }
    uint64_t data = bounds_pack(&bounds);
    atomic_store_explicit(&place->data, data, memory_order_relaxed);
    atomic_store_explicit(&place->check, key.check ^ data, memory_order_relaxed);
}
