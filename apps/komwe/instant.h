/* Moments, to tell how much time has passed. */
#ifndef INSTANT_H
#define INSTANT_H

#include <stdint.h>

/* Microseconds since some moment, by a clock that nobody sets. */
int64_t instant_now(void);

#endif
