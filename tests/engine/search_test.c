/*
 * Parts of the search by themselves: the history that it is given, what it holds of moves that look
 * alike, when it asks its table, what is measured of weights, and what seeds are worth at first
 * sight.
 *
 *      search_test
 */
#include "search/search.h"
#include "support/test.h"

#define CHECK(condition) test_expect(test, condition, "line %d: %s", __LINE__, #condition)

/* ---- history -------------------------------------------------------------------------------- */

static void visit_position(void *context, const struct kw_position *position) {
    unsigned *holes = context; /* bit i: i seeds in the first hole */
    *holes |= 1u << position->hole[0];
}

static unsigned visited(const struct history *history, const uint8_t store[2]) {
    unsigned holes = 0;
    history_visit(history, store, visit_position, &holes);
    return holes;
}

/* Every position that stands is visited, be it for the first time, and none that was taken back.
 */
static void history_test(struct test *test) {
    static const uint8_t none[2] = {0, 0}, some[2] = {1, 0};
    struct history history = {0};
    struct kw_position position[5] = {0};
    CHECK(visited(&history, NULL) == 0);
    for (uint8_t i = 0; i < 5; i++) {
        position[i].hole[0] = i;
        position[i].store[0] = i >= 3;
        CHECK(history_add(&history, &position[i]));
    }
    CHECK(history_add(&history, &position[1]));
    history_remove(&history, &position[2]);
    CHECK(visited(&history, NULL) == (1u << 0 | 1u << 1 | 1u << 3 | 1u << 4));
    CHECK(visited(&history, none) == (1u << 0 | 1u << 1));
    CHECK(visited(&history, some) == (1u << 3 | 1u << 4));
    history_free(&history);
}

/* A position is due when it ends the game if it comes once more: after two occurrences, or one. */
static void due_test(struct test *test) {
    struct kw_position position[2] = {{.hole = {1}}, {.hole = {2}}};
    for (unsigned once = 0; once < 2; once++) {
        struct history history = {.once = once};
        for (unsigned i = 0; i < 100; i++) { /* so many that the table grows */
            struct kw_position other = {.hole = {3, (uint8_t)i}, .store = {1, 0}};
            CHECK(history_add(&history, &other));
        }
        CHECK(history_limit(&history) == 3 - once);
        CHECK(!history_is_due(&history, &position[0]));
        CHECK(history_due_key(&history, position[0].store) == 0);
        CHECK(history_add(&history, &position[0]));
        CHECK(history_is_due(&history, &position[0]) == once);
        CHECK((history_due_key(&history, position[0].store) != 0) == once);
        CHECK(history_add(&history, &position[0]));
        CHECK(history_is_due(&history, &position[0]) && !history_is_due(&history, &position[1]));
        CHECK(history_due_key(&history, position[0].store) == kw_hash(&position[0]));
        history_free(&history);
    }
}

/* ---- the best move -------------------------------------------------------------------------- */

static void best_test(struct test *test) {
    enum { BOTH = PROVEN_LOWER | PROVEN_UPPER };
    static struct worker worker;
    struct best best = best_begin(-100, 100);
    CHECK(!best_update(&worker, &best, 1, (struct value){-200, BOTH}, 0));
    CHECK(best.move == NO_MOVE && best.alpha == -100); /* none is better than alpha was */
    CHECK(!best_update(&worker, &best, 2, (struct value){5, 0}, 0));
    CHECK(best.move == 2 && best.alpha == 5 && best.value.proven == 0);
    CHECK(!best_update(&worker, &best, 3, (struct value){5, BOTH}, 0));
    CHECK(best.move == 3 && best.value.proven == PROVEN_LOWER);
    CHECK(!best_update(&worker, &best, 4, (struct value){5, BOTH}, 0)); /* no surer */
    CHECK(best.move == 3 && worker.line[0][0] == 3);
    CHECK(best_update(&worker, &best, 5, (struct value){100, BOTH}, 0));
    CHECK(best.move == 5 && best.value.score == 100 && best.value.proven == PROVEN_LOWER);

    best = best_begin(-100, 100);
    CHECK(!best_update(&worker, &best, 1, (struct value){5, BOTH}, 0));
    CHECK(!best_update(&worker, &best, 2, (struct value){3, PROVEN_UPPER}, 0));
    CHECK(best.move == 1 && best.value.proven == BOTH);
}

/* ---- the table ------------------------------------------------------------------------------ */

enum { TABLED = 4321 /* the value of a position as the table has it, and no search does */ };

/* The value of a move of the start, where the table knows its position and `history` has been. */
static struct value value_after(const struct weights *weights, struct transposition *table,
                                const struct history *history, struct worker *worker) {
    const struct kw_game *game = kw_game_find("giuthi");
    atomic_bool stop_requested = false;
    struct search_shared shared = {.game = game,
                                   .weights = weights,
                                   .table = table,
                                   .history = history,
                                   .counts_seeds = true,
                                   .nodes = UINT64_MAX,
                                   .deadline = INT64_MAX,
                                   .stop_requested = &stop_requested};
    struct kw_position start;
    kw_start(game, &start);
    worker_begin(worker, &shared);
    worker_visit_root(worker, &start);
    size_t count;
    const struct child child = *worker_expand(worker, &start, &count);
    transposition_store(
        table, child.hash,
        (struct tt_entry){.move = NO_MOVE,
                          .score = TABLED,
                          .depth = 60,
                          .flags = BOUND_LOWER | BOUND_UPPER | PROVEN_LOWER | PROVEN_UPPER});
    return search_child(worker, &start, &child, 2, -SCORE_INFINITE, SCORE_INFINITE, 0);
}

