/*
 * The index of endgame tables: in every layer each number is a position, each position that number,
 * and whatever can arise in a game has its place.
 *
 *      index_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "support/test.h"

#include "tables/endgame_index.h"

enum { PLIES = 400, GAMES = 20 };

static const struct {
    const char *id, *options;
} boards[] = {
    {"kalah", ""},
    {"kalah", "pits=1"},
    {"kalah", "pits=10 capture=empty"},
    {"awari", ""},
    {"awari", "pits=2"},
    {"oware", "grand_slam=illegal"},
    {"giuthi", ""},
    {"giuthi", "sow_store=yes"},
    {"adji-boto", ""},
    {"adji-boto", "holes=8"},
    {"kiothi", ""},
    {"kiothi", "width=4 unmark=emptied"},
    {"bulto", ""},
    {"bulto", "width=4"},
    {"bulto", "width=7"},
};

/* Two positions that a table does not distinguish: stones in bulto are as good as won. */
static bool same_to_table(const struct endgame_index *index, struct kw_position a,
                          struct kw_position b) {
    for (unsigned hole = 0; index->marks == ENDGAME_WON_AND_THREE && hole < KW_HOLES; hole++)
        if (a.mark & b.mark & 1u << hole)
            a.hole[hole] = b.hole[hole] = 0;
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Every number of the layers that have at most `limit` positions. */
static void test_layers(struct test *test, const struct endgame_index *index, const char *name,
                        uint64_t limit) {
    for (unsigned seeds = 0; seeds <= index->most; seeds++) {
        uint64_t size = endgame_layer(index, seeds), wrong = 0;
        if (size > limit)
            break;
        for (uint64_t rank = 0; rank < size; rank++) {
            struct kw_position position, mirrored;
            endgame_unrank(index, seeds, rank, &position);
            kw_mirror(index->game, &position, &mirrored);
            wrong += !endgame_covers(index, &position) ||
                     endgame_seeds(index, &position) != seeds ||
                     endgame_rank(index, &position, seeds) != rank ||
                     endgame_rank(index, &mirrored, seeds) != rank;
        }
        test_expect(test, wrong == 0, "%s, %u seeds: %llu of %llu numbers are not their position's",
                    name, seeds, (unsigned long long)wrong, (unsigned long long)size);
    }
}

/* What arises in random games. */
static void test_play(struct test *test, const struct endgame_index *index, const char *name) {
    const struct kw_game *game = index->game;
    struct kw_random random;
    uint64_t met = 0, wrong = 0;
    test_random(test, name, 0, &random);
    for (unsigned played = 0; played < GAMES * test->effort; played++) {
        struct kw_position position, key, again;
        static kw_move moves[4096];
        kw_start(game, &position);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            size_t count = kw_moves(game, &position, moves, 4096);
            unsigned seeds = endgame_seeds(index, &position);
            if (endgame_covers(index, &position) && seeds <= index->most) {
                uint64_t size = endgame_layer(index, seeds);
                uint64_t rank = endgame_rank(index, &position, seeds);
                kw_key(game, &position, &key);
                met++;
                wrong += rank >= size && size != ENDGAME_UNCOUNTED;
                if (rank < size && size != ENDGAME_UNCOUNTED) {
                    endgame_unrank(index, seeds, rank, &again);
                    wrong += !same_to_table(index, again, key);
                }
            }
            if (count == 0 || count > 4096)
                break;
            kw_play(game, &position, moves[kw_random_below(&random, (uint32_t)count)], &position);
        }
    }
    test_expect(test, met > 0 && wrong == 0, "%s: %llu of %llu positions met in play are misplaced",
                name, (unsigned long long)wrong, (unsigned long long)met);
}

static uint64_t binomial(unsigned n, unsigned k) {
    uint64_t value = 1;
    for (unsigned i = 1; i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

/* The number of ways to put the seeds into the holes, by the book. */
static void test_sizes(struct test *test) {
    struct endgame_index index;
    if (!test_expect(test, endgame_index_open(&index, kw_game_find("awari"), 20, NULL), "awari"))
        return;
    for (unsigned seeds = 0; seeds <= 20; seeds++)
        test_expect(test, endgame_layer(&index, seeds) == binomial(seeds + 11, 11),
                    "%u seeds in 12 holes", seeds);
    endgame_index_close(&index);
    test_expect(test, endgame_index_open(&index, kw_game_find("kiothi"), 4, NULL), "kiothi");
    /* One hole of 20 with two states; two in one hole, or in two: 20 x 2 + 190 x 4. */
    test_expect(test, endgame_layer(&index, 1) == 40 && endgame_layer(&index, 2) == 800,
                "nki of Kiothi");
    endgame_index_close(&index);
}

static void test_refused(struct test *test) {
    struct endgame_index index;
    struct kw_error error = {0};
    test_expect(test, !endgame_index_open(&index, kw_game_find("hus"), 3, &error), "hus");
    struct kw_game *game = kw_game_open("giuthi", "endless.result=void", NULL);
    test_expect(test, !endgame_index_open(&index, game, 3, &error), "a void move has no score");
    kw_game_close(game);
}

static void test_names(struct test *test) {
    static const char *const names[][3] = {
        {"oware", "seeds=2 grand_slam=illegal", "oware,grand_slam=illegal"},
        {"kiothi", "setup=5 narrow=3 corner=run", "kiothi,corner=run"},
        {"bulto", "", "bulto,late=moment"},
        {"bulto", "late=start", "bulto"}, /* the default when the first tables were made */
        {"bulto", "late=start width=4", "bulto,width=4,endless.limit=96"},
        {"kalah", "seeds=6", "kalah"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[ENDGAME_NAME];
        struct kw_game *game = kw_game_open(names[i][0], names[i][1], NULL);
        endgame_name(game, name);
        test_expect(test, strcmp(name, names[i][2]) == 0, "%s is called %s", names[i][2], name);
        kw_game_close(game);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        char name[128];
        struct kw_error error = {0};
        struct endgame_index index;
        snprintf(name, sizeof name, "%s %s", boards[i].id, boards[i].options);
        struct kw_game *game = kw_game_open(boards[i].id, boards[i].options, &error);
        if (!test_selects(&test, boards[i].id))
            continue;
        if (!test_expect(&test, game != NULL && endgame_index_open(&index, game, 40, &error),
                         "%s: %s", name, error.message))
            continue;
        test_layers(&test, &index, name, 60000 * test.effort);
        test_play(&test, &index, name);
        endgame_index_close(&index);
        kw_game_close(game);
    }
    test_sizes(&test);
    test_refused(&test);
    test_names(&test);
    return test_end(&test);
}
