/*
 * Finds positions that brute force can solve, and prints them: tests/exact/RULE-SET.txt.
 *
 *      exact_make [--seed N] RULE-SET
 *
 * They come from the ends of games, played at random or greedily, and from such positions changed
 * so that few seeds are left (in Bao: left to one of the players).
 */
#include "support/brute.h"
#include "support/perturb.h"
#include "support/test.h"

enum {
    DEFAULT = 200, /* positions under the usual options */
    VARIANT = 40,  /* further ones, each with one option of another value */
    LEAST = 300,   /* positions entered, that it is not too easy */
    LIMIT = 12000, /* and at most */
    PLIES = 400,   /* of a game */
    PATIENCE = 40  /* candidates until less will do */
};

struct find {
    struct kw_position position;
    struct brute brute;
};

/* What has been found, and what is looked for. */
struct search {
    struct kw_game *game;
    const char *id;
    struct kw_random random;
    struct find found[DEFAULT + VARIANT];
    size_t count;
    unsigned tries; /* since the last one was found */
};

/* ---- candidates ------------------------------------------------------------------------------ */

static unsigned side_seeds(const struct kw_game *game, const struct kw_position *position,
                           unsigned player) {
    unsigned seeds = position->store[player];
    if (!kw_game_info(game)->counts_seeds)
        for (unsigned i = 0; i < 16; i++)
            seeds += position->hole[16 * player + i];
    return seeds;
}

static kw_move choose_greedily(const struct kw_game *game, const struct kw_position *position,
                               const kw_move *list, size_t count) {
    kw_move best = list[0];
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        kw_play(game, position, list[i], &next);
        unsigned seeds = side_seeds(game, &next, position->turn);
        if (seeds > most) {
            most = seeds;
            best = list[i];
        }
    }
    return best;
}

/* Plays a game; returns how many positions it had, the finished one not counted. */
static size_t play_game(struct search *search, struct kw_position path[PLIES]) {
    struct kw_result result;
    unsigned greedy = kw_random_below(&search->random, 3) * 40;
    kw_start(search->game, &path[0]);
    for (size_t count = 0;; count++) {
        if (count + 1 == PLIES || kw_state(search->game, &path[count], &result))
            return count;
        kw_move list[KW_MOVES];
        size_t moves = kw_moves(search->game, &path[count], list, KW_MOVES);
        moves = moves < KW_MOVES ? moves : KW_MOVES;
        kw_move move = list[kw_random_below(&search->random, (uint32_t)moves)];
        if (kw_random_below(&search->random, 100) < greedy)
            move = choose_greedily(search->game, &path[count], list, moves);
        kw_play(search->game, &path[count], move, &path[count + 1]);
    }
}

/* Leaves few seeds on the board: the others are shared out, mostly evenly. */
static void leave_few(struct loose *loose, struct kw_random *random) {
    unsigned holes = loose->rows * loose->columns, seeds = 0;
    for (unsigned i = 0; i < holes; i++)
        seeds += loose->seeds[i];
    unsigned left = 2 + kw_random_below(random, 14);
    for (; seeds > left; seeds--) {
        unsigned hole = kw_random_below(random, holes);
        while (loose->seeds[hole] == 0)
            hole = (hole + 1) % holes;
        if (--loose->seeds[hole] == 0)
            loose->marks[hole][0] = '\0';
        loose->store[loose->store[0] < loose->store[1] ? 0 : 1]++;
    }
}

/* Gives most seeds of one side to the other. */
static void strip_side(struct loose *loose, struct kw_random *random) {
    unsigned half = loose->rows * loose->columns / 2;
    unsigned poor = kw_random_below(random, 2) * half, rich = half - poor;
    unsigned left = 1 + kw_random_below(random, 8), seeds = 0;
    for (unsigned i = 0; i < half; i++)
        seeds += loose->seeds[poor + i];
    for (; seeds > left; seeds--) {
        unsigned hole = kw_random_below(random, half);
        while (loose->seeds[poor + hole] == 0)
            hole = (hole + 1) % half;
        if (--loose->seeds[poor + hole] == 0)
            loose->marks[poor + hole][0] = '\0';
        loose->seeds[rich + kw_random_below(random, half)]++;
    }
}

/* A position with fewer seeds than the game has brought; false if that is none. */
static bool reduce(struct search *search, const struct kw_position *from,
                   struct kw_position *position) {
    struct loose loose;
    char text[KW_TEXT];
    kw_position_text(search->game, from, text);
    loose_read(&loose, text);
    if (kw_game_info(search->game)->counts_seeds)
        leave_few(&loose, &search->random);
    else
        strip_side(&loose, &search->random);
    if (kw_random_below(&search->random, 2) == 0)
        loose.turn = loose.turn == 'S' ? 'N' : 'S';
    loose_write(&loose, text);
    struct kw_result result;
    return kw_position_read(search->game, text, position, NULL) &&
           !kw_state(search->game, position, &result);
}

/* ---- which are taken ------------------------------------------------------------------------- */

static bool is_new(const struct search *search, const struct kw_position *position) {
    for (size_t i = 0; i < search->count; i++)
        if (memcmp(&search->found[i].position, position, sizeof *position) == 0)
            return false;
    return true;
}

