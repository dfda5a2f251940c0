/*
 * Files whose lines are positions and moves: openings of a match, books and puzzles.  Whatever is
 * accepted is legal by the slow twin.  What a book or a puzzle says a move is worth is not a claim
 * that a reader could check.
 */
#include "analyse/puzzle_file.h"
#include "base/checksum.h"
#include "mutated/mutated.h"
#include "openings/opening_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game that the first line names (no part of the file), and where the rest begins. */
static struct kw_game *first_line(const struct bytes *bytes, size_t *begin) {
    char line[KW_TEXT];
    size_t length = strcspn(bytes->byte, "\n");
    *begin = length < bytes->size ? length + 1 : bytes->size;
    if (length >= sizeof line)
        return NULL;
    memcpy(line, bytes->byte, length);
    line[length] = '\0';
    char *options = strchr(line, ' ');
    if (options != NULL)
        *options++ = '\0';
    return kw_game_open(line, options != NULL ? options : "", NULL);
}

static void add_with_game(struct files *files, const char *tree, const char *path, const char *game,
                          size_t most) {
    struct files one = {0};
    files_load(&one, tree, path);
    struct bytes *bytes = &one.list[0];
    while (bytes->size > most || (bytes->size > 0 && bytes->byte[bytes->size - 1] != '\n'))
        bytes->byte[--bytes->size] = '\0';
    bytes_splice(bytes, 0, 0, game, strlen(game));
    bytes_splice(bytes, strlen(game), strlen(game), "\n", 1);
    files_add(files, bytes->byte, bytes->size);
    files_free(&one);
}

/* ---- openings -------------------------------------------------------------------------------- */

static void openings_open(struct files *files, const char *tree) {
    static const char *const games[] = {"kalah", "oware", "bulto", "kiswahili", "kiothi", "hus"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[128];
        snprintf(path, sizeof path, "data/balanced/%s.openings", games[i]);
        add_with_game(files, tree, path, games[i], 1500);
    }
    files_load(files, tree, "tests/fuzz/corpus/openings/kalah");
    files_load(files, tree, "tests/fuzz/corpus/openings/kiothi");
    files_load(files, tree, "tests/fuzz/corpus/openings/kiswahili");
}

static enum finding opening_shown(const struct kw_game *game, const struct opening *opening,
                                  char why[WHY]) {
    struct twin_replay replay;
    struct kw_session *session = kw_session_new(game, &opening->start);
    char text[KW_TEXT] = "";
    bool good = twin_replay_begin(&replay, game, &opening->start);
    enum finding finding = good                         ? ACCEPTED
                           : replay.twin.family == NULL ? UNSHOWN
                                                        : broken(why, "the start is no position");
    for (size_t i = 0; i < opening->moves && finding == ACCEPTED; i++) {
        kw_move_text(game, kw_session_position(session), opening->move[i], text);
        if (!twin_replay_move(&replay, text) || !kw_session_play(session, opening->move[i], NULL))
            finding = broken(why, "%s is not legal at %s", text, replay.position[i]);
    }
    if (finding == ACCEPTED) {
        twin_replay_result(&replay, game, text);
        if (text[0] != '\0')
            finding = broken(why, "the game is over: %s", text);
    }
    kw_session_free(session);
    twin_replay_free(&replay);
    return finding;
}

/* Lines that are openings: not empty, and not a comment. */
static size_t opening_lines(const char *text, size_t size) {
    size_t lines = 0;
    bool word = false, comment = false, blank = true;
    for (size_t i = 0; i <= size; i++) {
        char byte = i < size ? text[i] : '\n';
        if (byte == '\n') {
            lines += word;
            word = comment = false;
        } else if (byte == '#' && blank) {
            comment = true;
        } else if (strchr(" \t\r\v\f", byte) == NULL) {
            word = word || !comment;
        }
        blank = byte == '\n' || strchr(" \t\r\v\f", byte) != NULL;
    }
    return lines;
}

