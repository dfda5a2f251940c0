/* Text that grows on the heap. */
#ifndef KOMWE_BASE_STRING_BUILDER_H
#define KOMWE_BASE_STRING_BUILDER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Begin with {0}. */
struct string_builder {
    char *text;              /* NULL, or ended by a NUL */
    size_t length, capacity; /* bytes: of the text without its NUL, of its memory */
};

/* False if there is no memory for the bytes; the text is then unchanged. */
bool string_builder_bytes(struct string_builder *builder, const char *bytes, size_t count);

/* The same for formatted text.  Text that printf cannot convert is left out. */
bool string_builder_vformat(struct string_builder *builder, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Empties the text and keeps its memory. */
void string_builder_clear(struct string_builder *builder);

/* Gives the memory back; the builder can be used again. */
void string_builder_free(struct string_builder *builder);

#endif
