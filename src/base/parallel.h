/* Several threads at the same work. */
#ifndef KOMWE_BASE_PARALLEL_H
#define KOMWE_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Calls work(context, i) for 0 <= i < count at the same time, call 0 in the calling thread, and
 * returns when all have returned.  Where a thread cannot be had its call is left out.
 */
void parallel_for(size_t count, void (*work)(void *context, size_t member), void *context);

/* The same for work that all must share in: false, and nothing was called, if one cannot be had. */
bool parallel_for_all(size_t count, void (*work)(void *context, size_t member), void *context);

/* Where the members of a crew wait for each other. */
struct barrier;

struct barrier *barrier_new(size_t members); /* NULL if there is no memory */
void barrier_free(struct barrier *barrier);  /* NULL is allowed */
/* Returns when all members have called it. */
void barrier_wait(struct barrier *barrier);

#endif
