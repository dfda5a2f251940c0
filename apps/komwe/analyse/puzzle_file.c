#include "analyse/puzzle_file.h"

#include "cli/number_limits.h"
#include "io/error_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIELDS = 9,      /* the last is that of a solution of several moves alone */
    FIELDS_FIRST = 7 /* of files that name no themes */
};

static const char first_line[] = "# komwe puzzles 1\n";

static const char *puzzle_file_kind_name(bool proven) { return proven ? "proven" : "better"; }

void puzzles_add(struct puzzles *puzzles, const struct puzzle *puzzle) {
    memory_reserve(&puzzles->list, puzzles->count, 1, &puzzles->capacity, sizeof *puzzle);
    puzzles->list[puzzles->count++] = *puzzle;
}

void puzzles_free(struct puzzles *puzzles) {
    free(puzzles->list);
    *puzzles = (struct puzzles){0};
}

/* ---- writing -------------------------------------------------------------------------------- */

/* The easier one first; 0 only if they are the same. */
static int puzzle_file_order(const struct puzzle *a, const struct puzzle *b) {
    return a->rating != b->rating ? (a->rating > b->rating) - (a->rating < b->rating)
                                  : (a->id > b->id) - (a->id < b->id);
}

static int puzzle_file_compare(const void *one, const void *other) {
    const struct puzzle *const *first = one, *const *second = other;
    return puzzle_file_order(*first, *second);
}

/* What is written before the number of games. */
static void puzzle_file_write_head(struct string_builder *out, const struct kw_game *game,
                                   const char *command) {
    char options[KW_TEXT];
    kw_game_options(game, options);
    output_format(out, "%s# rules: %s%s%s\n# made by: %s --games ", first_line,
                  kw_game_info(game)->id, options[0] != '\0' ? " " : "", options, command);
}

static void puzzle_file_write_line(struct string_builder *out, const struct puzzle *puzzle) {
    char themes[KW_TEXT];
    output_format(out, "%08" PRIx32 "\t%s\t%s\t%s\t%s\t%s\t%u\t%s%s%s\n", puzzle->id, puzzle->text,
                  puzzle->answer, puzzle->value, puzzle->second,
                  puzzle_file_kind_name(puzzle->proven), puzzle->rating,
                  puzzle_themes_text(puzzle->themes, themes), puzzle->moves > 1 ? "\t" : "",
                  puzzle->line);
}

