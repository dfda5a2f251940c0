/* Games with options that stay open from one line of a batch to the next. */
#ifndef OPEN_GAMES_H
#define OPEN_GAMES_H

#include <komwe.h>

enum { OPEN_GAMES = 16 /* at most; another one takes the place of the one opened first */ };

/* Begin with {0}. */
struct open_games {
    char *options[OPEN_GAMES]; /* as they were given, of the game beside it */
    struct kw_game *game[OPEN_GAMES];
    size_t opened; /* since the beginning */
};

/*
 * A game with options, opened unless it is open; with `games` NULL always, and then to be closed by
 * the caller.  NULL with an error as kw_game_open.  It stays open until OPEN_GAMES others have been
 * opened.
 */
struct kw_game *open_games_open(struct open_games *games, const char *id, const char *options,
                                struct kw_error *error);
void open_games_close(struct open_games *games);

#endif
