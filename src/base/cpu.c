#include "base/cpu.h"

bool cpu_has_v3(void) {
#if defined(KW_HAVE_V3)
    /* What v3 adds to the baseline and our code or the compiler may use. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
