/* How often each position has stood in a game. */
#ifndef KOMWE_TABLES_HISTORY_H
#define KOMWE_TABLES_HISTORY_H

#include "komwe.h"

struct history_entry;

/* All zero: empty.  A hash table with open addressing; nothing is ever taken out of its chains. */
struct history {
    struct history_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t used;     /* different positions, those that stand no longer among them */
};

/* Counts one occurrence more; false if there is no memory, and then nothing has changed. */
bool history_add(struct history *history, const struct kw_position *position);

/* Counts one occurrence less of a position that was added. */
void history_remove(struct history *history, const struct kw_position *position);

/* The number of occurrences. */
unsigned history_count(const struct history *history, const struct kw_position *position);

/* Hears of each position that stands; with `store` of those alone that have so much in the stores.
 */
void history_visit(const struct history *history, const uint8_t store[2],
                   void (*hear)(void *context, const struct kw_position *position), void *context);

/*
 * Tells apart which positions stand twice or more often: the sum of their hashes, 0 if there are
 * none.  With `store` only those count that have so much in the stores.
 */
uint64_t history_twice(const struct history *history, const uint8_t store[2]);

void history_free(struct history *history);

#endif
