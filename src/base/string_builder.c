#include "base/string_builder.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where `more` bytes and a NUL go; NULL if there is no memory. */
static char *string_builder_room(struct string_builder *builder, size_t more) {
    return more < SIZE_MAX / 2 &&
                   array_reserve(&builder->text, builder->length, more + 1, &builder->capacity, 1)
               ? builder->text + builder->length
               : NULL;
}

bool string_builder_bytes(struct string_builder *builder, const char *bytes, size_t count) {
    char *room = string_builder_room(builder, count);
    if (room == NULL)
        return false;
    memcpy(room, bytes, count);
    room[count] = '\0';
    builder->length += count;
    return true;
}

bool string_builder_vformat(struct string_builder *builder, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return true;
    char *room = string_builder_room(builder, (size_t)length);
    if (room == NULL)
        return false;
    vsnprintf(room, (size_t)length + 1, format, list);
    builder->length += (size_t)length;
    return true;
}

void string_builder_clear(struct string_builder *builder) {
    builder->length = 0;
    if (builder->text != NULL)
        builder->text[0] = '\0';
}

void string_builder_free(struct string_builder *builder) {
    free(builder->text);
    *builder = (struct string_builder){0};
}
