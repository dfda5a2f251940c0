/* Reads records in one pass; the first fault is named by line and column. */
#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "session/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position in the text. */
struct record_place {
    size_t line, column; /* from 1; bytes */
};

/* A header that follows from the game, compared with it at the end; value NULL: none. */
struct record_derived_header {
    char *value;
    struct record_place at;
};

struct record_reader {
    const char *at, *end;
    struct record_place place;
    struct kw_record *record;
    struct kw_error *error;
    struct record_derived_header derived[RECORD_DERIVED];
    size_t round;   /* of the last turn that began */
    unsigned mover; /* the player of the last ply */
    bool played;    /* there is one */
};

/* Sets the error; returns false. */
__attribute__((format(printf, 3, 4))) static bool record_read_fault(struct record_reader *reader,
                                                                    struct record_place place,
                                                                    const char *format, ...) {
    va_list list;
    va_start(list, format);
    char message[KW_TEXT];
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    error_set(reader->error, KW_BAD_RECORD, place.column, "%s", message);
    reader->error->line = place.line;
    return false;
}

/* The same for the error of a piece of the text which begins at `place`. */
static bool record_read_fault_within(struct record_reader *reader, struct record_place place,
                                     const struct kw_error *error) {
    if (error->code == KW_NO_MEMORY) {
        *reader->error = *error;
        return false;
    }
    place.column += error->column - 1;
    return record_read_fault(reader, place, "%s", error->message);
}

static bool record_read_no_memory(struct record_reader *reader) {
    return error_no_memory(reader->error);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static bool record_read_at_end(const struct record_reader *reader) {
    return reader->at == reader->end;
}

static void record_read_step(struct record_reader *reader) {
    if (*reader->at++ == '\n') {
        reader->place.line++;
        reader->place.column = 1;
    } else {
        reader->place.column++;
    }
}

static void record_read_skip(struct record_reader *reader, size_t bytes) {
    while (bytes-- > 0)
        record_read_step(reader);
}

static void record_read_skip_blanks(struct record_reader *reader) {
    while (!record_read_at_end(reader) && record_is_blank(*reader->at))
        record_read_step(reader);
}

/* The bytes up to the end of the line, a carriage return before it left out. */
static size_t record_read_line_length(const struct record_reader *reader) {
    size_t left = (size_t)(reader->end - reader->at);
    const char *newline = memchr(reader->at, '\n', left);
    size_t length = newline != NULL ? (size_t)(newline - reader->at) : left;
    return length > 0 && newline != NULL && reader->at[length - 1] == '\r' ? length - 1 : length;
}

static void record_read_skip_line(struct record_reader *reader) {
    while (!record_read_at_end(reader) && *reader->at != '\n')
        record_read_step(reader);
    if (!record_read_at_end(reader))
        record_read_step(reader);
}

/* The fault of the byte at that offset. */
static bool record_read_fault_at(struct record_reader *reader, size_t bytes, const char *reason) {
    record_read_skip(reader, bytes);
    return record_read_fault(reader, reader->place, "%s", reason);
}

/* Checks that the next bytes are text without control characters; `blank` allows line ends. */
static bool record_read_check_text(struct record_reader *reader, size_t length, bool blank) {
    size_t good = record_text_good(reader->at, length, blank);
    if (good == length)
        return true;
    uint32_t character;
    bool utf8 = text_character(reader->at + good, length - good, &character) > 0;
    return record_read_fault_at(
        reader, good, utf8 ? "a control character cannot stand here" : "this is not UTF-8");
}

/*
 * The length of the printable ASCII at the beginning: moves, results and derived headers hold only
 * that.
 */
static size_t record_read_plain_length(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] <= '~')
        i++;
    return i;
}

/* ---- headers --------------------------------------------------------------------------------- */

static size_t record_read_trimmed(const char *text, size_t length) {
    while (length > 0 && record_is_blank(text[length - 1]))
        length--;
    return length;
}

