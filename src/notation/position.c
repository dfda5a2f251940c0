/* The text of positions: <board> <turn> <stores> [<field>=<value> ...]. */
#include "base/error.h"
#include "games/game.h"

#include <assert.h>

/* ---- writing --------------------------------------------------------------------------------- */

static void position_write_marks(const struct family *family, const struct kw_position *position,
                                 unsigned hole, struct text *text) {
    bool first = position->mark >> hole & 1, second = position->mark2 >> hole & 1;
    if (first && second && family->both_letter != '\0') {
        text_char(text, family->both_letter);
        return;
    }
    if (first)
        text_char(text, family->marks[0]);
    if (second)
        text_char(text, family->marks[1]);
}

const char *kw_position_text(const struct kw_game *game, const struct kw_position *position,
                             char buffer[KW_TEXT]) {
    const struct rules *rules = game->rules;
    const struct family *family = game->family;
    struct text text = text_into(buffer, KW_TEXT);
    for (unsigned row = 0; row < rules->rows; row++) {
        for (unsigned column = 0; column < rules->columns; column++) {
            unsigned hole = hole_printed(rules, row, column);
            if (column > 0)
                text_char(&text, ',');
            text_number(&text, position->hole[hole]);
            position_write_marks(family, position, hole, &text);
        }
        text_char(&text, row + 1u < rules->rows ? '/' : ' ');
    }
    text_format(&text, "%c %u/%u", position->turn == KW_SOUTH ? 'S' : 'N', position->store[0],
                position->store[1]);
    for (size_t i = 0; i < family->field_count; i++) {
        char value[KW_TEXT];
        struct text written = text_into(value, sizeof value);
        family->fields[i].write(rules, position, &written);
        if (written.length > 0)
            text_format(&text, " %s=%s", family->fields[i].name, value);
    }
    return buffer;
}

bool kw_has_stores(const struct kw_game *game) { return game->rules->stores; }

char kw_mark_letter(const struct kw_game *game, unsigned mark) {
    assert(mark == 1 || mark == 2);
    return game->family->marks[mark - 1];
}

/* ---- reading --------------------------------------------------------------------------------- */

enum { FIELDS_MAX = 8 };

struct position_reader {
    const struct kw_game *game;
    const char *text, *at;
    struct kw_position position;
    size_t hole_column[KW_HOLES]; /* of each hole's count, or of its mark if it has one */
    size_t turn_column, stores_column, field_column[FIELDS_MAX];
    struct kw_error *error;
};

static size_t position_column(const struct position_reader *reader, const char *at) {
    return (size_t)(at - reader->text) + 1;
}

#define READER_FAIL(reader, column, ...)                                                           \
    error_set((reader)->error, KW_BAD_POSITION, column, __VA_ARGS__)

/* The error at a place where something else was expected. */
static bool position_fail_at(struct position_reader *reader, const char *at, const char *expected) {
    if (*at == '\0')
        return READER_FAIL(reader, position_column(reader, at),
                           "the position ends where %s is expected", expected);
    if ((unsigned char)*at < 32 || (unsigned char)*at > 126)
        return READER_FAIL(reader, position_column(reader, at), "%s is expected here", expected);
    return READER_FAIL(reader, position_column(reader, at), "'%c' stands where %s is expected", *at,
                       expected);
}

/* Reads a count of at most 255. */
static bool position_read_count(struct position_reader *reader, const char *what, uint8_t *count) {
    const char *digits = reader->at;
    size_t length = strspn(digits, "0123456789");
    uint32_t number;
    if (length == 0)
        return position_fail_at(reader, digits, what);
    if (*digits == '0' && length > 1)
        return READER_FAIL(reader, position_column(reader, digits),
                           "a number has no leading zeros");
    if (!number_read_plain(digits, length, 0, 255, &number))
        return READER_FAIL(reader, position_column(reader, digits), "a count is 255 at most");
    *count = (uint8_t)number;
    reader->at += length;
    return true;
}

