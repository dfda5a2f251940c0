/*
 * The lines of perft/, positions/ and games/, whose formats are described at the top of each file.
 *
 *      files_test FOLDER [RULE-SET]...
 *
 * FOLDER holds the three folders.  Every file in them whose name ends in .txt is read; of its
 * lines, those of the rule sets named, or all.
 */
#include "support/test.h"

#include <dirent.h>
#include <errno.h>

enum {
    FIELDS = 6,   /* of a line */
    LINE = 16384, /* bytes that hold any line, NUL included */
    LIST = 4096   /* moves of any position that is looked at */
};

/* A line, taken apart. */
struct line {
    struct test *test;
    const char *file;
    unsigned number;
    char *field[FIELDS];
    size_t fields;
};

/* The position that a line speaks of, and the game it belongs to. */
struct place {
    struct kw_game *game;
    struct kw_session *session;
};

__attribute__((format(printf, 3, 4))) static bool line_expect(const struct line *line, bool holds,
                                                              const char *format, ...) {
    if (!test_count(line->test, holds))
        return holds;
    printf("FAILED %s:%u: ", line->file, line->number);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n  ");
    for (size_t i = 0; i < line->fields; i++)
        printf("%s%s", line->field[i], i + 1 < line->fields ? " | " : "\n");
    return false;
}

/* ---- setting up ------------------------------------------------------------------------------ */

/* The next word of `*rest`, or NULL; the text is cut at its end. */
static char *word_next(char **rest) {
    *rest += strspn(*rest, " ");
    if (**rest == '\0')
        return NULL;
    char *word = *rest;
    *rest += strcspn(*rest, " ");
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return word;
}

static bool moves_enter(const struct line *line, struct kw_session *session, const char *moves) {
    char copy[LINE], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", moves);
    while ((word = word_next(&rest)) != NULL) {
        struct kw_error error = {0};
        if (!kw_session_enter(session, word, &error))
            return line_expect(line, false, "move %s: %s", word, error.message);
    }
    return true;
}

static void place_close(struct place *place) {
    kw_session_free(place->session);
    kw_game_close(place->game);
}

/* Sets up the game, the position and the moves of a line; "" stands for none or the usual ones. */
static bool place_open(const struct line *line, const char *position, const char *moves,
                       struct place *place) {
    struct kw_error error = {0};
    struct kw_position first;
    *place = (struct place){.game = kw_game_open(line->field[0], line->field[1], &error)};
    if (!line_expect(line, place->game != NULL, "%s", error.message))
        return false;
    bool read = kw_position_read(place->game, position, &first, &error);
    if (line_expect(line, read, "position: %s", error.message)) {
        place->session = kw_session_new(place->game, &first);
        if (moves_enter(line, place->session, moves))
            return true;
    }
    place_close(place);
    return false;
}

/* ---- perft/: rule set | options | position | moves | depth | count --------------------------- */

static void perft_check(const struct line *line) {
    struct place place;
    if (!place_open(line, line->field[2], line->field[3], &place))
        return;
    uint64_t expected = test_number(line->field[5]);
    uint64_t count = kw_perft(place.game, kw_session_position(place.session),
                              (unsigned)test_number(line->field[4]));
    line_expect(line, count == expected, "perft is %llu", (unsigned long long)count);
    place_close(&place);
}

/* ---- positions/: rule set | options | position | moves | what holds -------------------------- */

/* The text of the position, and the result behind it if the game is over. */
static void position_expect(const struct line *line, const struct place *place,
                            const char *expected) {
    char text[KW_TEXT];
    kw_position_text(place->game, kw_session_position(place->session), text);
    line_expect(line, strcmp(text, expected) == 0, "it is \"%s\"", text);
}

static void result_expect(const struct line *line, const struct place *place,
                          const char *expected) {
    char text[KW_TEXT];
    struct kw_result result;
    kw_session_result(place->session, &result);
    kw_result_text(&result, text);
    line_expect(line, strcmp(text, strcmp(expected, "none") == 0 ? "" : expected) == 0,
                "the result is \"%s\"", text);
}

