/*
 * The engine with the first tables of a cache: no wrong move where they hold the position, and won
 * games are won in finitely many moves, against the best defence.
 *
 *      endgame_test [--effort N] [--seed N] [MILLISECONDSms] [RULE-SET]...
 *
 * 200 positions of each game for each effort; searches are of NODES, or of that time.  Without
 * tables, an engine that aims at the win gives none away that a move decides.
 */
#include "support/test.h"

#include "tables/endgame.h"

enum { POSITIONS = 200, NODES = 1000, GAMES = 40, MOVES = 512, FEW = 100, DECIDED = 500 };

static const char *const games[] = {"awari", "oware", "giuthi", "adji-boto", "kiothi", "kalah"};

/* The engine and the tables of a game. */
struct endgame {
    struct test *test;
    const struct kw_game *game;
    const struct kw_tables *tables;
    const struct endgame_index *index;
    struct kw_engine *engine;
    struct kw_limits limits;
    struct kw_random random;
};

/* A position that is not over, with the seeds that are missing in one store. */
static void endgame_position(struct endgame *endgame, struct kw_position *position) {
    const struct endgame_index *index = endgame->index;
    unsigned most = (unsigned)kw_tables_seeds(endgame->tables, endgame->game), seeds = 0;
    struct kw_result result;
    do {
        unsigned left = 1 + kw_random_below(&endgame->random, most);
        uint64_t positions = endgame_layer(index, left);
        endgame_unrank(index, left, kw_random_next(&endgame->random) % positions, position);
    } while (kw_state(endgame->game, position, &result));
    if (kw_random_below(&endgame->random, 2) == 0)
        kw_mirror(endgame->game, position, position);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    unsigned won = (unsigned)endgame->game->rules->seeds - seeds,
             south = kw_random_below(&endgame->random, 4) > 0
                         ? won / 2 + kw_random_below(&endgame->random, 3) % (won / 2 + 1)
                         : kw_random_below(&endgame->random, won + 1);
    position->store[KW_SOUTH] = (uint8_t)south;
    position->store[KW_NORTH] = (uint8_t)(won - south);
}

/* Bounds of the difference of the final scores for a player, stores included, and the distance. */
struct outlook {
    int lower, upper;
    unsigned plies; /* to `lower`; 0: none are needed, or the game has no cycles */
};

static bool endgame_outlook(const struct endgame *endgame, const struct kw_position *position,
                            enum kw_player player, struct outlook *outlook) {
    struct kw_result result;
    struct kw_bounds bounds;
    bool mover = position->turn == player;
    if (kw_state(endgame->game, position, &result)) {
        int south = (int)result.score[KW_SOUTH] - (int)result.score[KW_NORTH];
        int value = player == KW_SOUTH ? south : -south;
        *outlook = (struct outlook){value, value, 0};
        return true;
    }
    if (!kw_tables_probe(endgame->tables, endgame->game, position, &bounds, NULL))
        return false;
    int lead = endgame_lead(endgame->index, position);
    *outlook = mover ? (struct outlook){lead + bounds.lower, lead + bounds.upper, bounds.reach}
                     : (struct outlook){-lead - bounds.upper, -lead - bounds.lower, bounds.hold};
    return true;
}

/* What each move leads to, for its player; how many there are. */
static size_t endgame_outlooks(const struct endgame *endgame, const struct kw_position *position,
                               kw_move moves[MOVES], struct outlook outlook[MOVES]) {
    size_t count = kw_moves(endgame->game, position, moves, MOVES);
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        kw_play(endgame->game, position, moves[i], &next);
        if (!endgame_outlook(endgame, &next, position->turn, &outlook[i])) {
            test_expect(endgame->test, false, "%s: a move leaves the tables",
                        kw_game_info(endgame->game)->id);
            return 0;
        }
    }
    return count;
}

static bool endgame_search(struct endgame *endgame, const struct kw_session *session, kw_move *move,
                           bool *proven, int *score) {
    static struct kw_analysis analysis;
    struct kw_error error = {0};
    bool good =
        kw_engine_search(endgame->engine, session, &endgame->limits, NULL, NULL, &analysis, &error);
    test_expect(endgame->test, good, "search: %s", error.message);
    *move = analysis.line[0].move[0];
    *proven = analysis.line[0].proven;
    *score = analysis.line[0].score;
    return good;
}

/* ---- no wrong move ----------------------------------------------------------------------------
 */

/*
 * A move is wrong if the tables prove that another one is better, or if it gives away a win or a
 * draw that is guaranteed.
 */
