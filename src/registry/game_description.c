/* What lists of games show besides struct kw_info, which is public and cannot grow. */
#include "machine/machine_properties.h"
#include "registry/game_registry.h"

const char *kw_game_region(const struct kw_game *game) { return game->text->region; }

const char *kw_game_about(const struct kw_game *game) { return game->text->about; }

const char *kw_game_family(const struct kw_game *game) {
    static const char *const families[4][2] = {
        {"one row, one lap", "one row, many laps"},
        {"two rows, one lap", "two rows, many laps"},
        {"three rows, one lap", "three rows, many laps"},
        {"four rows, one lap", "four rows, many laps"},
    };
    bool machine = machine_of(game->rules)->trait == NULL;
    bool laps = machine ? machine_relays(machine_of(game->rules)) : game->rules->limit > 0;
    return families[game->rules->rows - 1][laps];
}

const char *kw_game_text(const struct kw_game *game) { return game->text->rules; }

const char *kw_game_checksum(const struct kw_game *game) { return game->text->checksum; }
