/*
 * Games of a batch: those with options stay open, the ones used longest ago go first, and a rule
 * text is known by its path.
 */
#include "io/open_games.h"
#include "support/test.h"

static const char *options_of(unsigned number) {
    static char text[TEST_OPTIONS];
    snprintf(text, sizeof text, "swap=%s seeds=%u pits=%u", number % 2 == 0 ? "yes" : "no",
             1 + number / 2 % 8, 1 + number / 16);
    return text;
}

static const struct kw_game *ask(struct open_games *games, unsigned number) {
    struct kw_error error;
    return open_games_open(games, "kalah", options_of(number), &error);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    struct open_games games = {.count = 0};
    const struct kw_game *game[OPEN_GAMES] = {NULL}, *listed = kw_game_find("oware");
    struct kw_error error;
    open_games_keep(&games, "./mine.rules", listed);
    for (unsigned i = 0; i + 1 < OPEN_GAMES; i++)
        game[i] = ask(&games, i);
    for (unsigned i = 0; i + 1 < OPEN_GAMES; i++)
        test_expect(&test, game[i] != NULL && ask(&games, i) == game[i],
                    "kalah %s is still open after %d others", options_of(i), OPEN_GAMES - 1);
    test_expect(&test, open_games_at(&games, "./mine.rules") == listed, "the path is known");
    test_expect(&test, open_games_at(&games, "mine.rules") == NULL, "another path is not");
    ask(&games, 0); /* so that the second is the one used longest ago */
    ask(&games, OPEN_GAMES);
    test_expect(&test, games.count == OPEN_GAMES, "no more are open than %d", OPEN_GAMES);
    test_expect(&test, ask(&games, 0) == game[0], "one in use stays open");
    test_expect(&test, open_games_at(&games, "./mine.rules") == listed, "and so does the path");
    bool kept = false;
    for (size_t i = 0; i < games.count; i++)
        kept |= strcmp(games.game[i].options, options_of(1)) == 0;
    test_expect(&test, !kept, "the one used longest ago is closed");
    test_expect(&test, open_games_open(&games, "kalah", "seeds=x", &error) == NULL,
                "options at fault are refused");
    test_expect(&test, games.count == OPEN_GAMES, "and take no place");
    open_games_close(&games);
    return test_end(&test);
}
