/*
 * Compact boards: their moves are those of the game, by every kernel; every index is a board, and
 * every board has it; the values of the row database are those of boards that are solved one by
 * one.
 *
 *      compact_board_test [--effort N] [--seed N]
 */
#include "support/test.h"

#include "tree/row_database.h"

enum { GAMES = 40, PLIES = 200, DATABASE_BOARDS = 60000 };

/* The same board, and what each player has won by the way. */
static bool same_move(const struct kw_game *game, const struct kw_position *before, kw_move move,
                      const struct compact_move *found) {
    struct kw_position after;
    kw_play(game, before, move, &after);
    struct compact_board board = compact_board_of(game, &after);
    return kw_move_hole(move) ==
               found->hole + (before->turn == KW_SOUTH ? 0u : game->rules->columns) &&
           memcmp(&board, &found->board, sizeof board) == 0 &&
           after.store[before->turn] - before->store[before->turn] == found->gain &&
           (after.turn == before->turn) == found->again;
}

/* The moves of all positions of random games. */
static void test_moves(struct test *test, const struct kw_game *game, const char *name) {
    struct kw_random random;
    size_t wrong = 0;
    test_random(test, name, 0, &random);
    for (unsigned played = 0; played < GAMES * test->effort; played++) {
        struct kw_position position;
        kw_move moves[KW_MOVES];
        size_t count = 1;
        kw_start(game, &position);
        for (unsigned ply = 0; ply < PLIES && count > 0; ply++) {
            struct compact_move list[COMPACT_ROW];
            struct compact_board board = compact_board_of(game, &position);
            count = kw_moves(game, &position, moves, KW_MOVES);
            wrong += game->family->expand_compact(game->rules, &board, list) != count;
            for (size_t i = 0; i < count; i++)
                wrong += !same_move(game, &position, moves[i], &list[i]);
            if (count > 0)
                kw_play(game, &position, moves[kw_random_below(&random, (unsigned)count)],
                        &position);
        }
    }
    test_expect(test, wrong == 0, "%s: %zu moves are not those of the game", name, wrong);
}

/* All boards up to some number, one after the other. */
static void test_index(struct test *test, const struct board_index *index, const char *name) {
    uint64_t all = board_index_count(index, index->seeds), limit = 50000 * (uint64_t)test->effort;
    struct compact_board board = board_unindex(index, 0);
    size_t wrong = compact_board_seeds(&board) != 0;
    for (uint64_t number = 0; number < all && number < limit; number++) {
        struct compact_board other = board_unindex(index, number);
        wrong += board_index_of(index, &other) != number ||
                 memcmp(&other, &board, sizeof board) != 0 ||
                 number >= board_index_count(index, compact_board_seeds(&board));
        board_index_next(index, &board);
    }
    board = board_unindex(index, all - 1);
    wrong +=
        compact_board_seeds(&board) != index->seeds || board_index_of(index, &board) != all - 1;
    test_expect(test, wrong == 0, "%s: %zu numbers are not their board's", name, wrong);
}

/* The value of a board by all that can follow; `known` remembers it by its index. */
static int value_of_board(const struct value_model *model, const struct board_index *index,
                          const struct compact_board *board, int8_t *known) {
    enum { UNKNOWN = 0, ZERO = 64 };
    const struct kw_game *game = model->game;
    struct compact_move list[COMPACT_ROW];
    int8_t *own = &known[board_index_of(index, board)];
    if (*own != UNKNOWN)
        return *own - ZERO;
    size_t count = game->family->expand_compact(game->rules, board, list);
    int best = count == 0 ? compact_board_end_value(model, board) : -ZERO;
    for (size_t i = 0; i < count; i++) {
        int after = value_of_board(model, index, &list[i].board, known);
        int value = list[i].gain + (list[i].again ? after : -after);
        best = value > best ? value : best;
    }
    *own = (int8_t)(best + ZERO);
    return best;
}

/* All endgames, after fewer of them were found out, and after it was stopped. */
static void test_database(struct test *test, const struct kw_game *game,
                          const struct board_index *index, const char *name) {
    const struct value_model model = value_model_of(game);
    struct row_database database = row_database_none();
    int most = board_index_seeds(index, DATABASE_BOARDS * (uint64_t)test->effort);
    atomic_bool stop = true;
    _Atomic uint64_t entered = 0;
    struct poll_limits limits = {.threads = 2, .stop = &stop, .entered = &entered};
    uint64_t wrong = 0, count;
    most = most < ROW_DATABASE_SEEDS ? most : ROW_DATABASE_SEEDS;
    count = board_index_count(index, (unsigned)most);
    int8_t *known = calloc(count, 1);
    test_expect(test,
                !row_database_build(&database, &model, most, &limits) &&
                    row_database_bytes(&database) == 0,
                "%s: endgames are found though it was stopped", name);
    stop = false;
    test_expect(test, row_database_build(&database, &model, most / 2, &limits), "%s: no database",
                name);
    entered = 0;
    if (test_expect(test, known != NULL && row_database_build(&database, &model, most, &limits),
                    "%s: no database", name)) {
        for (uint64_t number = 0; number < count; number++) {
            struct compact_board board = board_unindex(index, number);
            wrong += database.value[row_database_at(&database, &board)] !=
                     value_of_board(&model, index, &board, known);
        }
        test_expect(test, wrong == 0, "%s: %llu boards of the database have another value", name,
                    (unsigned long long)wrong);
        test_expect(test, entered == count && row_database_bytes(&database) == count,
                    "%s: there are other endgames than boards", name);
    }
    free(known);
    row_database_close(&database);
}

static void test_board(struct test *test, unsigned pits, const char *capture,
                       enum kw_kernel kernel) {
    char options[TEST_OPTIONS], name[TEST_OPTIONS + 32];
    struct kw_error error;
    struct board_index index;
    snprintf(options, sizeof options, "pits=%u seeds=%u capture=%s", pits, pits < 5 ? 5 : 4,
             capture);
    snprintf(name, sizeof name, "kalah %s, kernel %d", options, (int)kernel);
    struct kw_game *game = kw_game_open_kernel("kalah", options, kernel, &error);
    if (game == NULL) /* this machine lacks it */
        return;
    board_index_open(&index, game);
    test_moves(test, game, name);
    if (test_expect(test, index.holes == 2 * pits, "%s: there are no numbers", name)) {
        test_index(test, &index, name);
        test_database(test, game, &index, name);
    }
    board_index_close(&index);
    kw_game_close(game);
}

/* Boards that are too wide, and too many, have no numbers. */
static void test_without(struct test *test, const char *id, const char *options) {
    struct kw_error error;
    struct board_index index;
    struct kw_game *game = kw_game_open(id, options, &error);
    if (!test_expect(test, game != NULL, "%s %s cannot be opened", id, options))
        return;
    board_index_open(&index, game);
    test_expect(test, index.holes == 0, "%s %s has numbers", id, options);
    board_index_close(&index);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (unsigned pits = 1; pits <= COMPACT_ROW; pits++) {
        for (unsigned kernel = KW_KERNEL_PLAIN; kernel <= KW_KERNEL_V3; kernel++) {
            test_board(&test, pits, "standard", (enum kw_kernel)kernel);
            test_board(&test, pits, "empty", (enum kw_kernel)kernel);
        }
    }
    test_without(&test, "kalah", "pits=9 seeds=1");
    test_without(&test, "kalah", "pits=8 seeds=10");
    test_without(&test, "awari", "");
    return test_end(&test);
}
