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

bool number_read(const char *text, const char *end, uint32_t max, uint32_t *number) {
    if (text == end || (*text == '0' && end - text > 1))
        return false;
    uint64_t value = 0;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = value * 10 + (unsigned)(*text - '0');
        if (value > max)
            return false;
    }
    *number = (uint32_t)value;
    return true;
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
