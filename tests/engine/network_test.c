/*
 * The network against its definition: the numbers that network.h says, added up one by one in wide
 * numbers, for random networks with the greatest numbers that the text allows.
 *
 *      network_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "base/cpu.h"
#include "search/network.h"
#include "support/test.h"

/* One of -most .. most; in a third of the networks one of these two. */
static int16_t number(struct kw_random *random, int most, bool extreme) {
    if (extreme)
        return (int16_t)(kw_random_below(random, 2) ? most : -most);
    return (int16_t)((int)kw_random_below(random, 2u * (unsigned)most + 1) - most);
}

static void fill(struct kw_random *random, int16_t (*row)[UNITS], size_t count, int most,
                 bool extreme) {
    for (size_t k = 0; k < count; k++)
        for (unsigned i = 0; i < UNITS; i++)
            row[k][i] = number(random, most, extreme);
}

static void network_random(struct kw_random *random, struct network *network) {
    unsigned kind = kw_random_below(random, 3); /* most units between their ends; wild; extreme */
    int most = kind == 0 ? 60 : ROW_MAX;
    fill(random, network->bias, PHASES, most, kind == 2);
    fill(random, network->output, PHASES, OUTPUT_MAX, kind == 2);
    fill(random, network->choice, CHOICES, most, kind == 2);
    for (unsigned i = 0; i < 2; i++)
        fill(random, network->reserve[i], RESERVES, most, kind == 2);
    for (unsigned i = 0; i < KW_HOLES; i++)
        fill(random, network->hole[i], WEIGHTS, most, kind == 2);
}

static int defined_value(const struct kw_game *game, const struct network *network,
                         const struct kw_position *position, size_t choices) {
    unsigned phase = position_phase(game, position), turn = position->turn;
    int64_t sum = 0;
    for (unsigned i = 0; i < UNITS; i++) {
        int64_t unit = network->bias[phase][i];
        unit += network->choice[choices > 15 ? 15 : choices][i];
        for (unsigned k = 0; k < 2 && game->family->reserves; k++)
            unit += network->reserve[k][position->store[k == 0 ? turn : 1 - turn] % RESERVES][i];
        for (unsigned k = 0; k < weights_holes(game->rules); k++)
            unit +=
                network->hole[k][hole_state(game, position, hole_from(game->rules, turn, k))][i];
        unit = unit < 0 ? 0 : unit > UNIT_MAX ? UNIT_MAX : unit;
        sum += unit * unit * network->output[phase][i];
    }
    const int64_t one = 1 << OUTPUT_SHIFT; /* rounded, a half up */
    int64_t twice = 2 * sum + one;
    return (int)(twice / (2 * one) - (twice % (2 * one) < 0));
}

/* A game at random, and every position of it. */
static void game_test(struct test *test, const struct kw_game *game, struct kw_random *random,
                      struct network *network) {
    enum { PLIES = 60, LIST = 4096 };
    static kw_move list[LIST];
    struct kw_position position;
    network_random(random, network);
    kw_start(game, &position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        size_t count = kw_moves(game, &position, list, LIST), seen = count < LIST ? count : LIST;
        if (count == 0)
            return;
        unsigned phase = position_phase(game, &position);
        int defined = defined_value(game, network, &position, count);
        int narrow = network_value_16(game, network, &position, phase, count);
        int wide =
            cpu_has_v3() ? network_value_32(game, network, &position, phase, count) : defined;
        test_expect(test, narrow == defined && wide == defined,
                    "%s, ply %u: %d and %d, but by definition %d", kw_game_info(game)->id, ply,
                    narrow, wide, defined);
        kw_play(game, &position, list[kw_random_below(random, (uint32_t)seen)], &position);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    struct network *network = malloc(sizeof *network);
    if (network == NULL)
        return 2;
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        struct kw_random random;
        test_random(&test, kw_game_info(game)->id, 0, &random);
        for (unsigned n = 0; n < 3 * test.effort && test_selects(&test, kw_game_info(game)->id);
             n++)
            game_test(&test, game, &random, network);
    }
    free(network);
    return test_end(&test);
}
