#include "io/open_games.h"

#include "io/output.h"

#include <stdlib.h>
#include <string.h>

static struct kw_game *open_games_find(const struct open_games *games, const char *id,
                                       const char *options) {
    for (size_t i = 0; i < OPEN_GAMES && games->game[i] != NULL; i++)
        if (strcmp(kw_game_info(games->game[i])->id, id) == 0 &&
            strcmp(games->options[i], options) == 0)
            return games->game[i];
    return NULL;
}

struct kw_game *open_games_open(struct open_games *games, const char *id, const char *options,
                                struct kw_error *error) {
    struct kw_game *game = games != NULL ? open_games_find(games, id, options) : NULL;
    if (game != NULL)
        return game;
    game = kw_game_open(id, options, error);
    if (game == NULL || games == NULL)
        return game;
    size_t place = games->opened++ % OPEN_GAMES;
    kw_game_close(games->game[place]);
    free(games->options[place]);
    games->game[place] = game;
    games->options[place] = memory_check(strdup(options));
    return game;
}

void open_games_close(struct open_games *games) {
    for (size_t i = 0; i < OPEN_GAMES; i++) {
        kw_game_close(games->game[i]);
        free(games->options[i]);
    }
}
