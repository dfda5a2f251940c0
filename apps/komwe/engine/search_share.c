#include "engine/search_share.h"

#include <math.h>

static const double share_half_life = 10e6; /* microseconds */

double share_used(const struct search_share *share, int64_t now) {
    return share->used * exp2((double)(share->at - now) / share_half_life);
}

void share_add(struct search_share *share, double microseconds, int64_t now) {
    share->used = share_used(share, now) + microseconds;
    share->at = now;
}
