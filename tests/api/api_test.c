/*
 * What komwe.h promises, beyond the games themselves: names, options, errors, texts, sessions.
 *
 *      api_test [--effort N] [--seed N]
 */
#include "support/first_games.h"
#include "support/test.h"

#include <limits.h>
#include <pthread.h>

#define CHECK(condition) test_expect(test, condition, "line %d: %s", __LINE__, #condition)

enum { RULE_SETS = 26 };

static const char *const ids[RULE_SETS] = {
    "kiothi", "bulto",     "adji-boto",  "giuthi", "hus",      "bao1",  "bao2",
    "bao3",   "bao4",      "bao5",       "bao6",   "bao7",     "bao8",  "kujifunza",
    "bao10",  "bao11",     "fandatsaka", "bao12",  "sakalava", "bao13", "bao14",
    "bao15",  "kiswahili", "kalah",      "awari",  "oware"};

/* ---- rule sets ------------------------------------------------------------------------------- */

/* The library that is linked is of the version of its header. */
static void version_test(struct test *test) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", KW_VERSION_MAJOR, KW_VERSION_MINOR,
             KW_VERSION_PATCH);
    CHECK(strcmp(kw_version(), version) == 0);
    CHECK(KW_VERSION_NUMBER >= 10000);
    CHECK(KW_VERSION_MINOR < 100 && KW_VERSION_PATCH < 100);
}

static void list_test(struct test *test) {
    CHECK((size_t)FIRST_GAMES == RULE_SETS && kw_game_count() >= RULE_SETS);
    for (size_t i = 0; i < RULE_SETS; i++) {
        const struct kw_game *game = kw_game_find(ids[i]);
        size_t found = 0;
        for (size_t j = 0; j < kw_game_count(); j++)
            found += kw_game_at(j) == game;
        test_expect(test, game != NULL && found == 1, "%s is listed %zu times", ids[i], found);
        test_expect(test, game == kw_game_at(i), "%s has another place", ids[i]);
    }
    CHECK(kw_game_find("bao") == kw_game_find("kiswahili"));
    CHECK(kw_game_find("") == NULL);
    CHECK(kw_game_find("kala") == NULL);
    CHECK(kw_game_find("Kalah") == NULL);
    /* By its name and its other names, however they are spelt. */
    CHECK(kw_game_named("Kalah ", NULL) == kw_game_find("kalah"));
    CHECK(kw_game_named("WARRI", NULL) == kw_game_find("oware"));
    CHECK(kw_game_named("Togyzqumalaq", NULL) == kw_game_find("toguz-kumalak"));
    CHECK(kw_game_named("Toguz kumal\xc3\xa1k", NULL) == kw_game_find("toguz-kumalak"));
}

static bool is_sentence(const char *text) { return text != NULL && strlen(text) > 10; }

/* The only clause of that id which holds, or NULL. */
static const struct kw_clause *clause_named(const struct kw_game *game, const char *id) {
    const struct kw_clause *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < kw_clause_count(game); i++)
        if (strcmp(kw_clause_at(game, i)->id, id) == 0) {
            found = kw_clause_at(game, i);
            count++;
        }
    return count == 1 ? found : NULL;
}

/* Every clause stands once, and names the options that name it. */
static void clauses_test(struct test *test, const struct kw_game *game, const char *options) {
    const char *id = kw_game_info(game)->id;
    size_t changed = 0;
    test_expect(test, kw_clause_count(game) >= 5, "%s has few clauses", id);
    for (size_t i = 0; i < kw_clause_count(game); i++) {
        const struct kw_clause *clause = kw_clause_at(game, i);
        const struct kw_option *option;
        bool good = clause_named(game, clause->id) == clause && is_sentence(clause->text) &&
                    strlen(clause->text) < KW_TEXT;
        for (size_t j = 0; (option = kw_clause_option(game, clause, j)) != NULL; j++, changed++)
            good = good && strcmp(option->clause, clause->id) == 0;
        test_expect(test, good, "%s \"%s\", clause %s: not unique, no text or a wrong option", id,
                    options, clause->id);
    }
    test_expect(test, changed == kw_option_count(game),
                "%s \"%s\": %zu options, %zu named by clauses", id, options, kw_option_count(game),
                changed);
}

static bool is_number(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Whatever the value of the option, its clause holds; each value that is a word has its own. */
static void option_test(struct test *test, const struct kw_game *game,
                        const struct kw_option *option) {
    const char *id = kw_game_info(game)->id;
    char *texts[16] = {NULL}; /* copies: a clause lives as long as its game */
    size_t values = option_values(option);
    test_expect(test, values <= 16, "%s: %s takes %zu values", id, option->name, values);
    for (size_t i = 0; i < values && i < 16; i++) {
        char options[TEST_OPTIONS] = "";
        option_append(option, i, options);
        struct kw_game *opened = kw_game_open(id, options, NULL);
        const struct kw_clause *clause = clause_named(opened, option->clause);
        test_expect(test, clause != NULL, "%s %s: no clause %s", id, options, option->clause);
        texts[i] = strdup(clause != NULL ? clause->text : "");
        clauses_test(test, opened, options);
        kw_game_close(opened);
        for (size_t j = 0; j < i && option->choices != NULL; j++)
            test_expect(test, is_number(option->choices[i]) || strcmp(texts[i], texts[j]) != 0,
                        "%s: with %s=%s the clause says what it says with %s", id, option->name,
                        option->choices[i], option->choices[j]);
    }
    for (size_t i = 0; i < 16; i++)
        free(texts[i]);
}

/* An option that is given its default changes nothing, nor what others derive from it. */
static void default_test(struct test *test, const struct kw_game *game, size_t index) {
    const char *id = kw_game_info(game)->id;
    char options[TEST_OPTIONS], usual[KW_TEXT], value[KW_TEXT];
    snprintf(options, sizeof options, "%s=%s", kw_option_at(game, index)->name,
             kw_option_default(game, index, usual));
    struct kw_game *opened = kw_game_open(id, options, NULL);
    struct kw_position start, expected;
    kw_start(opened, &start);
    kw_start(game, &expected);
    test_expect(test, memcmp(&start, &expected, sizeof start) == 0, "%s %s: the start differs", id,
                options);
    for (size_t i = 0; i < kw_option_count(game); i++)
        test_expect(test,
                    strcmp(kw_option_value(opened, i, value), kw_option_value(game, i, usual)) == 0,
                    "%s %s: %s is %s instead of %s", id, options, kw_option_at(game, i)->name,
                    value, usual);
    kw_game_close(opened);
}

static void options_test(struct test *test, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        char value[KW_TEXT], usual[KW_TEXT];
        kw_option_value(game, i, value);
        kw_option_default(game, i, usual);
        test_expect(test, option->text != NULL && strcmp(value, usual) == 0,
                    "%s, option %s: its value is %s, its default %s", id, option->name, value,
                    usual);
        option_test(test, game, option);
        default_test(test, game, i);
    }
}

