/* JSON written piece by piece into text that grows. */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include "base/string_builder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begin with {0}. */
struct json_text {
    struct string_builder out;
    bool follows; /* a value stands before, so that a comma comes first */
    bool failed;  /* there was not enough memory: what is written is incomplete */
};

void json_clear(struct json_text *json); /* keeps its memory */
void json_free(struct json_text *json);

/* An array or an object begins, '[' or '{'; or ends, ']' or '}'. */
void json_open(struct json_text *json, char bracket);
void json_close(struct json_text *json, char bracket);

/* The name of the value that comes next; it holds no character that needs escaping. */
void json_name(struct json_text *json, const char *name);

void json_string(struct json_text *json, const char *string); /* NULL: null */
void json_bytes(struct json_text *json, const char *bytes, size_t count);
void json_number(struct json_text *json, int64_t number);
void json_bool(struct json_text *json, bool value);
void json_null(struct json_text *json);

/* A name with its value. */
void json_named_string(struct json_text *json, const char *name, const char *string);
void json_named_number(struct json_text *json, const char *name, int64_t number);
void json_named_bool(struct json_text *json, const char *name, bool value);
void json_named_null(struct json_text *json, const char *name);
void json_named_open(struct json_text *json, const char *name, char bracket);

/* A string whose pieces come one after the other: opened, added to, closed. */
void json_string_open(struct json_text *json);
void json_string_add(struct json_text *json, const char *bytes, size_t count);
void json_string_close(struct json_text *json);

#endif
