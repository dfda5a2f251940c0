/* Playing weaker than one can, as people do. */
#include "search/engine.h"

#include <math.h>

/*
 * Weak players see few moves ahead, and misjudge what they see: a sowing of one lap hardly, one of
 * many laps badly, since they lose count.  So at a low level each move's value is blurred by its
 * laps, and the best of these values is played.
 */
struct level {
    unsigned depth; /* 0: no limit */
    uint64_t nodes;
    int blur; /* hundredths of a seed, of a move of one lap */
};

enum { LEVELS = 10, WIN_SEEN = 2500 /* hundredths of a seed that a won game counts for */ };

/* Games without seeds to count are settled by fewer positions: their levels lie closer. */
static const struct level seed_levels[LEVELS] = {
    {1, 0, 5000}, {1, 0, 650}, {2, 0, 400},  {2, 0, 190},   {3, 0, 120},
    {4, 0, 75},   {5, 0, 15},  {0, 2000, 0}, {0, 14000, 0}, {0, 400000, 0},
};
static const struct level point_levels[LEVELS] = {
    {1, 0, 5000}, {1, 0, 1100}, {1, 0, 490}, {1, 0, 210},  {2, 0, 205},
    {0, 105, 0},  {0, 220, 0},  {0, 480, 0}, {0, 1450, 0}, {0, 400000, 0},
};

static bool count_laps(void *context, const struct kw_event *event) {
    struct kw_laps *laps = context;
    kw_laps_event(laps, event);
    return laps->count < 100; /* who counts further? */
}

static size_t laps_of(const struct kw_game *game, const struct kw_position *position,
                      kw_move move) {
    struct kw_position next;
    struct kw_laps laps = {0};
    kw_trace(game, position, move, &next, count_laps, &laps);
    return laps.count > 0 ? laps.count : 1;
}

/* Nearly normal, with a deviation of 1. */
static double random_error(struct kw_random *random) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)kw_random_below(random, 1u << 20) / (1u << 20);
    return sum - 6;
}

/* What a line is worth in hundredths of a seed. */
static double line_worth(const struct kw_line *line) {
    if (line->unit != KW_IN_PLIES)
        return line->score;
    return line->score > 0 ? WIN_SEEN - line->score : -WIN_SEEN - line->score;
}

static kw_move choose_blurred(const struct kw_game *game, const struct kw_position *position,
                              const struct kw_analysis *analysis, int blur,
                              struct kw_random *random) {
    kw_move best = analysis->line[0].move[0];
    double most = -INFINITY;
    for (size_t i = 0; i < analysis->lines; i++) {
        const struct kw_line *line = &analysis->line[i];
        double laps = (double)laps_of(game, position, line->move[0]);
        double worth = line_worth(line) + blur * sqrt(laps) * random_error(random);
        if (worth > most) {
            most = worth;
            best = line->move[0];
        }
    }
    return best;
}

bool engine_choose(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   unsigned level, struct kw_random *random, struct kw_analysis *analysis,
                   kw_move *move) {
    const struct level *levels = game->info->counts_seeds ? seed_levels : point_levels;
    level = level < 1 ? 1 : level > LEVELS ? LEVELS : level;
    const struct level *how = &levels[level - 1];
    struct kw_limits limits = {
        .depth = how->depth, .nodes = how->nodes, .lines = how->blur > 0 ? KW_LINES : 1};
    if (position->phase != 0) /* a whole turn is planned at once */
        limits = (struct kw_limits){.nodes = 1000u << level};
    engine_forgo_endings(engine, how->blur > 0); /* who errs does not know the tables by heart */
    bool good = engine_search(engine, game, position, history, &limits, NULL, NULL, analysis);
    engine_forgo_endings(engine, false);
    if (!good)
        return false;
    *move = how->blur > 0 && position->phase == 0
                ? choose_blurred(game, position, analysis, how->blur, random)
                : analysis->line[0].move[0];
    return true;
}