/* A name with a meaning is the game's own or a term: then a clause uses it. */
static bool name_used(const struct kw_game *game, const char *name) {
    bool used = strstr(kw_game_info(game)->name, name) != NULL;
    for (size_t i = 0; i < kw_clause_count(game); i++)
        used = used || strstr(kw_clause_at(game, i)->text, name) != NULL;
    return used;
}

static void names_test(struct test *test, const struct kw_game *game) {
    const struct kw_info *info = kw_game_info(game);
    test_expect(test, info->names[0].name != NULL, "%s has no name", info->id);
    for (const struct kw_name *name = info->names; name->name != NULL; name++) {
        if (name->meaning[0] == '\0') /* another name of the game, no term */
            continue;
        test_expect(test, name_used(game, name->name), "%s: no clause uses \"%s\"", info->id,
                    name->name);
        test_expect(test, name->language[0] != '\0' && name->meaning != NULL,
                    "%s: the name %s lacks a language", info->id, name->name);
    }
}

/* Opens the game with every value that is tried elsewhere, and one beyond either end. */
static void values_test(struct test *test, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    for (size_t i = 0; i < kw_option_count(game); i++) {
        const struct kw_option *option = kw_option_at(game, i);
        for (size_t j = 0; j < option_values(option); j++) {
            char options[TEST_OPTIONS] = "", value[32], is[KW_TEXT] = "";
            struct kw_error error = {0};
            option_append(option, j, options);
            option_value(option, j, value);
            struct kw_game *opened = kw_game_open(id, options, &error);
            char usual[KW_TEXT] = "", there[KW_TEXT];
            if (opened != NULL) {
                kw_option_value(opened, i, is);
                kw_option_default(opened, i, usual);
            }
            test_expect(test, strcmp(is, value) == 0, "%s %s: the value is %s, %s", id, options, is,
                        error.message);
            test_expect(test, strcmp(usual, kw_option_default(game, i, there)) == 0,
                        "%s %s: the default is %s", id, options, usual);
            kw_game_close(opened);
        }
        char beyond[2][TEST_OPTIONS];
        snprintf(beyond[0], TEST_OPTIONS, "%s=%ld", option->name, (long)option->min - 1);
        snprintf(beyond[1], TEST_OPTIONS, "%s=%ld", option->name, (long)option->max + 1);
        for (unsigned j = 0; j < 2; j++) {
            struct kw_error error = {0};
            struct kw_game *opened = kw_game_open(id, beyond[j], &error);
            test_expect(test, opened == NULL && error.code == KW_BAD_VALUE, "%s opens with %s", id,
                        beyond[j]);
            kw_game_close(opened);
        }
    }
}

