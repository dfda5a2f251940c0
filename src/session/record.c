/* Records: headers, comments, and writing them.  komwe-record(5) describes the text. */
#include "session/record.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "games/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD_HEADERS = 100, /* at most, beside the derived ones */
    RECORD_WIDTH = 79     /* columns of a line of moves, if its words allow */
};

/* ---- texts ----------------------------------------------------------------------------------- */

size_t record_text_good(const char *text, size_t length, bool blank) {
    size_t good = 0;
    while (good < length) {
        uint32_t character = 0;
        size_t bytes = text_character(text + good, length - good, &character);
        bool control = character < ' ' || (character >= 0x7f && character < 0xa0);
        if (bytes == 0 || (control && !(blank && record_is_blank(text[good]))))
            break;
        good += bytes;
    }
    return good;
}

/* ---- the record ------------------------------------------------------------------------------ */

struct kw_record *kw_record_new(const struct kw_game *game, const struct kw_position *start) {
    struct kw_record *record = calloc(1, sizeof *record);
    if (record == NULL)
        return NULL;
    record->session = kw_session_new(game, start);
    if (record->session == NULL) {
        free(record);
        return NULL;
    }
    return record;
}

void kw_record_free(struct kw_record *record) {
    if (record == NULL)
        return;
    for (size_t i = 0; i < record->headers; i++) {
        free(record->header[i].name);
        free(record->header[i].value);
    }
    for (size_t i = 0; i < record->comments; i++)
        free(record->comment[i].text);
    free(record->header);
    free(record->comment);
    kw_session_free(record->session);
    kw_game_close(record->opened);
    free(record);
}

struct kw_session *kw_record_session(struct kw_record *record) {
    return record->session;
}

/* ---- headers --------------------------------------------------------------------------------- */

static const char *const record_derived_names[] = {[RECORD_GAME] = "Game",
                                                   [RECORD_OPTIONS] = "Options",
                                                   [RECORD_START] = "Start",
                                                   [RECORD_RESULT] = "Result"};

enum record_derived record_header_derived(const char *name) {
    enum record_derived i = RECORD_GAME;
    while (i < RECORD_DERIVED && strcmp(name, record_derived_names[i]) != 0)
        i++;
    return i;
}

static size_t record_header_index(const struct kw_record *record, const char *name) {
    size_t i = 0;
    while (i < record->headers && strcmp(record->header[i].name, name) != 0)
        i++;
    return i;
}

size_t kw_record_header_count(const struct kw_record *record) { return record->headers; }

const char *kw_record_header_at(const struct kw_record *record, size_t index, const char **name) {
    assert(index < record->headers);
    if (name != NULL)
        *name = record->header[index].name;
    return record->header[index].value;
}

const char *kw_record_header(const struct kw_record *record, const char *name) {
    size_t index = record_header_index(record, name);
    return index < record->headers ? record->header[index].value : NULL;
}

bool record_name_good(const char *name) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = strlen(name);
    return length > 0 && length <= RECORD_NAME && strspn(name, letters) == length;
}

/* Two digits, each of which may be ?; a number from `least` to `most` if both are known. */
static bool record_date_part(const char *text, unsigned least, unsigned most) {
    for (int i = 0; i < 2; i++)
        if (text[i] != '?' && (text[i] < '0' || text[i] > '9'))
            return false;
    return memchr(text, '?', 2) != NULL || number_read(text, 2, least, most, &(uint64_t){0});
}

/* The most days that the month of a date can have; its digits may be unknown. */
static unsigned record_month_days(const char *date) {
    static const char *const short_months[] = {"04", "06", "09", "11"};
    for (size_t i = 0; i < sizeof short_months / sizeof *short_months; i++)
        if (strncmp(date + 5, short_months[i], 2) == 0)
            return 30;
    if (strncmp(date + 5, "02", 2) != 0)
        return 31;
    if (memchr(date, '?', 4) != NULL)
        return 29;
    uint64_t year = 0;
    number_read(date, 4, 0, 9999, &year);
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
}

/* YYYY-MM-DD, with ? for what is not known. */
static bool record_date_good(const char *date) {
    return strlen(date) == 10 && date[4] == '-' && date[7] == '-' &&
           record_date_part(date, 0, 99) && record_date_part(date + 2, 0, 99) &&
           record_date_part(date + 5, 1, 12) &&
           record_date_part(date + 8, 1, record_month_days(date));
}

static bool record_value_good(const char *value) {
    size_t length = strlen(value);
    return length > 0 && length <= RECORD_VALUE && value[0] != ' ' && value[length - 1] != ' ' &&
           record_text_good(value, length, false) == length;
}

