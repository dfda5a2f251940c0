/* What the system says: the monotonic clock, the time that a thread has worked, chance. */
#ifndef KOMWE_BASE_CLOCK_H
#define KOMWE_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since an arbitrary moment; never goes back. */
int64_t clock_now(void);

/* Microseconds of processor time of the calling thread. */
int64_t clock_thread(void);

/* A number that nobody outside of the process can foresee; of the clock where there is none. */
uint64_t entropy_draw(void);

#endif
