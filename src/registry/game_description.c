/* What lists of games show besides struct kw_info, which is public and cannot grow. */
#include "machine/machine_properties.h"
#include "registry/game_registry.h"

/* The text of the game; of one in C the shipped text with its id; NULL: there is none. */
static const struct game_text *description_of(const struct kw_game *game) {
    if (game->text != NULL)
        return game->text;
    size_t index = text_game_index(game->info->id);
    const struct kw_game *text = index == SIZE_MAX ? NULL : text_game_shipped(index);
    return text != NULL ? text->text : NULL;
}

const char *kw_game_region(const struct kw_game *game) {
    const struct game_text *text = description_of(game);
    return text != NULL ? text->region : game_family_region(game);
}

const char *kw_game_about(const struct kw_game *game) {
    const struct game_text *text = description_of(game);
    return text != NULL ? text->about : NULL;
}

const char *kw_game_family(const struct kw_game *game) {
    static const char *const families[4][2] = {
        {"one row, one lap", "one row, many laps"},
        {"two rows, one lap", "two rows, many laps"},
        {"three rows, one lap", "three rows, many laps"},
        {"four rows, one lap", "four rows, many laps"},
    };
    bool machine = game->text != NULL && machine_of(game->rules)->trait == NULL;
    bool laps = machine ? machine_relays(machine_of(game->rules)) : game->rules->limit > 0;
    return families[game->rules->rows - 1][laps];
}

const char *kw_game_text(const struct kw_game *game) {
    return game->text != NULL ? game->text->rules : NULL;
}

const char *kw_game_checksum(const struct kw_game *game) {
    return game->text != NULL ? game->text->checksum : NULL;
}
