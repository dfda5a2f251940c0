/* The board on the full screen. */
#ifndef SCREEN_BOARD_H
#define SCREEN_BOARD_H

#include "play/screen_layout.h"

#include <komwe.h>

/* What is shown of the board beside the seeds. */
struct board_marks {
    enum kw_player bottom; /* the player at the bottom */
    uint32_t path;         /* bit i: hole i is on the way of the move that is looked at */
    uint32_t taken;        /* it is captured */
    uint32_t changed;      /* it is not as it was before */
    int start, end;        /* places where the move begins and ends, -1: none */
    int chosen;            /* the hole under the cursor, -1: none */
    int hand_at;           /* the hole that the hand is over, -1: none */
    unsigned hand;         /* seeds in it */
};

void screen_board_draw(const struct layout *layout, const struct kw_game *game,
                       const struct kw_position *position, const struct board_marks *marks);

/* The hole that is drawn at a row and a column, seen from the bottom. */
unsigned screen_board_hole(const struct layout *layout, const struct kw_game *game,
                           enum kw_player bottom, unsigned row, unsigned column);

#endif
