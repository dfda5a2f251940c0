/*
 * Records: random games of all rule sets and options are written, read and written again; and no
 * beginning of a record is taken for a whole one.
 *
 *      record_test [--effort N] [--seed N] [RULE SET]...
 */
#include "support/test.h"

enum { LIST = 4096, RECORD = 1 << 18 };

struct buffer {
    char text[RECORD];
    size_t length;
};

static bool collect(void *context, const char *text, size_t length) {
    struct buffer *buffer = context;
    if (buffer->length + length >= RECORD)
        return false;
    memcpy(buffer->text + buffer->length, text, length);
    buffer->length += length;
    return true;
}

static bool refuse(void *context, const char *text, size_t length) {
    size_t *left = context;
    (void)text;
    bool fits = length <= *left;
    *left = fits ? *left - length : 0;
    return fits;
}

static bool chance(struct kw_random *random, uint32_t one_in) {
    return kw_random_below(random, one_in) == 0;
}

/* Plays up to 60 plies, and may end the game by word. */
static void play_some(struct kw_session *session, struct kw_random *random) {
    static kw_move moves[LIST];
    const struct kw_game *game = kw_session_game(session);
    struct kw_result result;
    uint32_t plies = kw_random_below(random, 60);
    while (plies-- > 0 && !kw_session_result(session, &result)) {
        size_t count = kw_moves(game, kw_session_position(session), moves, LIST);
        kw_session_play(session, moves[kw_random_below(random, (uint32_t)count % LIST)], NULL);
    }
    if (chance(random, 4))
        kw_session_resign(session, chance(random, 2) ? KW_SOUTH : KW_NORTH, NULL);
    else if (chance(random, 4))
        kw_session_agree(session, NULL);
}

/* A record of a random game, perhaps from a position in the middle of another. */
static struct kw_record *record_random(const struct kw_game *game, struct kw_random *random) {
    static const char *const comments[] = {"good", "two  words", "\xc3\xa9t\xc3\xa9 {brace", "; a",
                                           "a\nline"};
    struct kw_record *record = kw_record_new(game, NULL);
    play_some(kw_record_session(record), random);
    struct kw_result result;
    if (chance(random, 3) &&
        !kw_state(game, kw_session_position(kw_record_session(record)), &result)) {
        struct kw_position start = *kw_session_position(kw_record_session(record));
        kw_record_free(record);
        record = kw_record_new(game, &start);
        play_some(kw_record_session(record), random);
    }
    size_t plies = kw_session_plies(kw_record_session(record));
    for (uint32_t left = kw_random_below(random, 5); left > 0; left--) {
        size_t ply = kw_random_below(random, (uint32_t)plies + 1);
        kw_record_comment_set(record, ply, comments[kw_random_below(random, 5)], NULL);
    }
    if (chance(random, 2))
        kw_record_header_set(record, "North",
                             "\xc3\x96"
                             "mer, the other one",
                             NULL);
    if (chance(random, 2))
        kw_record_header_set(record, "Date",
                             "19?"
                             "?-0?-1?",
                             NULL);
    if (chance(random, 2))
        kw_record_header_set(record, "Event-2", "x: y", NULL);
    return record;
}

/* What a record holds, the same for both. */
static void same_records(struct test *test, const char *id, struct kw_record *one,
                         struct kw_record *other) {
    const struct kw_session *a = kw_record_session(one), *b = kw_record_session(other);
    struct kw_result result_a = {0}, result_b = {0};
    char text_a[KW_TEXT], text_b[KW_TEXT];
    size_t plies = kw_session_plies(a);
    bool same = plies == kw_session_plies(b);
    for (size_t ply = 0; same && ply <= plies; ply++) {
        const char *here = kw_record_comment(one, ply), *there = kw_record_comment(other, ply);
        same = memcmp(kw_session_before(a, ply), kw_session_before(b, ply),
                      sizeof(struct kw_position)) == 0 &&
               (here == NULL) == (there == NULL) && (here == NULL || strcmp(here, there) == 0);
    }
    test_expect(test, same, "%s: the game or its comments are not those written", id);
    kw_session_result(a, &result_a);
    kw_session_result(b, &result_b);
    test_expect(test,
                strcmp(kw_result_text(&result_a, text_a), kw_result_text(&result_b, text_b)) == 0,
                "%s: the result is '%s' instead of '%s'", id, text_b, text_a);
    test_expect(test,
                strcmp(kw_game_options(kw_session_game(a), text_a),
                       kw_game_options(kw_session_game(b), text_b)) == 0,
                "%s: the options are '%s' instead of '%s'", id, text_b, text_a);
    bool headers = kw_record_header_count(one) == kw_record_header_count(other);
    for (size_t i = 0; headers && i < kw_record_header_count(one); i++) {
        const char *name, *value = kw_record_header_at(one, i, &name);
        const char *there = kw_record_header(other, name);
        headers = there != NULL && strcmp(there, value) == 0;
    }
    test_expect(test, headers, "%s: not the headers that were written", id);
}

