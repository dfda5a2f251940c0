/* The fast plays of a kernel. */
#include "fast/fast_play.h"

#include "sow/lanes.h"

extern const struct fast_play KW_KERNEL_NAME(fast_kalah), KW_KERNEL_NAME(fast_oware),
    KW_KERNEL_NAME(fast_giuthi), KW_KERNEL_NAME(fast_adji_boto);

const struct fast_play *const KW_KERNEL_NAME(fast_plays)[] = {
    &KW_KERNEL_NAME(fast_kalah), &KW_KERNEL_NAME(fast_oware), &KW_KERNEL_NAME(fast_giuthi),
    &KW_KERNEL_NAME(fast_adji_boto), NULL};
