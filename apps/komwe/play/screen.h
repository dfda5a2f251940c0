/* The full-screen view of the command play. */
#ifndef SCREEN_H
#define SCREEN_H

#include "game/play_state.h"

/* NULL if the terminal is not fit for it: then nothing has happened to it. */
struct screen *screen_open(void);

/* Restores the terminal.  NULL is allowed. */
void screen_close(struct screen *screen);

/* Lets the player choose from the list of games; NULL if none is chosen. */
const struct kw_game *screen_choose_game(struct screen *screen);

/* Plays until the player leaves; false and `error` if the game cannot go on. */
bool screen_play(struct screen *screen, struct play_state *play, struct kw_error *error);

#endif
