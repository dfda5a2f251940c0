/* The parts around the board on the full screen: the players and the moves so far. */
#ifndef SCREEN_SIDE_H
#define SCREEN_SIDE_H

#include "game/play_state.h"
#include "play/screen_layout.h"

/* The players with what they have, above and below the board; `position` is the one shown. */
void side_draw_players(const struct layout *layout, const struct play_state *play,
                       const struct kw_position *position);

/* The turns played, numbered by pairs: those of the last ones that fit. */
void side_draw_turns(const struct layout *layout, const struct play_state *play);

#endif
