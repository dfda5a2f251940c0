/*
 * The examples of the manual of rule texts, read and played.
 *
 *      rule_examples MANUAL     checks them, and the list of words at its end
 *      rule_examples --words    prints that list
 *
 * A block ```rules is a text, or statements that are added to the first text by `extends`.  The
 * lines of a block ```play speak of the text before it:
 *
 *      POSITION: MOVE becomes POSITION
 *      POSITION: MOVE is not legal
 *      POSITION: over
 */
#include "language/words/word_table.h"
#include "support/test.h"

enum { TEXT = 65536 };

struct manual {
    struct test *test;
    unsigned line;
    struct kw_game *game; /* of the last block of rules, or NULL */
    size_t games, plays;
};

static const char words_mark[] = "<!-- rule_examples --words prints what follows -->\n";

/* ---- the list of words ----------------------------------------------------------------------- */

static void words_print(FILE *file) {
    for (unsigned role = 0; role < WORD_ROLES; role++) {
        const struct rule_word *word;
        fprintf(file, "\n%s:\n\n", word_role_name(role));
        for (size_t i = 0; (word = word_at(i)) != NULL; i++)
            if (word->role == role)
                fprintf(file, "- `%s%s%s`\n", word->word, word->grammar[0] != '\0' ? " " : "",
                        word->grammar);
    }
}

static void words_check(struct test *test, const char *manual) {
    char *list = NULL;
    size_t length;
    FILE *file = open_memstream(&list, &length);
    words_print(file);
    fclose(file);
    const char *at = strstr(manual, words_mark);
    test_expect(test, at != NULL && strcmp(at + strlen(words_mark), list) == 0,
                "the manual's list of words is what rule_examples --words prints");
    free(list);
}

/* Every word stands in an example, or is at least explained: in `` of the text above the list. */
static void words_check_explained(struct test *test, const char *manual) {
    const struct rule_word *word;
    const char *list = strstr(manual, words_mark);
    for (size_t i = 0; list != NULL && (word = word_at(i)) != NULL; i++) {
        const char *at = strstr(manual, word->word);
        test_expect(test, at != NULL && at < list, "the manual says nothing of '%s'", word->word);
    }
}

/* ---- examples -------------------------------------------------------------------------------- */

static void rules_check(struct manual *manual, const char *block) {
    static char text[TEXT];
    struct kw_error error = {0};
    bool whole = strncmp(block, "game ", 5) == 0 || strncmp(block, "extends ", 8) == 0;
    snprintf(text, sizeof text, "%s%s", whole ? "" : "extends plain\ngame example\n", block);
    kw_game_close(manual->game);
    manual->game = kw_game_read(text, strlen(text), &error);
    test_expect(manual->test, manual->game != NULL, "line %u of the manual: %zu:%zu: %s",
                manual->line, error.line, error.column, error.message);
    test_expect(manual->test, kw_rules_check(text, strlen(text), NULL, NULL, NULL) == 0,
                "line %u of the manual: a fault under some value of an option", manual->line);
    if (manual->games++ == 0)
        test_expect(manual->test, kw_game_add(text, strlen(text), &error) != NULL,
                    "the first text is one that others can extend: %s", error.message);
}

/* MOVE becomes POSITION, or MOVE is not legal. */
static void play_move(struct manual *manual, struct kw_position *position, char *move) {
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {0};
    char text[KW_TEXT];
    char *becomes = strstr(move, " becomes "), *illegal = strstr(move, " is not legal");
    if (!test_expect(manual->test, becomes != NULL || illegal != NULL,
                     "line %u of the manual says what a move does", manual->line))
        return;
    *(becomes != NULL ? becomes : illegal) = '\0';
    size_t count = kw_move_read(manual->game, position, move, list, &error);
    if (becomes == NULL) {
        test_expect(manual->test, count == 0 && error.code == KW_ILLEGAL_MOVE,
                    "line %u of the manual: %s is legal", manual->line, move);
        return;
    }
    if (!test_expect(manual->test, count > 0, "line %u of the manual: %s", manual->line,
                     error.message))
        return;
    for (size_t i = 0; i < count; i++)
        kw_play(manual->game, position, list[i], position);
    kw_position_text(manual->game, position, text);
    test_expect(manual->test, strcmp(text, becomes + strlen(" becomes ")) == 0,
                "line %u of the manual: %s leads to %s", manual->line, move, text);
}

static void play_check(struct manual *manual, char *line) {
    struct kw_position position;
    struct kw_result result;
    struct kw_error error = {0};
    char *colon = strstr(line, ": ");
    if (manual->game == NULL || !test_expect(manual->test, colon != NULL,
                                             "line %u of the manual has a position", manual->line))
        return;
    *colon = '\0';
    manual->plays++;
    if (!test_expect(manual->test, kw_position_read(manual->game, line, &position, &error),
                     "line %u of the manual: %s", manual->line, error.message))
        return;
    if (strcmp(colon + 2, "over") == 0)
        test_expect(manual->test, kw_state(manual->game, &position, &result),
                    "line %u of the manual: the game goes on", manual->line);
    else
        play_move(manual, &position, colon + 2);
}

/* Reads the manual line by line; cuts it up. */
static void manual_check(struct manual *manual, char *text) {
    char *block = NULL;
    bool play = false;
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        manual->line++;
        if (strncmp(line, "```", 3) == 0) {
            if (block != NULL) {
                *line = '\0';
                rules_check(manual, block);
            }
            play = strncmp(line + 3, "play\n", 5) == 0;
            block = strncmp(line + 3, "rules\n", 6) == 0 ? next + 1 : NULL;
        }
        next = next != NULL ? next + 1 : NULL;
        if (play && *line != '`') {
            next[-1] = '\0';
            play_check(manual, line);
        }
    }
    kw_game_close(manual->game);
}

int main(int argc, char **argv) {
    static char text[TEXT];
    if (argc == 2 && strcmp(argv[1], "--words") == 0) {
        words_print(stdout);
        return 0;
    }
    struct test test = test_begin(argc, argv);
    struct manual manual = {.test = &test};
    FILE *file = test.words == 1 ? fopen(test.word[0], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: rule_examples MANUAL|--words\n");
        return 2;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    words_check(&test, text);
    words_check_explained(&test, text);
    manual_check(&manual, text);
    printf("%zu texts, %zu positions\n", manual.games, manual.plays);
    test_expect(&test, manual.games > 10 && manual.plays > 10, "the manual has examples");
    return test_end(&test);
}
