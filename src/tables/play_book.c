/*
 * The reader of opening books.  Each line but those that begin with # is a position:
 *
 *      0 - A=+12 B=-40! C=w5           the position before the first move
 *      1 A a=-3 b=+25                  the one after A in that of the first line
 *
 * the number of the line of a position before it, the move from there, and its moves with what they
 * are worth.  Positions are as South to move sees them, so that a position and its mirror image are
 * one.
 */
#include "tables/play_book.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/text.h"
#include "games/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCORE_MOST = 1000000, WORD = 64 /* bytes of a word, NUL included */ };

/* A move as the text has it. */
struct play_book_entry {
    kw_move move;
    int32_t score;
    uint8_t unit;
    bool proven;
};

/* A position: its moves are entries `first` to `first` + `count` - 1. */
struct play_book_place {
    struct kw_position position;
    size_t first, count;
    size_t parent;
    uint32_t behind; /* positions of the lines that go on from it, it included */
};

struct kw_book {
    struct rules_copy rules;
    struct play_book_place *place;
    size_t places;
    struct play_book_entry *entry;
    size_t entries;
    uint32_t *slot; /* a hash table of places, index + 1, at most half full */
    size_t slots;   /* a power of two */
};

/* ---- positions ------------------------------------------------------------------------------- */

/*
 * The position as the player to move sees it, who sits in the south where both sides are alike;
 * whether it is mirrored.
 */
static bool play_book_turn(const struct kw_game *game, const struct kw_position *position,
                           struct kw_position *turned) {
    struct kw_position key;
    kw_key(game, position, &key);
    bool mirrored = key.turn != position->turn;
    if (mirrored)
        kw_mirror(game, position, turned);
    else
        *turned = *position;
    return mirrored;
}

/* The slot of a position that is seen from the south, or the free one for it. */
static uint32_t *play_book_slot(const struct kw_book *book, const struct kw_position *position) {
    size_t at = kw_hash(position) & (book->slots - 1);
    while (book->slot[at] > 0 &&
           memcmp(&book->place[book->slot[at] - 1].position, position, sizeof *position) != 0)
        at = (at + 1) & (book->slots - 1);
    return &book->slot[at];
}

/* ---- words of the text ----------------------------------------------------------------------- */

struct play_book_reader {
    const struct kw_game *game;
    struct kw_book *book;
    const char *at, *end, *line_begin;
    size_t line;
    struct kw_error *error;
};

static bool play_book_fault(const struct play_book_reader *reader, const char *at,
                            const char *why) {
    error_set(reader->error, KW_BAD_VALUE, (size_t)(at - reader->line_begin) + 1, "%s", why);
    if (reader->error != NULL)
        reader->error->line = reader->line;
    return false;
}

/* The end of the current line; the reader's end if it has no newline. */
static const char *play_book_line_end(const struct play_book_reader *reader) {
    const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    return newline != NULL ? newline : reader->end;
}

static void play_book_next_line(struct play_book_reader *reader, const char *newline) {
    reader->at = reader->line_begin = newline < reader->end ? newline + 1 : reader->end;
    reader->line++;
}

/* Takes a line that must be `name` and then `value`, or any value if it is NULL. */
static bool play_book_take_line(struct play_book_reader *reader, const char *name,
                                const char *value) {
    const char *newline = play_book_line_end(reader);
    size_t length = (size_t)(newline - reader->at), skip = strlen(name);
    char why[KW_TEXT];
    if (newline == reader->end || length < skip || memcmp(reader->at, name, skip) != 0) {
        snprintf(why, sizeof why, "a line that begins with '%s' is expected here", name);
        return play_book_fault(reader, reader->at, why);
    }
    const char *found = reader->at + skip;
    length -= skip;
    if (value != NULL && (length != strlen(value) || memcmp(found, value, length) != 0)) {
        snprintf(why, sizeof why, "this book is of '%.*s', not of '%.200s'",
                 length < 200 ? (int)length : 200, found, value);
        return play_book_fault(reader, found, why);
    }
    play_book_next_line(reader, newline);
    return true;
}

