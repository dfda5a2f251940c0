/*
 * The examples of the manual of rule texts, read and played.
 *
 *      rule_examples MANUAL     checks them, and the list of words at its end
 *      rule_examples --words    prints that list
 *
 * A block ```rules is a text, or statements that are added to the first text by `extends`; the
 * lines of a block ```play speak of it.  A block ```example holds texts with empty lines between
 * them, each with its own plays, which are indented:
 *
 *      POSITION: MOVES becomes POSITION
 *
 *      POSITION: MOVES MOVE is not legal
 *
 *      POSITION: MOVES MOVE refused SENTENCE
 *
 *      POSITION: obliged SENTENCE
 *
 *      POSITION: MOVES cites CLAUSE
 *
 *      POSITION: MOVES over RESULT
 *
 *      POSITION: over RESULT, then POSITION
 *
 * MOVES are none or more, with spaces between them; `obliged` is what narrows the choice, CLAUSE
 * that of an event of the last move, RESULT as kw_result_text writes it, `then` the next round.
 *
 * POSITION can be `start`, and `with OPTIONS, ` may stand before it.  What statements are added to
 * the first text must change some of their plays, and every word of the language must be read in a
 * text that is played.
 */
#include "language/rule_text.h"
#include "language/words/word_table.h"
#include "support/test.h"

enum { TEXT = 131072 };

struct manual {
    struct test *test;
    unsigned line;
    char text[TEXT];         /* of the last block of rules, or the last example */
    struct kw_game *game;    /* what it is read into, or NULL */
    bool added;              /* it is added to the first text */
    bool shown;              /* it has plays, and one of them differs by what it adds */
    size_t games, plays;     /* so far */
    bool played[WORD_COUNT]; /* words of texts with plays */
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

/* Whether the last text has a word: extensions take some of them away before they are read. */
static bool words_has(const struct manual *manual, const struct rule_word *word) {
    const struct rule_text *book = (const struct rule_text *)manual->game;
    char line[KW_TEXT];
    snprintf(line, sizeof line, "\n%s ", word->word);
    return book->word_read[word_index(word)] ||
           ((word->role == WORD_EDIT || word_index(word) == STATEMENT_extends) &&
            (strstr(manual->text, line) != NULL || strstr(manual->text, line + 1) == manual->text));
}

/* Notes the words of the last text that have been shown: those that only describe need no play. */
static void words_note(struct manual *manual) {
    const struct rule_word *word;
    for (size_t i = 0; manual->game != NULL && (word = word_at(i)) != NULL; i++) {
        bool describes = word->role == WORD_STATEMENT && (word->kind & STATEMENT_DESCRIBES) &&
                         i != STATEMENT_option;
        if (words_has(manual, word) && (manual->shown || describes))
            manual->played[i] = true;
    }
}

static void words_check_played(const struct manual *manual) {
    const struct rule_word *word;
    for (size_t i = 0; (word = word_at(i)) != NULL; i++)
        test_expect(manual->test, manual->played[i], "no example of the manual shows '%s' (%s)",
                    word->word, word_role_name(word->role));
}

/* ---- plays ----------------------------------------------------------------------------------- */

/* A line of the manual: POSITION, moves and what they come to. */
struct play {
    char options[KW_TEXT], position[KW_TEXT], moves[KW_TEXT], verdict[KW_TEXT];
    bool becomes, illegal, refused, obliged, cites, over;
};

/* Takes a line apart; false if it is no play. */
static bool play_read(const char *line, struct play *play) {
    static const char *const verdicts[] = {"becomes ", "is not legal", "refused ",
                                           "obliged ", "cites ",       "over"};
    const char *colon = strstr(line, ": "), *comma = strstr(line, ", "), *verdict = NULL;
    *play = (struct play){.becomes = false};
    if (colon == NULL)
        return false;
    if (strncmp(line, "with ", 5) == 0 && comma != NULL) {
        snprintf(play->options, KW_TEXT, "%.*s", (int)(comma - line) - 5, line + 5);
        line = comma + 2;
    }
    snprintf(play->position, KW_TEXT, "%.*s", (int)(colon - line), line);
    bool *is[] = {&play->becomes, &play->illegal, &play->refused,
                  &play->obliged, &play->cites,   &play->over};
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts && verdict == NULL; i++) {
        verdict = strstr(colon, verdicts[i]);
        *is[i] = verdict != NULL;
    }
    if (verdict == NULL)
        return false;
    snprintf(play->moves, KW_TEXT, "%.*s", (int)(verdict - colon) - 2, colon + 2);
    snprintf(play->verdict, KW_TEXT, "%s", play->over ? verdict : strchr(verdict, ' ') + 1);
    return true;
}

struct cited {
    const char *clause;
    bool found;
};

