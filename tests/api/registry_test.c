/*
 * The list of games: texts that are built in and texts that are added, opened with options, by any
 * kernel, as files name them, and by many threads at once.
 */
#include "games/game.h"
#include "support/first_games.h"
#include "support/test.h"

#include <pthread.h>

#define CHECK(holds) test_expect(test, holds, "line %d: %s", __LINE__, #holds)

enum { THREADS = 4, ADDED = 8 };

/* The text of a game with that id, whose captures are of that many seeds. */
static const char *text_of(const char *id, const char *seeds, char text[KW_TEXT]) {
    snprintf(text, KW_TEXT,
             "# A game of this test.\n"
             "game %s\nname The game %s\nregion Nowhere\nsource A test\nabout It tests.\n"
             "board 2 x 4\nstart 3\nstores captured\nsow counterclockwise\n"
             "end opponent, makes %s: capture here\n"
             "over stuck: rest to owner\nrepetition third: rest to owner\n",
             id, id, seeds);
    return text;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* Ids are listed once; after the first games the texts that are built in, by their ids. */
static void order_test(struct test *test, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct kw_game *game = kw_game_at(i);
        const char *id = kw_game_info(game)->id;
        test_expect(test, kw_game_find(id) == game, "%s is listed, and another is found", id);
        if (i < FIRST_GAMES)
            continue;
        test_expect(test, kw_game_text(game) != NULL, "%s has no text", id);
        test_expect(test, i == FIRST_GAMES || strcmp(kw_game_info(kw_game_at(i - 1))->id, id) < 0,
                    "%s is not in its place", id);
    }
}

static void description_test(struct test *test) {
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        const char *id = kw_game_info(game)->id, *checksum = kw_game_checksum(game);
        test_expect(test, strstr(kw_game_family(game), "lap") != NULL, "%s is of no kind", id);
        test_expect(test, (kw_game_text(game) != NULL) == (checksum != NULL),
                    "%s: a text without checksum, or a checksum without text", id);
        test_expect(test, checksum == NULL || strspn(checksum, "0123456789abcdef") == 8,
                    "%s: the checksum is %s", id, checksum);
    }
}

/* ---- adding ---------------------------------------------------------------------------------- */

static void add_test(struct test *test) {
    char text[KW_TEXT], other[KW_TEXT];
    struct kw_error error = {0};
    size_t before = kw_game_count();
    text_of("jaribio", "2", text);
    CHECK(kw_game_find("jaribio") == NULL);
    const struct kw_game *game = kw_game_add(text, strlen(text), &error);
    if (!CHECK(game != NULL))
        return;
    CHECK(kw_game_count() == before + 1 && kw_game_at(before) == game);
    CHECK(kw_game_find("jaribio") == game);
    CHECK(strcmp(kw_game_text(game), text) == 0);
    CHECK(strcmp(kw_game_region(game), "Nowhere") == 0);
    CHECK(strcmp(kw_game_about(game), "It tests.") == 0);
    CHECK(strcmp(kw_game_family(game), "two rows, one lap") == 0);
    CHECK(kw_game_add(text, strlen(text), &error) == game);
    CHECK(kw_game_count() == before + 1);
    text_of("jaribio", "3", other);
    CHECK(kw_game_add(other, strlen(other), &error) == NULL);
    CHECK(error.code == KW_BAD_RULES && strstr(error.message, "'jaribio'") != NULL);
    text_of("kiothi", "3", other);
    CHECK(kw_game_add(other, strlen(other), &error) == NULL);
    CHECK(error.code == KW_BAD_RULES && strstr(error.message, "'kiothi'") != NULL);
    CHECK(kw_game_add("board", 5, &error) == NULL && error.line == 1);
    CHECK(kw_game_count() == before + 1);
}

/* A listed text, given once more, is the listed game. */
static void add_shipped_test(struct test *test) {
    for (size_t i = 0; i < kw_game_count(); i++) {
        const struct kw_game *game = kw_game_at(i);
        const char *text = kw_game_text(game);
        if (text != NULL)
            test_expect(test, kw_game_add(text, strlen(text), NULL) == game,
                        "%s is not taken for the listed one", kw_game_info(game)->id);
    }
}

/* ---- opening --------------------------------------------------------------------------------- */

