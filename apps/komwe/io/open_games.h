/* Games that stay known from one line of a batch to the next. */
#ifndef OPEN_GAMES_H
#define OPEN_GAMES_H

#include <komwe.h>

enum { OPEN_GAMES = 128 /* at most; another one takes the place of the one used longest ago */ };

/* A game as a line names it: by an id and options, or by the path of a rule text. */
struct open_game {
    char *id, *options;           /* as they were given; of a path, no options */
    struct kw_game *opened;       /* with options: closed here */
    const struct kw_game *listed; /* by its path: the library has it for good */
    size_t used;                  /* at that look-up */
};

/* Begin with {0}. */
struct open_games {
    struct open_game game[OPEN_GAMES];
    size_t count, lookups;
};

/*
 * A game with options, opened unless it is open; with `games` NULL always, and then to be closed by
 * the caller.  NULL with an error as kw_game_open.  It stays open until OPEN_GAMES others have been
 * asked for.
 */
struct kw_game *open_games_open(struct open_games *games, const char *id, const char *options,
                                struct kw_error *error);

/* The game of a rule text that has been kept by its path; NULL if none is, or `games` is NULL. */
const struct kw_game *open_games_at(struct open_games *games, const char *path);
/* Keeps a listed game by the path of its text; nothing if `games` is NULL. */
void open_games_keep(struct open_games *games, const char *path, const struct kw_game *game);

void open_games_close(struct open_games *games);

#endif
