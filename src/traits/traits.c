/* The traits of a kernel. */
#include "traits/trait.h"

#include "sow/lanes.h"

extern const struct trait KW_KERNEL_NAME(trait_bao), KW_KERNEL_NAME(trait_bulto),
    KW_KERNEL_NAME(trait_kiothi);

const struct trait *const KW_KERNEL_NAME(traits)[] = {
    &KW_KERNEL_NAME(trait_bao), &KW_KERNEL_NAME(trait_bulto), &KW_KERNEL_NAME(trait_kiothi), NULL};
