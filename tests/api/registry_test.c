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
             "game %s\nname Jaribio\nregion Nowhere\nsource A test\nabout It tests.\n"
             "board 2 x 4\nstart 3\nstores captured\nsow counterclockwise\n"
             "end opponent, makes %s: capture here\n"
             "over stuck: rest to owner\nrepetition third: rest to owner\n",
             id, seeds);
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

/* ---- files ----------------------------------------------------------------------------------- */

static void filed_test(struct test *test) {
    char options[KW_TEXT], wrong[KW_TEXT];
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open("jaribio", "seeds=2", NULL), *again;
    if (!CHECK(game != NULL))
        return;
    game_options_filed(game, options);
    CHECK(strncmp(options, "seeds=2 rules=", 14) == 0 && strlen(options) == 14 + 8);
    CHECK(strcmp(options + 14, kw_game_checksum(game)) == 0);
    CHECK(strcmp(kw_game_checksum(game), kw_game_checksum(kw_game_find("jaribio"))) != 0);
    again = game_open_filed("jaribio", options, &error);
    CHECK(again != NULL && strcmp(kw_game_checksum(again), kw_game_checksum(game)) == 0);
    kw_game_close(again);
    kw_game_close(game);
    snprintf(wrong, sizeof wrong, "%s", options);
    wrong[21] = wrong[21] == '0' ? '1' : '0';
    CHECK(game_open_filed("jaribio", wrong, &error) == NULL);
    CHECK(error.code == KW_BAD_VALUE && strstr(error.message, "have changed") != NULL);
    CHECK(game_open_filed("jaribio", options + 8, &error) == NULL); /* with the default seeds */
    CHECK(game_open_filed("jaribio", "rules=1", &error) == NULL && error.column == 7);
    CHECK(game_open_filed("kiothi", "rules=12345678", &error) == NULL);
    CHECK(kw_game_open("jaribio", options, &error) == NULL && error.code == KW_UNKNOWN_OPTION);
    CHECK(game_options_filed(kw_game_find("kalah"), options)[0] == '\0');
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
    struct kw_error error = {0};
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
    threads_test(test); /* before any text has been read */
    order_test(test, built_in);
    add_test(test);
    open_test(test);
    filed_test(test);
    checksum_test(test);
    description_test(test);
    add_shipped_test(test);
    return test_end(test);
}