/* A position that stood in the game is looked at again, whatever the table holds. */
static void table_test(struct test *test, struct weights *weights) {
    static struct worker worker;
    struct transposition table = {0};
    struct history history = {0};
    const struct kw_game *game = kw_game_find("giuthi");
    struct kw_position position;
    weights_default(game, weights);
    weights_calibrate(game, weights);
    bool ready = worker_open(&worker) && transposition_open(&table, 1 << 16);
    CHECK(ready);
    if (!ready)
        return;
    kw_move list[KW_MOVES];
    kw_start(game, &position);
    kw_moves(game, &position, list, KW_MOVES);
    CHECK(history_add(&history, &position));
    CHECK(value_after(weights, &table, &history, &worker).score == -TABLED);
    kw_play(game, &position, list[0], &position);
    CHECK(history_add(&history, &position));
    struct value value = value_after(weights, &table, &history, &worker);
    CHECK(value.score != -TABLED && value.proven == 0);
    history_free(&history);
    transposition_close(&table);
    worker_close(&worker);
}

/* ---- what is measured ----------------------------------------------------------------------- */

/* How many of a hundred positions of random play have so few moves. */
static unsigned percent_with(const struct kw_game *game, size_t moves_most) {
    enum { POSITIONS = 10000 };
    struct kw_position position;
    struct kw_random random;
    kw_move move[KW_MOVES];
    unsigned few = 0;
    kw_random_seed(&random, 2);
    kw_start(game, &position);
    for (unsigned i = 0; i < POSITIONS; i++) {
        size_t count = kw_moves(game, &position, move, KW_MOVES);
        few += count <= moves_most;
        if (count == 0)
            kw_start(game, &position);
        else
            kw_play(game, &position, move[kw_random_below(&random, (uint32_t)count)], &position);
    }
    return few * 100 / POSITIONS;
}

/* Weights of the holes alone leave nothing out; a weight of the moves is left out by the margin. */
static void margin_test(struct test *test, struct weights *weights) {
    const struct kw_game *game = kw_game_find("giuthi");
    weights_default(game, weights);
    weights_calibrate(game, weights);
    CHECK(weights->eval_margin == 0);
    CHECK(weights->eval_volatility > SCORE_SEED);
    for (int i = 0; i < CHOICES; i++)
        weights->phase[0].choice[i] = weights->phase[1].choice[i] = (int16_t)(10 * i);
    weights_calibrate(game, weights);
    CHECK(weights->eval_margin > 0 && weights->eval_margin % 10 == 0);
    size_t moves = (size_t)weights->eval_margin / 10;
    CHECK(percent_with(game, moves) >= 88 && percent_with(game, moves - 1) <= 92);
}

/* A game that is over at the start swings not at all; options make others swing less. */
static void swing_test(struct test *test, struct weights *weights) {
    struct kw_game *over = kw_game_open("giuthi", "seeds=1", NULL);
    struct kw_game *few = kw_game_open("giuthi", "seeds=2", NULL);
    weights_default(over, weights);
    weights_calibrate(over, weights);
    CHECK(weights->eval_margin == 0 && weights->eval_volatility == 0);
    weights_calibrate(few, weights);
    int swing = weights->eval_volatility;
    weights_calibrate(kw_game_find("giuthi"), weights);
    CHECK(0 < swing && swing < weights->eval_volatility);
    kw_game_close(over);
    kw_game_close(few);
}

/*
 * Children are the mover's or his opponent's, and count as won with all their seeds: from the other
 * side of the board a position is worth as much.
 */
static void children_test(struct test *test, struct weights *weights) {
    const struct kw_game *game = kw_game_find("toguz-kumalak");
    struct kw_position none, child, mirrored;
    kw_start(game, &none);
    none.hole[3] = none.hole[12] = 40;
    child = none;
    child.mark = 1u << 12;
    child.mark2 = 1u << 3;
    child.hole[12] = 42;
    CHECK(won_lead(game, &none) == 0 && won_lead(game, &child) == 42 - 40);
    weights_default(game, weights);
    CHECK(evaluate_board(game, weights, &none) == 0);
    CHECK(evaluate_board(game, weights, &child) == (42 - 40) * SCORE_SEED);
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        for (unsigned k = 0; k < WEIGHTS; k++)
            weights->phase[0].hole[i][k] = (int16_t)(k * k + i);
    weights_index_by_hole(game, weights);
    kw_mirror(game, &child, &mirrored);
    CHECK(mirrored.turn == KW_NORTH);
    CHECK(evaluate_board(game, weights, &mirrored) == evaluate_board(game, weights, &child));
}

/* At first sight a seed on the board is worth less than a won one, and the first of a hole most. */
static void sight_test(struct test *test, struct weights *weights) {
    static const char *const ids[] = {"wari", "tegre", "boola"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        weights_default(kw_game_find(ids[i]), weights);
        const int16_t *own = weights->phase[0].hole[0];
        CHECK(own[0] == 0 && own[1] > own[2] - own[1] && own[2] > own[1]);
        CHECK(own[COUNTS - 1] < (COUNTS - 1) * SCORE_SEED);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    struct weights *weights = malloc(sizeof *weights);
    if (weights == NULL)
        return 2;
    history_test(&test);
    due_test(&test);
    best_test(&test);
    table_test(&test, weights);
    margin_test(&test, weights);
    swing_test(&test, weights);
    children_test(&test, weights);
    sight_test(&test, weights);
    free(weights);
    return test_end(&test);
}
