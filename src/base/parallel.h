/* Threads: fork-join loops and barriers. */
#ifndef KOMWE_BASE_PARALLEL_H
#define KOMWE_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Calls work(context, i) for 0 <= i < count concurrently, call 0 in the calling thread, and returns
 * when all calls have returned.  Calls whose thread cannot be started are left out.
 */
void parallel_for(size_t count, void (*work)(void *context, size_t thread), void *context);

/* The same, all or nothing: false, and nothing was called, if a thread cannot be started. */
bool parallel_for_all(size_t count, void (*work)(void *context, size_t thread), void *context);

/* Where threads wait for each other, any number of times. */
struct barrier;

struct barrier *barrier_new(size_t threads); /* NULL: not enough memory */
void barrier_free(struct barrier *barrier);  /* NULL is allowed */
/* Returns when all threads have called it. */
void barrier_wait(struct barrier *barrier);

#endif