static bool record_read_set_header(struct record_reader *reader, const char *name,
                                   const char *value, struct record_place name_at,
                                   struct record_place value_at) {
    enum record_derived derived = record_header_derived(name);
    struct kw_error error;
    if (derived != RECORD_DERIVED ? reader->derived[derived].value != NULL
                                  : kw_record_header(reader->record, name) != NULL)
        return record_read_fault(reader, name_at, "the header %s occurs twice", name);
    if (derived != RECORD_DERIVED) {
        size_t plain = record_read_plain_length(value, strlen(value));
        if (value[plain] != '\0')
            return record_read_fault(reader,
                                     (struct record_place){value_at.line, value_at.column + plain},
                                     "this character cannot stand in the header %s", name);
        reader->derived[derived] = (struct record_derived_header){strdup(value), value_at};
        return reader->derived[derived].value != NULL || record_read_no_memory(reader);
    }
    return kw_record_header_set(reader->record, name, value, &error) ||
           record_read_fault_within(reader, record_name_good(name) ? value_at : name_at, &error);
}

/* Reads a line `Name: value`. */
static bool record_read_header(struct record_reader *reader) {
    const char *line = reader->at;
    struct record_place name_at = reader->place, value_at = name_at;
    size_t length = record_read_trimmed(line, record_read_line_length(reader));
    const char *colon = memchr(line, ':', length);
    char name[RECORD_NAME + 1] = "", value[RECORD_VALUE + 1] = "";
    if (reader->derived[RECORD_GAME].value == NULL && (length < 5 || memcmp(line, "Game:", 5) != 0))
        return record_read_fault(reader, name_at,
                                 "a record begins with the line Game: and the id of its game");
    if (colon == NULL)
        return record_read_fault(
            reader, name_at,
            "a header is a name, a colon and a value; an empty line ends the headers");
    size_t named = (size_t)(colon - line), from = named + 1;
    while (from < length && record_is_blank(line[from]))
        from++;
    value_at.column += from;
    if (named > RECORD_NAME)
        return record_read_fault(reader, name_at, "the name of a header is at most %d letters",
                                 RECORD_NAME);
    if (length - from > RECORD_VALUE)
        return record_read_fault(reader, value_at, "the value of a header is at most %d bytes",
                                 RECORD_VALUE);
    if (length == from)
        return record_read_fault(reader, value_at, "the header has no value");
    if (!record_read_check_text(reader, length, false))
        return false;
    memcpy(name, line, named);
    memcpy(value, line + from, length - from);
    record_read_skip_line(reader);
    return record_read_set_header(reader, name, value, name_at, value_at);
}

static bool record_read_headers(struct record_reader *reader) {
    for (;;) {
        if (record_read_at_end(reader))
            return record_read_fault(reader, reader->place, "the record ends within its headers");
        if (record_read_trimmed(reader->at, record_read_line_length(reader)) == 0)
            break;
        if (!record_read_header(reader))
            return false;
    }
    record_read_skip_line(reader);
    return true;
}

