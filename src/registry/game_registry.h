/* The registry for the opening of games: what plays on which kernel, and what is listed. */
#ifndef KOMWE_REGISTRY_GAME_REGISTRY_H
#define KOMWE_REGISTRY_GAME_REGISTRY_H

#include "registry/text_games.h"

/* What a kernel plays. */
struct kernel_games {
    const struct kw_game *const
        *listed; /* the listed games that are C, in the order of games.def */
    const struct machine_family *machine; /* what plays texts */
};

/* False if this machine or this build lacks the kernel. */
bool game_kernel(enum kw_kernel kernel, struct kernel_games *games);
/* The fastest of this machine and build. */
struct kernel_games game_kernel_fastest(void);

/* Whether games.def has a place for the text of that id: files need not name its rules. */
bool game_is_placed_text(const char *id);

/*
 * The listed game of that id or alias: of those that are C the one of that kernel.  NULL if there
 * is none, or not enough memory to read its text.
 */
const struct kw_game *game_find_listed(const struct kernel_games *games, const char *id);

#endif