static bool position_read_marks(struct position_reader *reader, unsigned hole) {
    const struct family *family = reader->game->family;
    bool first = false;
    for (; *reader->at >= 'a' && *reader->at <= 'z'; reader->at++) {
        char mark = *reader->at;
        uint32_t bit = UINT32_C(1) << hole;
        if (mark == family->both_letter &&
            !((reader->position.mark | reader->position.mark2) & bit)) {
            reader->position.mark |= bit;
            reader->position.mark2 |= bit;
            reader->hole_column[hole] = position_column(reader, reader->at);
            continue;
        }
        if (mark == family->marks[0] && !first && !(reader->position.mark2 >> hole & 1)) {
            reader->position.mark |= 1u << hole;
            first = true;
        } else if (mark == family->marks[1] && (!first || family->both_marks) &&
                   !(reader->position.mark2 >> hole & 1)) {
            reader->position.mark2 |= 1u << hole;
        } else if (mark == family->marks[0] || mark == family->marks[1]) {
            return READER_FAIL(reader, position_column(reader, reader->at),
                               "the mark '%c' cannot stand here", mark);
        } else {
            return READER_FAIL(reader, position_column(reader, reader->at), "%s has no mark '%c'",
                               reader->game->info->name, mark);
        }
        reader->hole_column[hole] = position_column(reader, reader->at);
    }
    return true;
}

static bool position_read_row(struct position_reader *reader, unsigned row) {
    const struct rules *rules = reader->game->rules;
    for (unsigned column = 0; column < rules->columns; column++) {
        unsigned hole = hole_printed(rules, row, column);
        if (column > 0 && *reader->at++ != ',') {
            reader->at--;
            if (*reader->at == '/' || *reader->at == ' ' || *reader->at == '\0')
                return READER_FAIL(reader, position_column(reader, reader->at),
                                   "the row has %u holes and must have %u", column, rules->columns);
            return position_fail_at(reader, reader->at, "a comma");
        }
        reader->hole_column[hole] = position_column(reader, reader->at);
        if (!position_read_count(reader, "a number of seeds", &reader->position.hole[hole]) ||
            !position_read_marks(reader, hole))
            return false;
    }
    if (*reader->at == ',')
        return READER_FAIL(reader, position_column(reader, reader->at),
                           "the row has more than %u holes", rules->columns);
    return true;
}

static bool position_read_board(struct position_reader *reader) {
    const struct rules *rules = reader->game->rules;
    size_t rows = 1;
    for (const char *at = reader->text; *at != '\0' && *at != ' '; at++)
        rows += *at == '/';
    if (rows != rules->rows)
        return READER_FAIL(reader, 1,
                           rows == 1 ? "the board has %zu row and must have %u"
                                     : "the board has %zu rows and must have %u",
                           rows, rules->rows);
    for (unsigned row = 0; row < rules->rows; row++) {
        if (!position_read_row(reader, row))
            return false;
        if (row + 1u < rules->rows && *reader->at++ != '/')
            return position_fail_at(reader, reader->at - 1, "/ or a comma");
    }
    return true;
}

static bool position_expect(struct position_reader *reader, char c, const char *what) {
    if (*reader->at != c)
        return position_fail_at(reader, reader->at, what);
    reader->at++;
    return true;
}

static bool position_read_turn(struct position_reader *reader) {
    reader->turn_column = position_column(reader, reader->at);
    if (*reader->at != 'S' && *reader->at != 'N')
        return position_fail_at(reader, reader->at, "the turn, S or N,");
    reader->position.turn = *reader->at++ == 'S' ? KW_SOUTH : KW_NORTH;
    return true;
}

