#include "search/evaluate.h"

/* Values that are not proven stay clear of those of won games. */
enum { SCORE_GUESS = SCORE_WON - 1000 };

int evaluate(const struct kw_game *game, const struct weights *weights,
             const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    unsigned holes = weighed_holes(game->rules);
    const struct phase_weights *of = &weights->phase[phase];
    const int16_t(*hole)[WEIGHTS] = weights->hole[phase][turn];
    int score = of->choice[choices < CHOICES ? choices : CHOICES - 1];
    if (KW_LIKELY((position->mark | position->mark2) == 0)) {
        for (unsigned i = 0; i < holes; i++)
            score += hole[i][position->hole[i] < COUNTS ? position->hole[i] : COUNTS - 1];
    } else {
        for (unsigned i = 0; i < holes; i++)
            score += hole[i][hole_state(position, i)];
    }
    if (!game->family->reserves)
        return score + SCORE_SEED * store_lead(position);
    score += of->reserve[0][position->store[turn] % RESERVES] +
             of->reserve[1][position->store[turn ^ 1u] % RESERVES];
    return score > SCORE_GUESS ? SCORE_GUESS : score < -SCORE_GUESS ? -SCORE_GUESS : score;
}