/* Positions of that value must not be too many. */
static bool is_rare(const struct search *search, int value) {
    size_t same = 0;
    for (size_t i = 0; i < search->count; i++)
        same += search->found[i].brute.value == value;
    return same <= search->count / (kw_game_info(search->game)->counts_seeds ? 8 : 2);
}

/* Values that rest on repetition, which the engine cannot prove, must not be too many. */
static bool is_provable(const struct search *search, const struct brute *brute) {
    size_t decisive = 0;
    for (size_t i = 0; i < search->count; i++)
        decisive += search->found[i].brute.repetition == BRUTE_DECISIVE;
    return brute->repetition != BRUTE_DECISIVE || decisive <= search->count / 8;
}

/* What will do depends on how long nothing has been found. */
static bool is_wanted(const struct search *search, const struct brute *brute) {
    unsigned patience = search->tries / PATIENCE;
    bool repetition = brute->repetition != BRUTE_NEVER;
    if (patience < 1 && search->count % 4 == 0 && !repetition)
        return false;
    if (patience < 4 && !is_rare(search, brute->value))
        return false;
    if (patience < 20 && !is_provable(search, brute))
        return false;
    return brute->entered >= (uint64_t)LEAST >> (patience < 10 ? patience : 10);
}

static bool take(struct search *search, const struct kw_position *position) {
    struct find *find = &search->found[search->count];
    search->tries++;
    if (!is_new(search, position) || !brute_solve(search->game, position, 1, LIMIT, &find->brute) ||
        !is_wanted(search, &find->brute))
        return false;
    find->position = *position;
    search->count++;
    search->tries = 0;
    return true;
}

/* From the end of a game back, the last position but a few that can be solved. */
static bool take_from_end(struct search *search, const struct kw_position *path, size_t count) {
    struct brute brute;
    size_t at = count;
    while (at > 0 && brute_solve(search->game, &path[at - 1], 1, LIMIT, &brute))
        at--;
    if (at < count)
        at += kw_random_below(&search->random, count - at < 3 ? (uint32_t)(count - at) : 3);
    return at < count && take(search, &path[at]);
}

static bool find_one(struct search *search) {
    static struct kw_position path[PLIES];
    struct kw_position position;
    size_t count = play_game(search, path);
    if (count == 0)
        return false;
    if (kw_random_below(&search->random, 2) == 0)
        return take_from_end(search, path, count);
    for (unsigned i = 0; i < 8; i++) {
        size_t at = kw_random_below(&search->random, (uint32_t)count);
        if (reduce(search, &path[at], &position) && take(search, &position))
            return true;
    }
    return false;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_head(const struct test *test, const char *id) {
    printf("# Solved positions: options | position | value | entered | repetition\n"
           "#\n"
           "# The value is the mover's: seeds won more than lost, stores included, or win, draw or "
           "loss.\n"
           "# Brute force entered so many positions.  Repetition ends no game that follows (-), "
           "some that\n"
           "# do not matter (passing), or some that decide the value.  Lines that begin with # are "
           "comments.\n"
           "# Made by: exact_make --seed %llu %s\n\n",
           (unsigned long long)test->seed, id);
}

static void print_find(const struct search *search, const struct find *find) {
    char options[KW_TEXT], position[KW_TEXT], value[KW_TEXT];
    kw_game_options(search->game, options);
    printf("%s | %s | %s | %llu | %s\n", options[0] != '\0' ? options : "-",
           kw_position_text(search->game, &find->position, position),
           brute_text(search->game, find->brute.value, value),
           (unsigned long long)find->brute.entered, brute_repetition_text(find->brute.repetition));
    fflush(stdout);
}

/* Finds `count` more positions, as far as a long search does. */
static void find_more(struct search *search, size_t count) {
    enum { GAMES = 100 * PATIENCE }; /* since the last one was found */
    size_t end = search->count + count;
    search->tries = 0;
    for (unsigned games = 0; search->count < end && games < GAMES; games++) {
        if (!find_one(search))
            continue;
        print_find(search, &search->found[search->count - 1]);
        games = 0;
    }
}

static void find_variants(struct search *search, const struct kw_game *usual) {
    enum { VALUES = 400 };
    size_t end = search->count + VARIANT;
    for (size_t number = 0; number < VALUES && search->count < end; number++) {
        char options[TEST_OPTIONS], written[KW_TEXT];
        options_single(usual, number, options);
        search->game = kw_game_open(search->id, options, NULL);
        if (search->game != NULL && kw_game_options(search->game, written)[0] != '\0')
            find_more(search, 1);
        kw_game_close(search->game);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const struct kw_game *usual = test.words == 1 ? kw_game_find(test.word[0]) : NULL;
    static struct search search;
    if (usual == NULL) {
        fprintf(stderr, "usage: exact_make [--seed N] RULE-SET\n");
        return 2;
    }
    search.id = kw_game_info(usual)->id;
    test_random(&test, search.id, 0, &search.random);
    print_head(&test, search.id);
    search.game = kw_game_open(search.id, NULL, NULL);
    find_more(&search, DEFAULT);
    kw_game_close(search.game);
    find_variants(&search, usual);
    return search.count >= DEFAULT ? 0 : 1;
}
