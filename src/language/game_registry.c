/* The registry of rule sets: finding one, opening it with options, reading one from a text. */
#include "base/cpu.h"
#include "base/error.h"
#include "games/options.h"
#include "komwe/version.h"
#include "language/rules_reader.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the registry ---------------------------------------------------------------------------- */

#define KW_GAME(name)                                                                              \
    extern const struct kw_game game_##name##_plain, game_##name##_vector, game_##name##_v3;
#include "games/games.def"
#undef KW_GAME

/* A list for each kernel; empty where the build lacks it. */
static const struct kw_game *const games_plain[] = {
#if defined(KW_HAVE_PLAIN)
#define KW_GAME(name) &game_##name##_plain,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

static const struct kw_game *const games_vector[] = {
#if defined(KW_HAVE_VECTOR)
#define KW_GAME(name) &game_##name##_vector,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

static const struct kw_game *const games_v3[] = {
#if defined(KW_HAVE_V3)
#define KW_GAME(name) &game_##name##_v3,
#include "games/games.def"
#undef KW_GAME
#endif
    NULL};

enum {
    GAMES = 0
#define KW_GAME(name) +1
#include "games/games.def"
#undef KW_GAME
};

/* The games of a kernel; NULL if this machine or this build lacks it. */
static const struct kw_game *const *game_list(enum kw_kernel kernel) {
    switch (kernel) {
    case KW_KERNEL_PLAIN:
        return games_plain[0] != NULL ? games_plain : NULL;
    case KW_KERNEL_VECTOR:
        return games_vector[0] != NULL ? games_vector : NULL;
    case KW_KERNEL_V3:
        return cpu_has_v3() ? games_v3 : NULL;
    }
    return NULL;
}

/* Those of the fastest kernel of this machine and build. */
static const struct kw_game *const *game_list_fastest(void) {
    const struct kw_game *const *games = game_list(KW_KERNEL_V3);
    if (games == NULL)
        games = game_list(KW_KERNEL_VECTOR);
    return games != NULL ? games : games_plain;
}

#define QUOTED(number) #number
#define VERSION(major, minor, patch) QUOTED(major) "." QUOTED(minor) "." QUOTED(patch)

const char *kw_version(void) {
    return VERSION(KW_VERSION_MAJOR, KW_VERSION_MINOR, KW_VERSION_PATCH);
}

size_t kw_game_count(void) { return GAMES; }

const struct kw_game *kw_game_at(size_t index) {
    assert(index < GAMES);
    return game_list_fastest()[index];
}

static const struct kw_game *game_find_among(const struct kw_game *const *games, const char *id) {
    for (size_t i = 0; i < GAMES; i++) {
        const struct kw_info *info = games[i]->info;
        if (strcmp(info->id, id) == 0 || (info->alias != NULL && strcmp(info->alias, id) == 0))
            return games[i];
    }
    return NULL;
}

const struct kw_game *kw_game_find(const char *id) {
    return game_find_among(game_list_fastest(), id);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* A game with its own rules, allocated in one piece. */
struct game_opened {
    struct kw_game game;
    union {
        struct rules base;
        max_align_t align;
        unsigned char bytes[RULES_SIZE];
    } rules;
};

/*
 * Reads the values of all options; with `filed` those that are not named have their former values.
 */
static bool game_read_values(const struct kw_game *listed, bool filed, const char *options,
                             int32_t values[OPTIONS_MAX], struct kw_error *error) {
    const struct family *family = listed->family;
    for (size_t i = 0; i < OPTIONS_MAX; i++)
        values[i] = VALUE_UNSET;
    if (filed && !options_read(listed, family->former, values, error))
        return false;
    if (!options_read(listed, options, values, error))
        return false;
    const char *clash = family->clash != NULL ? family->clash(values) : NULL;
    return clash == NULL || error_set(error, KW_BAD_VALUE, 1, "%s", clash);
}

/* A listed rule set with other values; NULL if there is not enough memory. */
static struct kw_game *game_configure(const struct kw_game *listed, const int32_t *values) {
    const struct family *family = listed->family;
    struct game_opened *opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return NULL;
    memcpy(&opened->rules, listed->rules, family->rules_size);
    family->configure(&opened->rules.base, values);
    /* Options that change nothing keep the instance whose rules are constants. */
    bool same = memcmp(&opened->rules, listed->rules, family->rules_size) == 0;
    opened->game = same ? *listed : *listed->general;
    opened->game.rules = &opened->rules.base;
    opened->game.listed = listed;
    return &opened->game;
}

static struct kw_game *game_open_among(const struct kw_game *const *games, const char *id,
                                       bool filed, const char *options, struct kw_error *error) {
    int32_t values[OPTIONS_MAX];
    const struct kw_game *listed = game_find_among(games, id);
    if (listed == NULL) {
        error_set(error, KW_UNKNOWN_GAME, 1, "there is no game '%.40s'", id);
        return NULL;
    }
    if (!game_read_values(listed, filed, options, values, error))
        return NULL;
    struct kw_game *game = game_configure(listed, values);
    if (game == NULL)
        error_no_memory(error);
    return game;
}

struct kw_game *kw_game_open(const char *id, const char *options, struct kw_error *error) {
    return game_open_among(game_list_fastest(), id, false, options, error);
}

struct kw_game *game_open_filed(const char *id, const char *options, struct kw_error *error) {
    return game_open_among(game_list_fastest(), id, true, options, error);
}

struct kw_game *kw_game_open_kernel(const char *id, const char *options, enum kw_kernel kernel,
                                    struct kw_error *error) {
    const struct kw_game *const *games = game_list(kernel);
    if (games == NULL) {
        error_set(error, KW_BAD_VALUE, 1, "this machine or build lacks that kernel");
        return NULL;
    }
    return game_open_among(games, id, false, options, error);
}

void kw_game_close(struct kw_game *game) {
    if (game != NULL && game->listed == NULL)
        rules_close(game);
    else
        free(game); /* a struct game_opened begins with it */
}

/* ---- rule texts ------------------------------------------------------------------------------ */

/* What plays rule texts, on the fastest kernel of this machine and build. */
const struct machine_family *rules_play(void) {
#if defined(KW_HAVE_V3)
    if (cpu_has_v3())
        return &machine_family_v3;
#endif
#if defined(KW_HAVE_VECTOR)
    return &machine_family_vector;
#else
    return &machine_family_plain;
#endif
}

struct kw_game *kw_game_read(const char *text, size_t length, struct kw_error *error) {
    struct rules_reading reading = {.text = text, .length = length, .play = rules_play()};
    return rules_read(&reading, error);
}
