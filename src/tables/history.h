/* Occurrences of positions in a game, for the rule of repetition. */
#ifndef KOMWE_TABLES_HISTORY_H
#define KOMWE_TABLES_HISTORY_H

#include "komwe/game.h"

struct history_entry;

/* All zero: empty.  A hash table with open addressing; entries are never removed. */
struct history {
    struct history_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t used;     /* entries, those with no occurrence left included */
    bool once;       /* the game ends at the second occurrence, not the third */
};

/* The number of occurrences that ends the game: 3 or 2. */
static inline unsigned history_limit(const struct history *history) {
    return history->once ? 2 : 3;
}

/* Adds an occurrence; false, and nothing has changed, if there is not enough memory. */
bool history_add(struct history *history, const struct kw_position *position);

/* Removes an occurrence of a position that was added. */
void history_remove(struct history *history, const struct kw_position *position);

/* The number of occurrences. */
unsigned history_count(const struct history *history, const struct kw_position *position);

/* Visits each position that occurs; with `store` only those with these stores. */
void history_visit(const struct history *history, const uint8_t store[2],
                   void (*visit)(void *context, const struct kw_position *position), void *context);

/* Whether one more occurrence of the position would end the game. */
bool history_is_due(const struct history *history, const struct kw_position *position);

/*
 * A key of the set of positions one more occurrence of which would end the game: the sum of their
 * hashes, 0 if there are none.  With `store` only those with these stores.
 */
uint64_t history_due_key(const struct history *history, const uint8_t store[2]);

void history_free(struct history *history);

#endif
