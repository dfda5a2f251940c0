/* Time that never goes back. */
#ifndef KOMWE_BASE_CLOCK_H
#define KOMWE_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since some moment in the past. */
int64_t clock_now(void);

#endif