static void info_test(struct test *test, const struct kw_game *game, const char *id) {
    const struct kw_info *info = kw_game_info(game);
    test_expect(test, strcmp(info->id, id) == 0, "%s is listed where %s is expected", info->id, id);
    bool texts = info->name != NULL && is_sentence(info->summary) && info->where != NULL &&
                 is_sentence(info->source) && info->literature != NULL && info->names != NULL;
    test_expect(test, texts, "%s lacks a text", id);
    test_expect(test, info->columns == kw_game_columns(game), "%s: the board is not its own", id);
    bool four = strcmp(id, "hus") == 0 || strncmp(id, "bao", 3) == 0 ||
                strcmp(id, "kujifunza") == 0 || strcmp(id, "fandatsaka") == 0 ||
                strcmp(id, "sakalava") == 0 || strcmp(id, "kiswahili") == 0;
    test_expect(test, info->rows == (four ? 4 : 2) && info->counts_seeds != four,
                "%s: rows %u, counts seeds %d", id, info->rows, info->counts_seeds);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void open_fails(struct test *test, const char *id, const char *options, enum kw_code code,
                       size_t column) {
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open(id, options, &error);
    test_expect(test, game == NULL && error.code == code && error.column == column,
                "open %s \"%s\": code %d, column %zu: %s", id, options, (int)error.code,
                error.column, error.message);
    test_expect(test, error.message[0] != '\0' && error.message[strlen(error.message) - 1] != '.',
                "open %s \"%s\": message \"%s\"", id, options, error.message);
    test_expect(test, kw_game_open(id, options, NULL) == NULL, "open %s \"%s\" without error", id,
                options);
    kw_game_close(game);
}

static void value_is(struct test *test, const char *id, const char *options, const char *name,
                     const char *expected) {
    struct kw_error error = {0};
    struct kw_game *game = kw_game_open(id, options, &error);
    char value[KW_TEXT] = "";
    for (size_t i = 0; game != NULL && i < kw_option_count(game); i++)
        if (strcmp(kw_option_at(game, i)->name, name) == 0)
            kw_option_value(game, i, value);
    test_expect(test, strcmp(value, expected) == 0, "%s \"%s\": %s is \"%s\" instead of %s; %s", id,
                options, name, value, expected, error.message);
    kw_game_close(game);
}

static void open_test(struct test *test) {
    open_fails(test, "chess", "", KW_UNKNOWN_GAME, 1);
    open_fails(test, "kalah", "width=4", KW_UNKNOWN_OPTION, 1);
    open_fails(test, "kalah", "pits=4 Seeds=2", KW_UNKNOWN_OPTION, 8);
    open_fails(test, "kalah", "pits=11", KW_BAD_VALUE, 6);
    open_fails(test, "kalah", "seeds=3,pits=0", KW_BAD_VALUE, 14);
    open_fails(test, "kalah", "pits=4x", KW_BAD_VALUE, 6);
    open_fails(test, "kalah", "pits=-1", KW_BAD_VALUE, 6);
    open_fails(test, "kalah", "pits=99999999999999999999", KW_BAD_VALUE, 6);
    open_fails(test, "kalah", "capture=often", KW_BAD_VALUE, 9);
    open_fails(test, "bao10", "width=4", KW_UNKNOWN_OPTION, 1);
    open_fails(test, "kujifunza", "width=5", KW_BAD_VALUE, 7);
    open_fails(test, "kiothi", "width=5", KW_BAD_VALUE, 7);
    open_fails(test, "kiothi", "width=8 setup=6x5", KW_BAD_VALUE, 1);
    value_is(test, "kiothi", "setup=6x5 width=10", "setup", "6x5");
    open_fails(test, "hus", "endless.limit=100001", KW_BAD_VALUE, 15);
    open_fails(test, "adji-boto", "endless.limit=100", KW_UNKNOWN_OPTION, 1);
    value_is(test, "kalah", "", "pits", "6");
    value_is(test, "kalah", "pits=4 pits=5", "pits", "5");
    value_is(test, "kalah", "seeds=3,pits=4", "pits", "4");
    value_is(test, "kalah", "seeds=3,pits=4", "seeds", "3");
    value_is(test, "kalah", "capture=empty capture=standard", "capture", "standard");
    /* Twelve circuits, whatever the width. */
    value_is(test, "bulto", "", "endless.limit", "240");
    value_is(test, "bulto", "width=4", "endless.limit", "96");
    value_is(test, "bulto", "width=4 endless.limit=240", "endless.limit", "240");
    value_is(test, "hus", "width=6", "endless.limit", "144");
    value_is(test, "kiswahili", "", "endless.limit", "192");
    value_is(test, "kiothi", "", "endless.limit", "100000");
    value_is(test, "giuthi", "", "endless.limit", "100000");
    kw_game_close(NULL);
}

static void kernel_test(struct test *test) {
    struct kw_game *plain = kw_game_open_kernel("hus", "", KW_KERNEL_PLAIN, NULL);
    CHECK(plain != NULL);
    kw_game_close(plain);
    struct kw_game *vector = kw_game_open_kernel("hus", "", KW_KERNEL_VECTOR, NULL);
    CHECK(vector != NULL);
    kw_game_close(vector);
    struct kw_error error = {0};
    CHECK(kw_game_open_kernel("hus", "", (enum kw_kernel)7, &error) == NULL);
    CHECK(error.code == KW_BAD_VALUE);
}

/* ---- the board ------------------------------------------------------------------------------- */

static void hole_is(struct test *test, const char *id, const char *name, unsigned row,
                    unsigned column, unsigned hole) {
    const struct kw_game *game = kw_game_find(id);
    char text[KW_TEXT];
    test_expect(test, kw_hole_at(game, row, column) == hole, "%s: hole %u at %u, %u instead of %u",
                id, kw_hole_at(game, row, column), row, column, hole);
    test_expect(test, kw_hole_find(game, name) == (int)hole, "%s: %s is hole %d instead of %u", id,
                name, kw_hole_find(game, name), hole);
    kw_place_text(game, hole, text);
    test_expect(test, strcmp(text, name) == 0, "%s: hole %u is %s instead of %s", id, hole, text,
                name);
}

/* Every place of the board is another hole, and every hole has its name. */
static void board_test(struct test *test, const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    uint32_t seen = 0;
    for (unsigned row = 0; row < kw_game_info(game)->rows; row++)
        for (unsigned column = 0; column < kw_game_columns(game); column++) {
            char name[KW_TEXT];
            unsigned hole = kw_hole_at(game, row, column);
            kw_place_text(game, hole, name);
            test_expect(test,
                        hole < KW_HOLES && !(seen >> hole & 1) &&
                            kw_hole_find(game, name) == (int)hole,
                        "%s: hole %u \"%s\" at %u, %u", id, hole, name, row, column);
            seen |= 1u << hole;
        }
    char south[KW_TEXT], north[KW_TEXT], hand[KW_TEXT];
    kw_place_text(game, KW_STORE_SOUTH, south);
    kw_place_text(game, KW_STORE_NORTH, north);
    kw_place_text(game, KW_HAND, hand);
    test_expect(test,
                south[0] != '\0' && hand[0] != '\0' && strcmp(south, north) != 0 &&
                    strcmp(south, hand) != 0,
                "%s: the stores are \"%s\" and \"%s\", the hand \"%s\"", id, south, north, hand);
}

static void holes_test(struct test *test) {
    hole_is(test, "kalah", "A", 1, 0, 0);
    hole_is(test, "kalah", "F", 1, 5, 5);
    hole_is(test, "kalah", "a", 0, 5, 6);
    hole_is(test, "kalah", "f", 0, 0, 11);
    hole_is(test, "kiothi", "j", 0, 0, 19);
    hole_is(test, "kiswahili", "A1", 2, 0, 0);
    hole_is(test, "kiswahili", "A8", 2, 7, 7);
    hole_is(test, "kiswahili", "B8", 3, 7, 8);
    hole_is(test, "kiswahili", "B1", 3, 0, 15);
    hole_is(test, "kiswahili", "a1", 1, 7, 16);
    hole_is(test, "kiswahili", "a8", 1, 0, 23);
    hole_is(test, "kiswahili", "b8", 0, 0, 24);
    hole_is(test, "kiswahili", "b1", 0, 7, 31);
    CHECK(kw_hole_find(kw_game_find("kalah"), "G") == -1);
    CHECK(kw_hole_find(kw_game_find("kalah"), "") == -1);
    CHECK(kw_has_stores(kw_game_find("kiswahili")) && kw_has_stores(kw_game_find("kalah")));
    CHECK(!kw_has_stores(kw_game_find("hus")) && !kw_has_stores(kw_game_find("bulto")));
    CHECK(kw_mark_letter(kw_game_find("bulto"), 1) == 'b');
    CHECK(kw_mark_letter(kw_game_find("bulto"), 2) == 'm');
    CHECK(kw_mark_letter(kw_game_find("kalah"), 1) == '\0');
    CHECK(kw_hole_find(kw_game_find("kalah"), "AA") == -1);
    CHECK(kw_hole_find(kw_game_find("kiswahili"), "A9") == -1);
    CHECK(kw_hole_find(kw_game_find("kiswahili"), "A0") == -1);
    CHECK(kw_hole_find(kw_game_find("kiswahili"), "C1") == -1);
    CHECK(kw_hole_find(kw_game_find("kiswahili"), "A") == -1);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void result_is(struct test *test, struct kw_result result, const char *expected) {
    char text[KW_TEXT];
    kw_result_text(&result, text);
    test_expect(test, strcmp(text, expected) == 0, "result \"%s\" instead of \"%s\"", text,
                expected);
}

static void results_test(struct test *test) {
    result_is(test, (struct kw_result){0}, "");
    result_is(test, (struct kw_result){.outcome = KW_SOUTH_WINS, .scored = true, .score = {23, 17}},
              "over 23-17");
    result_is(test,
              (struct kw_result){
                  .outcome = KW_NORTH_WINS, .scored = true, .score = {29, 31}, .narrow = true},
              "over 29-31 narrow");
    result_is(test,
              (struct kw_result){.outcome = KW_SOUTH_WINS,
                                 .scored = true,
                                 .score = {31, 29},
                                 .narrow = true,
                                 .ending = KW_BY_REPETITION},
              "over 31-29 narrow repetition");
    result_is(
        test,
        (struct kw_result){
            .outcome = KW_DRAW, .scored = true, .score = {23, 23}, .ending = KW_BY_REPETITION},
        "over 23-23 repetition");
    result_is(test, (struct kw_result){.outcome = KW_SOUTH_WINS}, "over S");
    result_is(test, (struct kw_result){.outcome = KW_NORTH_WINS}, "over N");
    result_is(test, (struct kw_result){.outcome = KW_DRAW}, "over draw");
    result_is(test, (struct kw_result){.outcome = KW_DRAW, .ending = KW_BY_REPETITION},
              "over draw repetition");
}

static void events_test(struct test *test) {
    for (unsigned i = KW_EVENT_PLANT; i <= KW_EVENT_SWAP; i++)
        for (unsigned j = i; j <= KW_EVENT_SWAP; j++) {
            const char *one = kw_event_name((enum kw_event_kind)i);
            const char *other = kw_event_name((enum kw_event_kind)j);
            test_expect(test, one[0] != '\0' && (i == j) == (strcmp(one, other) == 0),
                        "events %u \"%s\" and %u \"%s\"", i, one, j, other);
        }
    CHECK(strcmp(kw_event_name(KW_EVENT_PLANT), "plant") == 0);
    CHECK(strcmp(kw_event_name(KW_EVENT_UNMARK), "unmark") == 0);
}

/* A failed reading says why, and leaves what it was to fill alone. */
static void reading_test(struct test *test) {
    const struct kw_game *game = kw_game_find("kalah");
    struct kw_position start, position;
    struct kw_error error = {0};
    kw_start(game, &start);
    position = start;
    CHECK(!kw_position_read(game, "4,4,4,4,4,4/4,4,4,4,4,4 X 0/0", &position, &error));
    CHECK(error.code == KW_BAD_POSITION && error.column == 25 && error.message[0] != '\0');
    CHECK(memcmp(&position, &start, sizeof start) == 0);
    CHECK(!kw_position_read(game, "", &position, NULL));
    CHECK(kw_position_read(game, "start", &position, NULL));
    kw_move list[KW_TURN_STEPS];
    CHECK(kw_move_read(game, &start, "G", list, &error) == 0 && error.code == KW_BAD_MOVE);
    CHECK(kw_move_read(game, &start, "", list, &error) == 0 && error.code == KW_BAD_MOVE);
    CHECK(kw_move_read(game, &start, "a", list, &error) == 0 && error.code == KW_ILLEGAL_MOVE);
    CHECK(error.column >= 1 && error.message[0] != '\0');
    CHECK(kw_move_read(game, &start, "A", list, NULL) == 1 && kw_move_hole(list[0]) == 0);
    CHECK(kw_move_parse(game, &start, "a", list, &error) == 1 && kw_move_hole(list[0]) == 6);
    CHECK(kw_move_parse(game, &start, "x", list, &error) == 0 && error.code == KW_BAD_MOVE);
    game = kw_game_find("kiswahili");
    kw_start(game, &start);
    CHECK(kw_move_parse(game, &start, "A5", list, &error) == 1 && kw_move_hole(list[0]) == 4);
    CHECK(kw_move_parse(game, &start, "b2", list, &error) == 1 && kw_move_hole(list[0]) == 30);
}

/* Of several moves the first is found that is refused, where those before it have led to. */
static void refusal_test(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    struct kw_position start, position;
    struct kw_reason reason, expected;
    kw_move list[KW_TURN_STEPS];
    kw_start(game, &start);
    position = start;
    size_t count = kw_move_read(game, &start, "IJ=A2B3a7", list, NULL);
    CHECK(count > 1 && !kw_explain_illegal_first(game, &start, list, count, &reason));
    CHECK(!kw_explain_illegal_first(game, &start, list, 0, &reason));
    for (size_t i = 0; i + 1 < count; i++)
        kw_play(game, &position, list[i], &position);
    list[count - 1] = list[0]; /* nothing can be lifted any more */
    CHECK(!kw_explain_illegal_first(game, &start, list, count - 1, &reason));
    CHECK(kw_explain_illegal_first(game, &start, list, count, &reason));
    CHECK(kw_explain_illegal(game, &position, list[0], &expected));
    CHECK(reason.clause == expected.clause && strcmp(reason.text, expected.text) == 0);
    CHECK(reason.hole == expected.hole && reason.count == expected.count);
}

/* ---- Kiothi's first turn in one word --------------------------------------------------------- */

struct turn {
    kw_move step[KW_TURN_STEPS];
    size_t steps;
    char word[KW_TEXT];
    struct kw_position end;
};

static void turn_word(const struct kw_game *game, struct turn *turn) {
    unsigned count[KW_HOLES] = {0};
    size_t length = 0;
    char name[KW_TEXT];
    turn->word[0] = '\0';
    for (size_t i = 0; i < turn->steps; i++)
        if (kw_move_kind(turn->step[i]) == KW_LIFT)
            length += (size_t)sprintf(turn->word + length, "%s",
                                      kw_place_text(game, kw_move_hole(turn->step[i]), name));
        else
            count[kw_move_hole(turn->step[i])]++;
    turn->word[length++] = '=';
    turn->word[length] = '\0';
    for (size_t i = 0; i < turn->steps; i++) {
        unsigned hole = kw_move_hole(turn->step[i]);
        if (kw_move_kind(turn->step[i]) == KW_PLACE && count[hole] > 0) {
            length += (size_t)sprintf(turn->word + length, "%s%u", kw_place_text(game, hole, name),
                                      count[hole]);
            count[hole] = 0;
        }
    }
}

/* Plays a first turn at random. */
static void turn_play(const struct kw_game *game, const struct kw_position *start,
                      struct kw_random *random, struct turn *turn) {
    turn->end = *start;
    turn->steps = 0;
    do {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(game, &turn->end, list, KW_MOVES);
        kw_move move = list[kw_random_below(random, (uint32_t)count)];
        kw_play(game, &turn->end, move, &turn->end);
        turn->step[turn->steps++] = move;
    } while (turn->end.turn == start->turn && turn->end.phase != 0);
    turn_word(game, turn);
}

static void turn_test(struct test *test, const struct kw_game *game, struct kw_position *position,
                      struct kw_random *random) {
    struct turn turn;
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {0};
    turn_play(game, position, random, &turn);
    size_t read = kw_move_read(game, position, turn.word, list, &error);
    test_expect(test, read == turn.steps && memcmp(list, turn.step, read * sizeof list[0]) == 0,
                "first turn %s: read as %zu steps instead of %zu: %s", turn.word, read, turn.steps,
                error.message);
    struct kw_session *session = kw_session_new(game, position);
    CHECK(!kw_session_enter(session, "IJ=A1", &error));
    CHECK(kw_session_plies(session) == 0);
    CHECK(kw_session_enter(session, turn.word, &error));
    CHECK(kw_session_plies(session) == turn.steps);
    CHECK(memcmp(kw_session_position(session), &turn.end, sizeof turn.end) == 0);
    kw_session_free(session);
    *position = turn.end;
}

static void turns_test(struct test *test) {
    const struct kw_game *game = kw_game_find("kiothi");
    struct kw_random random;
    test_random(test, "turns", 0, &random);
    for (unsigned i = 0; i < 200 * test->effort; i++) {
        struct kw_position position;
        kw_start(game, &position);
        turn_test(test, game, &position, &random);
        turn_test(test, game, &position, &random);
        CHECK(position.phase == 0 && position.turn == KW_SOUTH);
    }
}

/* ---- sessions -------------------------------------------------------------------------------- */

static void session_test(struct test *test) {
    const struct kw_game *game = kw_game_find("oware");
    struct kw_position start;
    struct kw_error error = {0};
    struct kw_result result;
    CHECK(kw_position_read(game, "0,0,0,0,0,1/1,0,0,0,0,0 S 30/16", &start, &error));
    struct kw_session *session = kw_session_new(game, &start);
    CHECK(kw_session_game(session) == game);
    static const char *const round[] = {"A", "a", "B", "b", "C", "c", "D", "d", "E", "e", "F", "f"};
    for (unsigned i = 0; i < 24; i++) {
        CHECK(!kw_session_result(session, &result));
        CHECK(kw_session_enter(session, round[i % 12], &error));
    }
    CHECK(kw_session_result(session, &result) && result.ending == KW_BY_REPETITION);
    CHECK(memcmp(kw_session_position(session), &start, sizeof start) == 0);
    CHECK(!kw_session_enter(session, "A", &error) && error.code == KW_ILLEGAL_MOVE);
    CHECK(!kw_session_play(session, kw_session_move(session, 0), &error));
    CHECK(kw_session_plies(session) == 24);
    CHECK(memcmp(kw_session_before(session, 12), &start, sizeof start) == 0);
    /* What is taken back did not happen. */
    CHECK(kw_session_undo(session) && !kw_session_result(session, &result));
    CHECK(kw_session_enter(session, "f", &error) && kw_session_result(session, &result));
    while (kw_session_undo(session))
        continue;
    CHECK(kw_session_plies(session) == 0 && !kw_session_result(session, &result));
    CHECK(!kw_session_enter(session, "B", &error) && error.code == KW_ILLEGAL_MOVE);
    CHECK(!kw_session_enter(session, "?", &error) && error.code == KW_BAD_MOVE);
    kw_session_free(session);
    kw_session_free(NULL);
    session = kw_session_new(game, NULL);
    kw_start(game, &start);
    CHECK(memcmp(kw_session_position(session), &start, sizeof start) == 0);
    kw_session_free(session);
}

static void redo_test(struct test *test) {
    struct kw_session *session = kw_session_new(kw_game_find("kalah"), NULL);
    CHECK(!kw_session_redo(session) && !kw_session_undo(session));
    CHECK(kw_session_enter(session, "C", NULL) && kw_session_enter(session, "A", NULL));
    CHECK(kw_session_enter(session, "a", NULL) && kw_session_plies(session) == 3);
    struct kw_position last = *kw_session_position(session);
    CHECK(kw_session_undo(session) && kw_session_undo(session));
    CHECK(kw_session_redo(session) && kw_session_redo(session) && !kw_session_redo(session));
    CHECK(memcmp(kw_session_position(session), &last, sizeof last) == 0);
    /* The same move keeps what was taken back, another one forgets it. */
    CHECK(kw_session_undo(session) && kw_session_undo(session));
    CHECK(kw_session_enter(session, "A", NULL) && kw_session_redo(session));
    CHECK(kw_session_undo(session) && kw_session_undo(session));
    CHECK(kw_session_enter(session, "B", NULL) && !kw_session_redo(session));
    CHECK(kw_session_plies(session) == 2);
    kw_session_free(session);
}

static void ending_test(struct test *test) {
    struct kw_session *session = kw_session_new(kw_game_find("hus"), NULL);
    struct kw_result result;
    struct kw_error error;
    char text[KW_TEXT];
    CHECK(kw_session_enter(session, "B7", NULL) && kw_session_undo(session));
    CHECK(kw_session_resign(session, KW_SOUTH, &error) && kw_session_result(session, &result));
    CHECK(strcmp(kw_result_text(&result, text), "over N resign") == 0);
    CHECK(!kw_session_enter(session, "B7", &error) && error.code == KW_ILLEGAL_MOVE);
    CHECK(!kw_session_redo(session) && !kw_session_agree(session, &error));
    CHECK(strcmp(error.message, "the game is over: a player has resigned") == 0);
    CHECK(kw_session_undo(session) && !kw_session_result(session, &result));
    CHECK(kw_session_redo(session) && kw_session_plies(session) == 1);
    CHECK(kw_session_resign(session, KW_NORTH, &error) && kw_session_result(session, &result));
    CHECK(strcmp(kw_result_text(&result, text), "over S resign") == 0);
    CHECK(kw_session_undo(session) && kw_session_agree(session, &error));
    CHECK(kw_session_result(session, &result) && result.outcome == KW_DRAW && !result.scored);
    CHECK(strcmp(kw_result_text(&result, text), "over draw agreed") == 0);
    CHECK(!kw_session_resign(session, KW_NORTH, &error));
    kw_session_free(session);
}

/* The turns of a game, as texts, make the same game. */
static void turn_texts_test(struct test *test, const struct kw_game *game,
                            struct kw_random *random) {
    struct kw_session *session = kw_session_new(game, NULL), *again = kw_session_new(game, NULL);
    struct kw_result result;
    kw_move moves[1024];
    char text[KW_TEXT], *rest;
    for (size_t i = 0; i < 100 && !kw_session_result(session, &result); i++) {
        size_t count = kw_moves(game, kw_session_position(session), moves, 1024);
        kw_move move = moves[kw_random_below(random, (uint32_t)(count < 1024 ? count : 1024))];
        CHECK(kw_session_play(session, move, NULL));
    }
    for (size_t ply = 0; ply < kw_session_plies(session);) {
        size_t end = kw_session_turn_end(session, ply);
        unsigned player = kw_session_before(session, ply)->turn;
        CHECK(end > ply && kw_session_before(session, end - 1)->turn == player);
        CHECK(end == kw_session_plies(session) || kw_session_before(session, end)->turn != player);
        kw_session_turn_text(session, ply, text);
        char *word = strtok_r(text, ",", &rest);
        for (; word != NULL; word = strtok_r(NULL, ",", &rest))
            CHECK(kw_session_enter(again, word, NULL));
        CHECK(kw_session_plies(again) == end);
        ply = end;
    }
    CHECK(memcmp(kw_session_position(session), kw_session_position(again),
                 sizeof(struct kw_position)) == 0);
    kw_session_free(session);
    kw_session_free(again);
}

static void turn_text_test(struct test *test) {
    struct kw_session *session = kw_session_new(kw_game_find("kiothi"), NULL);
    char text[KW_TEXT];
    CHECK(kw_session_enter(session, "IJ=A2B3a7", NULL) && kw_session_plies(session) == 14);
    CHECK(strcmp(kw_session_turn_text(session, 0, text), "IJ=A2B3a7") == 0);
    CHECK(kw_session_enter(session, "=", NULL));
    CHECK(strcmp(kw_session_turn_text(session, 14, text), "=") == 0);
    kw_session_free(session);
    session = kw_session_new(kw_game_find("kalah"), NULL);
    CHECK(kw_session_enter(session, "C", NULL) && kw_session_enter(session, "F", NULL));
    CHECK(strcmp(kw_session_turn_text(session, 0, text), "C,F") == 0);
    kw_session_free(session);
}

/* ---- counting -------------------------------------------------------------------------------- */

static void perft_test(struct test *test) {
    const struct kw_game *game = kw_game_find("kalah");
    struct kw_position position;
    kw_start(game, &position);
    CHECK(kw_perft(game, &position, 0) == 1);
    CHECK(kw_perft(game, &position, 1) == 6);
    CHECK(kw_position_read(game, "0,0,0,0,0,0/0,0,0,0,0,2 S 24/22", &position, NULL));
    CHECK(kw_perft(game, &position, 0) == 1);
    CHECK(kw_perft(game, &position, 1) == 0);
    CHECK(kw_perft(game, &position, 3) == 0);
}

/* ---- random numbers -------------------------------------------------------------------------- */

static void random_test(struct test *test) {
    struct kw_random one, other;
    kw_random_seed(&one, 1);
    kw_random_seed(&other, 1);
    CHECK(kw_random_next(&one) == kw_random_next(&other));
    kw_random_seed(&other, 2);
    CHECK(kw_random_next(&one) != kw_random_next(&other));
    unsigned count[6] = {0};
    for (unsigned i = 0; i < 60000; i++) {
        uint32_t number = kw_random_below(&one, 6);
        if (!CHECK(number < 6))
            return;
        count[number]++;
    }
    /* Ten standard deviations; the sequence is always the same. */
    for (unsigned i = 0; i < 6; i++)
        test_expect(test, count[i] > 9000 && count[i] < 11000, "%u comes up %u times", i, count[i]);
    CHECK(kw_random_below(&one, 1) == 0);
    uint32_t high = 0;
    for (unsigned i = 0; i < 64; i++)
        high |= kw_random_below(&one, UINT32_MAX);
    CHECK(high > UINT32_MAX / 2);
}

/* ---- the engine ------------------------------------------------------------------------------ */

/* Times that cannot be counted in microseconds are as good as none, or as no limit. */
static void limits_test(struct test *test) {
    static const int64_t times[] = {INT64_MIN, -1, INT64_MAX / 1000 + 1, INT64_MAX};
    static struct kw_analysis analysis;
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    struct kw_session *session = kw_session_new(kw_game_find("kalah"), NULL);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const struct kw_limits limits = {.depth = 3, .milliseconds = times[i]};
        CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
        CHECK(analysis.lines == 1 && analysis.line[0].length > 0);
        CHECK(analysis.depth == (times[i] < 0 ? 0 : 3));
    }
    kw_session_free(session);
    kw_engine_free(engine);
}

/* What a cleared engine answers, rules of another option having been searched before or not. */
static struct kw_analysis search_after(struct test *test, const struct kw_game *before,
                                       const struct kw_game *game) {
    static struct kw_analysis analysis;
    const struct kw_limits limits = {.depth = 8};
    const struct kw_game *games[] = {before, game};
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    for (size_t i = before == NULL; i < 2; i++) {
        struct kw_session *session = kw_session_new(games[i], NULL);
        kw_engine_clear(engine);
        CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
        kw_session_free(session);
    }
    kw_engine_free(engine);
    return analysis;
}

/* What an engine has learned of a rule set does not outlive its options. */
static void other_options_test(struct test *test) {
    struct kw_game *few = kw_game_open("giuthi", "seeds=2", NULL);
    struct kw_analysis fresh = search_after(test, NULL, few);
    struct kw_analysis later = search_after(test, kw_game_find("giuthi"), few);
    CHECK(fresh.nodes == later.nodes);
    CHECK(fresh.line[0].score == later.line[0].score);
    kw_game_close(few);
}

static uint64_t nodes_of(struct test *test, struct kw_engine *engine, const struct kw_game *game,
                         const char *text) {
    static struct kw_analysis analysis;
    const struct kw_limits limits = {.depth = 4};
    struct kw_position position;
    CHECK(kw_position_read(game, text, &position, NULL));
    struct kw_session *session = kw_session_new(game, &position);
    CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
    kw_session_free(session);
    return analysis.nodes;
}

/* Seeds in reserve are part of a position: what is known of one does not answer for another. */
static void reserves_test(struct test *test) {
    static const char one[] =
        "0,0,0,0,0,0,0,0/0,0,6,1,0,1,0,0/1,4,0,3,9h,1,2,1/0,0,0,0,0,0,0,0 N 18/17";
    static const char other[] =
        "0,0,0,0,0,0,0,0/0,0,6,1,0,1,0,0/1,4,0,3,9h,1,2,1/0,0,0,0,0,0,0,0 N 17/18";
    const struct kw_game *game = kw_game_find("kiswahili");
    struct kw_engine *fresh = kw_engine_new(1 << 20, 1), *used = kw_engine_new(1 << 20, 1);
    nodes_of(test, used, game, one);
    CHECK(nodes_of(test, used, game, other) == nodes_of(test, fresh, game, other));
    kw_engine_free(fresh);
    kw_engine_free(used);
}

/* A stop ends one call, be it one that finds the game over. */
static void stop_test(struct test *test) {
    static struct kw_analysis analysis;
    const struct kw_limits limits = {.depth = 3};
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    struct kw_session *session = kw_session_new(kw_game_find("kalah"), NULL);
    kw_engine_stop(engine);
    CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
    CHECK(analysis.depth == 0 && analysis.lines == 1);
    CHECK(kw_session_resign(session, KW_SOUTH, NULL));
    kw_engine_stop(engine);
    CHECK(!kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
    CHECK(kw_session_undo(session));
    CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
    CHECK(analysis.depth == 3);
    kw_session_free(session);
    kw_engine_free(engine);
}

/* Whoever is beyond the levels plays as the nearest one, in Kiothi's placing too. */
static void levels_test(struct test *test) {
    static const unsigned level[][2] = {{0, 1}, {UINT_MAX, 10}};
    struct kw_session *session = kw_session_new(kw_game_find("kiothi"), NULL);
    for (size_t i = 0; i < 2; i++) {
        kw_move move[2] = {0, 0};
        for (size_t k = 0; k < 2; k++) {
            struct kw_engine *engine = kw_engine_new(1 << 16, 1);
            struct kw_random random;
            kw_random_seed(&random, 1);
            CHECK(kw_engine_play(engine, session, level[i][k], &random, &move[k], NULL));
            kw_engine_free(engine);
        }
        CHECK(move[0] == move[1]);
    }
    kw_session_free(session);
}

struct reviewed {
    struct test *test;
    size_t next;  /* the ply after the turn that is to be reviewed next */
    size_t turns; /* turns */
    size_t most;  /* after which no more is wanted */
};

static bool review_turn(void *context, const struct kw_turn_review *review) {
    struct reviewed *reviewed = context;
    struct test *test = reviewed->test;
    int32_t loss = review->best.line.score - review->played.line.score;
    CHECK(review->end == reviewed->next && review->first < review->end);
    CHECK(review->best.line.length > 0 && !review->best.over);
    CHECK(review->best.won != 0 || review->played.won != 0 || review->loss == loss);
    reviewed->next = review->first;
    return ++reviewed->turns < reviewed->most;
}

/* Each turn is reviewed once, the last one first, and the game stays what it was. */
static void review_test(struct test *test) {
    static const char *const played[] = {"C", "A", "d", "F", "a"}; /* C moves again */
    const struct kw_limits limits = {.depth = 3};
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    struct kw_session *session = kw_session_new(kw_game_find("kalah"), NULL);
    struct kw_result result;
    struct reviewed reviewed = {test, 0, 0, 1};
    CHECK(kw_engine_review(engine, session, 0, &limits, review_turn, &reviewed, NULL));
    CHECK(reviewed.turns == 0);
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        CHECK(kw_session_enter(session, played[i], NULL));
    CHECK(kw_session_resign(session, KW_NORTH, NULL));
    reviewed = (struct reviewed){test, 5, 0, 9};
    CHECK(kw_engine_review(engine, session, 0, &limits, review_turn, &reviewed, NULL));
    CHECK(reviewed.turns == 4 && reviewed.next == 0);
    CHECK(kw_session_plies(session) == 5 && kw_session_result(session, &result));
    reviewed = (struct reviewed){test, 5, 0, 2};
    CHECK(kw_engine_review(engine, session, 0, &limits, review_turn, &reviewed, NULL));
    CHECK(reviewed.turns == 2);
    for (size_t first = 1; first <= 5; first++) { /* C A is one turn, of which A is ply 1 */
        reviewed = (struct reviewed){test, 5, 0, 9};
        CHECK(kw_engine_review(engine, session, first, &limits, review_turn, &reviewed, NULL));
        CHECK(reviewed.next == (first == 1 ? 2 : first) && reviewed.turns == 5 - reviewed.next);
    }
    kw_session_free(session);
    kw_engine_free(engine);
}

static bool review_setup(void *context, const struct kw_turn_review *review) {
    struct test *test = context;
    int32_t score = review->mover == KW_NORTH ? 6000 : -6000;
    CHECK(review->best.line.score == score && review->best.line.proven);
    CHECK(review->best.line.length > 0 && !review->best.over);
    return true;
}

/* Kiothi's first turns are reviewed by what they lead to: the end, if South has nothing to move. */
static void review_setup_test(struct test *test) {
    static const char start[] = "12,12,12,12,12,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0 S 0/0 phase=place";
    const struct kw_game *game = kw_game_find("kiothi");
    const struct kw_limits limits = {.depth = 1};
    struct kw_position position;
    CHECK(kw_position_read(game, start, &position, NULL));
    struct kw_engine *engine = kw_engine_new(1 << 16, 1);
    struct kw_session *session = kw_session_new(game, &position);
    CHECK(kw_session_enter(session, "=", NULL) && kw_session_enter(session, "j=A12", NULL));
    CHECK(kw_engine_review(engine, session, 0, &limits, review_setup, test, NULL));
    kw_session_free(session);
    kw_engine_free(engine);
}

/* Plays the moves of a line to the end of a first turn; returns the move behind it. */
static size_t play_placing(struct test *test, struct kw_session *session,
                           const struct kw_line *line, size_t from) {
    const struct kw_position *position = kw_session_position(session);
    unsigned mover = position->turn;
    for (; position->phase != 0 && position->turn == mover && from < line->length; from++) {
        CHECK(kw_session_play(session, line->move[from], NULL));
        position = kw_session_position(session);
    }
    CHECK(position->phase == 0 || position->turn != mover);
    return from;
}

/* The line of South's first turn ends with it or, if one was sought, with North's answer. */
static void plan_test(struct test *test, const char *width, uint64_t nodes, bool answered) {
    struct kw_game *game = kw_game_open("kiothi", width, NULL);
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    struct kw_session *session = kw_session_new(game, NULL);
    const struct kw_limits limits = {.nodes = nodes};
    struct kw_analysis analysis;
    const struct kw_line *line = &analysis.line[0];
    CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &analysis, NULL));
    size_t end = play_placing(test, session, line, 0);
    CHECK((end < line->length) == answered);
    if (answered)
        CHECK(play_placing(test, session, line, end) == line->length);
    kw_session_free(session);
    kw_engine_free(engine);
    kw_game_close(game);
}