static void test_moves(struct endgame *endgame, unsigned positions) {
    const char *id = kw_game_info(endgame->game)->id;
    unsigned wrong = 0, exact = 0, misjudged = 0;
    for (unsigned i = 0; i < positions; i++) {
        static kw_move moves[MOVES];
        static struct outlook outlook[MOVES];
        struct kw_position position;
        kw_move chosen;
        bool proven;
        int score, sure = INT32_MIN, most = INT32_MIN;
        size_t at = 0;
        endgame_position(endgame, &position);
        size_t count = endgame_outlooks(endgame, &position, moves, outlook);
        struct kw_session *session = kw_session_new(endgame->game, &position);
        if (count == 0 || !endgame_search(endgame, session, &chosen, &proven, &score)) {
            kw_session_free(session);
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            sure = outlook[k].lower > sure ? outlook[k].lower : sure;
            most = outlook[k].upper > most ? outlook[k].upper : most;
            at = moves[k] == chosen ? k : at;
        }
        bool given_away = sure >= 0 && outlook[at].lower < (sure > 0);
        wrong += outlook[at].upper < sure || given_away;
        exact += sure == most;
        misjudged += sure == most && (!proven || score != 100 * sure);
        kw_session_free(session);
    }
    test_expect(endgame->test, wrong == 0, "%s: %u wrong moves in %u positions", id, wrong,
                positions);
    test_expect(endgame->test, misjudged == 0,
                "%s: %u of %u positions with an exact value have another one, or no proof", id,
                misjudged, exact);
    printf("%s: %u positions up to %d seeds, %u exact, %u wrong moves\n", id, positions,
           kw_tables_seeds(endgame->tables, endgame->game), exact, wrong);
}

/* ---- won games are won ------------------------------------------------------------------------
 */

/* The move that leaves the other player least, after the longest resistance; now and then any. */
static kw_move endgame_defence(struct endgame *endgame, const struct kw_position *position) {
    static kw_move moves[MOVES];
    static struct outlook outlook[MOVES];
    size_t count = endgame_outlooks(endgame, position, moves, outlook), best = 0;
    for (size_t i = 1; i < count; i++) {
        const struct outlook *a = &outlook[i], *b = &outlook[best];
        if (a->upper > b->upper || (a->upper == b->upper && a->plies > b->plies))
            best = i;
    }
    return kw_random_below(&endgame->random, 8) == 0
               ? moves[kw_random_below(&endgame->random, (uint32_t)count)]
               : moves[best];
}

/* Plays a game to its end: the engine plays for one side. */
static void play_out(struct endgame *endgame, const struct kw_position *start, int sure,
                     unsigned *longest) {
    enum { PLIES = 2000 };
    const char *id = kw_game_info(endgame->game)->id;
    enum kw_player engine = start->turn;
    struct kw_session *session = kw_session_new(endgame->game, start);
    struct kw_result result = {0};
    struct kw_error error = {0};
    unsigned plies = 0;
    while (!kw_session_result(session, &result) && plies < PLIES) {
        const struct kw_position *position = kw_session_position(session);
        kw_move move;
        bool proven;
        int score;
        if (position->turn == engine)
            endgame_search(endgame, session, &move, &proven, &score);
        else
            move = endgame_defence(endgame, position);
        if (!kw_session_play(session, move, &error))
            break;
        plies++;
    }
    int south = (int)result.score[KW_SOUTH] - (int)result.score[KW_NORTH];
    test_expect(endgame->test, kw_session_result(session, &result), "%s: not over after %u plies",
                id, plies);
    test_expect(endgame->test, (engine == KW_SOUTH ? south : -south) >= sure,
                "%s: %+d was sure, and %+d was reached", id, sure,
                engine == KW_SOUTH ? south : -south);
    *longest = plies > *longest ? plies : *longest;
    kw_session_free(session);
}

/* Games in which a win is guaranteed, or `draws` a draw, and perhaps more. */
static void test_guaranteed(struct endgame *endgame, bool draws, unsigned wanted) {
    unsigned played = 0, longest = 0;
    for (unsigned try = 0; played < wanted && try < 200 * wanted; try++) {
        struct kw_position position;
        struct outlook outlook;
        endgame_position(endgame, &position);
        if (!endgame_outlook(endgame, &position, position.turn, &outlook) ||
            (draws ? outlook.lower != 0 : outlook.lower <= 0) || outlook.plies == 1)
            continue;
        play_out(endgame, &position, outlook.lower, &longest);
        played++;
    }
    test_expect(endgame->test, played > 0, "%s: no game was played",
                kw_game_info(endgame->game)->id);
    printf("%s: %u %s games played out, the longest in %u plies\n", kw_game_info(endgame->game)->id,
           played, draws ? "drawn" : "won", longest);
}

/* ---- all games -------------------------------------------------------------------------------
 */

/* ---- a win before more seeds ------------------------------------------------------------------
 */

