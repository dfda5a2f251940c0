/*
 * The registry of rule sets.  Listed are the places of games.def, then the other texts that are
 * built in, by their ids, then the texts that users add, in that order.
 */
#include "registry/game_registry.h"

#include "base/cpu.h"
#include "base/error.h"
#include "komwe/version.h"

#include <assert.h>
#include <stdatomic.h>

/* ---- kernels --------------------------------------------------------------------------------- */

#define KW_GAME_TEXT(id)
#define KW_GAME(name)                                                                              \
    extern const struct kw_game game_##name##_plain, game_##name##_vector, game_##name##_v3;
#include "games/games.def"
#undef KW_GAME

/* A list for each kernel that the build has. */
#if defined(KW_HAVE_PLAIN)
static const struct kw_game *const games_plain[] = {
#define KW_GAME(name) &game_##name##_plain,
#include "games/games.def"
#undef KW_GAME
    NULL};
#endif

#if defined(KW_HAVE_VECTOR)
static const struct kw_game *const games_vector[] = {
#define KW_GAME(name) &game_##name##_vector,
#include "games/games.def"
#undef KW_GAME
    NULL};
#endif

#if defined(KW_HAVE_V3)
static const struct kw_game *const games_v3[] = {
#define KW_GAME(name) &game_##name##_v3,
#include "games/games.def"
#undef KW_GAME
    NULL};
#endif

#undef KW_GAME_TEXT

bool game_kernel(enum kw_kernel kernel, struct kernel_games *games) {
    switch (kernel) {
#if defined(KW_HAVE_PLAIN)
    case KW_KERNEL_PLAIN:
        *games = (struct kernel_games){games_plain, &machine_family_plain};
        return true;
#endif
#if defined(KW_HAVE_VECTOR)
    case KW_KERNEL_VECTOR:
        *games = (struct kernel_games){games_vector, &machine_family_vector};
        return true;
#endif
#if defined(KW_HAVE_V3)
    case KW_KERNEL_V3:
        *games = (struct kernel_games){games_v3, &machine_family_v3};
        return cpu_has_v3();
#endif
    default:
        return false;
    }
}

