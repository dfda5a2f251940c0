/* A string builder on a buffer of fixed size: text that does not fit is cut off. */
#ifndef KOMWE_BASE_TEXT_H
#define KOMWE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data;    /* always NUL-terminated */
    size_t size;   /* bytes of data, NUL included */
    size_t length; /* written so far */
};

/* An empty text in `data`; size >= 1. */
struct text text_into(char *data, size_t size);

void text_char(struct text *text, char c);
void text_string(struct text *text, const char *string);
void text_number(struct text *text, unsigned long number);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Reads a whole number without leading zeros that ends at `end`; false if it is none or > max. */
bool number_read(const char *text, const char *end, uint32_t max, uint32_t *number);

#endif
