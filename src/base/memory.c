#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum { SPARE = 64 /* elements */, CACHE_LINE = 64, HUGE_PAGE = 2 << 20 };

bool array_grow(void *array, size_t count, size_t *room, size_t size) {
    void *old;
    memcpy(&old, array, sizeof old);
    void *larger =
        count < SIZE_MAX / 2 / size - SPARE ? realloc(old, (2 * count + SPARE) * size) : NULL;
    if (larger == NULL)
        return false;
    memcpy(array, &larger, sizeof larger);
    *room = 2 * count + SPARE;
    return true;
}

void *huge_pages_alloc(size_t bytes) {
    size_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    size_t whole = (bytes + unit - 1) / unit * unit;
    bool fits = whole >= bytes && whole <= machine_memory();
    void *memory = fits ? aligned_alloc(unit, whole) : NULL;
    if (memory == NULL)
        return NULL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (unit == HUGE_PAGE) {
        madvise(memory, whole, MADV_HUGEPAGE); /* a hint: nothing depends on it */
        /* Pages that are given back are zero when they are next used, by whoever uses them. */
        if (madvise(memory, whole, MADV_DONTNEED) == 0)
            return memory;
    }
#endif
    return memset(memory, 0, whole);
}

uint64_t machine_memory(void) {
#if defined(_SC_PHYS_PAGES)
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
        return (uint64_t)pages * (uint64_t)bytes;
#endif
    return UINT64_MAX;
}