static void record_header_remove(struct kw_record *record, size_t index) {
    free(record->header[index].name);
    free(record->header[index].value);
    record->headers--;
    memmove(&record->header[index], &record->header[index + 1],
            (record->headers - index) * sizeof *record->header);
}

static bool record_header_add(struct kw_record *record, const char *name, const char *value) {
    if (!array_reserve(&record->header, record->headers, 1, &record->header_capacity,
                       sizeof *record->header))
        return false;
    struct record_header *header = &record->header[record->headers];
    header->name = strdup(name);
    header->value = strdup(value);
    if (header->name == NULL || header->value == NULL) {
        free(header->name);
        free(header->value);
        return false;
    }
    record->headers++;
    return true;
}

static bool record_header_check(const char *name, const char *value, struct kw_error *error) {
    if (!record_name_good(name))
        return error_set(error, KW_BAD_RECORD, 1,
                         "the name of a header is 1 to %d letters, digits and hyphens",
                         RECORD_NAME);
    if (record_header_derived(name) != RECORD_DERIVED)
        return error_set(error, KW_BAD_RECORD, 1, "%s follows from the game and cannot be set",
                         name);
    if (value == NULL)
        return true;
    if (!record_value_good(value))
        return error_set(error, KW_BAD_RECORD, 1,
                         "the value of a header is one line of text, at most %d bytes long, "
                         "without control characters",
                         RECORD_VALUE);
    if (strcmp(name, "Date") == 0 && !record_date_good(value))
        return error_set(error, KW_BAD_RECORD, 1,
                         "a date is a day, written YYYY-MM-DD, with ? for digits that are not "
                         "known");
    return true;
}

bool kw_record_header_set(struct kw_record *record, const char *name, const char *value,
                          struct kw_error *error) {
    size_t index = record_header_index(record, name);
    if (!record_header_check(name, value, error))
        return false;
    if (value == NULL) {
        if (index < record->headers)
            record_header_remove(record, index);
        return true;
    }
    if (index == record->headers && index == RECORD_HEADERS) /* a name is sought in all of them */
        return error_set(error, KW_BAD_RECORD, 1,
                         "a record has at most %d headers beside those of its game",
                         RECORD_HEADERS);
    if (index == record->headers)
        return record_header_add(record, name, value) || error_no_memory(error);
    char *copy = strdup(value);
    if (copy == NULL)
        return error_no_memory(error);
    free(record->header[index].value);
    record->header[index].value = copy;
    return true;
}

static const char record_opening_header[] = "Opening-Plies";

size_t kw_record_opening(const struct kw_record *record) {
    const char *text = kw_record_header(record, record_opening_header);
    uint64_t plies = 0;
    return text != NULL && number_read(text, strlen(text), 0, KW_PLIES, &plies) ? (size_t)plies : 0;
}

bool kw_record_opening_set(struct kw_record *record, size_t plies, struct kw_error *error) {
    char text[KW_TEXT];
    if (plies > KW_PLIES)
        return error_set(error, KW_BAD_RECORD, 1, "a game has at most %d plies", KW_PLIES);
    snprintf(text, sizeof text, "%zu", plies);
    return kw_record_header_set(record, record_opening_header, plies > 0 ? text : NULL, error);
}

void kw_record_opening_end(struct kw_record *record, size_t ply) {
    if (kw_record_opening(record) > ply)
        kw_record_opening_set(record, ply, NULL);
}

/* ---- comments -------------------------------------------------------------------------------- */