/* No beginning of a text is a record, but for line ends left out at its end. */
static void prefixes_test(struct test *test, const char *id, const struct buffer *whole) {
    size_t first_line = strcspn(whole->text, "\n");
    size_t last = whole->length;
    while (last > 0 && whole->text[last - 1] == '\n')
        last--;
    for (size_t length = 1; length < last; length++) {
        struct kw_record_source source = {.text = whole->text, .length = length};
        struct kw_error error;
        struct kw_record *record = kw_record_read(&source, &error);
        bool refused = record == NULL && error.code == KW_BAD_RECORD && error.line >= 1 &&
                       error.column >= 1 && error.message[0] != '\0';
        test_expect(test, refused, "%s: the first %zu bytes of %zu are a record (line 1: %.*s)", id,
                    length, whole->length, (int)first_line, whole->text);
        kw_record_free(record);
    }
}

static void record_game(struct test *test, const struct kw_game *game, struct kw_random *random,
                        bool prefixes) {
    static struct buffer first, second;
    const char *id = kw_game_info(game)->id;
    struct kw_error error = {0};
    struct kw_record *record = record_random(game, random);
    first.length = second.length = 0;
    test_expect(test, kw_record_write(record, collect, &first), "%s cannot be written", id);
    first.text[first.length] = '\0';
    struct kw_record_source source = {.text = first.text, .length = first.length};
    struct kw_record *read = kw_record_read(&source, &error);
    if (test_expect(test, read != NULL, "%s: %zu:%zu: %s\n%s", id, error.line, error.column,
                    error.message, first.text)) {
        same_records(test, id, record, read);
        kw_record_write(read, collect, &second);
        test_expect(test,
                    first.length == second.length &&
                        memcmp(first.text, second.text, first.length) == 0,
                    "%s is written in another way when it has been read:\n%s", id, first.text);
        test_expect(test, kw_record_read(&source, &error) == NULL && error.code == KW_OK,
                    "%s: something is left after the record", id);
    }
    size_t left = kw_random_below(random, (uint32_t)first.length);
    test_expect(test, !kw_record_write(record, refuse, &left), "%s: a refusal is not told", id);
    if (prefixes)
        prefixes_test(test, id, &first);
    kw_record_free(read);
    kw_record_free(record);
}

static void record_games(struct test *test, const char *id) {
    struct kw_random random;
    test_random(test, id, 0, &random);
    for (unsigned i = 0; i < 12 * test->effort; i++) {
        char options[TEST_OPTIONS];
        options_choose(kw_game_find(id), i, &random, options);
        struct kw_game *game = kw_game_open(id, options, NULL);
        if (test_expect(test, game != NULL, "%s cannot be opened with %s", id, options))
            record_game(test, game, &random, i % 12 == 0);
        kw_game_close(game);
    }
}

/* ---- what programs ask for ------------------------------------------------------------------- */

static bool same_text(const char *one, const char *other) {
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

static void expect_header(struct test *test, const struct kw_record *record, const char *name,
                          const char *value) {
    const char *got = kw_record_header(record, name);
    test_expect(test, same_text(got, value), "the header %s is '%s'", name, got);
}

/* Sets a header that cannot stand in a record; nothing may change. */
static void expect_no_header(struct test *test, struct kw_record *record, const char *name,
                             const char *value) {
    struct kw_error error = {0};
    size_t count = kw_record_header_count(record);
    test_expect(test,
                !kw_record_header_set(record, name, value, &error) && error.code == KW_BAD_RECORD &&
                    error.message[0] != '\0' && kw_record_header_count(record) == count,
                "the header '%s' takes '%s'", name, value);
}

/* What is no number of plies is ignored. */
static void opening_test(struct test *test) {
    static const struct {
        const char *value;
        size_t plies;
    } told[] = {{NULL, 0},
                {"0", 0},
                {"6", 6},
                {"007", 7},
                {"1000000", 1000000},
                {"1000001", 0},
                {"99999999999999999999", 0},
                {"-1", 0},
                {"6 plies", 0},
                {"six", 0}};
    struct kw_record *record = kw_record_new(kw_game_find("kalah"), NULL);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        kw_record_header_set(record, "Opening-Plies", told[i].value, NULL);
        test_expect(test, kw_record_opening(record) == told[i].plies, "an opening of '%s' plies",
                    told[i].value != NULL ? told[i].value : "no");
    }
    test_expect(test, kw_record_opening_set(record, 12, NULL), "an opening is not set");
    expect_header(test, record, "Opening-Plies", "12");
    kw_record_opening_end(record, 12);
    expect_header(test, record, "Opening-Plies", "12");
    kw_record_opening_end(record, 11);
    expect_header(test, record, "Opening-Plies", "11");
    kw_record_opening_end(record, 0);
    expect_header(test, record, "Opening-Plies", NULL);
    test_expect(test, kw_record_opening_set(record, 12, NULL), "an opening is not set anew");
    test_expect(test, kw_record_opening_set(record, 0, NULL), "an opening is not taken away");
    expect_header(test, record, "Opening-Plies", NULL);
    kw_record_free(record);
}

