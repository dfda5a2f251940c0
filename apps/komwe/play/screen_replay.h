/* Shows moves on the full screen as they are sown. */
#ifndef SCREEN_REPLAY_H
#define SCREEN_REPLAY_H

#include "play/screen_state.h"

/* Shows the plies from `first` on, at the speed of the game; any key ends it. */
void screen_replay_plies(struct screen *screen, size_t first);

#endif
