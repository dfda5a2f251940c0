/* What the machine can do, and the compiler's words that the rest of the code may use. */
#ifndef KOMWE_BASE_CPU_H
#define KOMWE_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* C's templates: a constant argument makes an instance of its own, as if written by hand. */
#define KW_INLINE static inline __attribute__((always_inline))

#define KW_LIKELY(x) __builtin_expect(!!(x), 1)
#define KW_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The upper 64 bits of a product: where words have 32 bits, without a call for 128. */
static inline uint64_t multiply_high(uint64_t a, uint64_t b) {
    if (sizeof(void *) > 4)
        return (uint64_t)((unsigned __int128)a * b >> 64);
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}

/* True if this machine runs code compiled for x86-64-v3 and the library has such code. */
bool cpu_has_v3(void);

#endif