static enum finding openings_read_file(const struct bytes *bytes, char why[WHY]) {
    size_t begin;
    struct kw_game *game = first_line(bytes, &begin);
    struct kw_position start;
    struct kw_error error = {.code = KW_OK};
    struct openings openings = {0};
    if (game == NULL)
        return REFUSED;
    kw_start(game, &start);
    enum finding finding = REFUSED;
    if (openings_read(&openings, game, &start, bytes->byte + begin, bytes->size - begin, &error)) {
        finding = openings.count == opening_lines(bytes->byte + begin, bytes->size - begin)
                      ? ACCEPTED
                      : broken(why, "%zu openings of other lines", openings.count);
        for (size_t i = 0; i < openings.count && finding == ACCEPTED; i++)
            finding = opening_shown(game, &openings.list[i], why);
    } else if (error.line == 0 || error.message[0] == '\0') {
        finding = broken(why, "no reason");
    }
    openings_free(&openings);
    kw_game_close(game);
    return finding;
}

const struct mutated_kind kind_openings = {
    .name = "openings", .share = 8, .open = openings_open, .read = openings_read_file};

/* ---- books ----------------------------------------------------------------------------------- */

static void book_open(struct files *files, const char *tree) {
    static const char *const games[] = {"kalah", "oware", "bulto", "kujifunza", "hus", "giuthi"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[128];
        snprintf(path, sizeof path, "data/books/%s.book", games[i]);
        add_with_game(files, tree, path, games[i], 1500);
    }
}

/* The checksum of what is behind the first line; it becomes the last line. */
static void book_repair(struct bytes *bytes) {
    size_t begin = strcspn(bytes->byte, "\n");
    begin += begin < bytes->size;
    const char *line = strstr(bytes->byte + begin, "# checksum: ");
    size_t kept = line != NULL ? (size_t)(line - bytes->byte) : bytes->size;
    char last[64];
    int length = snprintf(last, sizeof last, "# checksum: %016" PRIx64 "\n",
                          checksum(bytes->byte + begin, kept - begin));
    bytes_splice(bytes, kept, bytes->size, last, (size_t)length);
}

static enum finding book_position_shown(const struct kw_book *book, const struct kw_game *game,
                                        const struct twin_game *twin, size_t index, char why[WHY]) {
    const struct kw_position *position = kw_book_position(book, index);
    static struct kw_book_move list[KW_MOVES];
    char text[KW_TEXT], move[KW_TEXT], next[KW_TEXT];
    size_t count = kw_book_find(book, game, position, list, KW_MOVES);
    kw_position_text(game, position, text);
    if (!twin_position_good(twin, text) || count == 0 || count > KW_MOVES)
        return broken(why, "%s with %zu moves", text, count);
    for (size_t i = 0; i < count; i++)
        if (!twin_move(twin, text, kw_move_text(game, position, list[i].move, move), next))
            return broken(why, "%s is not legal at %s", move, text);
    return ACCEPTED;
}

static enum finding book_read(const struct bytes *bytes, char why[WHY]) {
    size_t begin, lines = 0;
    struct kw_game *game = first_line(bytes, &begin);
    struct kw_error error = {.code = KW_OK};
    struct twin_game twin;
    if (game == NULL)
        return REFUSED;
    struct kw_book *book = kw_book_open(game, bytes->byte + begin, bytes->size - begin, &error);
    enum finding finding = book != NULL                                 ? ACCEPTED
                           : error.line > 0 && error.message[0] != '\0' ? REFUSED
                                                                        : broken(why, "no reason");
    for (size_t i = begin; i < bytes->size; i++)
        lines += bytes->byte[i] != '#' && bytes->byte[i] != '\n' && bytes->byte[i - 1] == '\n';
    if (book != NULL && !twin_game_open(&twin, game))
        finding = UNSHOWN;
    else if (book != NULL && kw_book_size(book) != lines)
        finding = broken(why, "%zu positions of %zu lines", kw_book_size(book), lines);
    for (size_t i = 0; finding == ACCEPTED && i < kw_book_size(book); i++)
        finding = book_position_shown(book, game, &twin, i, why);
    kw_book_close(book);
    kw_game_close(game);
    return finding;
}

