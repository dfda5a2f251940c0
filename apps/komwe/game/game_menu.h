/* Choosing a game from the list of all. */
#ifndef GAME_MENU_H
#define GAME_MENU_H

#include "io/output.h"

#include <komwe.h>

/* Games that a menu shows at once, the first of the list; the others are found by a word. */
enum { MENU_GAMES = 26 };

/* Writes a line on the listed game of that index, at most PAGE_WIDTH columns, and ends it. */
void game_menu_write(struct string_builder *out, size_t index);

/* The game of that number in the list, from 1, or of that name; NULL if there is none. */
const struct kw_game *game_menu_find(const char *text);

#endif
