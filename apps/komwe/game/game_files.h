/* Saves and loads the game being played.  The outcome is written to its output. */
#ifndef GAME_FILES_H
#define GAME_FILES_H

#include "game/play_state.h"

/*
 * Writes the game as a record: all of the file or nothing.  A file that exists is overwritten only
 * if this game was saved there before, or `anyway`.
 */
void game_file_save(struct play_state *play, const char *path, bool anyway);

/* Continues with the first game of a file; false if there is none. */
bool game_file_load(struct play_state *play, const char *path);

#endif
