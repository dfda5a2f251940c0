/* A board as a picture. */
#ifndef BOARD_PICTURE_H
#define BOARD_PICTURE_H

#include <komwe.h>

/* Of the picture, in pixels: as those who show links want it. */
enum { PICTURE_WIDTH = 800, PICTURE_HEIGHT = 420 };

/*
 * Draws a position of the game as a PNG, as the player sees it who sits at the `bottom`: pits with
 * seeds and their number, stores, marks; a gold bar at the side of the player to move.  The bytes
 * are from malloc, `length` says how many; NULL if there is no memory.  A pure function: any thread
 * may call it.
 */
void *board_picture_make(const struct kw_game *game, const struct kw_position *position,
                         enum kw_player bottom, size_t *length);

#endif