/* Takes the word before a blank or the end of the line; false if it is empty or too long. */
static bool play_book_take_word(struct play_book_reader *reader, char word[WORD]) {
    size_t length = 0;
    while (reader->at + length < reader->end && reader->at[length] != ' ' &&
           reader->at[length] != '\n' && length < WORD - 1)
        length++;
    memcpy(word, reader->at, length);
    word[length] = '\0';
    const char *behind = reader->at + length;
    bool ends = behind < reader->end && (*behind == ' ' || *behind == '\n');
    if (length == 0 || !ends || strlen(word) != length)
        return play_book_fault(reader, reader->at, "a word is missing, too long, or cut off here");
    reader->at = behind + (*behind == ' ');
    return *behind == '\n' || *reader->at != '\n' ||
           play_book_fault(reader, reader->at, "the line ends with a blank");
}

/* ---- positions of the text ------------------------------------------------------------------- */

static bool play_book_read_move(struct play_book_reader *reader, const char *at,
                                const struct kw_position *position, const char *word,
                                kw_move *move) {
    kw_move list[KW_TURN_STEPS];
    struct kw_error error = {.code = KW_OK};
    size_t count = kw_move_read(reader->game, position, word, list, &error);
    if (count == 0)
        return play_book_fault(reader, at, error.message);
    if (count > 1)
        return play_book_fault(reader, at, "a book has no turns of several moves");
    *move = list[0];
    return true;
}

/* Reads "+12", "-40", "w5" or "l4", and "!" behind it: hundredths, or plies to a win or a loss. */
static bool play_book_read_score(const char *text, struct play_book_entry *entry) {
    const char *end = text + strlen(text);
    uint32_t number;
    entry->proven = end > text && end[-1] == '!';
    end -= entry->proven;
    if (end == text || strchr("+-wl", *text) == NULL ||
        !number_read_plain(text + 1, (size_t)(end - text) - 1, 0, SCORE_MOST, &number))
        return false;
    bool plies = *text == 'w' || *text == 'l';
    entry->unit = plies ? KW_IN_PLIES : 0;
    entry->score = *text == '+' || *text == 'w' ? (int32_t)number : -(int32_t)number;
    return *text != 'w' || number > 0;
}

/* Reads "MOVE=SCORE". */
static bool play_book_read_entry(struct play_book_reader *reader, struct play_book_place *place) {
    char word[WORD];
    const char *at = reader->at;
    struct kw_book *book = reader->book;
    struct play_book_entry entry = {.move = 0};
    if (!play_book_take_word(reader, word))
        return false;
    char *equals = strrchr(word, '=');
    if (equals == NULL || !play_book_read_score(equals + 1, &entry))
        return play_book_fault(reader, at, "a move and its value are expected here, as A=+12");
    *equals = '\0';
    if (!play_book_read_move(reader, at, &place->position, word, &entry.move))
        return false;
    if (entry.unit != KW_IN_PLIES)
        entry.unit = reader->game->info->counts_seeds ? KW_IN_SEEDS : KW_IN_POINTS;
    for (size_t i = 0; i < place->count; i++)
        if (book->entry[place->first + i].move == entry.move)
            return play_book_fault(reader, at, "this move has a value already");
    if (place->count == KW_MOVES)
        return play_book_fault(reader, at, "these are too many moves");
    book->entry[book->entries++] = entry;
    place->count++;
    return true;
}