/* Whether a list of words has this one; removes it. */
static bool words_take(char *words, const char *word) {
    size_t length = strlen(word);
    for (char *at = words; (at = strstr(at, word)) != NULL; at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            memset(at, ' ', length);
            return true;
        }
    return false;
}

static void moves_expect(const struct line *line, const struct place *place, const char *expected) {
    char left[LINE], text[KW_TEXT], all[LINE] = "";
    kw_move moves[LIST];
    const struct kw_position *position = kw_session_position(place->session);
    size_t count = kw_moves(place->game, position, moves, LIST);
    bool same = true;
    snprintf(left, sizeof left, "%s", strcmp(expected, "none") == 0 ? "" : expected);
    for (size_t i = 0; i < count && i < LIST; i++) {
        kw_move_text(place->game, position, moves[i], text);
        same = words_take(left, text) && same;
        snprintf(all + strlen(all), sizeof all - strlen(all), " %s", text);
    }
    line_expect(line, same && left[strspn(left, " ")] == '\0', "the moves are%s", all);
}

static void count_expect(const struct line *line, const struct place *place, const char *expected) {
    size_t count = kw_move_count(place->game, kw_session_position(place->session));
    line_expect(line, count == test_number(expected), "there are %zu moves", count);
}

/* Asks why a move cannot be played: "MOVE CLAUSE". */
static void refusal_expect(const struct line *line, const struct place *place,
                           const char *expected) {
    char copy[LINE], *rest = copy, sentence[KW_TEXT] = "";
    snprintf(copy, sizeof copy, "%s", expected);
    const char *word = word_next(&rest), *clause = word_next(&rest);
    const struct kw_position *position = kw_session_position(place->session);
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {0};
    struct kw_reason reason = {0};
    if (!line_expect(line, kw_move_parse(place->game, position, word, list, &error) == 1,
                     "%s cannot be read: %s", word, error.message) ||
        !line_expect(line, kw_explain_illegal(place->game, position, list[0], &reason),
                     "%s is legal", word))
        return;
    kw_reason_text(place->game, &reason, sentence);
    line_expect(line, clause == NULL || strcmp(reason.clause->id, clause) == 0,
                "refused by \"%s\": %s", reason.clause->id, sentence);
}

/* A move text that stands for no move here. */
static void unread_expect(const struct line *line, const struct place *place,
                          const char *expected) {
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {0};
    size_t count =
        kw_move_read(place->game, kw_session_position(place->session), expected, list, &error);
    line_expect(line, count == 0, "\"%s\" is read as %zu moves", expected, count);
}

struct citing {
    const char *clause;
    bool found;
};

static bool event_cites(void *context, const struct kw_event *event) {
    struct citing *citing = context;
    citing->found = strcmp(event->clause->id, citing->clause) == 0;
    return !citing->found;
}

/* The last move has an event of this clause. */
static void clause_expect(const struct line *line, const struct place *place,
                          const char *expected) {
    struct citing citing = {.clause = expected};
    struct kw_position next;
    size_t plies = kw_session_plies(place->session);
    if (!line_expect(line, plies > 0, "there is no move"))
        return;
    kw_trace(place->game, kw_session_before(place->session, plies - 1),
             kw_session_move(place->session, plies - 1), &next, event_cites, &citing);
    line_expect(line, citing.found, "no event of the last move cites it");
}

/* The text is no position: "rejected", or "rejected COLUMN" where the column is known. */
static void rejection_check(const struct line *line, const char *expected) {
    struct kw_error error = {0};
    struct kw_position position;
    struct kw_game *game = kw_game_open(line->field[0], line->field[1], &error);
    if (!line_expect(line, game != NULL, "%s", error.message))
        return;
    bool read = kw_position_read(game, line->field[2], &position, &error);
    line_expect(line, !read && error.code == KW_BAD_POSITION, "it is accepted");
    if (!read && expected[0] != '\0')
        line_expect(line, error.column == test_number(expected), "column %zu: %s", error.column,
                    error.message);
    kw_game_close(game);
}

