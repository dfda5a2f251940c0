/*
 * The library against the slow twin of the rule language.
 *
 *      twin_rules_test [--effort N] [--seed N] [--shrink] [GAME]...
 *
 * Plays random games of every listed text under random options and on small boards, of texts with
 * another board than the one that they extend, of some with the pie rule, then of N thousand
 * positions of random texts.  At each position both say, as text, what it is, which moves there
 * are, where each of them leads and how the game stands; at the end of a round how the next one
 * begins.
 */
#include "rules/machine_invariants.h"
#include "twin_rules/random_text.h"
#include "twin_rules/side_by_side.h"

enum {
    POSITIONS = 1000, /* of random texts, at effort 1 */
    GAMES = 2,        /* of a random text under one choice of options */
    PIE_GAMES = 20,   /* of a text with the pie rule */
    CHOICES = 2,      /* of options of a random text */
    OCCUR_TEXTS = 500 /* in which each condition occurs */
};

static bool shrinks;
static size_t small_boards; /* that were compared */
static size_t swaps;        /* moves "swap" that were compared */

/* ---- shrinking ------------------------------------------------------------------------------- */

/* Whether both still differ over a text, by its own lot. */
static bool text_differs(struct test *test, const char *text) {
    struct kw_game *game = kw_game_read(text, strlen(text), NULL);
    if (game == NULL)
        return false;
    struct pair pair = {.test = test, .text = text, .quiet = true};
    kw_random_seed(&pair.random, 1);
    compare_text(&pair, game, "", 20);
    kw_game_close(game);
    return pair.differs;
}

/* Cuts from `text` all pieces that it can do without: lines, then pieces of lines. */
static void text_shrink(struct test *test, char text[RANDOM_TEXT]) {
    static const char *const ends[] = {"\n", ";"};
    for (unsigned kind = 0; kind < 2; kind++)
        for (bool cut = true; cut;) {
            cut = false;
            for (char *at = text; *at != '\0';) {
                char shorter[RANDOM_TEXT];
                size_t length = strcspn(at, ends[kind]);
                size_t skipped = length + (at[length] != '\0');
                snprintf(shorter, sizeof shorter, "%.*s%s", (int)(at - text), text, at + skipped);
                if (text_differs(test, shorter)) {
                    strcpy(text, shorter);
                    cut = true;
                } else {
                    at += skipped;
                }
            }
        }
}

static void shrunk_report(struct test *test, const char *text) {
    char smaller[RANDOM_TEXT];
    snprintf(smaller, sizeof smaller, "%s", text);
    if (!text_differs(test, smaller)) {
        printf("---- differs by options or a longer lot:\n%s\n", text);
        return;
    }
    text_shrink(test, smaller);
    struct pair pair = {.test = test, .text = smaller};
    struct kw_game *game = kw_game_read(smaller, strlen(smaller), NULL);
    kw_random_seed(&pair.random, 1);
    compare_text(&pair, game, "", 20);
    kw_game_close(game);
}

static void machine_check(struct test *test, const struct kw_game *game, const char *text) {
    const char *fault = machine_fault(game);
    test_expect(test, fault == NULL, "%s:\n%s", fault, text);
}

static size_t compare_random_text(struct test *test, unsigned number) {
    struct kw_random random;
    char text[RANDOM_TEXT];
    size_t positions = 0;
    test_random(test, "text", number, &random);
    random_text(&random, text);
    struct kw_game *read = kw_game_read(text, strlen(text), NULL);
    if (read != NULL)
        machine_check(test, read, text);
    for (unsigned choice = 0; read != NULL && choice < CHOICES; choice++) {
        char options[TEST_OPTIONS] = "";
        struct pair pair = {.test = test, .text = text, .random = random, .silent = shrinks};
        positions += compare_text(&pair, read, options, GAMES);
        swaps += pair.swaps;
        if (pair.differs) {
            if (shrinks)
                shrunk_report(test, text);
            break;
        }
    }
    kw_game_close(read);
    return positions;
}

/* A board in the place of another, before and behind the start. */
static const char *const board_texts[] = {
    "extends bechi\ngame wide\nboard 2 x 7\n",
    "extends bechi\ngame wide-rows\nstart 2, 3, 0, 3, 0/2, 0, 0, 2, 3\nboard 2 x 5\n",
    "extends bechi\ngame rows-wide\nboard 2 x 5\nstart 2, 3, 0, 3, 0/2, 0, 0, 2, 3\n",
    "extends bechi\ngame narrow\nstart 5\nboard 2 x 2\n"};

static void compare_boards(struct test *test) {
    for (size_t i = 0; i < sizeof board_texts / sizeof *board_texts; i++) {
        struct kw_game *game = kw_game_read(board_texts[i], strlen(board_texts[i]), NULL);
        struct pair pair = {.test = test, .text = board_texts[i]};
        test_random(test, "board", (unsigned)i, &pair.random);
        if (test_expect(test, game != NULL, "it is not read:\n%s", board_texts[i]))
            compare_text(&pair, game, "", GAMES);
        kw_game_close(game);
    }
}

