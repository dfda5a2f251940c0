/*
 * Single moves of rule texts that differ in few words, and what follows from the words of a text
 * for searches, solvers and tables.
 */
#include "games/game.h"
#include "support/test.h"

/* What every text of this test begins with. */
#define HEAD "game words\nboard 2 x 3\nstart 2\n"
#define ENDS "over stuck: rest to owner\n"

/* ---- moves ----------------------------------------------------------------------------------- */

static const struct example {
    const char *rules;    /* after HEAD */
    const char *position; /* as it is written */
    const char *move;
    const char *next; /* NULL: the move is not legal; "over": so is the game */
} examples[] = {
    /* Where the first lap ends is foreseen with the conditions of a first lap. */
    {"sow counterclockwise\njump first, own, hole 2\nmust land own, hole 3\n" ENDS,
     "0,0,4/1,0,0 S 4/3", "A", "0,0,4/0,0,1 N 4/3"},
    /* A hole of both directions has them whatever it holds. */
    {"sow inward if odd\n" ENDS, "2,2,2/0,2,0 S 2/2", "B>", "2,2,3/0,0,1 N 2/2"},
    {"sow inward if odd\n" ENDS, "2,2,2/0,2,0 S 2/2", "B<", "3,2,2/1,0,0 N 2/2"},
    {"sow clockwise if odd either at 1\n" ENDS, "2,2,2/2,0,0 S 2/2", "A<", "3,3,2/0,0,0 N 2/2"},
    /* No end counts with children on the board where it says so. */
    {"sow counterclockwise\nend opponent: mark\nover either empty childless: rest to owner\n",
     "1,0,3s/0,0,0 N 4/4", "c", "0,0,3s/1n,0,0 S 4/4"},
    {"sow counterclockwise\nend opponent: mark\nover either empty childless: rest to owner\n",
     "1,0,3/0,0,0 N 4/4", "c", "over"},
    /* What a grand slam spares is not captured; all else that the row says is done. */
    {"sow counterclockwise\nslam leaves left\n"
     "end opponent, makes 2: capture here; capture here back while opponent, holds 2; again\n" ENDS,
     "0,1,1/0,1,2 S 3/4", "C", "0,2,0/0,1,0 S 5/4"},
    {"sow counterclockwise\nslam leaves right\nleave 1\n"
     "end own, empty, facing filled: capture facing; bank here\n" ENDS,
     "0,0,2/1,1,0 S 4/4", "B", "0,0,2/1,0,0 N 5/4"},
    {"sow counterclockwise\nslam takes nothing\nend opponent, makes 2: capture here; again\n" ENDS,
     "0,0,1/1,0,1 S 5/4", "C", "0,0,2/1,0,0 S 5/4"},
    {"sow counterclockwise\nslam leaves left\nend own, empty: mark\n"
     "end opponent, makes 2: capture here\n" ENDS,
     "2n,0,1/0,0,1 S 4/4", "C", "2n,0,2/0,0,0 N 4/4"},
    /* The rightmost holes are those to the right of the player. */
    {"sow counterclockwise\nplay any hole\nmust rightmost 1\n" ENDS, "1,1,1/1,1,1 S 3/3", "a",
     "1,2,0/1,1,1 N 3/3"},
    {"sow counterclockwise\nplay any hole\nmust rightmost 1\n" ENDS, "1,1,1/1,1,1 S 3/3", "c",
     NULL},
    {"sow counterclockwise\nplay any hole\nmust rightmost 1\n" ENDS, "1,1,1/1,1,1 N 3/3", "c",
     "0,1,1/2,1,1 S 3/3"},
    /* The first child is the first from its owner's left hand, on his side if there is one there.
     */
    {"sow counterclockwise\nend makes 9: mark\nend opponent, makes 2: capture here to child\n" ENDS,
     "1,0,1s/0s,0,1 S 5/4", "C", "1,0,0s/2s,0,0 N 5/4"},
    {"sow counterclockwise\nend makes 9: mark\nend opponent, makes 2: capture here to child\n" ENDS,
     "1,0,0n/1,1n,0 N 5/4", "c", "0,0,2n/0,1n,0 S 5/4"},
    /* Seeds for which no hole is left stay where the lap began, from where they are not sown on. */
    {"sow counterclockwise\njump occupied\nend occupied: relay\n" ENDS, "2,2,2/2,2,2 S 0/0", "A",
     "2,2,2/2,2,2 N 0/0"},
    {"ring rows\nplay any hole\nsow counterclockwise\njump own, not origin\nskip lap\n"
     "end own: again\n" ENDS,
     "2,2,2/2,2,2 S 0/0", "A", "2,2,2/2,2,2 N 0/0"},
    /* The first lap is still that when the move has ended with it. */
    {"sow counterclockwise\nend own: stop\nafter first: bank here\n" ENDS, "2,2,2/2,2,2 S 0/0", "A",
     "2,2,2/0,3,0 N 3/0"},
    /* When the move has ended, its last hole is asked as it is. */
    {"sow counterclockwise\nend own: bank here\nafter occupied: again\n" ENDS, "2,2,2/2,2,2 S 0/0",
     "A", "2,2,2/0,3,0 N 3/0"},
    /* A row goes on with what it says behind a relay, and no lap follows without seeds. */
    {"sow counterclockwise\nend own, empty: relay previous; capture facing to here\n" ENDS,
     "2,1,2/2,2,0 S 1/2", "A", "2,2,1/0,0,4 N 1/2"},
    /* A closed hole is nobody's child. */
    {"sow counterclockwise\nend own: mark; close; capture each free, own\n" ENDS,
     "2,2,2/2,2,2 S 0/0", "A", "2,2,2/0,0,0x N 6/0"},
    {"sow counterclockwise\nend own: relay next; capture next\n" ENDS, "2,2,2/1,0,2 S 1/2", "A",
     "2,2,2/0,1,0 N 3/2"},
    /* A repetition comes to no hole twice, wherever it begins. */
    {"stores own\nsow counterclockwise\n"
     "end own store: bank 1 here to opponent; bank 1 next on while not crossed\n" ENDS,
     "2,2,2/2,2,1 S 1/0", "C", "1,1,1/1,1,0 N 6/1"},
    /* A grand slam that takes nothing is none. */
    {"sow counterclockwise\nslam takes nothing\nend opponent, makes 2: capture here\n"
     "must not slam\n" ENDS,
     "0,0,1/1,0,1 S 5/4", "C", "0,0,2/1,0,0 N 5/4"},
    /* Seeds in closed holes lie on no side, and are not few. */
    {"sow counterclockwise\nend makes 9: close\nmust feed\n" ENDS, "0,0,3x/1,0,1 S 3/4", "A", NULL},
    {"sow counterclockwise\nfew 2\nend makes 9: close\nend few: capture\n" ENDS,
     "0,0,3x/1,0,1 S 3/4", "A", "0,0,3x/0,0,1 N 4/4"},
    /* Where a lap ends is asked after its hole has been played. */
    {"sow counterclockwise\nunplayed in any order\nmust land unplayed\n" ENDS,
     "0u,0u,0u/7u,3u,2u S 0/0", "A", "1u,1u,1u/1,5u,3u N 0/0"},
    {"sow counterclockwise\nunplayed in any order\nmust land unplayed\n" ENDS,
     "0u,0u,0u/6u,3u,3u S 0/0", "A", NULL},
    /* Seeds that stay where they are have not been captured. */
    {"sow counterclockwise\nend own: capture to here each own, hole 3\nmust capture possible\n"
     "end opponent, makes 3: capture\n" ENDS,
     "2,2,2/2,2,2 S 0/0", "A", NULL},
    /* Seeds for which no hole is left stay where the lap began: holes of two. */
    {"sow counterclockwise\nskip lap\njump holds 2\nend holds 3: again\n" ENDS, "2,2,2/2,2,2 S 0/0",
     "C", "2,2,2/2,2,2 N 0/0"},
    {"sow counterclockwise\nskip lap\njump holds 2\n" ENDS, "2,2,1/2,2,2 S 1/0", "C",
     "2,2,2/2,2,1 N 1/0"},
    /* Straight back is a direction, where the player chooses. */
    {"sow either\nmust not undo\n" ENDS, "0,0,1/0,0,1 N 5/5", "a<", "0,0,0/0,0,2 S 5/5"},
    {"sow either\nmust not undo\n" ENDS, "0,0,0/1,0,1 N 5/5 undo=C>", "C>", "over"},
    {"sow either\nmust not undo\n" ENDS, "2,0,1/0,0,1 S 4/4 undo=C>", "C>", NULL},
    {"sow either\nmust not undo\n" ENDS, "2,0,1/0,0,1 S 4/4 undo=C>", "C<", "2,0,1/0,1,0 N 4/4"},
    {"sow either\nmust not undo\n" ENDS, "2,0,1/0,0,0 N 4/5", "a<", "2,0,0/0,0,1 S 4/5 undo=C>"},
    /* A child keeps its owner. */
    {"sow counterclockwise\nend own: mark next\n" ENDS, "0,0,1s/1,1,0 S 5/4", "B",
     "0,0,1s/1,0,1 N 5/4"},
    {"sow counterclockwise\nend own: mark next\n" ENDS, "0,0,1n/1,1,0 S 5/4", "B",
     "0,0,1n/1,0,1 N 5/4"},
    /* The first move is one from its beginning. */
    {"sow counterclockwise\nunplayed\nmust not start hole 1, first move\n" ENDS,
     "2u,2u,2u/2u,2u,2u S 0/0", "A", NULL},
    {"sow counterclockwise\nunplayed\nbefore first move: bank 1 here\n" ENDS,
     "2u,2u,2u/2u,2u,2u S 0/0", "C", "2u,2u,3u/2u,2u,0 N 1/0"},
    /* Both of two conditions on holes hold. */
    {"sow counterclockwise\nend own, hole 1 or 3, hole 2 to 3: again\n" ENDS, "1,1,1/0,1,1 S 3/4",
     "B", "1,1,1/0,0,2 S 3/4"},
    /* Where the opponent has no seed none of his is captured. */
    {"sow clockwise\nslam leaves left\nend own: capture to owner\n" ENDS, "0,0,0/0,0,2 S 5/5", "C",
     "0,0,0/0,1,0 N 6/5"},
    /* So holes are counted where an action is done at all of them. */
    {"sow counterclockwise\nafter anywhere: mark here each holds 1 or more, not parent\n" ENDS,
     "1,1,1/1,1,1 N 3/3", "a", "1,2n,0/1,1,1 S 3/3"},
};

