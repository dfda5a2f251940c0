/* Matches of rounds: the score, and the next round. */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "game/play_state.h"

/*
 * Writes, after the end of a round, how the match stands and how it goes on; nothing if the game is
 * not played in rounds or goes on.
 */
void play_write_match(struct play_state *play);

/* Begins the next round; writes why not, if none can follow. */
void play_next_round(struct play_state *play);

#endif
