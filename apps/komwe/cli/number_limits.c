#include "cli/number_limits.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static const struct number_limit number_limit_rows[NUMBER_LIMITS] = {
#define LIMIT_FLAG(command, flag, least, most, decimals, unit)                                     \
    [LIMIT_##command##_##                                                                          \
        flag] = {LIMIT_OF_FLAG, #command, FLAG_##flag, least, most, decimals, unit},
#define LIMIT_WORD(place, id, name, least, most, decimals, unit)                                   \
    [LIMIT_##id] = {LIMIT_OF_##place, name, FLAG_COUNT, least, most, decimals, unit},
#include "cli/number_limits.def"
};

const struct number_limit *number_limit(enum limit limit) { return &number_limit_rows[limit]; }

const struct number_limit *number_limit_of_flag(const char *command, enum flag flag) {
    for (size_t i = 0; i < NUMBER_LIMITS; i++)
        if (number_limit_rows[i].flag == flag && strcmp(number_limit_rows[i].name, command) == 0)
            return &number_limit_rows[i];
    return NULL;
}

/* ---- reading ------------------------------------------------------------------------------ */

static bool number_limit_take(const struct number_limit *limit, const char *text, size_t length,
                              uint64_t most, uint64_t *number) {
    const char *end = text + length;
    return limit->decimals == 0
               ? number_read(text, length, 0, most, number)
               : decimal_take(&text, end, limit->decimals, most, number) && text == end;
}

bool number_limit_read(const struct number_limit *limit, const char *text, uint64_t *number) {
    uint64_t read;
    if (!number_limit_take(limit, text, strlen(text), limit->most, &read) ||
        read < (uint64_t)limit->least)
        return false;
    *number = read;
    return true;
}

bool number_limit_read_signed(const struct number_limit *limit, const char *text, size_t length,
                              int64_t *number) {
    bool negative = length > 0 && *text == '-';
    uint64_t most = negative ? (uint64_t)-limit->least : limit->most, size;
    if ((negative && limit->least >= 0) ||
        !number_limit_take(limit, text + negative, length - negative, most, &size) ||
        (!negative && (int64_t)size < limit->least))
        return false;
    *number = negative ? -(int64_t)size : (int64_t)size;
    return true;
}

/* ---- as text ------------------------------------------------------------------------------ */

static void number_limit_write(struct text *text, const struct number_limit *limit, bool negative,
                               uint64_t number) {
    uint64_t unit = 1;
    int decimals = (int)limit->decimals;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    text_format(text, "%s%" PRIu64, negative ? "-" : "", number / unit);
    if (number % unit == 0)
        return;
    text_format(text, ".%0*" PRIu64, decimals, number % unit);
    while (text->data[text->length - 1] == '0')
        text->data[--text->length] = '\0';
}

static void number_limit_write_least(struct text *text, const struct number_limit *limit) {
    bool negative = limit->least < 0;
    number_limit_write(text, limit, negative,
                       negative ? (uint64_t)-limit->least : (uint64_t)limit->least);
}

const char *number_limit_text(const struct number_limit *limit, char text[KW_TEXT]) {
    struct text written = text_into(text, KW_TEXT);
    number_limit_write_least(&written, limit);
    text_string(&written, " to ");
    number_limit_write(&written, limit, false, limit->most);
    return text;
}

void number_limits_write(struct string_builder *out) {
    static const char *const place[LIMIT_PLACES] = {"flag",  "operand", "part", "player", "option",
                                                    "local", "served",  "go",   "field"};
    for (size_t i = 0; i < NUMBER_LIMITS; i++) {
        const struct number_limit *limit = &number_limit_rows[i];
        char line[KW_TEXT];
        struct text text = text_into(line, sizeof line);
        number_limit_write_least(&text, limit);
        text_char(&text, '\t');
        number_limit_write(&text, limit, false, limit->most);
        output_format(out, "%s\t%s\t%s%s\t%s\t%u\t%s\n", place[limit->place], limit->name,
                      limit->flag < FLAG_COUNT ? "--" : "-",
                      limit->flag < FLAG_COUNT ? flag_info(limit->flag)->name : "", text.data,
                      limit->decimals, limit->unit[0] != '\0' ? limit->unit : "-");
    }
}
