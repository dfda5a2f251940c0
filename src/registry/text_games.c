#include "registry/text_games.h"

#include "base/error.h"
#include "registry/game_registry.h"

#include <stdatomic.h>
#include <string.h>

enum { TEXT_GAMES_ADDED_MAX = 1024 };

static struct kw_game *_Atomic text_shipped[SHIPPED_TEXTS_MAX];

/*
 * Filled from the first on, and never emptied: two threads that add games with one id meet at the
 * same empty place, and one of them finds the other's game there.
 */
static struct kw_game *_Atomic text_added[TEXT_GAMES_ADDED_MAX];

/* ---- extends --------------------------------------------------------------------------------- */

static const char *text_find(void *context, const char *id, size_t *length) {
    (void)context;
    size_t index = text_game_index(id);
    if (index != SIZE_MAX) {
        *length = shipped_texts[index].length;
        return shipped_texts[index].text;
    }
    const struct kw_game *game = text_game_find_added(id);
    if (game == NULL)
        return NULL;
    *length = game->text->length;
    return game->text->rules;
}

struct rules_reading text_game_reading(const char *text, size_t length,
                                       const struct rules_play *play) {
    return (struct rules_reading){.text = text, .length = length, .play = play, .find = text_find};
}

/* ---- the shipped ones ------------------------------------------------------------------------ */

size_t text_game_index(const char *id) {
    for (size_t i = 0; shipped_texts[i].id != NULL; i++)
        if (strcmp(shipped_texts[i].id, id) == 0)
            return i;
    return SIZE_MAX;
}

const struct kw_game *text_game_shipped(size_t index) {
    struct kw_game *game = atomic_load(&text_shipped[index]), *none = NULL;
    if (game != NULL)
        return game;
    const struct shipped_text *shipped = &shipped_texts[index];
    struct rules_reading reading =
        text_game_reading(shipped->text, shipped->length, game_kernel_fastest());
    reading.written_by_id = game_has_place(shipped->id);
    game = rules_read(&reading, NULL);
    if (game == NULL || atomic_compare_exchange_strong(&text_shipped[index], &none, game))
        return game;
    rules_close(game); /* another thread was faster */
    return none;
}

/* ---- those of users -------------------------------------------------------------------------- */

const struct kw_game *text_game_added(size_t index) {
    return index < TEXT_GAMES_ADDED_MAX ? atomic_load(&text_added[index]) : NULL;
}

size_t text_games_added(void) {
    size_t count = 0;
    while (count < TEXT_GAMES_ADDED_MAX && atomic_load(&text_added[count]) != NULL)
        count++;
    return count;
}

const struct kw_game *text_game_find_added(const char *id) {
    const struct kw_game *game;
    for (size_t i = 0; i < TEXT_GAMES_ADDED_MAX && (game = text_game_added(i)) != NULL; i++)
        if (strcmp(game->info->id, id) == 0)
            return game;
    return NULL;
}

const struct kw_game *text_game_add(struct kw_game *game, struct kw_error *error) {
    for (size_t i = 0; i < TEXT_GAMES_ADDED_MAX; i++) {
        struct kw_game *there = NULL;
        if (atomic_compare_exchange_strong(&text_added[i], &there, game))
            return game;
        if (strcmp(there->info->id, game->info->id) != 0)
            continue;
        bool same = strcmp(there->text->rules, game->text->rules) == 0;
        if (!same)
            error_set(error, KW_BAD_RULES, 1, "there is another game '%s' already: choose an id",
                      game->info->id);
        rules_close(game);
        return same ? there : NULL;
    }
    error_set(error, KW_BAD_RULES, 1, "no more than %d games can be added", TEXT_GAMES_ADDED_MAX);
    rules_close(game);
    return NULL;
}
