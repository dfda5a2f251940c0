/* Memory of lists that grow, and of tables that are read at random. */
#ifndef KOMWE_BASE_MEMORY_H
#define KOMWE_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As array_reserve, which calls it where the room does not suffice for `count` in all. */
bool array_grow(void *array, size_t count, size_t *room, size_t size);

/*
 * Makes room for `more` elements behind the first `count` of an array from malloc, and for as many
 * again.  `array` points to its pointer, which may be NULL; the room is counted in elements of
 * `size` bytes.  False, and nothing changes, if there is not enough memory.
 */
static inline bool array_reserve(void *array, size_t count, size_t more, size_t *room,
                                 size_t size) {
    return more <= *room - count || array_grow(array, count + more, room, size);
}

/*
 * Zeroed memory, aligned to 64 bytes, in huge pages where the system has them: random reads then
 * miss the cache but not the TLB.  NULL if there is not enough memory, or if it is more than the
 * machine has.  Freed with free().
 */
void *huge_pages_alloc(size_t bytes);

/* Bytes of physical memory; UINT64_MAX if the system does not report them. */
uint64_t machine_memory(void);

#endif