static bool position_read_stores(struct position_reader *reader) {
    reader->stores_column = position_column(reader, reader->at);
    uint8_t *store = reader->position.store;
    if (!position_read_count(reader, "South's store", &store[0]) ||
        !position_expect(reader, '/', "/") ||
        !position_read_count(reader, "North's store", &store[1]))
        return false;
    if (!reader->game->rules->stores && store[0] + store[1] > 0)
        return READER_FAIL(reader, reader->stores_column, "%s has no stores: write 0/0",
                           reader->game->info->name);
    return true;
}

static bool position_read_field(struct position_reader *reader) {
    const struct family *family = reader->game->family;
    const char *name = reader->at, *equals = name + strcspn(name, "= ");
    size_t column = position_column(reader, name);
    if (*equals != '=' || equals == name)
        return position_fail_at(reader, name, "a field name=value");
    char value[32];
    size_t length = strcspn(equals + 1, " ");
    for (size_t i = 0; i < family->field_count; i++) {
        const struct field *field = &family->fields[i];
        if (strlen(field->name) != (size_t)(equals - name) ||
            memcmp(field->name, name, (size_t)(equals - name)) != 0 ||
            (field->holds != NULL && !field->holds(reader->game->rules)))
            continue;
        if (reader->field_column[i] != 0)
            return READER_FAIL(reader, column, "the field %s stands twice", field->name);
        reader->field_column[i] = column;
        if (length >= sizeof value)
            length = sizeof value - 1;
        memcpy(value, equals + 1, length);
        value[length] = '\0';
        if (equals[1 + length] != ' ' && equals[1 + length] != '\0')
            value[0] = '\0'; /* too long to be any field's value */
        if (!field->read(reader->game->rules, value, &reader->position))
            return READER_FAIL(reader, position_column(reader, equals + 1),
                               "this is not a value that %s can have", field->name);
        reader->at = equals + 1 + length;
        return true;
    }
    int shown = equals - name > 40 ? 40 : (int)(equals - name);
    return READER_FAIL(reader, column, "%s has no field '%.*s'", reader->game->info->name, shown,
                       name);
}

/* The seeds on board, in stores and in the hand are the game's, or some of them. */
static bool position_check_total(struct position_reader *reader) {
    unsigned total = seeds_all(&reader->position), most = reader->game->rules->seeds;
    if (total <= most)
        return true;
    return READER_FAIL(reader, 1, "there are %u seeds in all, and the game has %u", total, most);
}

static size_t position_fault_column(const struct position_reader *reader, unsigned where) {
    if (where < KW_HOLES)
        return reader->hole_column[where];
    if (where == FAULT_STORES)
        return reader->stores_column;
    if (where == FAULT_TURN)
        return reader->turn_column;
    if (where >= FAULT_FIELD && reader->field_column[where - FAULT_FIELD] != 0)
        return reader->field_column[where - FAULT_FIELD];
    return 1;
}

static bool position_read_all(struct position_reader *reader) {
    if (!position_read_board(reader) || !position_expect(reader, ' ', "a space, or a comma,") ||
        !position_read_turn(reader) || !position_expect(reader, ' ', "a space") ||
        !position_read_stores(reader))
        return false;
    while (*reader->at != '\0')
        if (!position_expect(reader, ' ', "a space or the end") || !position_read_field(reader))
            return false;
    if (!position_check_total(reader))
        return false;
    struct fault fault;
    const struct family *family = reader->game->family;
    if (family->check == NULL || family->check(reader->game->rules, &reader->position, &fault))
        return true;
    return READER_FAIL(reader, position_fault_column(reader, fault.where), "%s", fault.text);
}

bool kw_position_read(const struct kw_game *game, const char *text, struct kw_position *position,
                      struct kw_error *error) {
    if (strcmp(text, "start") == 0) {
        kw_start(game, position);
        return true;
    }
    struct position_reader reader = {.game = game, .text = text, .at = text, .error = error};
    if (!position_read_all(&reader))
        return false;
    *position = reader.position;
    return true;
}

unsigned kw_position_missing(const struct kw_game *game, const struct kw_position *position) {
    return game->rules->seeds - seeds_all(position);
}
