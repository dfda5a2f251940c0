/* What the machine can do, and the compiler's words that the rest of the code may use. */
#ifndef KOMWE_BASE_CPU_H
#define KOMWE_BASE_CPU_H

#include <stdbool.h>

/* C's templates: a constant argument makes an instance of its own, as if written by hand. */
#define KW_INLINE static inline __attribute__((always_inline))

#define KW_LIKELY(x) __builtin_expect(!!(x), 1)
#define KW_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* True if this machine runs code compiled for x86-64-v3 and the library has such code. */
bool cpu_has_v3(void);

#endif
