/* Opening books as text. */
#ifndef KOMWE_TABLES_PLAY_BOOK_H
#define KOMWE_TABLES_PLAY_BOOK_H

#include "komwe/book.h"

#include <limits.h>

/* The order of scores: more is better for the player, proven or not. */
static inline int play_book_rank(enum kw_unit unit, int32_t score) {
    enum { WIN = INT_MAX / 2 };
    return unit != KW_IN_PLIES ? score : score > 0 ? WIN - score : -WIN - score;
}

#endif