static void open_test(struct test *test) {
    struct kw_error error = {0};
    char text[KW_TEXT];
    struct kw_game *small = kw_game_open("jaribio", "pits=3,seeds=2", &error);
    if (!CHECK(small != NULL))
        return;
    struct kw_position start;
    kw_start(small, &start);
    CHECK(kw_game_columns(small) == 3 && start.hole[0] == 2 && start.hole[5] == 2);
    CHECK(kw_game_columns(kw_game_find("jaribio")) == 4);
    CHECK(kw_game_info(small) == kw_game_info(kw_game_find("jaribio")));
    CHECK(strcmp(kw_game_options(small, text), "pits=3 seeds=2") == 0);
    CHECK(strcmp(kw_option_default(small, 0, text), "4") == 0);
    kw_game_close(small);
    CHECK(kw_game_open("jaribio", "pits=99", &error) == NULL && error.code == KW_BAD_VALUE);
    CHECK(kw_game_open("jaribio", "mits=3", &error) == NULL && error.code == KW_UNKNOWN_OPTION);
    for (int kernel = KW_KERNEL_PLAIN; kernel <= KW_KERNEL_V3; kernel++) {
        struct kw_game *game = kw_game_open_kernel("jaribio", "", (enum kw_kernel)kernel, &error);
        kw_start(kw_game_find("jaribio"), &start);
        if (game == NULL)
            CHECK(kernel != KW_KERNEL_PLAIN && error.code == KW_BAD_VALUE);
        else
            CHECK(kw_perft(game, &start, 5) == kw_perft(kw_game_find("jaribio"), &start, 5));
        kw_game_close(game);
    }
}

/*
 * Options keep their places whatever the values of others: a start that depends on one makes none
 * of its own, and what is asked for is found by its name.
 */
static void open_conditional_test(struct test *test) {
    static const char text[] =
        "game sharti\noption a x/y = x [a] which start\noption n 1..60 = 5 [n] of the second\n"
        "board 2 x 6\nif a is x: start 4\nif a is y: start n,2,3,4,5,6/1,2,3,4,5,6\n"
        "stores captured\nsow counterclockwise\nover stuck: rest to owner\n";
    struct kw_error error = {0};
    struct kw_position start;
    char written[KW_TEXT];
    if (!CHECK(kw_game_add(text, strlen(text), &error) != NULL))
        return;
    struct kw_game *game = kw_game_open("sharti", "a=y n=60", &error);
    if (!CHECK(game != NULL))
        return;
    kw_start(game, &start);
    CHECK(start.hole[11] == 60 && start.hole[0] == 1 && kw_game_columns(game) == 6);
    CHECK(kw_option_count(game) == 2 && strcmp(kw_option_at(game, 1)->name, "n") == 0);
    CHECK(strcmp(kw_option_value(game, 1, written), "60") == 0);
    CHECK(strcmp(kw_option_default(game, 1, written), "5") == 0);
    CHECK(strcmp(kw_game_options(game, written), "a=y n=60") == 0);
    kw_game_close(game);
    CHECK(kw_game_open("sharti", "a=y n=100000", &error) == NULL && error.code == KW_BAD_VALUE);
    CHECK(kw_game_open("sharti", "pits=5", &error) == NULL && error.code == KW_UNKNOWN_OPTION);
}

/* Which kernel is asked for first does not matter to the list. */
static void kernel_test(struct test *test) {
    struct kw_error error = {0};
    struct kw_game *plain = kw_game_open_kernel("pandi", "", KW_KERNEL_PLAIN, &error);
    struct kw_game *fastest = kw_game_open("pandi", "", &error);
    const struct kw_game *found = kw_game_find("pandi");
    CHECK(plain != NULL && fastest != NULL && found->play == fastest->play);
    kw_game_close(plain);
    kw_game_close(fastest);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void alias_test(struct test *test) {
    static const char *const taken[] = {"oware", "jaribio", "kalah"};
    char text[KW_TEXT + 40], one[KW_TEXT];
    struct kw_error error = {0};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        text_of("jaribio-la-pili", "2", one);
        snprintf(text, sizeof text, "%salias %s\n", one, taken[i]);
        CHECK(kw_game_add(text, strlen(text), &error) == NULL);
        CHECK(error.code == KW_BAD_RULES && strstr(error.message, "another alias") != NULL);
    }
    snprintf(text, sizeof text, "%salias la-pili\n", one);
    CHECK(kw_game_add(text, strlen(text), &error) == kw_game_find("la-pili"));
    text_of("la-pili", "2", text);
    CHECK(kw_game_add(text, strlen(text), &error) == NULL);
    CHECK(strstr(error.message, "another game 'la-pili'") != NULL);
}

