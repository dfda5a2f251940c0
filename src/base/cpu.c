#include "base/cpu.h"

bool cpu_has_v3(void) {
#if defined(KW_HAVE_V3)
    /* The flags that CMakeLists.txt compiles that kernel with. */
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}
