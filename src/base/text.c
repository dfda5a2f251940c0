#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_into(char *data, size_t size) {
    data[0] = '\0';
    return (struct text){.data = data, .size = size, .length = 0};
}

void text_char(struct text *text, char c) {
    if (text->length + 1 < text->size) {
        text->data[text->length++] = c;
        text->data[text->length] = '\0';
    }
}

void text_string(struct text *text, const char *string) {
    while (*string != '\0')
        text_char(text, *string++);
}

void text_number(struct text *text, unsigned long number) {
    char digits[24];
    size_t n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (n > 0)
        text_char(text, digits[--n]);
}

void text_format(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t room = text->size - text->length;
    int written = vsnprintf(text->data + text->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        text->length += (size_t)written < room ? (size_t)written : room - 1;
}

/* ---- outside text ---------------------------------------------------------------------------- */

size_t text_character(const char *text, size_t left, uint32_t *character) {
    static const struct {
        unsigned char from, to, low, high; /* the first byte, and bounds of the second */
        unsigned char length, bits;        /* bytes, and bits of the first that count */
    } forms[] = {{0xc2, 0xdf, 0x80, 0xbf, 2, 0x1f}, {0xe0, 0xe0, 0xa0, 0xbf, 3, 0x0f},
                 {0xe1, 0xec, 0x80, 0xbf, 3, 0x0f}, {0xed, 0xed, 0x80, 0x9f, 3, 0x0f},
                 {0xee, 0xef, 0x80, 0xbf, 3, 0x0f}, {0xf0, 0xf0, 0x90, 0xbf, 4, 0x07},
                 {0xf1, 0xf3, 0x80, 0xbf, 4, 0x07}, {0xf4, 0xf4, 0x80, 0x8f, 4, 0x07}};
    const unsigned char *at = (const unsigned char *)text;
    if (left > 0 && *at < 0x80) {
        *character = *at;
        return 1;
    }
    for (size_t i = 0; left > 1 && i < sizeof forms / sizeof *forms; i++) {
        if (*at < forms[i].from || *at > forms[i].to || left < forms[i].length ||
            at[1] < forms[i].low || at[1] > forms[i].high)
            continue;
        uint32_t value = *at & forms[i].bits;
        for (size_t k = 1; k < forms[i].length; k++) {
            if ((at[k] & 0xc0) != 0x80)
                return 0;
            value = value << 6 | (at[k] & 0x3f);
        }
        *character = value;
        return forms[i].length;
    }
    return 0;
}

bool text_is_shown(uint32_t character) {
    static const struct {
        uint32_t first, last;
    } hidden[] = {{0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
                  {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
                  {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
                  {0x180e, 0x180e},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
                  {0x3164, 0x3164},   {0xd800, 0xdfff},   {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},
                  {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
                  {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden && hidden[i].first <= character; i++)
        if (character <= hidden[i].last)
            return false;
    return (character & 0xfffe) != 0xfffe && character <= 0x10ffff;
}

/* Whether the character at a place ends a line or is a tab. */
static bool text_is_layout(const char *at, size_t left) {
    return *at == '\n' || *at == '\t' || (*at == '\r' && left > 1 && at[1] == '\n');
}

/* The bytes of the character at a place if it is shown as it is; else 0. */
static size_t text_shown_length(const char *at, size_t left, enum text_lines lines) {
    uint32_t character;
    if (*at >= ' ' && *at <= '~')
        return 1;
    if (lines == TEXT_LINES && text_is_layout(at, left))
        return 1;
    size_t length = text_character(at, left, &character);
    return length > 0 && text_is_shown(character) ? length : 0;
}

/* Writes the escape of the character or byte at a place, and says how many bytes that were. */
static size_t text_escape(const char *at, size_t left, char escape[16]) {
    uint32_t character;
    size_t length = text_character(at, left, &character);
    if (length == 0)
        snprintf(escape, 16, "\\x%02X", (unsigned char)*at);
    else if (character < 0x10000)
        snprintf(escape, 16, "\\u%04X", (unsigned)character);
    else
        snprintf(escape, 16, "\\u%04X\\u%04X", (unsigned)(0xd7c0 + (character >> 10)),
                 (unsigned)(0xdc00 + (character & 0x3ff)));
    return length > 0 ? length : 1;
}

bool text_show(const char *bytes, size_t count, enum text_lines lines, kw_write_fn *write,
               void *context) {
    if (count == 0)
        return true; /* `bytes` may be NULL */
    const char *end = bytes + count;
    while (bytes < end) {
        const char *at = bytes;
        size_t length;
        char escape[16];
        while (at < end && (length = text_shown_length(at, (size_t)(end - at), lines)) > 0)
            at += length;
        if (at > bytes && !write(context, bytes, (size_t)(at - bytes)))
            return false;
        bytes = at;
        if (bytes == end)
            break;
        bytes += text_escape(bytes, (size_t)(end - bytes), escape);
        if (!write(context, escape, strlen(escape)))
            return false;
    }
    return true;
}

bool text_file(void *context, const char *bytes, size_t count) {
    FILE *file = context;
    return fwrite(bytes, 1, count, file) == count;
}

bool text_piece(void *context, const char *bytes, size_t count) {
    struct text *text = context;
    size_t room = text->size - text->length - 1, fits = count < room ? count : room;
    if (fits < count && bytes[0] == '\\' && count <= 12)
        fits = 0; /* an escape is whole, or it is not there */
    while (fits > 0 && fits < count && ((unsigned char)bytes[fits] & 0xc0) == 0x80)
        fits--;
    memcpy(text->data + text->length, bytes, fits);
    text->length += fits;
    text->data[text->length] = '\0';
    return fits == count;
}

/* ---- numbers of outside text ----------------------------------------------------------------- */

bool number_take(const char **text, const char *end, uint64_t least, uint64_t most,
                 uint64_t *number) {
    const char *at = *text;
    uint64_t value = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (at == *text || value < least)
        return false;
    *number = value;
    *text = at;
    return true;
}

bool number_read(const char *text, size_t length, uint64_t least, uint64_t most, uint64_t *number) {
    const char *end = text + length;
    uint64_t value;
    if (!number_take(&text, end, least, most, &value) || text != end)
        return false;
    *number = value;
    return true;
}

bool number_read_plain(const char *text, size_t length, uint32_t least, uint32_t most,
                       uint32_t *number) {
    uint64_t value;
    if ((length > 1 && *text == '0') || !number_read(text, length, least, most, &value))
        return false;
    *number = (uint32_t)value;
    return true;
}

bool number_read_signed(const char *text, size_t length, int64_t least, int64_t most,
                        int64_t *number) {
    bool negative = length > 0 && *text == '-';
    int64_t furthest = negative ? -least : most;
    uint64_t size;
    if (furthest < 0 ||
        !number_read(text + negative, length - negative, 0, (uint64_t)furthest, &size))
        return false;
    int64_t value = negative ? -(int64_t)size : (int64_t)size;
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}

bool decimal_take(const char **text, const char *end, unsigned places, uint64_t most,
                  uint64_t *number) {
    const char *at = *text;
    uint64_t whole = 0, unit = 1, part = 0;
    for (unsigned i = 0; i < places; i++)
        unit *= 10;
    bool digits = at < end && *at != '.';
    if (digits && !number_take(&at, end, 0, most / unit, &whole))
        return false;
    if (at < end && *at == '.') {
        const char *decimals = ++at;
        if (!number_take(&at, end, 0, unit - 1, &part) || at - decimals > (ptrdiff_t)places)
            return false;
        for (ptrdiff_t i = at - decimals; i < (ptrdiff_t)places; i++)
            part *= 10;
        digits = true;
    }
    if (!digits || part > most || whole * unit > most - part)
        return false;
    *number = whole * unit + part;
    *text = at;
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The letters U+00C0 to U+017F without their signs; ' ' where there is none. */
static const char text_plain_letters[] = "aaaaaaaceeeeiiiidnooooo ouuuuyts"
                                         "aaaaaaaceeeeiiiidnooooo ouuuuyty"
                                         "aaaaaaccccccccddddeeeeeeeeeegggg"
                                         "gggghhhhiiiiiiiiiiiijjkkklllllll"
                                         "lllnnnnnnnnnoooooooorrrrrrssssss"
                                         "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Whether a character is no letter of a name: a space, a hyphen, an apostrophe, a combining sign.
 */
static bool text_folds_away(uint32_t character) {
    return (character < 0x80 && strchr(" -'`.,_", (int)character) != NULL) ||
           (character >= 0x2B9 && character <= 0x36F) ||
           (character >= 0x2010 && character <= 0x201B);
}

void text_fold(const char *name, struct text *folded) {
    uint32_t character;
    size_t bytes;
    for (; *name != '\0'; name += bytes) {
        bytes = text_character(name, strlen(name), &character);
        if (bytes == 0) { /* no character begins here */
            text_char(folded, *name);
            bytes = 1;
            continue;
        }
        char letter = ' ';
        if (character >= 0xC0 && character <= 0x17F)
            letter = text_plain_letters[character - 0xC0];
        if (text_folds_away(character))
            continue;
        if (letter != ' ')
            text_char(folded, letter);
        else if (character >= 'A' && character <= 'Z')
            text_char(folded, (char)(character | 0x20));
        else
            for (size_t i = 0; i < bytes; i++)
                text_char(folded, name[i]);
    }
}

/* ---- the word that was perhaps meant --------------------------------------------------------- */

static unsigned text_least(unsigned one, unsigned other) { return one < other ? one : other; }

/* The alignment distance of Damerau and Levenshtein, with the last three rows of its table. */
unsigned text_distance(const char *one, size_t one_length, const char *other, size_t other_length) {
    unsigned row[3][TEXT_LETTERS + 1];
    if (one_length > TEXT_LETTERS)
        one_length = TEXT_LETTERS;
    if (other_length > TEXT_LETTERS)
        other_length = TEXT_LETTERS;
    for (size_t j = 0; j <= other_length; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= one_length; i++) {
        unsigned *here = row[i % 3], *above = row[(i + 2) % 3], *higher = row[(i + 1) % 3];
        char a = one[i - 1];
        here[0] = (unsigned)i;
        for (size_t j = 1; j <= other_length; j++) {
            char b = other[j - 1];
            here[j] = text_least(text_least(above[j], here[j - 1]) + 1, above[j - 1] + (a != b));
            if (i > 1 && j > 1 && a == other[j - 2] && b == one[i - 2])
                here[j] = text_least(here[j], higher[j - 2] + 1);
        }
    }
    return row[one_length % 3][other_length];
}

/* A third of the letters may be wrong, and at least one, but not all. */
struct text_guess text_guess_of(const char *word, size_t length) {
    size_t most = length < 6 ? 1 : length / 3;
    return (struct text_guess){
        .word = word, .length = length, .distance = length > 1 ? (unsigned)most + 1 : 0};
}

void text_guess_offer(struct text_guess *guess, const char *candidate) {
    unsigned distance = text_distance(guess->word, guess->length, candidate, strlen(candidate));
    if (distance < guess->distance) {
        guess->distance = distance;
        guess->nearest = candidate;
    }
}
