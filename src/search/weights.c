#include "search/weights.h"

#include "games/holes.h"
#include "search/evaluate.h"
#include "search/weights_text.h"

unsigned hole_from(const struct rules *rules, unsigned player, unsigned number) {
    if (rules->rows == 4)
        return player == KW_SOUTH ? number : number ^ 16u;
    unsigned size = 2u * rules->columns;
    return player == KW_SOUTH ? number : (number + rules->columns) % size;
}

unsigned weights_states(const struct kw_game *game) { return (1 + game_marks(game)) * COUNTS; }

void weights_index_by_hole(const struct kw_game *game, struct weights *weights) {
    weights->holes = weights_holes(game->rules);
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned player = 0; player < 2; player++)
            for (unsigned i = 0; i < weights_holes(game->rules); i++)
                memcpy(weights->hole[phase][player][hole_from(game->rules, player, i)],
                       weights->phase[phase].hole[i], sizeof weights->phase[phase].hole[i]);
}

/*
 * The value of so many seeds in an own hole at first sight, in hundredths of a seed.  On two rows
 * they are still to be won: one that can be moved is worth the most, and where laps follow laps the
 * others are easier to keep.  These are rounded means of weights learned for a hundred rule texts.
 */
static int weights_of_seeds(const struct kw_game *game, unsigned seeds) {
    enum { SEED = 100, FILLED = 60, MORE = 15, MORE_OF_RELAYS = 45 };
    bool relays = game->rules->limit > 0;
    bool learned = weights_learned(game->info->id) != NULL; /* from seeds alone: so it is again */
    if (learned || game->rules->rows != 2 || (!relays && !game->info->counts_seeds))
        return SEED * (int)seeds;
    return seeds == 0 ? 0 : FILLED + (relays ? MORE_OF_RELAYS : MORE) * (int)seeds;
}

void weights_default(const struct kw_game *game, struct weights *weights) {
    int sign = game_fewest_win(game) ? -1 : 1, seed = 100 * sign;
    uint32_t own = holes_of(game->rules, KW_SOUTH);
    bool children = game_marks_are_players(game); /* whose seeds have been won */
    *weights = (struct weights){0};
    for (unsigned phase = 0; phase < PHASES; phase++) {
        struct phase_weights *of = &weights->phase[phase];
        for (unsigned i = 0; i < weights_holes(game->rules); i++)
            for (unsigned k = 0; k < (children ? COUNTS : WEIGHTS); k++)
                of->hole[i][k] =
                    (int16_t)((own >> i & 1 ? sign : -sign) * weights_of_seeds(game, k % COUNTS));
        for (unsigned i = 0; i < RESERVES && game_reserves(game); i++) {
            of->reserve[0][i] = (int16_t)(seed * (int)i);
            of->reserve[1][i] = (int16_t)(-seed * (int)i);
        }
    }
    weights_index_by_hole(game, weights);
}

bool weights_of_game(const struct kw_game *game, struct weights *weights) {
    struct kw_error error = {.code = KW_OK};
    const struct kw_game *listed = game->listed != NULL ? game->listed : game;
    const char *text = listed->rules->columns == game->rules->columns
                           ? weights_learned(weights_lender(game->info->id))
                           : NULL;
    if (text != NULL && weights_read(game, text, weights, &error))
        return true;
    if (error.code == KW_NO_MEMORY)
        return false;
    weights_default(game, weights);
    return true;
}

int store_lead_by_rules(const struct kw_game *game, const struct kw_position *position) {
    int lead = store_lead(position);
    if (game_marks_are_players(game)) {
        int children = (int)seeds_in(position, position->mark & ~position->mark2) -
                       (int)seeds_in(position, position->mark2 & ~position->mark);
        lead += position->turn == KW_SOUTH ? children : -children;
    }
    return game_fewest_win(game) ? -lead : lead;
}