struct kernel_games game_kernel_fastest(void) {
    struct kernel_games games = {0};
    if (!game_kernel(KW_KERNEL_V3, &games) && !game_kernel(KW_KERNEL_VECTOR, &games))
        game_kernel(KW_KERNEL_PLAIN, &games);
    return games;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* The games that are C, by their places in the lists of the kernels. */
enum {
#define KW_GAME(name) game_index_##name,
#define KW_GAME_TEXT(id)
#include "games/games.def"
#undef KW_GAME
#undef KW_GAME_TEXT
    GAMES_IN_C
};

/* A place of games.def: a game that is C, or a text. */
static const struct game_place {
    int index;
    const char *text; /* its id, or NULL */
} game_places[] = {
#define KW_GAME(name) {game_index_##name, NULL},
#define KW_GAME_TEXT(id) {-1, id},
#include "games/games.def"
#undef KW_GAME
#undef KW_GAME_TEXT
};

enum { GAME_PLACES = sizeof game_places / sizeof *game_places };

static const struct kw_game *game_at_place(const struct kernel_games *games, size_t place) {
    const struct game_place *at = &game_places[place];
    return at->text == NULL ? games->listed[at->index]
                            : text_game_shipped(text_game_index(at->text));
}

bool game_is_placed_text(const char *id) {
    for (size_t i = 0; i < GAME_PLACES; i++)
        if (game_places[i].text != NULL && strcmp(game_places[i].text, id) == 0)
            return true;
    return false;
}

static bool game_has_place(const struct kernel_games *games, const char *id) {
    for (size_t i = 0; i < GAME_PLACES; i++) {
        const struct game_place *at = &game_places[i];
        if (strcmp(at->text != NULL ? at->text : games->listed[at->index]->info->id, id) == 0)
            return true;
    }
    return false;
}

/*
 * The shipped texts that have no place in games.def, by their indices, and how many they are, + 1.
 * Threads that find them at the same time write the same.
 */
static _Atomic uint16_t game_others[SHIPPED_TEXTS_MAX];
static _Atomic size_t game_others_known;

static size_t game_other_count(const struct kernel_games *games) {
    size_t known = atomic_load(&game_others_known), count = 0;
    if (known > 0)
        return known - 1;
    for (size_t i = 0; shipped_texts[i].id != NULL; i++)
        if (!game_has_place(games, shipped_texts[i].id))
            atomic_store_explicit(&game_others[count++], (uint16_t)i, memory_order_relaxed);
    atomic_store(&game_others_known, count + 1);
    return count;
}

size_t kw_game_count(void) {
    struct kernel_games games = game_kernel_fastest();
    return GAME_PLACES + game_other_count(&games) + text_games_added();
}

const struct kw_game *kw_game_at(size_t index) {
    assert(index < kw_game_count());
    struct kernel_games games = game_kernel_fastest();
    if (index < GAME_PLACES)
        return game_at_place(&games, index);
    size_t others = game_other_count(&games);
    index -= GAME_PLACES;
    return index < others ? text_game_shipped(game_others[index]) : text_game_added(index - others);
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool game_has_alias(const struct kw_game *game, const char *alias) {
    return game != NULL && game->info->alias != NULL && strcmp(game->info->alias, alias) == 0;
}

/* Texts alone, of which the one with that id is read first: an alias takes reading all of them. */
static const struct kw_game *game_find_text(const char *id) {
    size_t index = text_game_index(id);
    if (index != SIZE_MAX)
        return text_game_shipped(index);
    const struct kw_game *added = text_game_find_added(id);
    for (size_t i = 0; added == NULL && i < kw_game_count(); i++)
        if (game_has_alias(kw_game_at(i), id))
            added = kw_game_at(i);
    return added;
}

const struct kw_game *game_find_listed(const struct kernel_games *games, const char *id) {
    for (size_t i = 0; i < GAMES_IN_C; i++)
        if (strcmp(games->listed[i]->info->id, id) == 0 || game_has_alias(games->listed[i], id))
            return games->listed[i];
    return game_find_text(id);
}

const struct kw_game *kw_game_find(const char *id) {
    struct kernel_games games = game_kernel_fastest();
    return game_find_listed(&games, id);
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Whether no listed game has the alias of a new one as its id or alias. */
static bool game_alias_is_free(const struct kernel_games *games, const struct kw_game *game,
                               struct kw_error *error) {
    const char *alias = game->info->alias;
    return alias == NULL || game_find_listed(games, alias) == NULL ||
           error_set(error, KW_BAD_RULES, 1,
                     "there is another game '%s' already: choose another alias", alias);
}

static bool game_is_same_text(const struct kw_game *one, const struct kw_game *other) {
    return one->text != NULL && strcmp(one->text->rules, other->text->rules) == 0;
}

const struct kw_game *kw_game_add(const char *text, size_t length, struct kw_error *error) {
    struct kernel_games games = game_kernel_fastest();
    struct rules_reading reading = text_game_reading(text, length, games.machine);
    struct kw_game *game = rules_read(&reading, error);
    if (game == NULL)
        return NULL;
    const struct kw_game *listed = game_find_listed(&games, game->info->id);
    if (listed == NULL && text_game_index(game->info->id) == SIZE_MAX &&
        game_alias_is_free(&games, game, error))
        return text_game_add(game, error);
    if (listed == NULL && text_game_index(game->info->id) != SIZE_MAX)
        error_no_memory(error); /* to read that text */
    if (listed != NULL && !game_is_same_text(listed, game)) {
        error_set(error, KW_BAD_RULES, 1, "there is another game '%s' already: choose another id",
                  game->info->id);
        listed = NULL;
    }
    rules_close(game);
    return listed;
}

#define QUOTED(number) #number
#define VERSION(major, minor, patch) QUOTED(major) "." QUOTED(minor) "." QUOTED(patch)

const char *kw_version(void) {
    return VERSION(KW_VERSION_MAJOR, KW_VERSION_MINOR, KW_VERSION_PATCH);
}
