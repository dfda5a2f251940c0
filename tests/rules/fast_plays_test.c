/*
 * Fast plays against the sowing machine, which they stand for, and what a trait has stamped for
 * constant rules against its functions for rules at run time: the same moves in the same order, as
 * many of them, the same play, leaves and compact boards, on random games and positions under
 * random values of options, with every kernel.
 *
 *      fast_plays_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "games/compact_board.h"
#include "machine/machine_family.h"
#include "support/perturb.h"
#include "support/test.h"
#include "traits/trait.h"

enum {
    SETTINGS = 40, /* values of the options of a game, at effort 1 */
    GAMES = 4,     /* with each */
    PLIES = 80     /* of a game */
};

/* Games that are played fast whatever the values of their options, but for these. */
static const char *const fast_ids[] = {"adji-boto", "giuthi", "kalah", "awari", "oware"};
static const char *const slow_options[] = {"capture=none", "capture_again=yes", "relay=yes",
                                           "end=stuck",    "rest=other",        "majority=yes",
                                           "swap=yes"};

/* Games whose rules are constants in every kernel; one built with KW_FEW_CONSTANTS has no others.
 */
static const char *const constant_ids[] = {"kiswahili", "kujifunza", "hus", "kiothi", "bulto"};

static const struct machine_family *const machines[] = {
    [KW_KERNEL_PLAIN] = &machine_family_plain,
    [KW_KERNEL_VECTOR] = &machine_family_vector,
#if defined(KW_HAVE_V3)
    [KW_KERNEL_V3] = &machine_family_v3,
#endif
};

static const kw_move no_move = UINT32_MAX;

/* A game under some options, and the machine that its fast play stands for. */
struct pair {
    struct test *test;
    const struct kw_game *game;
    const struct kw_game *machine; /* its functions alone */
    const char *options;
    struct kw_position position;
};

static bool pair_expect(const struct pair *pair, bool holds, const char *what, kw_move move) {
    char text[KW_TEXT], name[KW_TEXT] = "";
    if (!test_count(pair->test, holds))
        return holds;
    if (move != no_move)
        kw_move_text(pair->game, &pair->position, move, name);
    printf("FAILED %s, options \"%s\", position \"%s\" %s: the %s\n", pair->game->info->id,
           pair->options, kw_position_text(pair->game, &pair->position, text), name, what);
    return false;
}

/* ---- compact boards -------------------------------------------------------------------------- */

/* The board after a move as the player sees it who moves next. */
static struct compact_board compact_of(const struct kw_position *position, unsigned columns) {
    struct compact_board board = {0};
    unsigned first = position->turn == KW_SOUTH ? 0 : columns;
    for (unsigned i = 0; i < 2 * columns; i++)
        board.hole[i] = position->hole[(first + i) % (2 * columns)];
    return board;
}

static void compact_check(const struct pair *pair, const kw_move *list, size_t count) {
    unsigned columns = pair->game->rules->columns, turn = pair->position.turn;
    struct compact_board board = compact_of(&pair->position, columns);
    struct compact_move moves[COMPACT_ROW];
    size_t found = game_expand_compact(pair->game, &board, moves);
    if (!pair_expect(pair, found == count, "compact board has other moves", no_move))
        return;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        pair->machine->play(pair->game->rules, &pair->position, list[i], &next);
        struct compact_board after = compact_of(&next, columns);
        unsigned gain = next.store[turn] - pair->position.store[turn];
        pair_expect(pair,
                    memcmp(&after, &moves[i].board, sizeof after) == 0 && moves[i].gain == gain &&
                        moves[i].again == (next.turn == turn) &&
                        moves[i].hole == kw_move_hole(list[i]) % columns,
                    "compact board is played otherwise", list[i]);
    }
}

/* ---- a position ------------------------------------------------------------------------------ */

