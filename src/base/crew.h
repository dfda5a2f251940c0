/* Several threads at the same work. */
#ifndef KOMWE_BASE_CREW_H
#define KOMWE_BASE_CREW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Calls work(context, i) for 0 <= i < count at the same time, call 0 in the calling thread, and
 * returns when all have returned.  Where a thread cannot be had its call is left out.
 */
void crew_work(size_t count, void (*work)(void *context, size_t member), void *context);

/* The same for work that all must share in: false, and nothing was called, if one cannot be had. */
bool crew_work_all(size_t count, void (*work)(void *context, size_t member), void *context);

/* Where the members of a crew wait for each other. */
struct meeting;

struct meeting *meeting_new(size_t members); /* NULL if there is no memory */
void meeting_free(struct meeting *meeting);  /* NULL is allowed */
/* Returns when all members have called it. */
void meeting_wait(struct meeting *meeting);

#endif
