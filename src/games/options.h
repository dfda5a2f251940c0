/* Options as text: "corner=run width=8".  For the registry, which opens games with them. */
#ifndef KOMWE_GAMES_OPTIONS_H
#define KOMWE_GAMES_OPTIONS_H

#include "games/game.h"

/*
 * Reads options into `values`, of which there is one for each option of the family; those that are
 * not named stay as they are.  NULL is as "".
 */
bool options_read(const struct kw_game *game, const char *options, int32_t *values,
                  struct kw_error *error);

#endif
