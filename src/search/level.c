/* The levels of kw_engine_play: playing weaker on purpose, as people do. */
#include "search/engine.h"

#include "tables/play_book.h"

#include <math.h>

/*
 * Weak players search few plies and misjudge sowings: the more laps, the worse, since they lose
 * count.  So at a low level the value of each move gets random noise that grows with its laps, and
 * the best of these values is played.
 */
struct level {
    unsigned depth; /* 0: no limit */
    uint64_t nodes;
    int noise; /* hundredths of a seed, of a move of one lap */
};

/*
 * The levels below play without endgame tables and opening books: nobody is perfect in the endgame
 * and the opening alone.
 */
enum { TABLES_FROM = 9 };

/* A book's move is worth at most so much less than its best, in hundredths of a seed. */
enum { BOOK_DROP = 20 };

enum { WIN_VALUE = 2500 /* of a won game, in hundredths of a seed */ };

/* In games without seeds to count few positions decide: there the levels are closer. */
static const struct level seed_levels[] = {
    {1, 0, 5000}, {1, 0, 650}, {2, 0, 400},  {2, 0, 190},  {3, 0, 120},
    {4, 0, 75},   {5, 0, 15},  {0, 1500, 0}, {0, 4200, 0}, {0, 400000, 0},
};
static const struct level point_levels[] = {
    {1, 0, 5000}, {1, 0, 1100}, {1, 0, 490}, {1, 0, 210},  {2, 0, 205},
    {0, 100, 0},  {0, 220, 0},  {0, 480, 0}, {0, 1700, 0}, {0, 400000, 0},
};
enum { LEVELS = sizeof seed_levels / sizeof *seed_levels };
_Static_assert(sizeof point_levels == sizeof seed_levels, "both kinds of games have these levels");

static bool level_count_laps(void *context, const struct kw_event *event) {
    struct kw_laps *laps = context;
    kw_laps_event(laps, event);
    return laps->count < 100; /* more make no difference */
}

static size_t level_laps(const struct kw_game *game, const struct kw_position *position,
                         kw_move move) {
    struct kw_position next;
    struct kw_laps laps = {0};
    kw_trace(game, position, move, &next, level_count_laps, &laps);
    return laps.count > 0 ? laps.count : 1;
}

/* Nearly normally distributed, with a standard deviation of 1. */
static double level_gaussian(struct kw_random *random) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)kw_random_below(random, 1u << 20) / (1u << 20);
    return sum - 6;
}

/* The value of a line in hundredths of a seed. */
static double level_line_value(const struct kw_line *line) {
    if (line->unit != KW_IN_PLIES)
        return line->score;
    return line->score > 0 ? WIN_VALUE - line->score : -WIN_VALUE - line->score;
}

static kw_move level_choose_noisy(const struct kw_game *game, const struct kw_position *position,
                                  const struct kw_analysis *analysis, int noise,
                                  struct kw_random *random) {
    kw_move best = analysis->line[0].move[0];
    double most = -INFINITY;
    for (size_t i = 0; i < analysis->lines; i++) {
        const struct kw_line *line = &analysis->line[i];
        double laps = (double)level_laps(game, position, line->move[0]);
        double value = level_line_value(line) + noise * sqrt(laps) * level_gaussian(random);
        if (value > most) {
            most = value;
            best = line->move[0];
        }
    }
    return best;
}

/* Whether a move of a book is as good as the best, or nearly so. */
static bool level_book_accepts(const struct kw_book_move *best, const struct kw_book_move *move) {
    int drop = play_book_rank(best->unit, best->score) - play_book_rank(move->unit, move->score);
    return move->unit == best->unit && drop <= (best->unit == KW_IN_PLIES ? 0 : BOOK_DROP);
}

/*
 * Chooses a move of the engine's book; false if there is none, or the position has come again: then
 * the book would repeat itself.
 */
static bool level_choose_book(const struct kw_engine *engine, const struct kw_game *game,
                              const struct kw_position *position, const struct history *history,
                              struct kw_random *random, kw_move *move) {
    struct kw_book_move list[KW_MOVES];
    const struct kw_book *book = engine_book(engine);
    size_t count = 0, suitable = 1;
    if (book != NULL && history_count(history, position) <= 1)
        count = kw_book_find(book, game, position, list, KW_MOVES);
    if (count == 0)
        return false;
    while (suitable < count && level_book_accepts(&list[0], &list[suitable]))
        suitable++;
    *move = list[kw_random_below(random, (uint32_t)suitable)].move;
    return true;
}

bool engine_choose(struct kw_engine *engine, const struct kw_game *game,
                   const struct kw_position *position, const struct history *history,
                   unsigned level, struct kw_random *random, struct kw_analysis *analysis,
                   kw_move *move) {
    const struct level *levels = game->info->counts_seeds ? seed_levels : point_levels;
    level = level < 1 ? 1 : level > LEVELS ? LEVELS : level;
    const struct level *how = &levels[level - 1];
    struct kw_limits limits = {
        .depth = how->depth, .nodes = how->nodes, .lines = how->noise > 0 ? KW_MULTIPV_MAX : 1};
    if (position->phase != 0) /* a whole setup turn is searched at once */
        limits = (struct kw_limits){.nodes = 1000u << level};
    if (level >= KW_BOOK_LEVEL &&
        level_choose_book(engine, game, position, history, random, move)) {
        engine_clear_stop(engine);
        return true;
    }
    engine_ignore_tablebase(engine, level < TABLES_FROM);
    bool good = engine_search(engine, game, position, history, &limits, NULL, NULL, analysis);
    engine_ignore_tablebase(engine, false);
    if (!good)
        return false;
    *move = how->noise > 0 && position->phase == 0
                ? level_choose_noisy(game, position, analysis, how->noise, random)
                : analysis->line[0].move[0];
    return true;
}
