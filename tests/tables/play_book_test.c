/* Opening books: what a reader finds, what it refuses, and how levels 9 and 10 play them. */
#include "support/test.h"

#include "base/checksum.h"

#include <inttypes.h>

enum { DRAWS = 100, TEXT = 2048 };

/* A book of Oware with these positions. */
static size_t book_write(char text[TEXT], const struct kw_game *game, const char *lines) {
    size_t length = (size_t)snprintf(text, TEXT,
                                     "# komwe book 1\n# rules: oware %s\n"
                                     "# made by: a test\n%s",
                                     kw_game_checksum(game), lines);
    return length + (size_t)snprintf(text + length, TEXT - length, "# checksum: %016" PRIx64 "\n",
                                     checksum(text, length));
}

static struct kw_book *book_open(const char *lines, struct kw_error *error) {
    const struct kw_game *game = kw_game_find("oware");
    char text[TEXT];
    size_t length = book_write(text, game, lines);
    return kw_book_open(game, text, length, error);
}

static const char lines[] = "0 - A=-40 B=+10 C=+25 D=+5 E=+4 F=-200!\n"
                            "1 C A=-25 B=-26 C=l12!\n"
                            "2 A A=+7 B=w9!\n"
                            "1 A A=+40\n";

/* The book as it is written, from both sides. */
static void test_find(struct test *test) {
    static const struct {
        char move;
        int score;
        unsigned positions;
        bool proven;
    } right[] = {{'C', 25, 2, false}, {'B', 10, 0, false},  {'D', 5, 0, false},
                 {'E', 4, 0, false},  {'A', -40, 1, false}, {'F', -200, 0, true}};
    const struct kw_game *game = kw_game_find("oware");
    struct kw_error error;
    struct kw_book *book = book_open(lines, &error);
    struct kw_book_move list[KW_MOVES];
    struct kw_position start, mirrored;
    char text[KW_TEXT];
    if (!test_expect(test, book != NULL && kw_book_size(book) == 4, "the book is read"))
        return;
    kw_start(game, &start);
    kw_mirror(game, &start, &mirrored);
    for (int side = 0; side < 2; side++) {
        const struct kw_position *position = side == 0 ? &start : &mirrored;
        test_expect(test, kw_book_find(book, game, position, list, KW_MOVES) == 6, "six moves");
        for (size_t i = 0; i < 6; i++) {
            kw_move_text(game, position, list[i].move, text);
            test_expect(test,
                        (text[0] & ~32) == right[i].move && list[i].score == right[i].score &&
                            list[i].positions == right[i].positions &&
                            list[i].proven == right[i].proven && list[i].unit == KW_IN_SEEDS,
                        "move %zu is %s %d, %u behind", i, text, list[i].score, list[i].positions);
        }
    }
    test_expect(test, kw_book_find(book, game, &start, NULL, 0) == 6, "moves are counted");
    test_expect(test,
                kw_book_find(book, game, kw_book_position(book, 2), list, KW_MOVES) == 2 &&
                    list[0].unit == KW_IN_PLIES && list[0].score == 9,
                "a win comes before seeds");
    struct kw_game *other = kw_game_open("oware", "repetition=first", NULL);
    test_expect(test, kw_book_find(book, other, &start, list, KW_MOVES) == 0,
                "a book of other rules has nothing");
    kw_game_close(other);
    kw_book_close(book);
}

/* Lines that are refused, and where: each takes the place of the second position. */
static void test_refusals(struct test *test) {
    static const struct {
        const char *line;
        size_t column;
    } wrong[] = {
        {"2 C A=+1\n", 1},
        {"1 G A=+1\n", 3},
        {"1 C A=+1 A=+2\n", 10},
        {"1 C A=1\n", 5},
        {"1 C A=+\n", 5},
        {"1 C A=!\n", 5},
        {"1 C A=+1000001\n", 5},
        {"1 C A=w0\n", 5},
        {"1 C A=+01\n", 5},
        {"1 C\n", 4},
        {"1 C  A=+1\n", 5},
        {"1 C A=+1 \n", 10},
        {"0 - A=+1\n", 1},
        {"1 - A=+1\n", 3},
        {"1 C A=+1\n1 C A=+1\n", 3},
        {"x C A=+1\n", 1},
        {"1 C Z=+1\n", 5},
        {"1 C A\n", 5},
        {"1 C A=+1", 5},
        {"\n", 1},
    };
    char text[TEXT];
    struct kw_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error = (struct kw_error){.code = KW_OK};
        snprintf(text, sizeof text, "0 - A=+1\n%s", wrong[i].line);
        struct kw_book *book = book_open(text, &error);
        test_expect(test,
                    book == NULL && error.line >= 5 && error.column == wrong[i].column &&
                        error.message[0] != '\0',
                    "'%s' is refused: %zu:%zu: %s", wrong[i].line, error.line, error.column,
                    error.message);
        kw_book_close(book);
    }
    test_expect(test, book_open("", NULL) == NULL, "a book without positions is refused");
}

