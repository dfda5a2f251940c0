#include "search/evaluate.h"

unsigned position_phase(const struct kw_game *game, const struct kw_position *position) {
    if (game->family->reserves)
        return position->store[KW_SOUTH] + position->store[KW_NORTH] == 0;
    return 2 * board_seeds(position) < game->rules->seeds;
}

int evaluate(const struct kw_game *game, const struct weights *weights,
             const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    unsigned holes = game->rules->rows == 2 ? 2u * game->rules->columns : KW_HOLES;
    const int16_t(*hole)[WEIGHTS] = weights->hole[phase][turn];
    int score = weights->choice[phase][choices < CHOICES ? choices : CHOICES - 1];
    if (KW_LIKELY((position->mark | position->mark2) == 0)) {
        for (unsigned i = 0; i < holes; i++)
            score += hole[i][position->hole[i] < COUNTS ? position->hole[i] : COUNTS - 1];
    } else {
        for (unsigned i = 0; i < holes; i++) {
            unsigned kind = (position->mark >> i & 1) + 2 * (position->mark2 >> i & 1);
            unsigned seeds = position->hole[i] < COUNTS ? position->hole[i] : COUNTS - 1;
            score += hole[i][(kind < 3 ? kind : 1) * COUNTS + seeds];
        }
    }
    if (game->family->reserves) {
        const int16_t(*reserve)[RESERVES] = weights->reserve[phase];
        return score + reserve[0][position->store[turn] % RESERVES] +
               reserve[1][position->store[turn ^ 1u] % RESERVES];
    }
    return score + SCORE_SEED * store_lead(position);
}

void weights_plain(const struct kw_game *game, struct weights *weights) {
    /* On the board of a game that counts stores, a seed is only half won. */
    int seed = game->info->counts_seeds ? SCORE_SEED / 3 : SCORE_SEED;
    *weights = (struct weights){0};
    for (unsigned phase = 0; phase < PHASES; phase++) {
        for (unsigned turn = 0; turn < 2; turn++) {
            uint32_t own = holes_of(game->rules, turn);
            for (unsigned i = 0; i < KW_HOLES; i++)
                for (unsigned k = 0; k < WEIGHTS; k++)
                    weights->hole[phase][turn][i][k] =
                        (int16_t)((own >> i & 1 ? seed : -seed) * (int)(k % COUNTS));
        }
        for (unsigned i = 0; i < RESERVES && game->family->reserves; i++) {
            weights->reserve[phase][0][i] = (int16_t)(seed * (int)i);
            weights->reserve[phase][1][i] = (int16_t)(-seed * (int)i);
        }
    }
}

void weights_find(const struct kw_game *game, struct weights *weights) {
    weights_plain(game, weights);
}