/* The first comment at `ply` or later. */
static size_t record_comment_index(const struct kw_record *record, size_t ply) {
    size_t low = 0, high = record->comments;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (record->comment[middle].ply < ply)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether comment `index` belongs to `ply`, whatever has been played there since. */
static bool record_comment_is_at(const struct kw_record *record, size_t index, size_t ply) {
    return index < record->comments && record->comment[index].ply == ply;
}

/* The comment after `ply`; NULL if there is none, or another move was played there since. */
static struct record_comment *record_comment_find(const struct kw_record *record, size_t ply) {
    size_t index = record_comment_index(record, ply);
    bool holds = record_comment_is_at(record, index, ply) &&
                 memcmp(&record->comment[index].position, kw_session_before(record->session, ply),
                        sizeof(struct kw_position)) == 0;
    return holds ? &record->comment[index] : NULL;
}

const char *kw_record_comment(const struct kw_record *record, size_t ply) {
    const struct record_comment *comment = record_comment_find(record, ply);
    return comment != NULL ? comment->text : NULL;
}

/* Appends the words of a text, with single spaces between; false if there is not enough memory. */
static bool record_comment_append(struct record_comment *comment, const char *text, size_t length) {
    if (!array_reserve(&comment->text, comment->length, length + 2, &comment->capacity, 1))
        return false;
    char *to = comment->text;
    bool space = comment->length > 0;
    for (size_t i = 0; i < length; i++) {
        if (record_is_blank(text[i])) {
            space = comment->length > 0;
            continue;
        }
        if (space)
            to[comment->length++] = ' ';
        to[comment->length++] = text[i];
        space = false;
    }
    to[comment->length] = '\0';
    return true;
}

static void record_comment_remove(struct kw_record *record, size_t ply) {
    size_t index = record_comment_index(record, ply);
    if (!record_comment_is_at(record, index, ply))
        return;
    free(record->comment[index].text);
    record->comments--;
    memmove(&record->comment[index], &record->comment[index + 1],
            (record->comments - index) * sizeof *record->comment);
}

/* Replaces the comment of a ply by an empty one; NULL if there is not enough memory. */
static struct record_comment *record_comment_insert(struct kw_record *record, size_t ply) {
    record_comment_remove(record, ply);
    if (!array_reserve(&record->comment, record->comments, 1, &record->comment_capacity,
                       sizeof *record->comment))
        return NULL;
    struct record_comment *comment = &record->comment[record_comment_index(record, ply)];
    memmove(comment + 1, comment,
            (size_t)(&record->comment[record->comments] - comment) * sizeof *comment);
    *comment =
        (struct record_comment){.ply = ply, .position = *kw_session_before(record->session, ply)};
    record->comments++;
    return comment;
}

static bool record_only_blanks(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && record_is_blank(text[i]))
        i++;
    return i == length;
}

bool record_comment_add(struct kw_record *record, size_t ply, const char *text, size_t length,
                        struct kw_error *error) {
    if (record_only_blanks(text, length))
        return true;
    struct record_comment *comment = record_comment_find(record, ply);
    bool there = comment != NULL;
    if (!there)
        comment = record_comment_insert(record, ply);
    if (comment == NULL)
        return error_no_memory(error);
    if (record_comment_append(comment, text, length))
        return true;
    if (!there)
        record_comment_remove(record, ply);
    return error_no_memory(error);
}