/* The longest names of as many options as a game can have. */
static void longest_options_test(struct test *test) {
    char text[4096] = "game ndefu\n", options[KW_TEXT], pair[64];
    struct kw_error error = {0};
    size_t length = strlen(text);
    options[0] = '\0';
    for (int i = 0; i < 12; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "option name-of-20-letters%c a/value-of-18-letter = a [a] so\n",
                                   'a' + i);
        snprintf(pair, sizeof pair, "%sname-of-20-letters%c=value-of-18-letter", i > 0 ? " " : "",
                 'a' + i);
        strcat(options, pair);
    }
    snprintf(text + length, sizeof text - length,
             "board 2 x 4\nstart 3\nstores captured\nsow counterclockwise\n"
             "over stuck: rest to owner\n");
    CHECK(kw_game_add(text, strlen(text), &error) != NULL);
    struct kw_game *game = kw_game_open("ndefu", options, &error), *again;
    if (!CHECK(game != NULL))
        return;
    game_options_as_written(game, text);
    CHECK(strlen(text) == strlen(options) + strlen(" rules=01234567") && strlen(text) < KW_TEXT);
    again = game_open_as_written("ndefu", text, &error);
    CHECK(again != NULL && strcmp(kw_game_checksum(again), kw_game_checksum(game)) == 0);
    kw_game_close(again);
    kw_game_close(game);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void as_written_test(struct test *test) {
    char options[KW_TEXT], wrong[KW_TEXT];
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open("jaribio", "seeds=2", NULL), *again;
    if (!CHECK(game != NULL))
        return;
    game_options_as_written(game, options);
    CHECK(strncmp(options, "seeds=2 rules=", 14) == 0 && strlen(options) == 14 + 8);
    CHECK(strcmp(options + 14, kw_game_checksum(game)) == 0);
    CHECK(strcmp(kw_game_checksum(game), kw_game_checksum(kw_game_find("jaribio"))) != 0);
    again = game_open_as_written("jaribio", options, &error);
    CHECK(again != NULL && strcmp(kw_game_checksum(again), kw_game_checksum(game)) == 0);
    kw_game_close(again);
    kw_game_close(game);
    snprintf(wrong, sizeof wrong, "%s", options);
    wrong[21] = wrong[21] == '0' ? '1' : '0';
    CHECK(game_open_as_written("jaribio", wrong, &error) == NULL);
    CHECK(error.code == KW_BAD_VALUE && strstr(error.message, "have changed") != NULL);
    /* With the default seeds. */
    CHECK(game_open_as_written("jaribio", options + 8, &error) == NULL);
    CHECK(game_open_as_written("jaribio", "rules=1", &error) == NULL && error.column == 7);
    CHECK(game_open_as_written("jaribio", "rules=1234567g", &error) == NULL && error.column == 7);
    CHECK(game_open_as_written("kiothi", "rules=12345678", &error) == NULL);
    CHECK(kw_game_open("jaribio", options, &error) == NULL && error.code == KW_UNKNOWN_OPTION);
    CHECK(game_options_as_written(kw_game_find("kalah"), options)[0] == '\0');
}

