#include "base/cpu.h"

bool cpu_has_v3(void) {
#if defined(KW_HAVE_V3)
    /* What that kernel is compiled with, and no more: see CMakeLists.txt. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