/* Any change of a byte, and any cut, is noticed. */
static void test_damage(struct test *test) {
    const struct kw_game *game = kw_game_find("oware");
    char text[TEXT];
    size_t length = book_write(text, game, lines);
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        test_expect(test, kw_book_open(game, text, length, NULL) == NULL, "a bit of byte %zu", i);
        text[i] ^= 1;
        test_expect(test, kw_book_open(game, text, i, NULL) == NULL, "cut off at %zu", i);
    }
}

/* How often a level chooses each of Oware's holes in the session, of DRAWS. */
static void levels_count(struct kw_engine *engine, const struct kw_session *session, unsigned level,
                         unsigned chosen[6]) {
    struct kw_random random;
    char text[KW_TEXT];
    memset(chosen, 0, 6 * sizeof *chosen);
    kw_random_seed(&random, 1);
    for (unsigned i = 0; i < DRAWS; i++) {
        kw_move move;
        if (kw_engine_play(engine, session, level, &random, &move, NULL))
            chosen[(kw_move_text(kw_session_game(session), kw_session_position(session), move,
                                 text)[0] &
                    ~32) -
                   'A']++;
    }
}

/* Moves within 20 hundredths of the best at levels 9 and 10; a won game is won the shortest way. */
static void test_levels(struct test *test) {
    const struct kw_game *game = kw_game_find("oware");
    struct kw_error error;
    struct kw_book *book = book_open(lines, &error);
    struct kw_engine *engine = kw_engine_new(1 << 20, 1);
    struct kw_session *session = kw_session_new(game, NULL);
    unsigned chosen[6];
    kw_engine_set_book(engine, book);
    for (unsigned level = 9; level <= 10; level++) {
        levels_count(engine, session, level, chosen);
        test_expect(test,
                    chosen[1] > 0 && chosen[2] > 0 && chosen[3] > 0 &&
                        chosen[1] + chosen[2] + chosen[3] == DRAWS,
                    "level %u plays B, C and D: %u %u %u", level, chosen[1], chosen[2], chosen[3]);
    }
    kw_session_enter(session, "C", &error);
    kw_session_enter(session, "a", &error);
    levels_count(engine, session, 9, chosen);
    test_expect(test, chosen[1] == DRAWS, "a win is taken");
    struct kw_analysis *analysis = calloc(1, sizeof *analysis);
    static const struct kw_limits limits = {.nodes = 1000};
    kw_session_undo(session);
    kw_session_undo(session);
    struct kw_engine *other = kw_engine_new(1 << 20, 1);
    kw_engine_clear(engine);
    kw_engine_search(engine, session, &limits, NULL, NULL, analysis, &error);
    kw_move searched = analysis->line[0].move[0];
    kw_engine_search(other, session, &limits, NULL, NULL, analysis, &error);
    test_expect(test, searched == analysis->line[0].move[0], "a search does not ask the book");
    kw_engine_set_book(engine, NULL);
    levels_count(engine, session, 8, chosen);
    unsigned most = 0;
    for (int i = 0; i < 6; i++)
        most = chosen[i] > most ? chosen[i] : most;
    test_expect(test, most == DRAWS, "without a book a level always plays the same");
    free(analysis);
    kw_session_free(session);
    kw_engine_free(engine);
    kw_engine_free(other);
    kw_book_close(book);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    test_find(&test);
    test_refusals(&test);
    test_damage(&test);
    test_levels(&test);
    return test_end(&test);
}
