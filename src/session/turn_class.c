/* What the review of a turn comes to: its class, and how much of the expected result was kept. */
#include "komwe/engine.h"

#include <math.h> /* expf: exp has tables of 4 kB, which the page would fetch */

/* Hundredths of a seed or a point: an estimated loss of no more is no mistake. */
enum { MISTAKE_LEAST = 100 };

/* A lead of all seeds of the game, in so many widths of the expected result. */
enum { SEEDS_WIDTHS = 12, POINTS_WIDTHS = 5 };

/* A turn that loses so much of the expected result has an accuracy of a half. */
static const double class_half = 0.15;
static const double class_ln_2 = 0.6931471805599453;

bool kw_review_is_proven(const struct kw_turn_review *review) {
    return review->best.line.proven && review->played.line.proven;
}

enum kw_turn_class kw_review_class(const struct kw_turn_review *review) {
    if (review->lost || review->loss > (kw_review_is_proven(review) ? 0 : MISTAKE_LEAST))
        return KW_TURN_MISTAKE;
    return review->loss > 0 ? KW_TURN_GOOD : KW_TURN_BEST;
}

/* Hundredths: a player who is ahead by so much wins three of four games, roughly. */
static double class_width(const struct kw_game *game, enum kw_unit unit) {
    struct kw_position start;
    unsigned seeds = 0;
    kw_start(game, &start);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += start.hole[hole];
    seeds += start.store[0] + start.store[1];
    return 100.0 * seeds / (unit == KW_IN_SEEDS ? SEEDS_WIDTHS : POINTS_WIDTHS);
}

double kw_expected_result(const struct kw_game *game, const struct kw_evaluation *evaluation) {
    const struct kw_line *line = &evaluation->line;
    if (evaluation->won != 0)
        return evaluation->won > 0 ? 1 : 0;
    if (line->proven)
        return line->score > 0 ? 1 : line->score < 0 ? 0 : 0.5;
    return 1 / (1 + expf((float)(-line->score / class_width(game, line->unit))));
}

double kw_review_accuracy(const struct kw_game *game, const struct kw_turn_review *review) {
    if (!review->lost && review->loss == 0)
        return 1;
    double lost =
        kw_expected_result(game, &review->best) - kw_expected_result(game, &review->played);
    return lost > 0 ? expf((float)(-lost * class_ln_2 / class_half)) : 1;
}
