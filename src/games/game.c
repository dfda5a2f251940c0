/* The properties of a game. */
#include "games/game.h"

/* ---- properties ------------------------------------------------------------------------------ */

const struct kw_info *kw_game_info(const struct kw_game *game) { return game->info; }

unsigned kw_game_columns(const struct kw_game *game) { return game->rules->columns; }

void kw_game_properties(const struct kw_game *game, struct kw_properties *properties) {
    *properties = (struct kw_properties){
        .acyclic = game_acyclic(game),
        .reflects = game_reflects(game),
        .by_seeds = game_linear(game),
        .tables = game_linear(game) && game_endgame_layout(game) != NULL,
        .fewest_win = game->family->fewest_win,
    };
}

void kw_game_move_forms(const struct kw_game *game, struct kw_move_forms *forms) {
    *forms = game->family->forms;
}

enum endgame_cycles game_cycles(const struct kw_game *game) {
    return game_acyclic(game)               ? ENDGAME_NO_CYCLES
           : game->rules->repetition_halves ? ENDGAME_CYCLES_NAUGHT
                                            : ENDGAME_CYCLES_OPEN;
}

bool rules_copy_holds(const struct rules_copy *copy, const struct kw_game *game) {
    return copy->filled && copy->digest == game->text->digest;
}

void rules_copy_set(struct rules_copy *copy, const struct kw_game *game) {
    *copy = (struct rules_copy){.filled = true, .digest = game->text->digest};
}
