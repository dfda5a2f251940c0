/* Several threads at the same work. */
#ifndef KOMWE_BASE_CREW_H
#define KOMWE_BASE_CREW_H

#include <stddef.h>

/*
 * Calls work(context, i) for 0 <= i < count at the same time, call 0 in the calling thread, and
 * returns when all have returned.  Where a thread cannot be had its call is left out.
 */
void crew_work(size_t count, void (*work)(void *context, size_t member), void *context);

#endif