static bool play_event(void *context, const struct kw_event *event) {
    struct cited *cited = context;
    cited->found |= strcmp(event->clause->id, cited->clause) == 0;
    return true;
}

/* The start of the next round after a position that ends one; or that there is none. */
static void play_next_round(const struct kw_session *session, char text[KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    size_t plies = kw_session_plies(session);
    const struct kw_position *end = kw_session_position(session);
    struct kw_round round = {.position = *end};
    round.began = (enum kw_player)kw_session_before(session, 0)->turn;
    round.moved =
        (enum kw_player)(plies > 0 ? kw_session_before(session, plies - 1)->turn : end->turn ^ 1u);
    struct kw_result result;
    struct kw_position next;
    snprintf(text, KW_TEXT, "the match is over");
    if (kw_round_next(game, &round, &next, &result))
        kw_position_text(game, &next, text);
}

/* Adds who has won where that is not the player with more seeds. */
static void play_winner(const struct kw_result *result, char text[KW_TEXT]) {
    bool south = result->outcome == KW_SOUTH_WINS, more = result->score[0] > result->score[1];
    if (result->scored && result->outcome != KW_DRAW && south != more)
        snprintf(text + strlen(text), KW_TEXT - strlen(text), ", %s wins",
                 south ? "South" : "North");
}

/* What the moves of a play come to, in the words of its outcome, or the error of the last one. */
static void play_outcome(const struct play *play, struct kw_session *session,
                         const struct kw_error *error, char found[KW_TEXT]) {
    const struct kw_game *game = kw_session_game(session);
    struct kw_position next;
    struct kw_result result;
    struct kw_reason reason;
    bool entered = error->code == KW_OK;
    size_t plies = kw_session_plies(session);
    snprintf(found, KW_TEXT, "a move that is not legal");
    if (play->illegal) {
        snprintf(found, KW_TEXT, entered ? "legal" : "not legal");
    } else if (play->refused) {
        snprintf(found, KW_TEXT, "%s", entered ? "legal" : error->message);
    } else if (play->obliged) {
        snprintf(found, KW_TEXT, "a free choice");
        if (kw_constraint(game, kw_session_position(session), &reason))
            kw_reason_text(game, &reason, found);
    } else if (entered && play->cites && plies > 0) {
        struct cited cited = {play->verdict, false};
        kw_trace(game, kw_session_before(session, plies - 1), kw_session_move(session, plies - 1),
                 &next, play_event, &cited);
        snprintf(found, KW_TEXT, "%s", cited.found ? play->verdict : "other clauses");
    } else if (entered && play->over) {
        char text[KW_TEXT] = "a game that goes on";
        if (kw_session_result(session, &result)) {
            kw_result_text(&result, text);
            play_winner(&result, text);
        }
        snprintf(found, KW_TEXT, "%s", text);
        if (strstr(play->verdict, ", then ") != NULL) {
            play_next_round(session, text);
            snprintf(found + strlen(found), KW_TEXT - strlen(found), ", then %s", text);
        }
    } else if (entered) {
        kw_position_text(game, kw_session_position(session), found);
    }
}

/* Whether a play holds in a game; `found` is what it comes to. */
static bool play_holds(const struct kw_game *game, const struct play *play, char found[KW_TEXT]) {
    struct kw_position position;
    struct kw_error error = {0};
    char moves[KW_TEXT];
    bool entered = true;
    if (strcmp(play->position, "start") == 0) {
        kw_start(game, &position);
    } else if (!kw_position_read(game, play->position, &position, &error)) {
        snprintf(found, KW_TEXT, "a fault: %.200s", error.message);
        return false;
    }
    struct kw_session *session = kw_session_new(game, &position);
    snprintf(moves, sizeof moves, "%s", play->moves);
    for (char *move = strtok(moves, " "); move != NULL && entered; move = strtok(NULL, " "))
        entered = kw_session_enter(session, move, &error);
    play_outcome(play, session, &error, found);
    kw_session_free(session);
    return strcmp(found, play->verdict) == 0;
}

/* The text with options, under an id of its own. */
static struct kw_game *play_game(struct manual *manual, const char *options) {
    static char text[TEXT];
    struct kw_error error = {0};
    char id[KW_TEXT];
    const char *game = strstr(manual->text, "game "), *end = strchr(game, '\n');
    snprintf(id, sizeof id, "example-%zu", manual->plays);
    snprintf(text, sizeof text, "%.*sgame %s%s", (int)(game - manual->text), manual->text, id, end);
    bool added = kw_game_add(text, strlen(text), &error) != NULL;
    struct kw_game *opened = added ? kw_game_open(id, options, &error) : NULL;
    test_expect(manual->test, opened != NULL, "line %u of the manual: %s", manual->line,
                error.message);
    return opened;
}

static void play_check(struct manual *manual, const char *line) {
    struct play play;
    char found[KW_TEXT];
    if (!test_expect(manual->test, manual->game != NULL && play_read(line, &play),
                     "line %u of the manual is a play of a text", manual->line))
        return;
    manual->plays++;
    struct kw_game *with = play.options[0] != '\0' ? play_game(manual, play.options) : NULL;
    test_expect(manual->test, play_holds(with != NULL ? with : manual->game, &play, found),
                "line %u of the manual: %s: %s", manual->line, line, found);
    kw_game_close(with);
    manual->shown |=
        !manual->added || with != NULL || !play_holds(kw_game_find("plain"), &play, found);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* The end of a text and its plays. */
static void text_end(struct manual *manual, size_t plays) {
    if (manual->game == NULL)
        return;
    test_expect(manual->test, plays == manual->plays || manual->shown,
                "line %u of the manual: the plays before it show nothing of the rules",
                manual->line);
    words_note(manual);
    kw_game_close(manual->game);
    manual->game = NULL;
}

static void text_begin(struct manual *manual, const char *rules) {
    struct kw_error error = {0};
    manual->added = strncmp(rules, "game ", 5) != 0 && strncmp(rules, "extends ", 8) != 0;
    manual->shown = false;
    snprintf(manual->text, TEXT, "%s%s", manual->added ? "extends plain\ngame example\n" : "",
             rules);
    manual->game = kw_game_read(manual->text, strlen(manual->text), &error);
    test_expect(manual->test, manual->game != NULL, "line %u of the manual: %zu:%zu: %s",
                manual->line, error.line, error.column, error.message);
    test_expect(manual->test,
                kw_rules_check(manual->text, strlen(manual->text), NULL, NULL, NULL) == 0,
                "line %u of the manual: a fault under some value of an option", manual->line);
    if (manual->games++ == 0)
        test_expect(manual->test, kw_game_add(manual->text, strlen(manual->text), &error) != NULL,
                    "the first text is one that others can extend: %s", error.message);
}

/* A block of the manual, from a line to the one that ends it. */
enum block { BLOCK_NONE, BLOCK_RULES, BLOCK_PLAY, BLOCK_EXAMPLE };

struct cursor {
    enum block block;
    char rules[TEXT]; /* the lines of the text so far */
    size_t plays;     /* of the manual, before the text */
};

/* A line of a block; NULL ends the block. */
static void block_line(struct manual *manual, struct cursor *cursor, const char *line) {
    bool play = line != NULL && (cursor->block == BLOCK_PLAY ||
                                 (cursor->block == BLOCK_EXAMPLE && strncmp(line, "  ", 2) == 0));
    bool ends = line == NULL || (cursor->block == BLOCK_EXAMPLE && line[0] == '\0');
    if ((play || ends) && cursor->rules[0] != '\0') {
        text_end(manual, cursor->plays);
        cursor->plays = manual->plays;
        text_begin(manual, cursor->rules);
        cursor->rules[0] = '\0';
    }
    if (play)
        play_check(manual, line + strspn(line, " "));
    else if (!ends)
        snprintf(cursor->rules + strlen(cursor->rules), TEXT - strlen(cursor->rules), "%s\n", line);
}

/* Reads the manual line by line; cuts it up. */
static void manual_check(struct manual *manual, char *text) {
    static struct cursor cursor;
    static const char *const blocks[] = {
        [BLOCK_RULES] = "```rules", [BLOCK_PLAY] = "```play", [BLOCK_EXAMPLE] = "```example"};
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        manual->line++;
        if (strncmp(line, "```", 3) != 0) {
            if (cursor.block != BLOCK_NONE)
                block_line(manual, &cursor, line);
            continue;
        }
        if (cursor.block != BLOCK_NONE)
            block_line(manual, &cursor, NULL);
        cursor.block = BLOCK_NONE;
        for (unsigned i = BLOCK_RULES; i <= BLOCK_EXAMPLE && line[3] != '\0'; i++)
            if (strcmp(line, blocks[i]) == 0)
                cursor.block = (enum block)i;
    }
    text_end(manual, cursor.plays);
}

int main(int argc, char **argv) {
    static char text[TEXT];
    static struct manual manual;
    if (argc == 2 && strcmp(argv[1], "--words") == 0) {
        words_print(stdout);
        return 0;
    }
    struct test test = test_begin(argc, argv);
    manual.test = &test;
    FILE *file = test.words == 1 ? fopen(test.word[0], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: rule_examples MANUAL|--words\n");
        return 2;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    words_check(&test, text);
    manual_check(&manual, text);
    words_check_played(&manual);
    printf("%zu texts, %zu positions\n", manual.games, manual.plays);
    test_expect(&test, manual.games > 10 && manual.plays > 10, "the manual has examples");
    return test_end(&test);
}