/* Reads the number of a line before, and the move from there, to the position of the line. */
static bool play_book_read_way(struct play_book_reader *reader, struct play_book_place *place) {
    char word[WORD];
    uint32_t parent;
    struct kw_position next;
    const struct kw_book *book = reader->book;
    const char *at = reader->at;
    kw_move move = 0;
    if (!play_book_take_word(reader, word))
        return false;
    if (!number_read_plain(word, strlen(word), 0, (uint32_t)book->places, &parent) ||
        (parent == 0) != (book->places == 0))
        return play_book_fault(reader, at,
                               "the number of a position before this one is expected here");
    at = reader->at;
    if (!play_book_take_word(reader, word))
        return false;
    if (parent == 0) {
        kw_start(reader->game, &next);
        if (strcmp(word, "-") != 0)
            return play_book_fault(reader, at, "a '-' is expected here");
    } else {
        place->parent = parent - 1;
        const struct kw_position *from = &book->place[place->parent].position;
        if (!play_book_read_move(reader, at, from, word, &move))
            return false;
        kw_play(reader->game, from, move, &next);
    }
    if (next.phase != 0)
        return play_book_fault(reader, at, "a game that begins with setup turns has no book");
    play_book_turn(reader->game, &next, &place->position);
    return *play_book_slot(book, &place->position) == 0 ||
           play_book_fault(reader, at, "this position is here already");
}