/* Opens the game that the headers name, at their start. */
static bool record_read_game(struct record_reader *reader) {
    struct kw_record *record = reader->record;
    struct kw_error error;
    struct kw_position start;
    const struct record_derived_header *derived = reader->derived;
    const char *options = derived[RECORD_OPTIONS].value, *text = derived[RECORD_START].value;
    const char *id = derived[RECORD_GAME].value;
    record->opened = game_open_as_written(id, options, &error);
    const struct kw_game *spelt =
        record->opened == NULL && error.code == KW_UNKNOWN_GAME ? game_spelt(id) : NULL;
    if (spelt != NULL)
        record->opened = game_open_as_written(spelt->info->id, options, &error);
    if (record->opened == NULL && error.code == KW_UNKNOWN_GAME)
        game_set_unknown(id, &error);
    if (record->opened == NULL)
        return record_read_fault_within(
            reader, derived[error.code == KW_UNKNOWN_GAME ? RECORD_GAME : RECORD_OPTIONS].at,
            &error);
    if (!kw_position_read(record->opened, text != NULL ? text : "start", &start, &error))
        return record_read_fault_within(reader, derived[RECORD_START].at, &error);
    record->session = kw_session_new(record->opened, &start);
    return record->session != NULL || record_read_no_memory(reader);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Adds a comment of so many bytes, after the byte that opens it. */
static bool record_read_add_comment(struct record_reader *reader, size_t length,
                                    struct record_place place) {
    struct kw_error error;
    const char *text = reader->at + 1;
    const char *brace = memchr(text, '}', length);
    if (!record_read_check_text(reader, length + 1, true))
        return false;
    if (brace != NULL)
        return record_read_fault_at(reader, (size_t)(brace - reader->at),
                                    "a comment cannot hold }");
    record_read_skip(reader, length + 1);
    return record_comment_add(reader->record, kw_session_plies(reader->record->session), text,
                              length, &error) ||
           record_read_fault_within(reader, place, &error);
}

/* A comment in braces, or from ; to the end of the line. */
static bool record_read_comment(struct record_reader *reader) {
    struct record_place place = reader->place;
    if (*reader->at == ';')
        return record_read_add_comment(reader, record_read_line_length(reader) - 1, place);
    const char *close = memchr(reader->at, '}', (size_t)(reader->end - reader->at));
    if (close == NULL)
        return record_read_fault(reader, place, "the comment is not closed");
    if (!record_read_add_comment(reader, (size_t)(close - reader->at) - 1, place))
        return false;
    record_read_step(reader);
    return true;
}

/* The bytes of the word that begins here. */
static size_t record_read_word_length(const struct record_reader *reader) {
    const char *at = reader->at;
    while (at < reader->end && !record_is_blank(*at) && *at != '{' && *at != ';' && *at != ',')
        at++;
    return (size_t)(at - reader->at);
}

static unsigned record_read_mover(const struct record_reader *reader) {
    return kw_session_position(reader->record->session)->turn;
}

/* Whether the next ply begins a turn. */
static bool record_read_turn_begins(const struct record_reader *reader) {
    return !reader->played || reader->mover != record_read_mover(reader);
}

static bool record_read_is_digit(char c) { return c >= '0' && c <= '9'; }

/*
 * Reads the number of a round: its digits, and one dot before South's move, three before North's.
 */
static bool record_read_number(struct record_reader *reader) {
    struct record_place place = reader->place;
    size_t digits = 0, dots = 0;
    while (reader->at + digits < reader->end && record_read_is_digit(reader->at[digits]))
        digits++;
    while (reader->at + digits + dots < reader->end && reader->at[digits + dots] == '.')
        dots++;
    bool south = record_read_mover(reader) == KW_SOUTH;
    size_t round = reader->round + (south || !reader->played);
    if (dots != (south ? 1 : 3))
        return record_read_fault(
            reader, place, "%s",
            south ? "one dot follows the number of a round before South's move"
                  : "three dots follow the number of a round before North's move");
    if (!record_read_turn_begins(reader))
        return record_read_fault(
            reader, place, "the number of a round is only allowed before the first move of a turn");
    if (!number_read(reader->at, digits, round, round, &(uint64_t){0}))
        return record_read_fault(reader, place, "this is round %zu", round);
    record_read_skip(reader, digits + dots);
    return true;
}

/* Plays a word; `joined` if a comma precedes it. */
static bool record_read_move(struct record_reader *reader, bool joined) {
    struct record_place place = reader->place;
    struct kw_error error;
    size_t length = record_read_word_length(reader);
    char word[KW_TEXT];
    if (length >= sizeof word)
        return record_read_fault(reader, place, "the word is too long for a move");
    memcpy(word, reader->at, length);
    word[length] = '\0';
    size_t good = record_read_plain_length(word, strcspn(word, "}"));
    if (good < length)
        return record_read_fault_at(reader, good, "this character cannot stand in a move");
    if (joined && record_read_turn_begins(reader))
        return record_read_fault(reader, place,
                                 "a comma joins moves of one turn, and the turn is over");
    unsigned player = record_read_mover(reader);
    reader->round += record_read_turn_begins(reader) && (player == KW_SOUTH || !reader->played);
    if (!kw_session_enter(reader->record->session, word, &error))
        return record_read_fault_within(reader, place, &error);
    reader->mover = player;
    reader->played = true;
    record_read_skip(reader, length);
    return true;
}

static bool record_read_word_is(const struct record_reader *reader, const char *word) {
    size_t length = record_read_word_length(reader);
    return length == strlen(word) && memcmp(reader->at, word, length) == 0;
}

/* The last piece of the text, comments aside. */
enum record_piece { AFTER_NOTHING, AFTER_MOVE, AFTER_COMMA, AFTER_NUMBER };

/* Reads a comma, a number or a move. */
static bool record_read_piece(struct record_reader *reader, enum record_piece *last) {
    bool pending = *last == AFTER_COMMA || *last == AFTER_NUMBER;
    if (*reader->at == ',') {
        if (*last != AFTER_MOVE)
            return record_read_fault(reader, reader->place,
                                     "a comma is only allowed between two moves");
        record_read_step(reader);
        *last = AFTER_COMMA;
        return true;
    }
    if (record_read_is_digit(*reader->at)) {
        if (pending)
            return record_read_fault(reader, reader->place, "expected a move, found a number");
        *last = AFTER_NUMBER;
        return record_read_number(reader);
    }
    bool joined = *last == AFTER_COMMA;
    *last = AFTER_MOVE;
    return record_read_move(reader, joined);
}

/* Reads moves and comments up to the result. */
static bool record_read_moves(struct record_reader *reader) {
    enum record_piece last = AFTER_NOTHING;
    for (;;) {
        record_read_skip_blanks(reader);
        if (record_read_at_end(reader))
            return record_read_fault(reader, reader->place, "the record ends without its result");
        if (record_read_word_is(reader, "over") || record_read_word_is(reader, "unfinished"))
            return last == AFTER_NOTHING || last == AFTER_MOVE ||
                   record_read_fault(reader, reader->place, "expected a move, found the result");
        bool comment = *reader->at == '{' || *reader->at == ';';
        if (comment ? !record_read_comment(reader) : !record_read_piece(reader, &last))
            return false;
    }
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Resigns or agrees on a draw, if that is the result. */
static void record_read_declare(struct kw_session *session, const char *result) {
    if (strcmp(result, "over N resign") == 0)
        kw_session_resign(session, KW_SOUTH, NULL);
    else if (strcmp(result, "over S resign") == 0)
        kw_session_resign(session, KW_NORTH, NULL);
    else if (strcmp(result, "over draw agreed") == 0)
        kw_session_agree(session, NULL);
}

static bool record_read_result(struct record_reader *reader) {
    struct kw_session *session = reader->record->session;
    struct record_place place = reader->place;
    struct kw_result result;
    char text[KW_TEXT], known[KW_TEXT] = "unfinished";
    size_t length = record_read_trimmed(reader->at, record_read_line_length(reader));
    size_t plain = record_read_plain_length(reader->at, length);
    if (plain < length)
        return record_read_fault_at(reader, plain, "this character cannot stand in a result");
    if (length >= sizeof text)
        return record_read_fault(reader, place, "this is too long for a result");
    memcpy(text, reader->at, length);
    text[length] = '\0';
    record_read_declare(session, text);
    if (kw_session_result(session, &result))
        kw_result_text(&result, known);
    if (strcmp(text, known) != 0)
        return record_read_fault(reader, place, "the result is not '%.100s': the game is %s", text,
                                 known);
    const struct record_derived_header *header = &reader->derived[RECORD_RESULT];
    if (header->value != NULL && strcmp(header->value, known) != 0)
        return record_read_fault(reader, header->at, "the result is not '%.100s': the game is %s",
                                 header->value, known);
    record_read_skip_line(reader);
    return true;
}

/* Skips empty lines, and the byte order mark with which some files begin. */
static void record_read_skip_to_record(struct record_reader *reader) {
    static const char mark[] = "\xef\xbb\xbf";
    record_read_skip_blanks(reader);
    if (reader->end - reader->at >= 3 && memcmp(reader->at, mark, 3) == 0) {
        reader->at += 3; /* it counts as no column */
        record_read_skip_blanks(reader);
    }
}

struct kw_record *kw_record_read(struct kw_record_source *source, struct kw_error *error) {
    struct record_reader reader = {.at = source->text + source->at,
                                   .end = source->text + source->length,
                                   .place = {source->line + 1, 1},
                                   .error = error};
    *error = (struct kw_error){.code = KW_OK, .line = 1, .column = 1};
    record_read_skip_to_record(&reader);
    if (record_read_at_end(&reader))
        return NULL;
    reader.record = calloc(1, sizeof *reader.record);
    bool good = reader.record != NULL
                    ? record_read_headers(&reader) && record_read_game(&reader) &&
                          record_read_moves(&reader) && record_read_result(&reader)
                    : record_read_no_memory(&reader);
    for (enum record_derived i = RECORD_GAME; i < RECORD_DERIVED; i++)
        free(reader.derived[i].value);
    if (!good) {
        kw_record_free(reader.record);
        return NULL;
    }
    source->at = (size_t)(reader.at - source->text);
    source->line = reader.place.line - 1;
    return reader.record;
}
