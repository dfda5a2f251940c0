/* The registry for the opening of games: what plays on which kernel, and what is listed. */
#ifndef KOMWE_REGISTRY_GAME_REGISTRY_H
#define KOMWE_REGISTRY_GAME_REGISTRY_H

#include "registry/text_games.h"

/* What plays games on a kernel; NULL if this machine or this build lacks it. */
const struct rules_play *game_kernel(enum kw_kernel kernel);
/* The fastest of this machine and build. */
const struct rules_play *game_kernel_fastest(void);

/* Whether games.def has a place for the text of that id: files need not name its rules. */
bool game_has_place(const char *id);

#endif