/* Whether a move gives its player more than half of all seeds. */
static bool aim_decides(const struct endgame *endgame, const struct kw_position *position,
                        kw_move move) {
    struct kw_position next;
    kw_play(endgame->game, position, move, &next);
    return 2 * next.store[position->turn] > endgame->game->rules->seeds;
}

/* Gives the mover just not enough seeds, so that a move may decide the game. */
static void aim_position(struct endgame *endgame, struct kw_position *position) {
    endgame_position(endgame, position);
    unsigned won = position->store[KW_SOUTH] + position->store[KW_NORTH];
    unsigned half = (unsigned)endgame->game->rules->seeds / 2;
    unsigned own = half - kw_random_below(&endgame->random, 3);
    own = own < won ? own : won;
    position->store[position->turn] = (uint8_t)own;
    position->store[position->turn ^ 1] = (uint8_t)(won - own);
}

/*
 * Positions in which a move decides the game: how often a search of few positions, without tables,
 * gives the win away.
 */
static unsigned aim_wins_lost(struct endgame *endgame, enum kw_aim aim, unsigned positions) {
    unsigned given_away = 0;
    kw_engine_set_aim(endgame->engine, aim);
    for (unsigned i = 0; i < positions;) {
        static kw_move moves[MOVES];
        static struct outlook outlook[MOVES];
        struct kw_position position;
        kw_move chosen;
        bool proven, decides = false;
        int score;
        aim_position(endgame, &position);
        size_t count = endgame_outlooks(endgame, &position, moves, outlook);
        for (size_t k = 0; k < count; k++)
            decides = decides || aim_decides(endgame, &position, moves[k]);
        if (!decides)
            continue;
        i++;
        struct kw_session *session = kw_session_new(endgame->game, &position);
        kw_engine_clear(endgame->engine);
        bool found = endgame_search(endgame, session, &chosen, &proven, &score);
        for (size_t k = 0; k < count && found; k++)
            given_away += moves[k] == chosen && outlook[k].lower <= 0;
        kw_session_free(session);
    }
    return given_away;
}

/* The engine decides the game, where an engine for seeds goes on for more. */
static void test_aims(const struct endgame *before, unsigned positions) {
    unsigned lost[2];
    for (enum kw_aim aim = KW_AIM_WIN; aim <= KW_AIM_SEEDS; aim++) {
        struct endgame endgame = *before;
        endgame.limits = (struct kw_limits){.nodes = FEW};
        test_random(endgame.test, kw_game_info(endgame.game)->id, 2, &endgame.random);
        kw_engine_set_tables(endgame.engine, NULL);
        lost[aim] = aim_wins_lost(&endgame, aim, positions);
    }
    const char *id = kw_game_info(before->game)->id;
    test_expect(before->test, lost[KW_AIM_WIN] == 0, "%s: %u of %u wins were given away", id,
                lost[KW_AIM_WIN], positions);
    printf("%s: %u positions in which a move decides, %u wins given away if seeds are the aim\n",
           id, positions, lost[KW_AIM_SEEDS]);
}

static void test_game(struct test *test, const char *id, int64_t milliseconds) {
    struct kw_table_cache *cache = kw_table_cache_open(NULL, 0, NULL);
    struct endgame endgame = {
        .test = test,
        .game = kw_game_find(id),
        .tables = kw_table_cache_tables(cache),
        .engine = kw_engine_new(1 << 20, 1),
        .limits = {.milliseconds = milliseconds, .nodes = milliseconds > 0 ? 0 : NODES}};
    int seeds = kw_table_cache_prepare(cache, endgame.game);
    test_random(test, id, 1, &endgame.random);
    test_expect(test, seeds > 0, "%s: there are no tables", id);
    if (seeds > 0) {
        const struct endgame_set *set = endgame_set_take(endgame.tables, endgame.game);
        endgame.index = endgame_set_index(set);
        kw_engine_set_tables(endgame.engine, endgame.tables);
        test_moves(&endgame, POSITIONS * test->effort);
        test_guaranteed(&endgame, false, GAMES * test->effort);
        test_guaranteed(&endgame, true, GAMES * test->effort);
        if (!kw_has_narrow_wins(endgame.game)) /* else seeds are the aim */
            test_aims(&endgame, DECIDED * test->effort);
        endgame_set_release(set);
    }
    kw_engine_free(endgame.engine);
    kw_table_cache_close(cache);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    int64_t milliseconds = 0;
    char *end;
    if (test.words > 0 && (milliseconds = strtoll(test.word[0], &end, 10)) > 0 &&
        strcmp(end, "ms") == 0) {
        test.word++;
        test.words--;
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (test_selects(&test, games[i]))
            test_game(&test, games[i], milliseconds);
    return test_end(&test);
}
