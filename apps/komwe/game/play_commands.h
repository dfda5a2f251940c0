/* Typed lines: moves and commands, and their answers. */
#ifndef PLAY_COMMANDS_H
#define PLAY_COMMANDS_H

#include "game/play_state.h"

enum { LINE_SIZE = 4096, PROMPT_SIZE = 48 };

/*
 * Carries out a typed line, which it takes apart: an answer to an offer of a draw, a command, or
 * moves for as long as they can be played.  The answer is written to play->out.
 */
void play_line(struct play_state *play, char *line);

/* The prompt of the input line: "South> "; returns `prompt`. */
const char *play_prompt(const struct play_state *play, char prompt[PROMPT_SIZE]);

/* Reads a speed: "off", "auto" or 0 to 9; false if it is none. */
bool play_speed_read(const char *text, int *speed);

#endif
