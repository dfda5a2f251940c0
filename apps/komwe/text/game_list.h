/* The listed games: searched, and grouped by region. */
#ifndef GAME_LIST_H
#define GAME_LIST_H

#include "io/output.h"

#include <komwe.h>

/* Some of the listed games; freed by game_list_free. */
struct game_list {
    size_t *place; /* for kw_game_at */
    size_t count;
};

/*
 * Lists the games that a search finds, in the order of the list: each of the words, ended by NULL,
 * is part of an id, a name, a term, a place or a family; `region`, unless it is NULL, is part of
 * the region's name.  The case of letters does not matter.
 */
void game_list_find(struct game_list *list, char *const *word, const char *region);

/* The same for the words of a line. */
void game_list_search(struct game_list *list, const char *line);

/* The game at that place of a list. */
const struct kw_game *game_list_at(const struct game_list *list, size_t index);

/* Sorts by region; games of one region stay in their order, those without a region come last. */
void game_list_group(struct game_list *list);

void game_list_free(struct game_list *list);

/* The name of a game's group. */
const char *game_list_region(const struct kw_game *game);

/* Writes a grouped list: a heading for each region, below it a line for each game. */
void game_list_write(struct string_builder *out, const struct game_list *list);

#endif
