/* The monotonic clock, and the time that a thread has worked. */
#ifndef KOMWE_BASE_CLOCK_H
#define KOMWE_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since an arbitrary moment; never goes back. */
int64_t clock_now(void);

/* Microseconds of processor time of the calling thread. */
int64_t clock_thread(void);

#endif