static struct kw_game *text_game(struct test *test, const char *rules) {
    char text[1024];
    struct kw_error error = {0};
    snprintf(text, sizeof text, HEAD "%s%s",
             strstr(rules, "stores") == NULL ? "stores captured\n" : "", rules);
    struct kw_game *game = kw_game_read(text, strlen(text), &error);
    test_expect(test, game != NULL, "%s: %zu:%zu: %s", rules, error.line, error.column,
                error.message);
    return game;
}

static bool move_is_legal(const struct kw_game *game, const struct kw_position *position,
                          kw_move move) {
    kw_move list[KW_MOVES];
    size_t count = kw_moves(game, position, list, KW_MOVES);
    for (size_t i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void example_check(struct test *test, const struct example *example) {
    struct kw_game *game = text_game(test, example->rules);
    struct kw_error error = {0};
    struct kw_position position, next, traced;
    struct kw_result result;
    kw_move move[KW_TURN_STEPS];
    char text[KW_TEXT];
    if (game == NULL)
        return;
    if (test_expect(test, kw_position_read(game, example->position, &position, &error),
                    "%s: %s: %s", example->rules, example->position, error.message) &&
        test_expect(test, kw_move_parse(game, &position, example->move, move, &error) == 1,
                    "%s: %s: %s", example->rules, example->move, error.message)) {
        bool over = kw_state(game, &position, &result);
        bool legal = move_is_legal(game, &position, move[0]);
        const char *is = over ? "over" : NULL;
        if (legal) {
            kw_play(game, &position, move[0], &next);
            kw_trace(game, &position, move[0], &traced, NULL, NULL);
            is = kw_position_text(game, &next, text);
            test_expect(test, memcmp(&traced, &next, sizeof next) == 0, "%s: traced otherwise",
                        example->rules);
        }
        test_expect(test,
                    (is == NULL) == (example->next == NULL) &&
                        (is == NULL || strcmp(is, example->next) == 0),
                    "%s%s %s: %s", example->rules, example->position, example->move,
                    is != NULL ? is : "not legal");
    }
    kw_game_close(game);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        example_check(&test, &examples[i]);
    return test_end(&test);
}
