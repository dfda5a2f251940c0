/* Features of the CPU, and the compiler extensions that the rest of the code may use. */
#ifndef KOMWE_BASE_CPU_H
#define KOMWE_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Inlined always, so that a constant argument specialises the function as a template would; with
 * KW_INLINE_SELDOM the compiler decides, for files that have to be small.
 */
#if defined(KW_INLINE_SELDOM)
#define KW_INLINE static inline
#else
#define KW_INLINE static inline __attribute__((always_inline))
#endif
/* What is seldom needed, and would make the functions that call it too large. */
#define KW_OUTLINE static __attribute__((noinline))

#define KW_LIKELY(x) __builtin_expect(!!(x), 1)
#define KW_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* The upper 64 bits of a product; on 32-bit machines without the library call for 128 bits. */
static inline uint64_t multiply_high(uint64_t a, uint64_t b) {
    if (sizeof(void *) > 4)
        return (uint64_t)((unsigned __int128)a * b >> 64);
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}

/* True if the library has code for x86-64-v3 and this CPU can run it. */
bool cpu_has_v3(void);

#endif
