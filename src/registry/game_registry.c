/*
 * The registry of rule sets.  Listed are the places of games.def, then the other texts that are
 * built in, by their ids, then the texts that users add, in that order.
 */
#include "registry/game_registry.h"

#include "base/cpu.h"
#include "base/error.h"
#include "base/text.h"
#include "komwe/version.h"

#include <assert.h>
#include <stdatomic.h>

/* ---- kernels --------------------------------------------------------------------------------- */

#define KW_PLAY(kernel)                                                                            \
    { &machine_family_##kernel, fast_plays_##kernel, traits_##kernel }

/* Those that were built, by enum kw_kernel. */
static const struct rules_play game_plays[] = {
#if defined(KW_HAVE_PLAIN)
    [KW_KERNEL_PLAIN] = KW_PLAY(plain),
#endif
#if defined(KW_HAVE_VECTOR)
    [KW_KERNEL_VECTOR] = KW_PLAY(vector),
#endif
#if defined(KW_HAVE_V3)
    [KW_KERNEL_V3] = KW_PLAY(v3),
#endif
};

const struct rules_play *game_kernel(enum kw_kernel kernel) {
    bool built = kernel < sizeof game_plays / sizeof *game_plays && game_plays[kernel].machine;
    return built && (kernel != KW_KERNEL_V3 || cpu_has_v3()) ? &game_plays[kernel] : NULL;
}

const struct rules_play *game_kernel_fastest(void) {
    const struct rules_play *play = game_kernel(KW_KERNEL_V3);
    play = play != NULL ? play : game_kernel(KW_KERNEL_VECTOR);
    return play != NULL ? play : game_kernel(KW_KERNEL_PLAIN);
}

/* ---- the list -------------------------------------------------------------------------------- */

/* The ids of games.def. */
static const char *const game_places[] = {
#define KW_GAME_TEXT(id) id,
#include "games/games.def"
#undef KW_GAME_TEXT
};

enum { GAME_PLACES = sizeof game_places / sizeof *game_places };

bool game_has_place(const char *id) {
    for (size_t i = 0; i < GAME_PLACES; i++)
        if (strcmp(game_places[i], id) == 0)
            return true;
    return false;
}

/*
 * The shipped texts that have no place in games.def, by their indices, and how many they are, + 1.
 * Threads that find them at the same time write the same.
 */
static _Atomic uint16_t game_others[SHIPPED_TEXTS_MAX];
static _Atomic size_t game_others_known;

static size_t game_other_count(void) {
    size_t known = atomic_load(&game_others_known), count = 0;
    if (known > 0)
        return known - 1;
    for (size_t i = 0; shipped_texts[i].id != NULL; i++)
        if (!game_has_place(shipped_texts[i].id))
            atomic_store_explicit(&game_others[count++], (uint16_t)i, memory_order_relaxed);
    atomic_store(&game_others_known, count + 1);
    return count;
}

size_t kw_game_count(void) { return GAME_PLACES + game_other_count() + text_games_added(); }

const struct kw_game *kw_game_at(size_t index) {
    assert(index < kw_game_count());
    if (index < GAME_PLACES)
        return text_game_shipped(text_game_index(game_places[index]));
    size_t others = game_other_count();
    index -= GAME_PLACES;
    return index < others ? text_game_shipped(game_others[index]) : text_game_added(index - others);
}

/* ---- finding --------------------------------------------------------------------------------- */

static bool game_has_alias(const struct kw_game *game, const char *alias) {
    return game != NULL && game->info->alias != NULL && strcmp(game->info->alias, alias) == 0;
}

/* Whether a name is another one, however it is spelt: text_fold. */
static bool game_is_name(const char *name, const char *folded) {
    char buffer[KW_TEXT];
    struct text text = text_into(buffer, sizeof buffer);
    text_fold(name != NULL ? name : "", &text);
    return text.length > 0 && strcmp(buffer, folded) == 0;
}

/* What a game can be found by; those before count more. */
enum game_naming { NAMED_BY_ID, NAMED_BY_NAME, NAMED_BY_OTHERS };

static bool game_is_called(const struct kw_game *game, const char *folded,
                           enum game_naming naming) {
    const struct kw_info *info = game->info;
    if (naming == NAMED_BY_ID)
        return game_is_name(info->id, folded) || game_is_name(info->alias, folded);
    if (naming == NAMED_BY_NAME)
        return game_is_name(info->name, folded);
    for (const struct kw_name *name = info->names; name->name != NULL; name++)
        if (game_is_name(name->name, folded))
            return true;
    return false;
}

/* The first game of the list that is called so; NULL if none is, or memory lacks. */
static const struct kw_game *game_called(const char *name, enum game_naming last) {
    char folded[KW_TEXT];
    struct text text = text_into(folded, sizeof folded);
    text_fold(name, &text);
    for (enum game_naming naming = NAMED_BY_ID; naming <= last; naming++)
        for (size_t i = 0; i < kw_game_count(); i++) {
            const struct kw_game *game = kw_game_at(i);
            if (game != NULL && game_is_called(game, folded, naming))
                return game;
        }
    return NULL;
}

/* Finds no game; shipped texts are sound, so that one which was not read has lacked memory. */
static const struct kw_game *game_find_none(bool unread, const char *id, struct kw_error *error) {
    if (unread)
        error_no_memory(error);
    else
        error_set(error, KW_UNKNOWN_GAME, 1, "there is no game '%.40s'", id);
    return NULL;
}

/* The one with that id is read first: an alias takes reading all of them. */
const struct kw_game *kw_game_get(const char *id, struct kw_error *error) {
    size_t index = text_game_index(id);
    const struct kw_game *game =
        index != SIZE_MAX ? text_game_shipped(index) : text_game_find_added(id);
    bool unread = index != SIZE_MAX;
    for (size_t i = 0; game == NULL && index == SIZE_MAX && i < kw_game_count(); i++) {
        const struct kw_game *other = kw_game_at(i);
        unread |= other == NULL;
        if (game_has_alias(other, id))
            game = other;
    }
    return game != NULL ? game : game_find_none(unread, id, error);
}

const struct kw_game *kw_game_find(const char *id) { return kw_game_get(id, NULL); }

const struct kw_game *game_spelt(const char *id) { return game_called(id, NAMED_BY_ID); }

void game_set_unknown(const char *name, struct kw_error *error) {
    struct text_guess guess = text_guess_of(name, strlen(name));
    const struct kw_game *called = game_called(name, NAMED_BY_OTHERS), *meant = called;
    for (size_t i = 0; called == NULL && i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        const char *nearest = guess.nearest;
        if (game == NULL)
            continue;
        text_guess_offer(&guess, game->info->id);
        for (const struct kw_name *other = game->info->names; other->name != NULL; other++)
            text_guess_offer(&guess, other->name);
        meant = guess.nearest != nearest ? game : meant;
    }
    if (meant != NULL)
        error_set(error, KW_UNKNOWN_GAME, 1, "there is no game '%.200s'; perhaps '%s'", name,
                  meant->info->id);
    else
        error_set(error, KW_UNKNOWN_GAME, 1, "there is no game '%.200s'", name);
}

const struct kw_game *kw_game_named(const char *name, struct kw_error *error) {
    struct kw_error reason = {.code = KW_OK};
    const struct kw_game *game = kw_game_get(name, &reason);
    if (game == NULL && reason.code == KW_UNKNOWN_GAME)
        game = game_called(name, NAMED_BY_OTHERS);
    if (game == NULL && reason.code == KW_UNKNOWN_GAME)
        game_set_unknown(name, &reason);
    if (game == NULL && error != NULL)
        *error = reason;
    return game;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Whether no listed game has the alias of a new one as its id or alias. */
static bool game_alias_is_free(const struct kw_game *game, struct kw_error *error) {
    const char *alias = game->info->alias;
    struct kw_error reason;
    if (alias == NULL)
        return true;
    if (kw_game_get(alias, &reason) != NULL)
        return error_set(error, KW_BAD_RULES, 1,
                         "there is another game '%s' already: choose another alias", alias);
    return reason.code == KW_UNKNOWN_GAME || error_no_memory(error);
}

static bool game_is_same_text(const struct kw_game *one, const struct kw_game *other) {
    return strcmp(one->text->rules, other->text->rules) == 0;
}

const struct kw_game *kw_game_add(const char *text, size_t length, struct kw_error *error) {
    struct rules_reading reading = text_game_reading(text, length, game_kernel_fastest());
    struct kw_game *game = rules_read(&reading, error);
    if (game == NULL)
        return NULL;
    struct kw_error reason;
    const struct kw_game *listed = kw_game_get(game->info->id, &reason);
    if (listed == NULL && reason.code == KW_UNKNOWN_GAME && game_alias_is_free(game, error))
        return text_game_add(game, error);
    if (listed == NULL && reason.code == KW_NO_MEMORY)
        error_no_memory(error);
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