/* Whoever plans a first turn plays it step by step, and who answers it plans anew. */
static void following_test(struct test *test) {
    const struct kw_limits limits = {.nodes = 50000};
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    struct kw_session *session = kw_session_new(kw_game_find("kiothi"), NULL);
    const struct kw_position *position = kw_session_position(session);
    struct kw_analysis plan, next;
    CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &plan, NULL));
    CHECK(plan.nodes > 0);
    for (size_t i = 0; position->turn == KW_SOUTH; i++) {
        CHECK(kw_session_play(session, plan.line[0].move[i], NULL));
        position = kw_session_position(session);
        CHECK(kw_engine_search(engine, session, &limits, NULL, NULL, &next, NULL));
        CHECK((next.nodes == 0) == (position->turn == KW_SOUTH));
        CHECK(next.nodes > 0 || next.line[0].move[0] == plan.line[0].move[i + 1]);
    }
    kw_session_free(session);
    kw_engine_free(engine);
}

static void plans_test(struct test *test) {
    static const char *const width[] = {"width=4", "width=6", "width=8", "width=10"};
    for (size_t i = 0; i < sizeof width / sizeof *width; i++) {
        plan_test(test, width[i], 1, false);
        plan_test(test, width[i], 100000, true);
        plan_test(test, width[i], 300000, true);
    }
    following_test(test);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Plays random games on a game that other threads use too; returns the sum of the hashes. */
static void *thread_play(void *context) {
    const struct kw_game *game = context;
    uint64_t sum = 0;
    struct kw_random random;
    kw_random_seed(&random, 7);
    for (unsigned i = 0; i < 20; i++) {
        struct kw_session *session = kw_session_new(game, NULL);
        struct kw_result result;
        while (!kw_session_result(session, &result) && kw_session_plies(session) < 200) {
            kw_move list[KW_MOVES];
            size_t count = kw_moves(game, kw_session_position(session), list, KW_MOVES);
            kw_session_play(session, list[kw_random_below(&random, (uint32_t)count)], NULL);
            sum += kw_hash(kw_session_position(session));
        }
        kw_session_free(session);
    }
    return (void *)(uintptr_t)sum;
}

static void threads_test(struct test *test) {
    struct kw_game *game = kw_game_open("kiswahili", "endless.limit=100", NULL);
    pthread_t threads[4];
    void *sums[4];
    for (unsigned i = 0; i < 4; i++)
        if (!CHECK(pthread_create(&threads[i], NULL, thread_play, game) == 0))
            return;
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], &sums[i]);
    CHECK(sums[0] != NULL && sums[0] == sums[1] && sums[0] == sums[2] && sums[0] == sums[3]);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    struct test settings = test_begin(argc, argv), *test = &settings;
    version_test(test);
    list_test(test);
    for (size_t i = 0; i < RULE_SETS; i++) {
        const struct kw_game *game = kw_game_at(i);
        info_test(test, game, ids[i]);
        clauses_test(test, game, "");
        names_test(test, game);
        options_test(test, game);
        values_test(test, game);
        board_test(test, game);
    }
    open_test(test);
    kernel_test(test);
    holes_test(test);
    results_test(test);
    events_test(test);
    reading_test(test);
    refusal_test(test);
    turns_test(test);
    session_test(test);
    redo_test(test);
    ending_test(test);
    turn_text_test(test);
    struct kw_random random;
    test_random(test, "turns", 0, &random);
    for (size_t i = 0; i < 20 * kw_game_count(); i++)
        turn_texts_test(test, kw_game_at(i % kw_game_count()), &random);
    perft_test(test);
    random_test(test);
    limits_test(test);
    other_options_test(test);
    reserves_test(test);
    levels_test(test);
    stop_test(test);
    review_test(test);
    review_setup_test(test);
    plans_test(test);
    threads_test(test);
    return test_end(test);
}
