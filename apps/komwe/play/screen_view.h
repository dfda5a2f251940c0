/* Draws the full screen, and sets what the board shows beside the seeds. */
#ifndef SCREEN_VIEW_H
#define SCREEN_VIEW_H

#include "play/screen_state.h"

/* Lays it out for the game and the size of the terminal. */
void screen_view_lay_out(struct screen *screen);
/* Draws it with the board at a position, or at the current one. */
void screen_view_draw(struct screen *screen, const struct kw_position *position);
void screen_view_draw_now(struct screen *screen);
/* Adds the state of the game to the messages, if it does not fit the line below the board. */
void screen_view_write_long_state(struct screen *screen);

/* The hole under the cursor, or -1. */
int screen_view_pointed_hole(const struct screen *screen);
/* Nothing is marked on the board. */
struct board_marks screen_view_plain(const struct screen *screen);
/* Marks where the last move began and ended, and what its turn changed. */
void screen_view_last_move(struct screen *screen);
/* Marks what a move would do, and says so below the board. */
void screen_view_preview(struct screen *screen, kw_move move);
/* Looks ahead at the move in the input line, if a legal one is there; else back. */
void screen_view_preview_input(struct screen *screen);

#endif
