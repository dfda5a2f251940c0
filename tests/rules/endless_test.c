/*
 * Moves of Kiothi that never end: the kernels that count whole rounds of them (sow/endless.h) come
 * to what a trace, which is sown seed by seed, and the plain kernel come to.
 *
 *      endless_test [--effort N] [--seed N]
 */
#define KW_KERNEL 1 /* of sow/endless.h, for the test of its parts */

#include "sow/endless.h"
#include "support/test.h"

enum { KERNELS = 3 };

/* About where rounds begin to be counted, and where the last one is cut anywhere. */
static const unsigned limits[] = {255, 256, 257, 300, 511, 1000, 1023, 4999, 20000, 100000};
enum { LIMITS = sizeof limits / sizeof *limits, COUNTED = 257 /* the least that counts rounds */ };

/* A board, of which many positions have moves that never end, or some that do are given. */
struct board {
    const char *options;
    unsigned least; /* moves that must have been seen to go beyond each limit from COUNTED on */
    const char *position[6];
};

static const struct board boards[] = {
    {"width=4", 1, {NULL}},
    {"width=4 unmark=emptied endless.result=loses", 1, {NULL}},
    {"width=4 setup=5 endless.result=void", 1, {NULL}},
    {"width=6",
     4,
     {"1,2k,1,6k,1,2/2k,1k,3k,6k,2,3k S 6/0", "3k,2k,3,4,3k,2k/2,3k,6,3,2,3 N 0/0",
      "3,1k,2,6,1,2/2k,1k,5,1,3,6 S 3/0", "2k,1k,2,5k,2k,1/5k,2,1k,5,1k,3 S 6/0"}},
    {"width=8",
     4,
     {"2,5k,4k,3,2,1k,4,1k/5,2,1k,5k,6k,3k,2k,2 S 0/0",
      "3,2,5,2,3,4k,3k,2k/2,3k,2k,5k,2k,1k,4k,1 N 4/0",
      "4,5k,4,5,2k,1,2k,1/3,6,1,2k,3k,2k,4,3k S 0/0",
      "2k,2k,3k,6,3,1k,2k,6k/1k,5,1,3k,2,1k,3,2k N 5/0"}},
    {"",
     4,
     {"1,2,3,5,3k,2k,3k,4k,2k,1/4,5k,4,1,2k,4,3,2,3k,2k N 4/0",
      "0,4k,2,6,2,5,4k,2,6,2k/2,1k,3,2,1,3k,6,5,1,3 S 0/0",
      "3,5k,1k,2,3,2,1,2,5,2/2,6k,2,1,5k,4,6,2k,1,5k N 0/0",
      "2k,5k,4k,1k,2,1,2k,3,4,1/3k,2k,1k,3k,2,5,4k,6,3k,6k S 0/0"}},
};

/* Warriors anywhere, some of them marked, for either player; the others in South's prison. */
static void position_choose(const struct kw_game *game, struct kw_random *random,
                            struct kw_position *position) {
    struct kw_position board = {.turn = (uint8_t)kw_random_below(random, 2)};
    unsigned holes = 2 * kw_game_columns(game), all = 0;
    kw_start(game, position);
    for (unsigned i = 0; i < holes; i++)
        all += position->hole[i];
    unsigned seeds = all / 2 + kw_random_below(random, all / 2 + 1);
    for (unsigned i = 0; i < seeds; i++)
        board.hole[kw_random_below(random, holes)]++;
    for (unsigned i = 0; i < holes; i++)
        board.mark |= board.hole[i] > 0 && kw_random_below(random, 4) > 0 ? 1u << i : 0;
    board.store[0] = (uint8_t)(all - seeds);
    *position = board;
}

static bool watch_sowing(void *context, const struct kw_event *event) {
    unsigned *sown = context;
    *sown += event->kind == KW_EVENT_DROP;
    return true;
}

static bool same(const struct kw_position *a, const struct kw_position *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* All moves of a position by all kernels; returns how many sowed more than the limit. */
static unsigned position_test(struct test *test, const char *options, unsigned limit,
                              struct kw_game *const game[KERNELS],
                              const struct kw_position *position) {
    static kw_move list[KW_MOVES];
    size_t count = kw_moves(game[0], position, list, KW_MOVES);
    unsigned endless = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next, traced;
        unsigned sown = 0;
        kw_trace(game[0], position, list[i], &traced, watch_sowing, &sown);
        endless += sown > limit;
        for (unsigned k = 0; k < KERNELS; k++) {
            char text[KW_TEXT];
            if (game[k] == NULL)
                continue;
            kw_play(game[k], position, list[i], &next);
            test_expect(test, same(&next, &traced), "kiothi %s, limit %u, kernel %u: %s", options,
                        limit, k, kw_position_text(game[0], position, text));
        }
    }
    return endless;
}

