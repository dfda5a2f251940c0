#include "tables/history.h"

#include <stdlib.h>
#include <string.h>

struct history_entry {
    struct kw_position position;
    unsigned count;
    bool taken;
};

/* The entry of a position, or the free one for it.  The table is never full. */
static struct history_entry *history_find(const struct history *history,
                                          const struct kw_position *position) {
    size_t at = kw_hash(position) & (history->capacity - 1);
    while (history->entries[at].taken &&
           memcmp(&history->entries[at].position, position, sizeof *position) != 0)
        at = (at + 1) & (history->capacity - 1);
    return &history->entries[at];
}

static bool history_grow(struct history *history) {
    struct history larger = {.capacity = history->capacity == 0 ? 64 : 2 * history->capacity,
                             .once = history->once};
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (larger.entries == NULL)
        return false;
    for (size_t i = 0; i < history->capacity; i++) {
        if (history->entries[i].taken && history->entries[i].count > 0) {
            *history_find(&larger, &history->entries[i].position) = history->entries[i];
            larger.used++;
        }
    }
    free(history->entries);
    *history = larger;
    return true;
}

bool history_add(struct history *history, const struct kw_position *position) {
    if (2 * history->used >= history->capacity && !history_grow(history))
        return false;
    struct history_entry *entry = history_find(history, position);
    if (!entry->taken) {
        *entry = (struct history_entry){.position = *position, .taken = true};
        history->used++;
    }
    entry->count++;
    return true;
}

void history_remove(struct history *history, const struct kw_position *position) {
    history_find(history, position)->count--;
}

unsigned history_count(const struct history *history, const struct kw_position *position) {
    return history->capacity == 0 ? 0 : history_find(history, position)->count;
}

bool history_is_due(const struct history *history, const struct kw_position *position) {
    return history_count(history, position) + 1 >= history_limit(history);
}

/* Whether an entry occurs at least so often; with `store`, only with these stores. */
static bool history_entry_matches(const struct history_entry *entry, unsigned count,
                                  const uint8_t store[2]) {
    return entry->count >= count && (store == NULL || memcmp(entry->position.store, store, 2) == 0);
}

void history_visit(const struct history *history, const uint8_t store[2],
                   void (*visit)(void *context, const struct kw_position *position),
                   void *context) {
    for (size_t i = 0; i < history->capacity; i++)
        if (history_entry_matches(&history->entries[i], 1, store))
            visit(context, &history->entries[i].position);
}

uint64_t history_due_key(const struct history *history, const uint8_t store[2]) {
    uint64_t sum = 0;
    for (size_t i = 0; i < history->capacity; i++)
        if (history_entry_matches(&history->entries[i], history_limit(history) - 1, store))
            sum += kw_hash(&history->entries[i].position);
    return sum;
}

void history_free(struct history *history) {
    free(history->entries);
    *history = (struct history){0};
}
