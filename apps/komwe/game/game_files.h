/* Games of a table written to files, and read from them. */
#ifndef GAME_FILES_H
#define GAME_FILES_H

#include "game/play_state.h"

/*
 * Writes the game as a record: all of the file or nothing.  A file that exists is overwritten only
 * if the table has saved there before, or `anyway`.  What came of it is told.
 */
void game_file_save(struct play_state *play, const char *path, bool anyway);

/* Goes on with the first game of a file; false, with the fault told, if there is none. */
bool game_file_load(struct play_state *play, const char *path);

#endif