const struct mutated_kind kind_book = {
    .name = "book", .share = 6, .open = book_open, .repair = book_repair, .read = book_read};

/* ---- puzzles --------------------------------------------------------------------------------- */

static const char command[] = "komwe mine"; /* what stands in the files of the corpus */

static void puzzles_open(struct files *files, const char *tree) {
    files_load(files, tree, "tests/fuzz/corpus/puzzles/giuthi");
    files_load(files, tree, "tests/fuzz/corpus/puzzles/kalah");
    files_load(files, tree, "tests/fuzz/corpus/puzzles/lines");
    files_load(files, tree, "tests/fuzz/corpus/puzzles/kiothi");
}

/* A word of the solution, a whole turn, is played move by move. */
static enum finding word_shown(const struct kw_game *game, const struct twin_game *twin,
                               struct kw_position *position, const char *word, char why[WHY]) {
    kw_move list[KW_TURN_STEPS];
    char text[KW_TEXT], move[KW_TEXT], next[KW_TEXT];
    size_t count = kw_move_read(game, position, word, list, NULL);
    kw_position_text(game, position, text);
    if (count == 0)
        return broken(why, "%s is no position with a move %s", text, word);
    for (size_t i = 0; i < count; i++) {
        kw_move_text(game, position, list[i], move);
        if (!twin_move(twin, text, move, next))
            return broken(why, "%s is not legal at %s", move, text);
        kw_play(game, position, list[i], position);
        snprintf(text, sizeof text, "%s", next);
    }
    return ACCEPTED;
}

/* The answer and the line after it. */
static enum finding puzzle_shown(const struct kw_game *game, const struct puzzle *puzzle,
                                 char why[WHY]) {
    struct twin_game twin;
    char text[KW_TEXT], words[KW_TEXT], *rest = NULL;
    struct kw_position position = puzzle->position;
    if (!twin_game_open(&twin, game))
        return UNSHOWN;
    kw_position_text(game, &position, text);
    if (strcmp(text, puzzle->text) != 0 || !twin_position_good(&twin, text))
        return broken(why, "%s is no position", puzzle->text);
    enum finding finding = word_shown(game, &twin, &position, puzzle->answer, why);
    snprintf(words, sizeof words, "%s", puzzle->line);
    for (char *word = strtok_r(words, " ", &rest); word != NULL && finding == ACCEPTED;
         word = strtok_r(NULL, " ", &rest))
        finding = word_shown(game, &twin, &position, word, why);
    return finding;
}

static enum finding puzzles_read_file(const struct bytes *bytes, char why[WHY]) {
    size_t begin;
    struct kw_game *game = first_line(bytes, &begin);
    struct kw_error error = {.code = KW_OK};
    struct puzzles puzzles = {0};
    uint64_t games = 0;
    if (game == NULL)
        return REFUSED;
    struct bytes copy = bytes_new();
    bytes_write(&copy, bytes->byte + begin, bytes->size - begin);
    enum finding finding = REFUSED;
    if (puzzles_read(&puzzles, game, command, copy.byte, copy.size, &games, &error)) {
        finding = ACCEPTED;
        for (size_t i = 0; i < puzzles.count && finding == ACCEPTED; i++)
            finding = puzzle_shown(game, &puzzles.list[i], why);
    } else if (error.line == 0 || error.message[0] == '\0') {
        finding = broken(why, "no reason");
    }
    puzzles_free(&puzzles);
    free(copy.byte);
    kw_game_close(game);
    return finding;
}

const struct mutated_kind kind_puzzles = {
    .name = "puzzles", .share = 6, .open = puzzles_open, .read = puzzles_read_file};