static bool play_book_read_place(struct play_book_reader *reader) {
    struct kw_book *book = reader->book;
    struct play_book_place *place = &book->place[book->places];
    *place = (struct play_book_place){.first = book->entries, .behind = 1};
    const char *newline = play_book_line_end(reader);
    if (!play_book_read_way(reader, place))
        return false;
    do
        if (!play_book_read_entry(reader, place))
            return false;
    while (reader->at < newline);
    *play_book_slot(book, &place->position) = (uint32_t)++book->places;
    play_book_next_line(reader, newline);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The last line is the checksum of the bytes before it; the reader's end moves to its begin. */
static bool play_book_check_sum(struct play_book_reader *reader) {
    enum { SUM = 12 + 16 + 1 }; /* "# checksum: ", digits, newline */
    const char *text = reader->at;
    char line[SUM + 1];
    size_t length = (size_t)(reader->end - text);
    if (length >= SUM) {
        length -= SUM;
        snprintf(line, sizeof line, "# checksum: %016" PRIx64 "\n", checksum(text, length));
        if (memcmp(text + length, line, SUM) == 0) {
            reader->end = text + length;
            return true;
        }
    }
    return play_book_fault(reader, text, "this book is damaged: its checksum is wrong or missing");
}

/* As much memory as the text can need. */
static bool play_book_reserve(struct kw_book *book, const struct play_book_reader *reader) {
    size_t lines = 0, words = 0;
    for (const char *at = reader->at; at < reader->end; at++) {
        lines += *at == '\n';
        words += *at == '=';
    }
    book->slots = 2;
    while (book->slots < 2 * lines)
        book->slots *= 2;
    book->place = calloc(lines + 1, sizeof *book->place);
    book->entry = calloc(words + 1, sizeof *book->entry);
    book->slot = calloc(book->slots, sizeof *book->slot);
    return book->place != NULL && book->entry != NULL && book->slot != NULL;
}

static bool play_book_read(struct play_book_reader *reader) {
    const struct kw_game *game = reader->game;
    const char *sum = kw_game_checksum(game);
    char rules[KW_TEXT];
    snprintf(rules, sizeof rules, "%.200s %s", game->info->id, sum != NULL ? sum : "-");
    if (!play_book_take_line(reader, "# komwe book 1", "") ||
        !play_book_take_line(reader, "# rules: ", rules) ||
        !play_book_take_line(reader, "# made by: ", NULL))
        return false;
    while (reader->at < reader->end)
        if (!play_book_read_place(reader))
            return false;
    return reader->book->places > 0 ||
           play_book_fault(reader, reader->at, "this book has no positions");
}

static void play_book_count(struct kw_book *book) {
    for (size_t i = book->places; i-- > 1;)
        book->place[book->place[i].parent].behind += book->place[i].behind;
}

struct kw_book *kw_book_open(const struct kw_game *game, const char *text, size_t length,
                             struct kw_error *error) {
    struct kw_book *book = calloc(1, sizeof *book);
    struct play_book_reader reader = {.game = game,
                                      .book = book,
                                      .at = text,
                                      .end = text + length,
                                      .line_begin = text,
                                      .line = 1,
                                      .error = error};
    bool allocated = book != NULL && play_book_reserve(book, &reader);
    if (!allocated)
        error_no_memory(error);
    if (allocated && play_book_check_sum(&reader) && play_book_read(&reader)) {
        rules_copy_set(&book->rules, game);
        play_book_count(book);
        return book;
    }
    kw_book_close(book);
    return NULL;
}

void kw_book_close(struct kw_book *book) {
    if (book == NULL)
        return;
    free(book->place);
    free(book->entry);
    free(book->slot);
    free(book);
}

/* ---- looking up ------------------------------------------------------------------------------ */

size_t kw_book_size(const struct kw_book *book) { return book->places; }

const struct kw_position *kw_book_position(const struct kw_book *book, size_t index) {
    return &book->place[index].position;
}

/* The positions of the book behind one that is not mirrored. */
static uint32_t play_book_behind(const struct kw_book *book, const struct kw_game *game,
                                 const struct kw_position *position) {
    struct kw_position turned;
    play_book_turn(game, position, &turned);
    uint32_t slot = *play_book_slot(book, &turned);
    return slot > 0 ? book->place[slot - 1].behind : 0;
}

/*
 * The value of a legal move, by the position that it leads to: moves that do the same have the
 * same value, and a move need not be mirrored.
 */
static bool play_book_value(const struct kw_book *book, const struct kw_game *game,
                            const struct play_book_place *place, const struct kw_position *after,
                            struct kw_book_move *value) {
    for (size_t i = place->first; i < place->first + place->count; i++) {
        const struct play_book_entry *entry = &book->entry[i];
        struct kw_position next;
        kw_play(game, &place->position, entry->move, &next);
        if (memcmp(&next, after, sizeof next) == 0) {
            *value = (struct kw_book_move){.score = entry->score,
                                           .unit = (enum kw_unit)entry->unit,
                                           .proven = entry->proven,
                                           .positions = play_book_behind(book, game, after)};
            return true;
        }
    }
    return false;
}

/* Inserts a move behind those that are worth at least as much. */
static void play_book_insert(struct kw_book_move *list, size_t count,
                             const struct kw_book_move *move) {
    size_t at = count;
    for (; at > 0 && play_book_rank(list[at - 1].unit, list[at - 1].score) <
                         play_book_rank(move->unit, move->score);
         at--)
        list[at] = list[at - 1];
    list[at] = *move;
}

size_t kw_book_find(const struct kw_book *book, const struct kw_game *game,
                    const struct kw_position *position, struct kw_book_move *list,
                    size_t capacity) {
    struct kw_position turned, after;
    struct kw_book_move sorted[KW_MOVES], found;
    kw_move legal[KW_MOVES];
    if (!rules_copy_holds(&book->rules, game))
        return 0;
    bool mirrored = play_book_turn(game, position, &turned);
    uint32_t slot = *play_book_slot(book, &turned);
    size_t count = 0, moves = slot > 0 ? kw_moves(game, position, legal, KW_MOVES) : 0;
    for (size_t i = 0; i < moves && i < KW_MOVES; i++) {
        kw_play(game, position, legal[i], &after);
        if (mirrored)
            kw_mirror(game, &after, &after);
        if (!play_book_value(book, game, &book->place[slot - 1], &after, &found))
            continue;
        found.move = legal[i];
        play_book_insert(sorted, count++, &found);
    }
    if (list != NULL)
        memcpy(list, sorted, (count < capacity ? count : capacity) * sizeof *list);
    return count;
}
