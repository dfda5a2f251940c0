/*
 * Moves that never end: the kernels that count whole rounds of them come to what a trace, which is
 * sown seed by seed, and the plain kernel come to.
 *
 *      endless_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "test.h"

enum { ENDLESS = 10 /* moves that never end: at least so many must have been seen of each kind */ };

/* Boards on which many moves do not end. */
static const struct kind {
    const char *id, *options;
} kinds[] = {
    {"kiothi", "width=4"},
    {"kiothi", "width=4 unmark=emptied endless.result=loses"},
    {"kiothi", "width=4 endless.result=void setup=5"},
    {"kiothi", "width=6"},
    {"giuthi", "pits=2 seeds=9"},
    {"giuthi", "pits=3 seeds=8"},
};

/* About where rounds begin to be counted, and where the last one is cut anywhere. */
static const unsigned limits[] = {255, 256, 257, 300, 511, 1000, 1023, 4999, 20000, 100000};
enum { LIMITS = sizeof limits / sizeof *limits };

/* A position with seeds anywhere, the others in South's store. */
static void position_choose(const struct kw_game *game, struct kw_random *random,
                            struct kw_position *position) {
    struct kw_position board = {0};
    unsigned holes = 2 * kw_game_columns(game), all = 0;
    kw_start(game, position);
    for (unsigned i = 0; i < holes; i++)
        all += position->hole[i];
    unsigned seeds = all / 2 + kw_random_below(random, all / 2 + 1);
    for (unsigned i = 0; i < seeds; i++)
        board.hole[kw_random_below(random, holes)]++, all--;
    board.store[0] = (uint8_t)all;
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
static unsigned position_test(struct test *test, const struct kind *kind, unsigned limit,
                              struct kw_game *const game[3], const struct kw_position *position) {
    static kw_move list[KW_MOVES];
    size_t count = kw_moves(game[0], position, list, KW_MOVES);
    unsigned endless = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next[3], traced;
        unsigned sown = 0;
        kw_trace(game[0], position, list[i], &traced, watch_sowing, &sown);
        endless += sown > limit;
        for (unsigned k = 0; k < 3; k++) {
            char text[KW_TEXT];
            if (game[k] == NULL)
                continue;
            kw_play(game[k], position, list[i], &next[k]);
            test_expect(test, same(&next[k], &traced), "%s %s, limit %u, kernel %u: %s", kind->id,
                        kind->options, limit, k, kw_position_text(game[0], position, text));
        }
    }
    return endless;
}

static void kind_test(struct test *test, const struct kind *kind) {
    unsigned endless = 0;
    for (unsigned i = 0; i < LIMITS; i++) {
        char options[TEST_OPTIONS];
        struct kw_game *game[3];
        struct kw_random random;
        snprintf(options, sizeof options, "%s endless.limit=%u", kind->options, limits[i]);
        for (unsigned k = 0; k < 3; k++)
            game[k] = kw_game_open_kernel(kind->id, options, (enum kw_kernel)k, NULL);
        test_random(test, options, 0, &random);
        for (unsigned n = 0; n < 500 * test->effort; n++) {
            struct kw_position position;
            position_choose(game[0], &random, &position);
            endless += position_test(test, kind, limits[i], game, &position);
        }
        for (unsigned k = 0; k < 3; k++)
            kw_game_close(game[k]);
    }
    test_expect(test, endless >= ENDLESS, "%s %s: only %u moves never ended", kind->id,
                kind->options, endless);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (test_selects(&test, kinds[i].id))
            kind_test(&test, &kinds[i]);
    return test_end(&test);
}