void puzzles_write(const struct puzzles *puzzles, const struct kw_game *game, const char *command,
                   uint64_t games, struct string_builder *out) {
    const struct puzzle **sorted = memory_new(puzzles->count + 1, sizeof *sorted);
    for (size_t i = 0; i < puzzles->count; i++)
        sorted[i] = &puzzles->list[i];
    qsort(sorted, puzzles->count, sizeof *sorted, puzzle_file_compare);
    puzzle_file_write_head(out, game, command);
    output_format(out, "%" PRIu64 "\n", games);
    for (size_t i = 0; i < puzzles->count; i++)
        puzzle_file_write_line(out, sorted[i]);
    free(sorted);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Cuts a line into its fields; returns how many, 0 if one is too long or there are too many. */
static size_t puzzle_file_split(char *line, const char *field[FIELDS]) {
    for (size_t i = 0; i < FIELDS; i++) {
        size_t length = strcspn(line, "\t");
        field[i] = line;
        if (length > PUZZLE_FIELD)
            return 0;
        if (line[length] == '\0')
            return i + 1;
        line[length] = '\0';
        line += length + 1;
    }
    return 0;
}

/* Whether it has the form of a score; its value cannot be checked without a search. */
static bool puzzle_file_is_score(const char *text) {
    size_t length = strspn(text, "+-.0123456789 abcdefghijklmnopqrstuvwxyz");
    return length > 0 && text[length] == '\0';
}

/* Whether a score is exact, and whether it is that of a win. */
static bool puzzle_file_is_exact(const char *score) { return strstr(score, " proven") != NULL; }

static bool puzzle_file_is_win(const char *score) {
    return puzzle_file_is_exact(score) && (score[0] == '+' || strncmp(score, "wins", 4) == 0);
}

/*
 * Themes, and the moves after the answer.  Only a search shows that a win or a value at the end of
 * a line is proven: these two are read, the rest must follow from the moves.  A file without themes
 * holds answers of one move, whose two scores say it.
 */
static bool puzzle_file_read_solution(struct puzzle *puzzle, const struct kw_game *game,
                                      const char *field[FIELDS], size_t fields) {
    struct puzzle_solution solution;
    const char *line = fields == FIELDS ? field[8] : "";
    if (!puzzle_solution_read(&solution, game, &puzzle->position, puzzle->answer, line) ||
        (fields == FIELDS) != (solution.moves > 1))
        return false;
    unsigned themes = puzzle_themes_of_moves(game, &puzzle->position, &solution);
    puzzle->moves = solution.moves;
    snprintf(puzzle->line, KW_TEXT, "%s", line);
    if (fields > FIELDS_FIRST)
        return puzzle_themes_read(field[7], &puzzle->themes) &&
               (puzzle->themes & ~(unsigned)THEMES_SEARCHED) == themes;
    bool exact = puzzle_file_is_exact(puzzle->value) && puzzle_file_is_exact(puzzle->second);
    puzzle->themes =
        themes | (puzzle_file_is_win(puzzle->value) ? THEME_WIN : 0) | (exact ? THEME_ENDGAME : 0);
    return true;
}

static bool puzzle_file_read_line(struct puzzle *puzzle, const struct kw_game *game, char *line) {
    const char *field[FIELDS];
    char id[16];
    uint64_t rating;
    size_t fields = puzzle_file_split(line, field);
    *puzzle = (struct puzzle){.game = PUZZLE_OF_FILE};
    if (fields < FIELDS_FIRST || !kw_position_read(game, field[1], &puzzle->position, NULL) ||
        !number_limit_read(number_limit(LIMIT_PUZZLE_RATING), field[6], &rating) ||
        !puzzle_file_is_score(field[3]) || !puzzle_file_is_score(field[4]))
        return false;
    puzzle->rating = (unsigned)rating;
    puzzle->proven = strcmp(field[5], puzzle_file_kind_name(true)) == 0;
    puzzle->id = puzzle_id(game, field[1]);
    snprintf(id, sizeof id, "%08" PRIx32, puzzle->id);
    snprintf(puzzle->text, KW_TEXT, "%s", field[1]);
    snprintf(puzzle->answer, KW_TEXT, "%s", field[2]);
    snprintf(puzzle->value, KW_TEXT, "%s", field[3]);
    snprintf(puzzle->second, KW_TEXT, "%s", field[4]);
    return strcmp(field[0], id) == 0 &&
           strcmp(field[5], puzzle_file_kind_name(puzzle->proven)) == 0 &&
           puzzle_file_read_solution(puzzle, game, field, fields);
}

/* Reads the lines before the puzzles, and goes past them. */
static bool puzzle_file_read_head(const struct kw_game *game, const char *command, char **text,
                                  uint64_t *games, struct kw_error *error) {
    char *fault = error->message;
    struct string_builder head = {0};
    puzzle_file_write_head(&head, game, command);
    bool ours = strncmp(*text, first_line, strlen(first_line)) == 0;
    bool same = strncmp(*text, head.text, head.length) == 0;
    char *number = *text + (same ? head.length : 0), *end = strchr(number, '\n');
    output_free(&head);
    if (!ours)
        return error_text_write(fault, "it holds no puzzles");
    error->line = 3;
    if (!same)
        return error_text_write(fault, "it was made by another command than '%.300s'", command);
    if (end == NULL)
        return error_text_write(fault, "it is cut off");
    *end = '\0';
    *text = end + 1;
    return number_limit_read(number_limit(LIMIT_PUZZLE_GAMES), number, games) ||
           error_text_write(fault, "it has no number of games");
}

bool puzzles_read(struct puzzles *puzzles, const struct kw_game *game, const char *command,
                  char *text, size_t length, uint64_t *games, struct kw_error *error) {
    struct puzzle puzzle;
    const char *end_of_text = text + length;
    *error = (struct kw_error){.code = KW_BAD_RECORD, .line = 1, .column = 1};
    if (!puzzle_file_read_head(game, command, &text, games, error))
        return false;
    for (error->line = 4; *text != '\0'; error->line++) {
        char *end = strchr(text, '\n');
        if (end == NULL)
            return error_text_write(error->message, "it is cut off");
        *end = '\0';
        if (!puzzle_file_read_line(&puzzle, game, text))
            return error_text_write(error->message, "it is not a puzzle");
        if (puzzles->count > 0 &&
            puzzle_file_order(&puzzles->list[puzzles->count - 1], &puzzle) >= 0)
            return error_text_write(error->message, "it is not harder than the one before");
        kw_key(game, &puzzle.position, &puzzle.key);
        puzzles_add(puzzles, &puzzle);
        text = end + 1;
    }
    return text == end_of_text || error_text_write(error->message, "a NUL byte");
}
