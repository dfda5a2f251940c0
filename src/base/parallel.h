/* Threads: fork-join loops and barriers. */
#ifndef KOMWE_BASE_PARALLEL_H
#define KOMWE_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How many threads a caller of the library gets that asks for so many: 0 counts as 1, more than
 * KW_THREADS_MAX as so many.
 */
unsigned parallel_threads(unsigned wanted);

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

/* Lets one thread through at a time. */
struct lock;

struct lock *lock_new(void);       /* NULL: not enough memory */
void lock_free(struct lock *lock); /* NULL is allowed; nobody may hold it */
void lock_take(struct lock *lock);
void lock_release(struct lock *lock);

/* A thread that works beside the others, each time that it is woken. */
struct background;

/*
 * Calls work(context) in a thread of its own, once for one or more calls of background_wake before
 * it; NULL if none can be started.
 */
struct background *background_start(void (*work)(void *context), void *context);
/* Returns at once; NULL is allowed. */
void background_wake(struct background *background);
/* Returns when a call of `work` has returned, and frees the thread; NULL is allowed. */
void background_join(struct background *background);
/* From now on the calling thread runs where no other wants the processor, if the system can. */
void background_yield(void);

#endif
