/* The plainest alpha-beta there is, to be measured against: seeds ahead, no table, no order. */
#ifndef PLAIN_SEARCH_H
#define PLAIN_SEARCH_H

#include <komwe.h>

/* The best move at the greatest depth that the limits allow; at least one limit must be set. */
kw_move plain_choose(const struct kw_game *game, const struct kw_position *position,
                     const struct kw_limits *limits);

#endif
