#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

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
