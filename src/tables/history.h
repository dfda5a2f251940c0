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
    bool once;       /* the game ends where a position stands for the second time, not the third */
};

/* How often a position stands when that ends the game: 3, or 2. */
static inline unsigned history_ends(const struct history *history) { return history->once ? 2 : 3; }

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

/* Whether a position stands as often already as to end the game when it comes once more. */
bool history_is_due(const struct history *history, const struct kw_position *position);

/*
 * Tells apart which positions are due: the sum of their hashes, 0 if there are none.  They stand
 * twice or more often, or once in a game that ends where a position comes again.  With `store` only
 * those count that have so much in the stores.
 */
uint64_t history_twice(const struct history *history, const uint8_t store[2]);

void history_free(struct history *history);

#endif