/* The positions that are given, or some at random. */
static unsigned positions_test(struct test *test, const struct board *board, unsigned limit,
                               struct kw_game *const game[KERNELS]) {
    struct kw_position position;
    struct kw_random random;
    unsigned endless = 0;
    test_random(test, board->options, limit, &random);
    for (const char *const *text = board->position; *text != NULL; text++) {
        bool read = kw_position_read(game[0], *text, &position, NULL);
        if (test_expect(test, read, "cannot be read: %s", *text))
            endless += position_test(test, board->options, limit, game, &position);
    }
    for (unsigned n = 0; board->position[0] == NULL && n < 500 * test->effort; n++) {
        position_choose(game[0], &random, &position);
        endless += position_test(test, board->options, limit, game, &position);
    }
    return endless;
}

static void board_test(struct test *test, const struct board *board, unsigned limit) {
    struct kw_game *game[KERNELS];
    char options[TEST_OPTIONS];
    snprintf(options, sizeof options, "%s%sendless.limit=%u", board->options,
             board->options[0] != '\0' ? " " : "", limit);
    for (unsigned k = 0; k < KERNELS; k++)
        game[k] = kw_game_open_kernel("kiothi", options, (enum kw_kernel)k, NULL);
    unsigned endless = positions_test(test, board, limit, game);
    if (limit >= COUNTED)
        test_expect(test, endless >= board->least, "%s: only %u moves never ended", options,
                    endless);
    for (unsigned k = 0; k < KERNELS; k++)
        kw_game_close(game[k]);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* A mask that is turned on by one hole after the other. */
static uint32_t mask_turned(uint32_t mask, unsigned by, unsigned size) {
    for (; by > 0; by--)
        mask = (mask << 1 | mask >> (size - 1)) & ((1u << size) - 1);
    return mask;
}

/* So many rounds of any kind at once, against one after the other. */
static void rounds_test(struct test *test, struct kw_random *random, unsigned size,
                        unsigned rounds) {
    unsigned turn = kw_random_below(random, size), from = kw_random_below(random, size);
    unsigned sown = 20 + kw_random_below(random, 1000), before = kw_random_below(random, sown - 10);
    unsigned round = sown - before, at = (from + turn) % size;
    unsigned limit = sown + rounds * round + kw_random_below(random, round);
    uint32_t noted = 1u << kw_random_below(random, size) | 1u << kw_random_below(random, size);
    struct relay relay = {.sown = sown, .before = before, .at = from, .noted = noted};
    struct kw_position position = {0}, turned = {0}, done = {0};
    for (unsigned i = 0; i < size; i++)
        position.hole[i] = (uint8_t)kw_random_below(random, 9);
    uint32_t all = noted;
    for (unsigned i = 1; i <= rounds; i++)
        all |= mask_turned(noted, i * turn % size, size);
    for (unsigned i = 0; i < size; i++)
        turned.hole[(i + rounds * turn) % size] = position.hole[i];
    struct ring ring = ring_load(&position, size);
    relay_skip(&relay, &ring, size, &at, limit);
    ring_save(&done, ring, size);
    test_expect(test,
                memcmp(done.hole, turned.hole, sizeof done.hole) == 0 && relay.noted == all &&
                    relay.sown == sown + rounds * round &&
                    at == (from + (rounds + 1) * turn) % size,
                "%u rounds of %u seeds that turn %u holes by %u", rounds, round, size, turn);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    struct kw_random random;
    test_random(&test, "rounds", 0, &random);
    for (unsigned i = 0; i < 1000 * test.effort; i++) {
        unsigned size = 8 + 4 * kw_random_below(&random, 4);
        const unsigned rounds[] = {0, 1, 2, size - 1, size, 3 * size + 1};
        rounds_test(&test, &random, size, rounds[i % 6]);
    }
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (unsigned k = 0; k < LIMITS; k++)
            board_test(&test, &boards[i], limits[k]);
    return test_end(&test);
}
