#include "tree/bounds.h"

static uint64_t bounds_from_signed(int value, unsigned shift) {
    return ((uint64_t)(unsigned)value & 0xFFF) << shift;
}

static int bounds_to_signed(uint64_t data, unsigned shift) {
    int bits = (int)(data >> shift & 0xFFF);
    return bits >= 0x800 ? bits - 0x1000 : bits;
}

static uint64_t bounds_pack(const struct bounds *bounds) {
    return bounds_from_signed(bounds->low, 0) | bounds_from_signed(bounds->high, 12) |
           bounds_from_signed(bounds->tried, 24) | (uint64_t)bounds->depth << 36 |
           (uint64_t)bounds->attack << 46 | (uint64_t)bounds->first << 47 |
           (uint64_t)bounds->effort << 55 | UINT64_C(1) << 63;
}

static struct bounds bounds_unpack(uint64_t data) {
    return (struct bounds){.low = bounds_to_signed(data, 0),
                           .high = bounds_to_signed(data, 12),
                           .tried = bounds_to_signed(data, 24),
                           .depth = data >> 36 & 0x3FF,
                           .attack = data >> 46 & 1,
                           .first = data >> 47 & 0xFF,
                           .effort = data >> 55 & 0x3F};
}

bool bounds_probe(const struct transposition *table, struct position_key key,
                  struct bounds *bounds) {
    struct transposition_bucket *bucket = transposition_bucket(table, key.place);
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        uint64_t check, data;
        if (transposition_slot_read(&bucket->slot[i], &check, &data) && check == key.check) {
            *bounds = bounds_unpack(data);
            return true;
        }
    }
    return false;
}

/* Proven bounds of the same position hold as well. */
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

void bounds_store(struct transposition *table, struct position_key key, struct bounds bounds) {
    struct transposition_bucket *bucket = transposition_bucket(table, key.place);
    struct transposition_slot *chosen = NULL;
    unsigned least = 64;
    for (unsigned i = 0; i < BUCKET_SLOTS; i++) {
        struct transposition_slot *slot = &bucket->slot[i];
        uint64_t check, data;
        bool used = transposition_slot_read(slot, &check, &data);
        if (used && check == key.check) {
            chosen = slot;
            bounds_merge(&bounds, bounds_unpack(data));
            break;
        }
        unsigned effort = used ? bounds_unpack(data).effort + 1 : 0;
        bool last = i == BUCKET_SLOTS - 1; /* always replaced */
        if ((!last && effort < least && effort <= bounds.effort + 1) || (last && chosen == NULL)) {
            chosen = slot;
            least = effort;
        }
    }
    transposition_slot_write(chosen, key.check, bounds_pack(&bounds));
}
