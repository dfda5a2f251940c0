#include "io/open_games.h"

#include "io/output.h"

#include <stdlib.h>
#include <string.h>

/* The entry of those words, or NULL. */
static struct open_game *open_games_find(struct open_games *games, const char *id,
                                         const char *options) {
    for (size_t i = 0; i < games->count; i++) {
        struct open_game *entry = &games->game[i];
        if (strcmp(entry->id, id) != 0 || strcmp(entry->options, options) != 0)
            continue;
        entry->used = ++games->lookups;
        return entry;
    }
    return NULL;
}

static void open_games_empty(struct open_game *entry) {
    kw_game_close(entry->opened);
    free(entry->id);
    free(entry->options);
}

/* An entry of those words, in the place of the one used longest ago if all are taken. */
static struct open_game *open_games_add(struct open_games *games, const char *id,
                                        const char *options) {
    struct open_game *entry = &games->game[0];
    for (size_t i = 1; i < games->count; i++)
        if (games->game[i].used < entry->used)
            entry = &games->game[i];
    if (games->count < OPEN_GAMES)
        entry = &games->game[games->count++];
    else
        open_games_empty(entry);
    *entry = (struct open_game){.id = memory_check(strdup(id)),
                                .options = memory_check(strdup(options)),
                                .used = ++games->lookups};
    return entry;
}

struct kw_game *open_games_open(struct open_games *games, const char *id, const char *options,
                                struct kw_error *error) {
    struct open_game *entry = games != NULL ? open_games_find(games, id, options) : NULL;
    if (entry != NULL)
        return entry->opened;
    struct kw_game *game = kw_game_open(id, options, error);
    if (game != NULL && games != NULL)
        open_games_add(games, id, options)->opened = game;
    return game;
}

const struct kw_game *open_games_at(struct open_games *games, const char *path) {
    struct open_game *entry = games != NULL ? open_games_find(games, path, "") : NULL;
    return entry != NULL ? entry->listed : NULL;
}

void open_games_keep(struct open_games *games, const char *path, const struct kw_game *game) {
    if (games != NULL)
        open_games_add(games, path, "")->listed = game;
}

void open_games_close(struct open_games *games) {
    for (size_t i = 0; i < games->count; i++)
        open_games_empty(&games->game[i]);
}
