/*
 * The reader of a file of puzzles (`komwe mine --out`): what it accepts is in order, can be played
 * and is written alike.  After the line of the game comes the text as a file has it, NUL bytes and
 * all.
 */
#include "analyse/puzzle_file.h"
#include "cli/number_limits.h"
#include "fuzz.h"

/* What stands in the corpus where a file has its command. */
static const char command[] = "komwe mine";

static void puzzle_check(const struct kw_game *game, const struct puzzle *puzzle) {
    struct puzzle_solution solution;
    fuzz_round_trip(game, &puzzle->position);
    fuzz_promise(
        puzzle_solution_read(&solution, game, &puzzle->position, puzzle->answer, puzzle->line) &&
            solution.moves == puzzle->moves,
        "the solution can be played");
    fuzz_promise(puzzle->rating <= number_limit(LIMIT_PUZZLE_RATING)->most,
                 "the rating has bounds");
    fuzz_promise(puzzle->id == puzzle_id(game, puzzle->text), "the id is that of the position");
}

/* What was read is written, and that is read and written alike. */
static void file_check(const struct kw_game *game, const struct puzzles *puzzles, uint64_t games) {
    struct string_builder once = {0}, twice = {0};
    struct puzzles again = {0};
    struct kw_error error;
    uint64_t number;
    puzzles_write(puzzles, game, command, games, &once);
    char *text = fuzz_copy(once.text);
    fuzz_promise(puzzles_read(&again, game, command, text, once.length, &number, &error),
                 "what is written can be read");
    fuzz_promise(number == games && again.count == puzzles->count, "and is as much");
    puzzles_write(&again, game, command, number, &twice);
    fuzz_promise(strcmp(once.text, twice.text) == 0, "and is written alike");
    free(text);
    puzzles_free(&again);
    output_free(&once);
    output_free(&twice);
}

/* Words of a flag: those that are read are themes, written in their own order. */
static void themes_check(const char *words) {
    char text[KW_TEXT];
    unsigned themes, again;
    if (!puzzle_themes_list_read(words, &themes))
        return;
    fuzz_promise(puzzle_themes_read(puzzle_themes_text(themes, text), &again) && again == themes,
                 "themes are written and read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char first[FUZZ_INPUT], *rest = first;
    fuzz_text(data, size, first);
    size_t length = strcspn(first, "\n");
    char *line = fuzz_line(&rest);
    themes_check(line);
    struct kw_game *game = fuzz_game(line);
    if (game == NULL)
        return 0;
    size_t begin = length < size ? length + 1 : size;
    struct puzzles puzzles = {0};
    struct kw_error error = {0};
    uint64_t games = 0;
    char *text = malloc(size - begin + 1); /* of its own size, for sanitizers */
    if (text == NULL)
        abort();
    memcpy(text, data + begin, size - begin);
    text[size - begin] = '\0';
    if (puzzles_read(&puzzles, game, command, text, size - begin, &games, &error)) {
        for (size_t i = 0; i < puzzles.count; i++)
            puzzle_check(game, &puzzles.list[i]);
        file_check(game, &puzzles, games);
    } else {
        fuzz_promise(error.line > 0 && error.message[0] != '\0',
                     "a refusal has a line and a sentence");
    }
    puzzles_free(&puzzles);
    free(text);
    kw_game_close(game);
    return 0;
}
