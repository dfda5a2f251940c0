/*
 * Deferred moves are searched: positions are proven as if another thread were searching
 * every move of the root and of its children.  What is proven then must not contradict what is
 * proven otherwise.  (It may be less or more: which positions repeat depends on the order of
 * moves.)
 *
 *      busy_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "search/search.h"
#include "support/test.h"

enum { SEEDS_MOST = 8, PLIES_MOST = 400, NODES = 1 << 20, TABLE = 1 << 18 };

struct bench {
    struct worker worker;
    struct weights weights;
    struct transposition table;
    struct in_progress in_progress;
};

/* Marks the searches of a position's moves, and of those of the next `further` plies. */
static void mark_searches(struct bench *bench, const struct kw_position *position,
                          unsigned further) {
    struct worker *worker = &bench->worker;
    size_t count;
    const struct child *list = worker_expand(worker, position, &count);
    for (size_t i = 0; i < count; i++) {
        for (int depth = PLY_MOST - 8; depth < PLY_MOST; depth++)
            in_progress_begin(&bench->in_progress, search_task(worker, &list[i], depth));
        if (further > 0 && list[i].position.over == KW_GOING_ON)
            mark_searches(bench, &list[i].position, further - 1);
    }
}

/* The value of a position by proof; with `helped` others are at its moves and the next ones. */
static struct value prove(struct bench *bench, const struct kw_game *game,
                          const struct kw_position *position, bool helped) {
    struct history history = {0};
    struct search_shared shared = {.game = game,
                                   .weights = &bench->weights,
                                   .table = &bench->table,
                                   .history = &history,
                                   .alone = true,
                                   .counts_seeds = true,
                                   .linear = true,
                                   .nodes = UINT64_MAX,
                                   .deadline = INT64_MAX,
                                   .in_progress = helped ? &bench->in_progress : NULL};
    struct worker *worker = &bench->worker;
    memset((void *)&bench->in_progress, 0, sizeof bench->in_progress);
    transposition_clear(&bench->table);
    worker_begin(worker, &shared);
    worker_prove(worker, NODES);
    if (helped)
        mark_searches(bench, position, 1);
    return search_position(worker, position, PLY_MOST - 2, -SCORE_INFINITE, SCORE_INFINITE);
}

static bool contradict(struct value a, struct value b) {
    return (a.proven & PROVEN_LOWER && b.proven & PROVEN_UPPER && a.score > b.score) ||
           (b.proven & PROVEN_LOWER && a.proven & PROVEN_UPPER && b.score > a.score);
}

static bool agree(const struct kw_game *game, struct value a, struct value b) {
    return game->family->acyclic ? a.proven == b.proven && a.score == b.score : !contradict(a, b);
}

/* The last positions of a game at random. */
static void game_test(struct test *test, struct bench *bench, const struct kw_game *game,
                      struct kw_random *random) {
    static kw_move list[KW_MOVES];
    struct kw_position position;
    kw_start(game, &position);
    for (unsigned ply = 0; ply < PLIES_MOST; ply++) {
        size_t count = kw_moves(game, &position, list, KW_MOVES);
        if (count == 0)
            return;
        unsigned left = game->rules->seeds - position.store[0] - position.store[1];
        if (left <= SEEDS_MOST && count > 1) {
            struct value alone = prove(bench, game, &position, false);
            struct value helped = prove(bench, game, &position, true);
            char text[KW_TEXT];
            test_expect(test, agree(game, alone, helped),
                        "%s %s: %d (%u), but %d (%u) where others are at it",
                        kw_game_info(game)->id, kw_position_text(game, &position, text),
                        alone.score, alone.proven, helped.score, helped.proven);
        }
        kw_play(game, &position, list[kw_random_below(random, (uint32_t)count)], &position);
    }
}

int main(int argc, char **argv) {
    static const char *const games[] = {"kalah", "adji-boto", "giuthi"};
    static struct bench bench;
    struct test test = test_begin(argc, argv);
    if (!worker_open(&bench.worker) || !transposition_open(&bench.table, TABLE))
        return 2;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct kw_game *game = kw_game_find(games[i]);
        struct kw_random random;
        test_random(&test, games[i], 0, &random);
        weights_of_game(game, &bench.weights);
        for (unsigned n = 0; n < 5 * test.effort && test_selects(&test, games[i]); n++)
            game_test(&test, &bench, game, &random);
    }
    transposition_close(&bench.table);
    worker_close(&bench.worker);
    return test_end(&test);
}
