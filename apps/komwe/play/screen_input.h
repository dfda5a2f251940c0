/* Keys on the full screen: lines that are typed, holes that are chosen. */
#ifndef SCREEN_INPUT_H
#define SCREEN_INPUT_H

#include "play/screen_state.h"

enum {
    KEY_ESCAPE = 27,
    KEY_TAB = 9,
    KEY_CTRL_D = 4,
    KEY_CTRL_L = 12,
    KEY_RETURN = 13,
    KEY_NEWLINE = 10
};

void screen_input_take_key(struct screen *screen, const struct key *key);

/* Moves what the game has written to the messages. */
void screen_input_take_messages(struct screen *screen);
/* Says what has to be known of a new position: the result, a first turn, a pass. */
void screen_input_greet_position(struct screen *screen);
/*
 * Shows a change of the game since it had `plies` plies of `session`: moves one after the other,
 * anything else at once.
 */
void screen_input_follow(struct screen *screen, const struct kw_session *session, size_t plies);

#endif