/* What does not change play does not change the checksum; what does, does. */
static void checksum_test(struct test *test) {
    static const struct {
        const char *text;
        bool same;
    } others[] = {
        {"game b\n# Mended.\nname B\nboard  2 x 4\nstart 3 [setup]\nstores captured\n"
         "sow counterclockwise\nend opponent,\n  makes 2:\tcapture  here [taking]\n"
         "over stuck: rest to owner\nclause taking: Twos are captured.\n",
         true},
        {"game b\noption much 2..3 = 2 [setup] how many\nboard 2 x 4\nstart 3\nstores captured\n"
         "sow counterclockwise\nend opponent, makes 2: capture here\nover stuck: rest to owner\n",
         true},
        {"game b\nboard 2 x 4\nstart 3\nstores captured\nsow counterclockwise\n"
         "end opponent, makes 3: capture here\nover stuck: rest to owner\n",
         false},
        {"game b\nboard 2 x 4\nstart 3\nstores captured\nsow clockwise\n"
         "end opponent, makes 2: capture here\nover stuck: rest to owner\n",
         false},
    };
    static const char first[] =
        "game a\nboard 2 x 4\nstart 3\nstores captured\nsow counterclockwise\n"
        "end opponent, makes 2: capture here\nover stuck: rest to owner\n";
    /* An option's name stands for its value as a number alone, and what is left out counts. */
    static const char *const pairs[][2] = {
        {"game a\noption own 3..5 = 3 [a] seeds\noption opponent 3..5 = 3 [b] seeds\n"
         "board 2 x 4\nstart own\nleast opponent\nstores captured\nsow counterclockwise\n"
         "end own, makes 3: capture here\nover stuck: rest to owner\n",
         "game a\noption own 3..5 = 3 [a] seeds\noption opponent 3..5 = 3 [b] seeds\n"
         "board 2 x 4\nstart own\nleast opponent\nstores captured\nsow counterclockwise\n"
         "end opponent, makes 3: capture here\nover stuck: rest to owner\n"},
    };
    struct kw_error error = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct kw_game *one = kw_game_read(pairs[i][0], strlen(pairs[i][0]), &error),
                       *other = kw_game_read(pairs[i][1], strlen(pairs[i][1]), &error);
        CHECK(one != NULL && other != NULL &&
              strcmp(kw_game_checksum(one), kw_game_checksum(other)) != 0);
        kw_game_close(one);
        kw_game_close(other);
    }
    struct kw_game *game = kw_game_read(first, strlen(first), &error);
    for (size_t i = 0; CHECK(game != NULL) && i < sizeof others / sizeof *others; i++) {
        struct kw_game *other = kw_game_read(others[i].text, strlen(others[i].text), &error);
        if (test_expect(test, other != NULL, "text %zu, line %zu: %s", i, error.line,
                        error.message))
            test_expect(test,
                        (strcmp(kw_game_checksum(game), kw_game_checksum(other)) == 0) ==
                            others[i].same,
                        "text %zu: the checksum is %s", i, kw_game_checksum(other));
        kw_game_close(other);
    }
    kw_game_close(game);
}

/* ---- threads --------------------------------------------------------------------------------- */

struct thread_list {
    const struct kw_game *game[ADDED];
    size_t listed;
};

/* Reads the whole list, and adds games that the other threads add as well. */
static void *thread_list(void *context) {
    struct thread_list *list = context;
    char id[16], text[KW_TEXT];
    for (size_t i = 0; i < kw_game_count(); i++)
        list->listed += kw_game_find(kw_game_info(kw_game_at(i))->id) == kw_game_at(i);
    for (unsigned i = 0; i < ADDED; i++) {
        snprintf(id, sizeof id, "thread-%u", i);
        text_of(id, "2", text);
        list->game[i] = kw_game_add(text, strlen(text), NULL);
    }
    return NULL;
}

static void threads_test(struct test *test) {
    static struct thread_list lists[THREADS];
    pthread_t threads[THREADS];
    size_t before = kw_game_count();
    for (unsigned i = 0; i < THREADS; i++)
        if (!CHECK(pthread_create(&threads[i], NULL, thread_list, &lists[i]) == 0))
            return;
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(kw_game_count() == before + ADDED);
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK(lists[i].listed >= before);
        for (unsigned k = 0; k < ADDED; k++)
            CHECK(lists[i].game[k] != NULL && lists[i].game[k] == lists[0].game[k]);
    }
}

int main(int argc, char **argv) {
    struct test settings = test_begin(argc, argv), *test = &settings;
    size_t built_in = kw_game_count();
    kernel_test(test);  /* before that text has been read */
    threads_test(test); /* before nearly all texts have been read */
    order_test(test, built_in);
    add_test(test);
    open_test(test);
    open_conditional_test(test);
    alias_test(test);
    longest_options_test(test);
    as_written_test(test);
    checksum_test(test);
    description_test(test);
    add_shipped_test(test);
    return test_end(test);
}
