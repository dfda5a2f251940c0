/*
 * Matches of rounds: for each way to fill the holes, finished rounds and the starts that follow.
 *
 *      rounds_test
 */
#include "support/test.h"

/* A finished round, and the next one; NULL: the match is over. */
struct example {
    const char *rounds; /* the statement */
    const char *finished;
    enum kw_player began, moved;
    const char *next;
    enum kw_outcome outcome; /* of the round */
};

static const struct example examples[] = {
    /* 14 seeds fill three holes of four, and 26 all five; South lost and begins. */
    {"rounds left closed, loser begins, need 4", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_SOUTH, KW_SOUTH,
     "4,4,4,4,4/4,4,4,0x,0x S 2/6", KW_NORTH_WINS},
    {"rounds right closed, winner begins, need 4", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_SOUTH,
     KW_SOUTH, "4,4,4,4,4/0x,0x,4,4,4 N 2/6", KW_NORTH_WINS},
    {"rounds outside in closed, in turn, need 4", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_NORTH, KW_NORTH,
     "4,4,4,4,4/4,4,0x,0x,4 S 2/6", KW_NORTH_WINS},
    /* Holes that are not filled stay in the game. */
    {"rounds left, last mover begins, need 4", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_NORTH, KW_SOUTH,
     "4,4,4,4,4/4,4,4,0,0 S 2/6", KW_NORTH_WINS},
    {"rounds even, in turn, need 4", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_SOUTH, KW_SOUTH,
     "2,2,2,2,2/2,2,2,2,2 N 4/16", KW_NORTH_WINS},
    {"rounds anew, in turn, need 0", "0,0,0,0,0/0,0,0,0,0 N 3/37", KW_SOUTH, KW_SOUTH,
     "4,4,4,4,4/4,4,4,4,4 N 0/0", KW_NORTH_WINS},
    /* The loser has three seeds, and a hole takes four: the match is over. */
    {"rounds left closed, loser begins, need 4", "0,0,0,0,0/0,0,0,0,0 N 3/37", KW_SOUTH, KW_SOUTH,
     NULL, KW_NORTH_WINS},
    /* A draw: who did not begin the last round begins this one. */
    {"rounds left closed, loser begins, need 4", "0,0,0,0,0/0,0,0,0,0 N 20/20", KW_SOUTH, KW_SOUTH,
     "4,4,4,4,4/4,4,4,4,4 N 0/0", KW_DRAW},
    /* A store that ends the round leaves what lies on the board to the owners of the holes. */
    {"rounds left closed, loser begins, need 1", "0,0,0,1,0/0,0,0,0,2 S 0/37", KW_SOUTH, KW_NORTH,
     "4,4,4,4,4/0x,0x,0x,0x,0x S 2/18", KW_NORTH_WINS},
    {"turn", "0,0,0,0,0/0,0,0,0,1 N 13/26", KW_SOUTH, KW_SOUTH, NULL, KW_NORTH_WINS},
    /* The odd seed of halves goes to the player with fewer; no other seed is given twice. */
    {"rounds left, in turn, need 1\nover left 5 or fewer: rest to halves",
     "0,0,0,3,0/0,0,0,0,2 S 20/15", KW_SOUTH, KW_NORTH, "0,4,4,4,4/4,4,4,4,4 N 2/2", KW_SOUTH_WINS},
    /* Who holds a child has its seeds already. */
    {"rounds left, in turn, need 1\nend makes 9: mark\nover left 5 or fewer: rest to nobody",
     "0,0,0,3,0/0,0,0,6s,2 S 20/9", KW_SOUTH, KW_NORTH, "0,0,4,4,4/4,4,4,4,4 N 8/0", KW_SOUTH_WINS},
    /* Where a rule decides, each has the seeds of his store and his side. */
    {"rounds left, in turn, need 1\nover left 5 or fewer: mover wins",
     "0,0,0,3,0/0,0,0,0,2 S 20/15", KW_SOUTH, KW_NORTH, "0,4,4,4,4/4,4,4,4,4 N 2/2", KW_SOUTH_WINS},
    /* Each round begins as a game does: with its opening, and by a player who begins it. */
    {"rounds anew, in turn, need 0\nopening 2 clockwise\nover own empty: rest to first",
     "0,0,0,0,0/0,0,0,0,1 N 13/26 first=S", KW_SOUTH, KW_SOUTH,
     "4,4,4,4,4/4,4,4,4,4 N 0/0 opening=2 first=N", KW_NORTH_WINS},
};

static void example_check(struct test *test, const struct example *example) {
    char text[KW_TEXT], found[KW_TEXT];
    struct kw_error error = {0};
    snprintf(text, sizeof text,
             "game rounds\nboard 2 x 5\nstart 4\nstores captured\nsow counterclockwise\n"
             "end next filled: relay next\nend beyond filled: capture beyond\n"
             "over store 37 or more: rest to nobody\nover left 1 or fewer: rest to owner\n%s\n",
             example->rounds);
    struct kw_game *game = kw_game_read(text, strlen(text), &error);
    struct kw_round round = {.began = example->began, .moved = example->moved};
    struct kw_position next, again;
    struct kw_result result;
    if (!test_expect(test, game != NULL, "%s: %zu:%zu: %s", example->rounds, error.line,
                     error.column, error.message))
        return;
    if (test_expect(test, kw_position_read(game, example->finished, &round.position, &error),
                    "%s: %s", example->finished, error.message)) {
        bool goes_on = kw_round_next(game, &round, &next, &result);
        const char *is = goes_on ? kw_position_text(game, &next, found) : "the end of the match";
        test_expect(test, result.outcome == example->outcome, "%s after %s: outcome %d",
                    example->rounds, example->finished, (int)result.outcome);
        test_expect(test,
                    goes_on == (example->next != NULL) &&
                        (!goes_on || strcmp(is, example->next) == 0),
                    "%s after %s: %s", example->rounds, example->finished, is);
        if (goes_on)
            test_expect(test,
                        kw_position_read(game, is, &again, &error) &&
                            memcmp(&again, &next, sizeof next) == 0,
                        "%s cannot be read as it was written: %s", is, error.message);
    }
    kw_game_close(game);
}

