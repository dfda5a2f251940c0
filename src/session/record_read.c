/* Reading records: every byte is looked at once, and the first fault is named by line and column.
 */
#include "base/error.h"
#include "games/game.h"
#include "session/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place in the text. */
struct place {
    size_t line, column; /* from 1; bytes */
};

/* A header that follows from the game, kept until it can be compared with it; value NULL: none. */
struct kept {
    char *value;
    struct place at;
};

struct reader {
    const char *at, *end;
    struct place place;
    struct kw_record *record;
    struct kw_error *error;
    struct kept derived[RECORD_DERIVED];
    size_t round;   /* of the last turn that began */
    unsigned mover; /* who played the last ply */
    bool played;    /* there is one */
};

/* Names a fault and returns false. */
__attribute__((format(printf, 3, 4))) static bool fault(struct reader *reader, struct place place,
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

/* The same for a fault that was found in a piece of the text which begins at `place`. */
static bool fault_within(struct reader *reader, struct place place, const struct kw_error *error) {
    if (error->code == KW_NO_MEMORY) {
        *reader->error = *error;
        return false;
    }
    place.column += error->column - 1;
    return fault(reader, place, "%s", error->message);
}

static bool no_memory(struct reader *reader) {
    return error_set(reader->error, KW_NO_MEMORY, 1, "there is not enough memory");
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static bool at_end(const struct reader *reader) { return reader->at == reader->end; }

static void step(struct reader *reader) {
    if (*reader->at++ == '\n') {
        reader->place.line++;
        reader->place.column = 1;
    } else {
        reader->place.column++;
    }
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void step_over(struct reader *reader, size_t bytes) {
    while (bytes-- > 0)
        step(reader);
}

static void skip_blanks(struct reader *reader) {
    while (!at_end(reader) && is_blank(*reader->at))
        step(reader);
}

/* The bytes up to the end of the line, a carriage return before it left out. */
static size_t line_length(const struct reader *reader) {
    size_t left = (size_t)(reader->end - reader->at);
    const char *newline = memchr(reader->at, '\n', left);
    size_t length = newline != NULL ? (size_t)(newline - reader->at) : left;
    return length > 0 && newline != NULL && reader->at[length - 1] == '\r' ? length - 1 : length;
}

static void skip_line(struct reader *reader) {
    while (!at_end(reader) && *reader->at != '\n')
        step(reader);
    if (!at_end(reader))
        step(reader);
}

/* Names a byte so far from here which cannot stand there; the record is not read on. */
static bool fault_at_byte(struct reader *reader, size_t bytes, const char *reason) {
    step_over(reader, bytes);
    return fault(reader, reader->place, "%s", reason);
}

/* Refuses what cannot stand in any text: so many bytes from here, with line ends if `blank`. */
static bool text_check(struct reader *reader, size_t length, bool blank) {
    size_t good = record_text_good(reader->at, length, blank);
    if (good == length)
        return true;
    const unsigned char *at = (const unsigned char *)reader->at + good;
    bool high = *at == 0xc2 && good + 1 < length && at[1] >= 0x80 && at[1] < 0xa0;
    return fault_at_byte(reader, good,
                         *at < 0x80 || high ? "a control character cannot stand here"
                                            : "this is not UTF-8");
}

/* The printable ASCII at the header of a text; nothing else stands in what is not for people. */
static size_t plain_length(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] <= '~')
        i++;
    return i;
}

/* ---- headers --------------------------------------------------------------------------------- */

static size_t trimmed(const char *text, size_t length) {
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    return length;
}

static bool header_set(struct reader *reader, const char *name, const char *value,
                       struct place name_at, struct place value_at) {
    enum record_derived derived = record_header_derived(name);
    struct kw_error error;
    if (derived != RECORD_DERIVED ? reader->derived[derived].value != NULL
                                  : kw_record_header(reader->record, name) != NULL)
        return fault(reader, name_at, "the header %s stands twice", name);
    if (derived != RECORD_DERIVED) {
        size_t plain = plain_length(value, strlen(value));
        if (value[plain] != '\0')
            return fault(reader, (struct place){value_at.line, value_at.column + plain},
                         "this character cannot stand in the header %s", name);
        reader->derived[derived] = (struct kept){strdup(value), value_at};
        return reader->derived[derived].value != NULL || no_memory(reader);
    }
    return kw_record_header_set(reader->record, name, value, &error) ||
           fault_within(reader, record_name_good(name) ? value_at : name_at, &error);
}

/* Reads a line `Name: value`. */
static bool header_read(struct reader *reader) {
    const char *line = reader->at;
    struct place name_at = reader->place, value_at = name_at;
    size_t length = trimmed(line, line_length(reader));
    const char *colon = memchr(line, ':', length);
    char name[RECORD_NAME + 1] = "", value[RECORD_VALUE + 1] = "";
    if (reader->derived[RECORD_GAME].value == NULL && (length < 5 || memcmp(line, "Game:", 5) != 0))
        return fault(reader, name_at, "a record begins with the line Game: and the id of its game");
    if (colon == NULL)
        return fault(reader, name_at,
                     "a header is a name, a colon and a value; an empty line ends the headers");
    size_t named = (size_t)(colon - line), from = named + 1;
    while (from < length && is_blank(line[from]))
        from++;
    value_at.column += from;
    if (named > RECORD_NAME)
        return fault(reader, name_at, "the name of a header is at most %d letters", RECORD_NAME);
    if (length - from > RECORD_VALUE)
        return fault(reader, value_at, "the value of a header is at most %d bytes", RECORD_VALUE);
    if (length == from)
        return fault(reader, value_at, "the header has no value");
    if (!text_check(reader, length, false))
        return false;
    memcpy(name, line, named);
    memcpy(value, line + from, length - from);
    skip_line(reader);
    return header_set(reader, name, value, name_at, value_at);
}

static bool headers_read(struct reader *reader) {
    for (;;) {
        if (at_end(reader))
            return fault(reader, reader->place, "the record ends within its headers");
        if (trimmed(reader->at, line_length(reader)) == 0)
            break;
        if (!header_read(reader))
            return false;
    }
    skip_line(reader);
    return true;
}

/* Opens the game that the headers name, at their start. */
static bool game_open(struct reader *reader) {
    struct kw_record *record = reader->record;
    struct kw_error error;
    struct kw_position start;
    const struct kept *kept = reader->derived;
    const char *options = kept[RECORD_OPTIONS].value, *text = kept[RECORD_START].value;
    record->opened = game_open_filed(kept[RECORD_GAME].value, options, &error);
    if (record->opened == NULL)
        return fault_within(
            reader, kept[error.code == KW_UNKNOWN_GAME ? RECORD_GAME : RECORD_OPTIONS].at, &error);
    if (!kw_position_read(record->opened, text != NULL ? text : "start", &start, &error))
        return fault_within(reader, kept[RECORD_START].at, &error);
    record->session = kw_session_new(record->opened, &start);
    return record->session != NULL || no_memory(reader);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Takes a comment of so many bytes that begins after its first byte. */
static bool comment_take(struct reader *reader, size_t length, struct place place) {
    struct kw_error error;
    const char *text = reader->at + 1;
    const char *brace = memchr(text, '}', length);
    if (!text_check(reader, length + 1, true))
        return false;
    if (brace != NULL)
        return fault_at_byte(reader, (size_t)(brace - reader->at), "a comment cannot hold }");
    step_over(reader, length + 1);
    return record_comment_add(reader->record, kw_session_plies(reader->record->session), text,
                              length, &error) ||
           fault_within(reader, place, &error);
}

/* A comment in braces, or from ; to the end of the line. */
static bool comment_read(struct reader *reader) {
    struct place place = reader->place;
    if (*reader->at == ';')
        return comment_take(reader, line_length(reader) - 1, place);
    const char *close = memchr(reader->at, '}', (size_t)(reader->end - reader->at));
    if (close == NULL)
        return fault(reader, place, "the comment is not closed");
    if (!comment_take(reader, (size_t)(close - reader->at) - 1, place))
        return false;
    step(reader);
    return true;
}

/* The bytes of the word that begins here. */
static size_t word_length(const struct reader *reader) {
    const char *at = reader->at;
    while (at < reader->end && !is_blank(*at) && *at != '{' && *at != ';' && *at != ',')
        at++;
    return (size_t)(at - reader->at);
}

static unsigned to_move(const struct reader *reader) {
    return kw_session_position(reader->record->session)->turn;
}

/* Whether the next ply begins a turn. */
static bool turn_begins(const struct reader *reader) {
    return !reader->played || reader->mover != to_move(reader);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads the number of a round: its digits, and one dot before South's move, three before North's.
 */
static bool number_read_and_check(struct reader *reader) {
    struct place place = reader->place;
    size_t digits = 0, dots = 0, number = 0;
    while (reader->at + digits < reader->end && is_digit(reader->at[digits])) {
        if (number <= KW_PLIES) /* beyond which there is no round */
            number = number * 10 + (size_t)(reader->at[digits] - '0');
        digits++;
    }
    while (reader->at + digits + dots < reader->end && reader->at[digits + dots] == '.')
        dots++;
    bool south = to_move(reader) == KW_SOUTH;
    size_t round = reader->round + (south || !reader->played);
    if (dots != (south ? 1 : 3))
        return fault(reader, place, "%s",
                     south ? "after the number of a round stands a dot before South's move"
                           : "after the number of a round stand three dots before North's move");
    if (!turn_begins(reader))
        return fault(reader, place, "a number stands before the first move of a turn only");
    if (number != round)
        return fault(reader, place, "this is round %zu", round);
    step_over(reader, digits + dots);
    return true;
}

/* Plays a word; `joined` if a comma stands before it. */
static bool move_read(struct reader *reader, bool joined) {
    struct place place = reader->place;
    struct kw_error error;
    size_t length = word_length(reader);
    char word[KW_TEXT];
    if (length >= sizeof word)
        return fault(reader, place, "the word is too long for a move");
    memcpy(word, reader->at, length);
    word[length] = '\0';
    size_t good = plain_length(word, strcspn(word, "}"));
    if (good < length)
        return fault_at_byte(reader, good, "this character cannot stand in a move");
    if (joined && turn_begins(reader))
        return fault(reader, place, "a comma joins moves of one turn, and the turn is over");
    unsigned player = to_move(reader);
    reader->round += turn_begins(reader) && (player == KW_SOUTH || !reader->played);
    if (!kw_session_enter(reader->record->session, word, &error))
        return fault_within(reader, place, &error);
    reader->mover = player;
    reader->played = true;
    step_over(reader, length);
    return true;
}

static bool word_is(const struct reader *reader, const char *word) {
    size_t length = word_length(reader);
    return length == strlen(word) && memcmp(reader->at, word, length) == 0;
}

/* What stands before the next piece of the text, comments aside. */
enum before { BEFORE_NOTHING, BEFORE_MOVE, BEFORE_COMMA, BEFORE_NUMBER };

/* Reads a comma, a number or a move. */
static bool piece_read(struct reader *reader, enum before *before) {
    bool awaited = *before == BEFORE_COMMA || *before == BEFORE_NUMBER;
    if (*reader->at == ',') {
        if (*before != BEFORE_MOVE)
            return fault(reader, reader->place, "a comma stands between two moves");
        step(reader);
        *before = BEFORE_COMMA;
        return true;
    }
    if (is_digit(*reader->at)) {
        if (awaited)
            return fault(reader, reader->place, "here stands a move, not a number");
        *before = BEFORE_NUMBER;
        return number_read_and_check(reader);
    }
    bool joined = *before == BEFORE_COMMA;
    *before = BEFORE_MOVE;
    return move_read(reader, joined);
}

/* Reads moves and comments up to the result. */
static bool moves_read(struct reader *reader) {
    enum before before = BEFORE_NOTHING;
    for (;;) {
        skip_blanks(reader);
        if (at_end(reader))
            return fault(reader, reader->place, "the record ends without its result");
        if (word_is(reader, "over") || word_is(reader, "unfinished"))
            return before == BEFORE_NOTHING || before == BEFORE_MOVE ||
                   fault(reader, reader->place, "here stands a move, not the result");
        bool comment = *reader->at == '{' || *reader->at == ';';
        if (comment ? !comment_read(reader) : !piece_read(reader, &before))
            return false;
    }
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Enters what the board cannot know: a resignation, or a draw that was agreed on. */
static void end_by_word(struct kw_session *session, const char *result) {
    if (strcmp(result, "over N resign") == 0)
        kw_session_resign(session, KW_SOUTH, NULL);
    else if (strcmp(result, "over S resign") == 0)
        kw_session_resign(session, KW_NORTH, NULL);
    else if (strcmp(result, "over draw agreed") == 0)
        kw_session_agree(session, NULL);
}

static bool result_read(struct reader *reader) {
    struct kw_session *session = reader->record->session;
    struct place place = reader->place;
    struct kw_result result;
    char text[KW_TEXT], known[KW_TEXT] = "unfinished";
    size_t length = trimmed(reader->at, line_length(reader));
    size_t plain = plain_length(reader->at, length);
    if (plain < length)
        return fault_at_byte(reader, plain, "this character cannot stand in a result");
    if (length >= sizeof text)
        return fault(reader, place, "this is too long for a result");
    memcpy(text, reader->at, length);
    text[length] = '\0';
    end_by_word(session, text);
    if (kw_session_result(session, &result))
        kw_result_text(&result, known);
    if (strcmp(text, known) != 0)
        return fault(reader, place, "the result is not '%.100s': the game is %s", text, known);
    const struct kept *header = &reader->derived[RECORD_RESULT];
    if (header->value != NULL && strcmp(header->value, known) != 0)
        return fault(reader, header->at, "the result is not '%.100s': the game is %s",
                     header->value, known);
    skip_line(reader);
    return true;
}

/* What stands between records: empty lines, and the byte order mark with which some files begin. */
static void skip_to_record(struct reader *reader) {
    static const char mark[] = "\xef\xbb\xbf";
    skip_blanks(reader);
    if (reader->end - reader->at >= 3 && memcmp(reader->at, mark, 3) == 0) {
        reader->at += 3; /* no column: nobody sees it */
        skip_blanks(reader);
    }
}

struct kw_record *kw_record_read(struct kw_record_source *source, struct kw_error *error) {
    struct reader reader = {.at = source->text + source->at,
                            .end = source->text + source->length,
                            .place = {source->line + 1, 1},
                            .error = error};
    *error = (struct kw_error){.code = KW_OK, .line = 1, .column = 1};
    skip_to_record(&reader);
    if (at_end(&reader))
        return NULL;
    reader.record = calloc(1, sizeof *reader.record);
    bool good = reader.record != NULL ? headers_read(&reader) && game_open(&reader) &&
                                            moves_read(&reader) && result_read(&reader)
                                      : no_memory(&reader);
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
