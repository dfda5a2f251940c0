/* The traits of a kernel. */
#include "traits/trait.h"

#include "sow/lanes.h"

extern const struct trait KW_KERNEL_NAME(trait_bao);

const struct trait *const KW_KERNEL_NAME(traits)[] = {&KW_KERNEL_NAME(trait_bao), NULL};