static void headers_test(struct test *test) {
    struct kw_record *record = kw_record_new(kw_game_find("kalah"), NULL);
    char name[64];
    const char *first;
    kw_record_header_set(record, "South", "Ann", NULL);
    kw_record_header_set(record, "Date", "2024-02-29", NULL);
    kw_record_header_set(record, "Event", "one", NULL);
    kw_record_header_set(record, "Event", "two", NULL);
    kw_record_header_set(record, "South", NULL, NULL);
    kw_record_header_set(record, "North", NULL, NULL);
    expect_header(test, record, "South", NULL);
    expect_header(test, record, "Event", "two");
    expect_header(test, record, "event", NULL);
    kw_record_header_set(record, "Event", kw_record_header(record, "Event"), NULL);
    expect_header(test, record, "Event", "two");
    test_expect(test,
                kw_record_header_count(record) == 2 &&
                    same_text(kw_record_header_at(record, 0, &first), "2024-02-29") &&
                    same_text(first, "Date"),
                "the headers are not in their order");
    static const char *const bad[][2] = {
        {"", "x"},
        {"A b", "x"},
        {"A:", "x"},
        {"\xc3\xa9", "x"},
        {"abcdefghijklmnopqrstuvwxyzabcdefghijklmno", "x"},
        {"Game", "oware"},
        {"Game", NULL},
        {"Options", "seeds=3"},
        {"Start", "start"},
        {"Result", "unfinished"},
        {"X", ""},
        {"X", " a"},
        {"X", "a "},
        {"X", "a\nb"},
        {"X", "a\tb"},
        {"X", "\x7f"},
        {"X", "\xc0\x80"},
        {"X", "\xed\xa0\x80"},
        {"X", "\xf4\x90\x80\x80"},
        {"X", "\xc2\x85"},
        {"X", "\xe2\x82"},
        {"Date", "2026-00-01"},
        {"Date", "2026-04-31"},
        {"Date", "1900-02-29"},
        {"Date", "2026-1-1"},
        {"Date", "2026/01/01"},
        {"Date", "\?\?\?\?-02-3?x"},
        {"Date", "\?\?\?\?-02-30"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_no_header(test, record, bad[i][0], bad[i][1]);
    for (unsigned i = 0; kw_record_header_count(record) < 100; i++) {
        snprintf(name, sizeof name, "X-%u", i);
        kw_record_header_set(record, name, "x", NULL);
    }
    expect_no_header(test, record, "One-more", "x");
    kw_record_header_set(record, "Event", "three", NULL);
    expect_header(test, record, "Event", "three");
    kw_record_free(record);
}

static void expect_comment(struct test *test, const struct kw_record *record, size_t ply,
                           const char *comment) {
    const char *got = kw_record_comment(record, ply);
    test_expect(test, same_text(got, comment), "the comment after ply %zu is '%s' instead of '%s'",
                ply, got, comment);
}

static void comments_test(struct test *test) {
    struct kw_record *record = kw_record_new(kw_game_find("kalah"), NULL);
    struct kw_session *session = kw_record_session(record);
    struct kw_error error = {0};
    kw_session_enter(session, "C", NULL);
    kw_session_enter(session, "F", NULL);
    kw_record_comment_set(record, 2, "two", NULL);
    kw_record_comment_set(record, 0, " \t a\r\n\nb ", NULL);
    expect_comment(test, record, 0, "a b");
    expect_comment(test, record, 1, NULL);
    kw_record_comment_set(record, 0, kw_record_comment(record, 0), NULL);
    expect_comment(test, record, 0, "a b");
    kw_record_comment_set(record, 0, kw_record_comment(record, 0) + 2, NULL);
    expect_comment(test, record, 0, "b");
    static const char *const bad[] = {"a}", "\x01", "\xff", "\xc2\x9f"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        test_expect(
            test, !kw_record_comment_set(record, 0, bad[i], &error) && error.code == KW_BAD_RECORD,
            "the comment '%s' is taken", bad[i]);
    expect_comment(test, record, 0, "b");
    kw_record_comment_set(record, 0, NULL, NULL);
    kw_record_comment_set(record, 1, NULL, NULL);
    expect_comment(test, record, 0, NULL);
    kw_record_comment_set(record, 2, " \n", NULL);
    expect_comment(test, record, 2, NULL);
    kw_record_free(record);
}

/* A comment is of the game as it went: it comes back with its move, and not with another. */
static void comments_undo_test(struct test *test) {
    struct kw_record *record = kw_record_new(kw_game_find("oware"), NULL);
    struct kw_session *session = kw_record_session(record);
    static struct buffer out;
    kw_session_enter(session, "A", NULL);
    kw_record_comment_set(record, 0, "start", NULL);
    kw_record_comment_set(record, 1, "of A", NULL);
    kw_session_undo(session);
    out.length = 0;
    kw_record_write(record, collect, &out);
    out.text[out.length] = '\0';
    test_expect(test, strstr(out.text, "{start}") != NULL && strstr(out.text, "of A") == NULL,
                "what was taken back is written:\n%s", out.text);
    kw_session_redo(session);
    expect_comment(test, record, 1, "of A");
    kw_session_undo(session);
    kw_session_enter(session, "B", NULL);
    expect_comment(test, record, 0, "start");
    expect_comment(test, record, 1, NULL);
    kw_record_comment_set(record, 1, "of B", NULL);
    expect_comment(test, record, 1, "of B");
    kw_record_free(record);
}

/* The pieces of a comment are one, however many, and the source says where the record ended. */
static void pieces_test(struct test *test) {
    enum { PIECES = 100000 };
    static char text[4 * PIECES + 64];
    size_t length = (size_t)sprintf(text, "Game: kalah\n\n");
    for (size_t i = 0; i < PIECES; i++)
        length += (size_t)sprintf(text + length, "{a}\n");
    length += (size_t)sprintf(text + length, "unfinished\n\n");
    struct kw_record_source source = {.text = text, .length = length};
    struct kw_error error;
    struct kw_record *record = kw_record_read(&source, &error);
    if (test_expect(test, record != NULL, "%zu:%zu: %s", error.line, error.column, error.message))
        test_expect(test,
                    strlen(kw_record_comment(record, 0)) == 2 * PIECES - 1 &&
                        source.line == PIECES + 3 && source.at == length - 1,
                    "not all the pieces of a comment, or another end than that of the record");
    kw_record_free(record);
}

/* Reads a record and expects its game to have these options; NULL: that it cannot be read. */
static void expect_options(struct test *test, const char *text, const char *options) {
    struct kw_record_source source = {.text = text, .length = strlen(text)};
    struct kw_error error;
    char is[KW_TEXT];
    struct kw_record *record = kw_record_read(&source, &error);
    test_expect(test, (record != NULL) == (options != NULL), "a record is %s: %s",
                record != NULL ? "read" : "not read", error.message);
    if (record != NULL && options != NULL) {
        kw_game_options(kw_session_game(kw_record_session(record)), is);
        test_expect(test, strcmp(is, options) == 0, "options \"%s\" instead of \"%s\"", is,
                    options);
        static struct buffer written;
        written = (struct buffer){0};
        test_expect(test,
                    kw_record_write(record, collect, &written) &&
                        strstr(written.text, "Options: late=") != NULL,
                    "a record of Bulto does not say what late is: %s", written.text);
    }
    kw_record_free(record);
}

/* A record that does not name an option means the default of the time when it was written. */
static void former_default_test(struct test *test) {
    static const char moves[] =
        "Game: bulto\n"
        "Result: over 22-18\n"
        "\n"
        "1. E h 2. D j 3. E e 4. G!2 i 5. E~ g 6. J j! 7. F d~ 8. G i! 9. J!2 f 10. B i\n"
        "11. G e 12. I h 13. J~ g 14. E f 15. J~ h 16. B g 17. I h 18. F i 19. J!\n"
        "over 22-18\n";
    char text[KW_TEXT + sizeof moves];
    expect_options(test, moves, "late=start");
    snprintf(text, sizeof text, "Game: bulto\nOptions: late=start\n%s", strchr(moves, '\n') + 1);
    expect_options(test, text, "late=start");
    snprintf(text, sizeof text, "Game: bulto\nOptions: late=moment\n%s", strchr(moves, '\n') + 1);
    expect_options(test, text, NULL);
    expect_options(test, "Game: bulto\nOptions: late=moment\n\n1. A\nunfinished\n", "");
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    for (size_t i = 0; i < kw_game_count(); i++) {
        const char *id = kw_game_info(kw_game_at(i))->id;
        if (test_selects(&test, id))
            record_games(&test, id);
    }
    headers_test(&test);
    opening_test(&test);
    comments_test(&test);
    comments_undo_test(&test);
    pieces_test(&test);
    former_default_test(&test);
    return test_end(&test);
}