/* What can be said of a position. */
static const struct statement {
    const char *word;
    void (*expect)(const struct line *line, const struct place *place, const char *expected);
} statements[] = {{"position", position_expect}, {"result", result_expect},
                  {"moves", moves_expect},       {"count", count_expect},
                  {"refuses", refusal_expect},   {"unread", unread_expect},
                  {"cites", clause_expect}};

static void statement_check(const struct line *line, const char *word, const char *expected) {
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        struct place place;
        if (strcmp(statements[i].word, word) != 0)
            continue;
        if (place_open(line, line->field[2], line->field[3], &place)) {
            statements[i].expect(line, &place, expected);
            place_close(&place);
        }
        return;
    }
    line_expect(line, false, "unknown statement %s", word);
}

static void position_check(const struct line *line) {
    char word[16] = "";
    int length = 0;
    sscanf(line->field[4], "%15s %n", word, &length);
    if (strcmp(word, "rejected") == 0)
        rejection_check(line, line->field[4] + length);
    else
        statement_check(line, word, line->field[4] + length);
}

/* ---- games/: rule set | options | moves | position | result ---------------------------------- */

static void game_check(const struct line *line) {
    struct place place;
    if (!place_open(line, "start", line->field[2], &place))
        return;
    position_expect(line, &place, line->field[3]);
    result_expect(line, &place, line->field[4]);
    place_close(&place);
}

/* ---- reading the files ----------------------------------------------------------------------- */

static const struct folder {
    const char *name;
    size_t fields;
    void (*check)(const struct line *line);
} folders[] = {
    {"perft", 6, perft_check}, {"positions", 5, position_check}, {"games", 5, game_check}};

/* Cuts a line into fields at its bars, without the spaces around them; returns how many. */
static size_t line_split(char *text, char *field[FIELDS]) {
    size_t count = 0;
    while (text != NULL && count < FIELDS) {
        char *bar = strchr(text, '|');
        if (bar != NULL)
            *bar = '\0';
        text += strspn(text, " ");
        for (size_t end = strlen(text); end > 0 && strchr(" \r\n", text[end - 1]); end--)
            text[end - 1] = '\0';
        field[count++] = strcmp(text, "-") == 0 ? text + 1 : text;
        text = bar == NULL ? NULL : bar + 1;
    }
    return text == NULL ? count : count + 1;
}

/* Puts what the line before says in the place of fields that are a quotation mark alone. */
static void line_repeat(struct line *line, char before[FIELDS][LINE]) {
    for (size_t i = 0; i < line->fields; i++)
        if (strcmp(line->field[i], "\"") == 0)
            line->field[i] = before[i];
        else
            snprintf(before[i], LINE, "%s", line->field[i]);
}

static void line_check(const struct folder *folder, struct line *line, char *text,
                       char before[FIELDS][LINE]) {
    size_t blank = strspn(text, " \r\n");
    if (text[blank] == '#' || text[blank] == '\0')
        return;
    line->fields = line_split(text, line->field);
    if (line->fields != folder->fields) {
        printf("FAILED %s:%u: %zu fields instead of %zu\n", line->file, line->number, line->fields,
               folder->fields);
        line->test->failed++;
        return;
    }
    line_repeat(line, before);
    if (test_selects(line->test, line->field[0]))
        folder->check(line);
}

static void file_check(struct test *test, const struct folder *folder, const char *path) {
    static char text[LINE], before[FIELDS][LINE];
    struct line line = {.test = test, .file = path};
    FILE *file = fopen(path, "r");
    if (!test_expect(test, file != NULL, "%s: %s", path, strerror(errno)))
        return;
    while (fgets(text, sizeof text, file) != NULL) {
        line.number++;
        line_check(folder, &line, text, before);
    }
    fclose(file);
}

static int is_text(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

static void folder_check(struct test *test, const struct folder *folder, const char *root) {
    char path[4096];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", root, folder->name);
    int count = scandir(path, &entries, is_text, alphasort);
    if (!test_expect(test, count > 0, "%s: no files", path))
        return;
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", root, folder->name, entries[i]->d_name);
        file_check(test, folder, path);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    const char *root = test_folder(&test, "files_test FOLDER [RULE-SET]...");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        folder_check(&test, &folders[i], root);
    return test_end(&test);
}