/* What a position is besides its seeds when the sides are changed, and what there is to play. */
static const char *const pie_texts[] = {
    "stores own\nsow counterclockwise\nstart 1, 1, 1/2, 1, 1\nend own store: again\n",
    "stores captured\nsow either\nstart 2, 2, 2/2, 2, 1\n"
    "end opponent, makes 3: capture here; close\n",
    "stores captured\nsow counterclockwise\nstart 1, 2, 3/3, 2, 1\nunplayed\n",
    "sow either\nstart 1, 1, 0/1, 1, 1\nmust not undo\n",
    "sow counterclockwise\nstart 0, 0, 0/2, 1, 1\n",
    "stores captured\nsow counterclockwise\nstart 1, 1, 2/2, 1, 1\nend occupied: capture here\n"
    "rounds left closed, in turn, need 2\n"};

static void compare_pies(struct test *test) {
    for (size_t i = 0; i < sizeof pie_texts / sizeof *pie_texts; i++) {
        char text[RANDOM_TEXT];
        snprintf(text, sizeof text,
                 "game pie\nname Pie\nsource by lot\nboard 2 x 3\n%sswap\n"
                 "over both stuck: rest to owner\n",
                 pie_texts[i]);
        struct kw_game *game = kw_game_read(text, strlen(text), NULL);
        struct pair pair = {.test = test, .text = text};
        test_random(test, "pie", (unsigned)i, &pair.random);
        if (test_expect(test, game != NULL, "it is not read:\n%s", text)) {
            compare_text(&pair, game, "", PIE_GAMES);
            test_expect(test, pair.swaps > 0, "no sides are changed:\n%s", text);
        }
        swaps += pair.swaps;
        kw_game_close(game);
    }
}

static void compare_listed(struct test *test, const struct kw_game *listed) {
    if (!random_text_is_for_twin(listed))
        return;
    const char *id = kw_game_info(listed)->id;
    for (unsigned number = 0; number < 3 + test->effort / 10; number++) {
        struct pair pair = {
            .test = test, .id = id, .text = kw_game_text(listed), .silent = shrinks};
        char options[TEST_OPTIONS];
        test_random(test, id, number, &pair.random);
        options_choose(listed, number, &pair.random, options);
        struct kw_game *game = kw_game_open(id, options, NULL);
        if (game != NULL) {
            machine_check(test, game, id);
            compare_text(&pair, game, options, 1);
            swaps += pair.swaps;
        }
        kw_game_close(game);
    }
}

/* A listed text on small boards, where games are short and their ends are met. */
static void compare_small(struct test *test, const struct kw_game *listed) {
    static const char *const boards[] = {"pits=3", "pits=4", "pits=3 seeds=2", "pits=4 seeds=1"};
    const char *id = kw_game_info(listed)->id;
    if (!random_text_is_for_twin(listed))
        return;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct pair pair = {
            .test = test, .id = id, .text = kw_game_text(listed), .silent = shrinks};
        struct kw_game *game = kw_game_open(id, boards[i], NULL);
        test_random(test, boards[i], 0, &pair.random);
        if (game != NULL) {
            machine_check(test, game, id);
            small_boards += compare_text(&pair, game, boards[i], GAMES) > 0;
            swaps += pair.swaps;
        }
        kw_game_close(game);
    }
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    bool any = test.words == 0;
    const char *missing = random_text_missing(OCCUR_TEXTS);
    if (test_count(&test, missing == NULL))
        printf("FAILED no random text asks '%s'\n", missing);
    if (test.words == 1 && strcmp(test.word[0], "shrink") == 0) {
        shrinks = any = true;
        test.words = 0;
    }
    for (size_t i = 0; i < kw_game_count() && !shrinks; i++) {
        const struct kw_game *listed = kw_game_at(i);
        if (kw_game_text(listed) == NULL || !test_selects(&test, kw_game_info(listed)->id))
            continue;
        compare_listed(&test, listed);
        compare_small(&test, listed);
    }
    if (any && !shrinks) {
        test_expect(&test, small_boards > 0, "no listed text has small boards");
        compare_boards(&test);
        compare_pies(&test);
    }
    size_t positions = 0, texts = 0;
    unsigned number = 0;
    for (; any && positions < (size_t)POSITIONS * test.effort && test.failed < TEST_REPORTS;
         number++) {
        size_t played = compare_random_text(&test, number);
        positions += played;
        texts += played > 0;
    }
    printf("%zu positions of %zu texts (of %u), %zu swaps; %zu small boards of listed ones\n",
           positions, texts, number, swaps, small_boards);
    return test_end(&test);
}
