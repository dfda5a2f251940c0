/* Numbers that nobody outside of the process can foresee. */
#ifndef KOMWE_BASE_ENTROPY_H
#define KOMWE_BASE_ENTROPY_H

#include <stdint.h>

/* One of the system's; where it has none, one of the clock and of where memory lies. */
uint64_t entropy_draw(void);

#endif
