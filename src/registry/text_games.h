/*
 * The listed games that are rule texts: those built into the library, which are read when they are
 * first asked for, and those that users add.  For the registry.  All functions are thread-safe; no
 * game is ever freed.
 */
#ifndef KOMWE_REGISTRY_TEXT_GAMES_H
#define KOMWE_REGISTRY_TEXT_GAMES_H

#include "language/rules_reader.h"
#include "registry/shipped_texts.h"

/* How a text is read, with the default options. */
struct rules_reading text_game_reading(const char *text, size_t length,
                                       const struct rules_play *play);

/*
 * The game of shipped_texts[index], as the fastest kernel plays it; NULL if there is not enough
 * memory to read it.
 */
const struct kw_game *text_game_shipped(size_t index);

/* The index of the shipped text of that id, or SIZE_MAX. */
size_t text_game_index(const char *id);

/* Those that users have added, in that order. */
size_t text_games_added(void);
const struct kw_game *text_game_added(size_t index);
const struct kw_game *text_game_find_added(const char *id);

/*
 * Adds a game, and takes it over.  Returns the game that is listed now: that one, or one of the
 * same text, and then the other is freed.  NULL with an error, and it is freed, if another game has
 * its id or there is no room.
 */
const struct kw_game *text_game_add(struct kw_game *game, struct kw_error *error);

#endif