static size_t pair_check(const struct pair *pair, kw_move *list) {
    const struct rules *rules = pair->game->rules;
    const struct kw_position *position = &pair->position;
    kw_move moves[KW_MOVES];
    size_t count = pair->machine->moves(rules, position, list, KW_MOVES);
    uint64_t leaves = 0;
    if (count > KW_MOVES)
        return 0; /* lists of so many moves are children: see struct family */
    bool same = pair->game->moves(rules, position, moves, KW_MOVES) == count &&
                memcmp(moves, list, count * sizeof *list) == 0;
    if (!pair_expect(pair, same, "moves differ", no_move))
        return 0;
    pair_expect(pair, pair->game->count(rules, position) == count, "count differs", no_move);
    for (size_t i = 0; i < count; i++) {
        struct kw_position fast = {0}, next = {0};
        pair->game->play(rules, position, list[i], &fast);
        pair->machine->play(rules, position, list[i], &next);
        pair_expect(pair, memcmp(&fast, &next, sizeof fast) == 0, "play differs", list[i]);
        leaves += pair->machine->count(rules, &next);
    }
    pair_expect(pair, pair->game->leaves(rules, position, list, count) == leaves,
                "number of leaves differs", no_move);
    if (game_compacts(pair->game))
        compact_check(pair, list, count);
    return count;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* A game by lot, every second one from a position that play seldom reaches. */
static void pair_play(struct pair *pair, unsigned number, struct kw_random *random) {
    char text[KW_TEXT], changed[KW_TEXT];
    kw_move list[KW_MOVES];
    kw_start(pair->game, &pair->position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        if (number % 2 == 1 && ply % 8 == 0) {
            struct kw_position other;
            kw_position_text(pair->game, &pair->position, text);
            position_perturb(pair->game->info->id, text, random, changed);
            if (kw_position_read(pair->game, changed, &other, NULL))
                pair->position = other;
        }
        size_t count = pair_check(pair, list);
        if (count == 0)
            return;
        kw_move move = list[kw_random_below(random, (uint32_t)count)];
        pair->machine->play(pair->game->rules, &pair->position, move, &pair->position);
    }
}

static bool is_listed(const char *const *ids, size_t count, const char *id) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return false;
}

/* Whether a game with these values of its options is played fast for certain. */
static bool is_expected(const char *id, const char *options, bool trait, enum kw_kernel kernel) {
    bool slow = false;
    for (size_t i = 0; i < sizeof slow_options / sizeof *slow_options; i++)
        slow |= strcmp(id, "kalah") == 0 && strstr(options, slow_options[i]) != NULL;
    if (!trait)
        return !slow && is_listed(fast_ids, sizeof fast_ids / sizeof *fast_ids, id);
#if defined(KW_FEW_CONSTANTS)
    bool few = kernel == KW_KERNEL_VECTOR;
#else
    bool few = false;
    (void)kernel;
#endif
    return options[0] == '\0' &&
           (!few || is_listed(constant_ids, sizeof constant_ids / sizeof *constant_ids, id));
}

/* A game with some values of its options, with one kernel; false if there is no fast play. */
static bool setting_check(struct test *test, const char *id, const char *options,
                          enum kw_kernel kernel, struct kw_random *random) {
    struct kw_game *game = kw_game_open_kernel(id, options, kernel, NULL);
    if (game == NULL)
        return true;
    const struct trait *trait = machine_of(game->rules)->trait;
    struct pair pair = {.test = test,
                        .game = game,
                        .machine = trait != NULL ? &trait->game : &machines[kernel]->game,
                        .options = options};
    bool fast = game->play != pair.machine->play;
    test_expect(test, fast || !is_expected(id, options, trait != NULL, kernel),
                "%s with \"%s\" is not played fast", id, options);
    for (unsigned number = 0; fast && number < GAMES; number++)
        pair_play(&pair, number, random);
    kw_game_close(game);
    return fast;
}

static void game_check(struct test *test, const struct kw_game *game) {
    const char *id = game->info->id;
    for (unsigned number = 0; number < SETTINGS * test->effort; number++) {
        char options[TEST_OPTIONS];
        struct kw_random random;
        bool fast = false;
        test_random(test, id, number, &random);
        options_choose(game, number, &random, options);
        for (unsigned kernel = 0; kernel < sizeof machines / sizeof *machines; kernel++)
            fast |= setting_check(test, id, options, (enum kw_kernel)kernel, &random);
        if (number == 0 && !fast)
            return;
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        if (test_selects(&test, game->info->id))
            game_check(&test, game);
    }
    return test_end(&test);
}
