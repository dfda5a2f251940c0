/* The monotonic clock. */
#ifndef KOMWE_BASE_CLOCK_H
#define KOMWE_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since an arbitrary moment; never goes back. */
int64_t clock_now(void);

#endif