bool kw_record_comment_set(struct kw_record *record, size_t ply, const char *comment,
                           struct kw_error *error) {
    const char *text = comment != NULL ? comment : "";
    size_t length = strlen(text);
    assert(ply <= kw_session_plies(record->session));
    if (memchr(text, '}', length) != NULL || record_text_good(text, length, true) != length)
        return error_set(error, KW_BAD_RECORD, 1,
                         "a comment is text without control characters and without }");
    if (record_only_blanks(text, length)) {
        record_comment_remove(record, ply);
        return true;
    }
    /* The old comment is removed last: `text` may be its own, and memory may run out. */
    struct record_comment set = {0};
    struct record_comment *own = NULL;
    if (record_comment_append(&set, text, length))
        own = record_comment_insert(record, ply);
    if (own == NULL) {
        free(set.text);
        return error_no_memory(error);
    }
    own->text = set.text;
    own->length = set.length;
    own->capacity = set.capacity;
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

struct record_writer {
    const struct kw_record *record;
    kw_write_fn *write;
    void *context;
    size_t column; /* of the current line */
    bool good;     /* no write has failed */
};

static void record_put(struct record_writer *writer, const char *text, size_t length) {
    writer->good = writer->good && writer->write(writer->context, text, length);
}

static void record_put_text(struct record_writer *writer, const char *text) {
    record_put(writer, text, strlen(text));
}

static void record_put_header(struct record_writer *writer, const char *name, const char *value) {
    record_put_text(writer, name);
    record_put_text(writer, ": ");
    record_put_text(writer, value);
    record_put_text(writer, "\n");
}

/* Begins a word of so many bytes, on the current line if it fits. */
static void record_begin_word(struct record_writer *writer, size_t length) {
    bool fits = writer->column + 1 + length <= RECORD_WIDTH;
    if (writer->column > 0)
        record_put_text(writer, fits ? " " : "\n");
    writer->column = writer->column > 0 && fits ? writer->column + 1 + length : length;
}

static void record_put_word(struct record_writer *writer, const char *word, size_t length) {
    record_begin_word(writer, length);
    record_put(writer, word, length);
}

/* A comment in braces, which are part of its first and last word. */
static void record_put_comment(struct record_writer *writer, size_t ply) {
    const char *at = kw_record_comment(writer->record, ply);
    if (at == NULL)
        return;
    for (bool first = true; *at != '\0'; first = false) {
        size_t length = strcspn(at, " ");
        bool last = at[length] == '\0';
        record_begin_word(writer, first + length + last);
        record_put_text(writer, first ? "{" : "");
        record_put(writer, at, length);
        record_put_text(writer, last ? "}" : "");
        at += length + !last;
    }
}

/*
 * The number before a turn: "3. " or, if it is North's and begins the game or follows a comment,
 * "3... "; else nothing.
 */
static void record_number_text(const struct kw_record *record, size_t ply, size_t *round,
                               struct text *text) {
    bool north = kw_session_before(record->session, ply)->turn == KW_NORTH;
    *round += !north || ply == 0;
    if (!north || ply == 0 || kw_record_comment(record, ply) != NULL)
        text_format(text, "%zu%s ", *round, north ? "..." : ".");
}

/* Writes the plies of a turn one by one, with the comments between them. */
static void record_put_plies(struct record_writer *writer, size_t first, size_t end,
                             struct text *text) {
    const struct kw_session *session = writer->record->session;
    char move[KW_TEXT];
    for (size_t ply = first; ply < end; ply++) {
        text_string(text, kw_move_text(kw_session_game(session), kw_session_before(session, ply),
                                       kw_session_move(session, ply), move));
        record_put_word(writer, text->data, text->length);
        record_put_comment(writer, ply + 1);
        *text = text_into(text->data, text->size);
    }
}

/* Whether a ply of a turn, other than its last, has a comment. */
static bool record_commented_within(const struct kw_record *record, size_t first, size_t end) {
    size_t ply = first + 1;
    while (ply < end && kw_record_comment(record, ply) == NULL)
        ply++;
    return ply < end;
}

static void record_put_moves(struct record_writer *writer) {
    const struct kw_session *session = writer->record->session;
    size_t round = 0, end;
    char word[KW_TEXT + 32], turn[KW_TEXT];
    record_put_comment(writer, 0);
    for (size_t ply = 0; ply < kw_session_plies(session); ply = end) {
        struct text text = text_into(word, sizeof word);
        record_number_text(writer->record, ply, &round, &text);
        end = kw_session_turn_end(session, ply);
        if (record_commented_within(writer->record, ply, end)) {
            record_put_plies(writer, ply, end, &text);
            continue;
        }
        text_string(&text, kw_session_turn_text(session, ply, turn));
        record_put_word(writer, word, text.length);
        record_put_comment(writer, end);
    }
    if (writer->column > 0)
        record_put_text(writer, "\n");
}

/* South, North and Date come first, then the others in their order. */
static void record_put_headers(struct record_writer *writer, const char *result) {
    static const char *const early[] = {"South", "North", "Date"};
    const struct kw_record *record = writer->record;
    const struct kw_game *game = kw_session_game(record->session);
    const struct kw_position *start = kw_session_before(record->session, 0);
    struct kw_position usual;
    char text[KW_TEXT];
    record_put_header(writer, record_derived_names[RECORD_GAME], kw_game_info(game)->id);
    if (game_options_as_written(game, text)[0] != '\0')
        record_put_header(writer, record_derived_names[RECORD_OPTIONS], text);
    for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
        size_t index = record_header_index(record, early[i]);
        if (index < record->headers)
            record_put_header(writer, early[i], record->header[index].value);
    }
    for (size_t i = 0; i < record->headers; i++) {
        const char *name = record->header[i].name;
        if (strcmp(name, early[0]) != 0 && strcmp(name, early[1]) != 0 &&
            strcmp(name, early[2]) != 0)
            record_put_header(writer, name, record->header[i].value);
    }
    kw_start(game, &usual);
    if (memcmp(start, &usual, sizeof usual) != 0)
        record_put_header(writer, record_derived_names[RECORD_START],
                          kw_position_text(game, start, text));
    record_put_header(writer, record_derived_names[RECORD_RESULT], result);
}

bool kw_record_write(const struct kw_record *record, kw_write_fn *write, void *context) {
    struct record_writer writer = {
        .record = record, .write = write, .context = context, .good = true};
    struct kw_result result;
    char text[KW_TEXT];
    bool over = kw_session_result(record->session, &result);
    const char *ending = over ? kw_result_text(&result, text) : "unfinished";
    record_put_headers(&writer, ending);
    record_put_text(&writer, "\n");
    record_put_moves(&writer);
    record_put_text(&writer, ending);
    record_put_text(&writer, "\n");
    return writer.good;
}