/* Who first wins three rounds has won the match, whoever has more seeds. */
static void match_of_wins(struct test *test) {
    static const char text[] = "game wins\nboard 2 x 3\nstart 2\nstores captured\n"
                               "sow counterclockwise\nover stuck: rest to owner\n"
                               "rounds anew, in turn, win 3\n";
    struct kw_error error = {0};
    struct kw_game *game = kw_game_read(text, strlen(text), &error);
    struct kw_position next;
    struct kw_result result;
    if (!test_expect(test, game != NULL, "wins: %s", error.message))
        return;
    for (unsigned south = 0; south < 3; south++) {
        struct kw_round round = {.began = KW_SOUTH, .moved = KW_SOUTH, .won = {south, 2}};
        kw_position_read(game, "0,0,0/0,0,0 S 8/4", &round.position, &error);
        test_expect(test, kw_round_next(game, &round, &next, &result) == (south < 2),
                    "South's win after %u others", south);
    }
    kw_game_close(game);
}

/* Who cannot begin another round has lost the match, whoever has won the round. */
static void match_of_need(struct test *test) {
    static const struct {
        const char *rules, *finished;
        enum kw_outcome round, match;
    } ends[] = {
        {"over left 4 or fewer: rest to nobody\nrounds left, in turn, need 6\n",
         "2,1,1/0,0,0 S 5/3", KW_SOUTH_WINS, KW_NORTH_WINS},
        {"over stuck: rest to owner, fewest wins\nrounds left, in turn, need 5\n",
         "0,0,0/0,0,0 S 8/4", KW_NORTH_WINS, KW_SOUTH_WINS},
        {"over stuck: rest to owner\nrounds left, in turn, need 7\n", "0,0,0/0,0,0 S 6/6", KW_DRAW,
         KW_DRAW},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[KW_TEXT];
        struct kw_error error = {0};
        struct kw_round round = {.began = KW_SOUTH, .moved = KW_SOUTH};
        struct kw_position next;
        struct kw_result result;
        snprintf(text, sizeof text,
                 "game need\nboard 2 x 3\nstart 2\nstores captured\nsow counterclockwise\n%s",
                 ends[i].rules);
        struct kw_game *game = kw_game_read(text, strlen(text), &error);
        if (!test_expect(test, game != NULL, "%s: %s", ends[i].rules, error.message))
            continue;
        kw_position_read(game, ends[i].finished, &round.position, &error);
        test_expect(test,
                    kw_state(game, &round.position, &result) && result.outcome == ends[i].round,
                    "%s: round %d", ends[i].finished, (int)result.outcome);
        test_expect(test,
                    !kw_round_next(game, &round, &next, &result) && result.outcome == ends[i].match,
                    "%s: match %d", ends[i].finished, (int)result.outcome);
        kw_game_close(game);
    }
}

/* Whole matches by random moves come to an end, and no seed is lost between rounds. */
static void match_play(struct test *test, const char *id, uint64_t seed) {
    const struct kw_game *game = kw_game_find(id);
    struct kw_random random;
    struct kw_round round = {.began = KW_SOUTH};
    struct kw_result result;
    unsigned rounds = 0, seeds = 0;
    test_random(test, id, (unsigned)seed, &random);
    if (!test_expect(test, game != NULL, "%s is not listed", id))
        return;
    kw_start(game, &round.position);
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += round.position.hole[hole];
    for (unsigned ply = 0; ply < 20000 && rounds < 20; ply++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(game, &round.position, list, KW_MOVES);
        if (count == 0) {
            rounds++;
            if (!kw_round_next(game, &round, &round.position, &result))
                break;
            unsigned total = round.position.store[0] + round.position.store[1];
            for (unsigned hole = 0; hole < KW_HOLES; hole++)
                total += round.position.hole[hole];
            test_expect(test, total == seeds, "%s: round %u starts with %u seeds of %u", id, rounds,
                        total, seeds);
            round.began = (enum kw_player)round.position.turn;
            continue;
        }
        round.moved = (enum kw_player)round.position.turn;
        kw_play(game, &round.position, list[kw_random_below(&random, (uint32_t)count)],
                &round.position);
    }
    test_expect(test, rounds > 0, "%s: no round has ended", id);
}

int main(int argc, char **argv) {
    static const char *const matches[] = {"bosh", "erherhe", "olinda", "lamlameta", "huroy"};
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        example_check(&test, &examples[i]);
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++)
        for (unsigned game = 0; game < 10; game++)
            match_play(&test, matches[i], game);
    match_of_need(&test);
    match_of_wins(&test);
    return test_end(&test);
}
