#include "json_text.h"

#include <string.h>

void json_clear(struct json_text *json) {
    string_builder_clear(&json->out);
    json->follows = json->failed = false;
}

void json_free(struct json_text *json) {
    string_builder_free(&json->out);
    *json = (struct json_text){0};
}

static void json_add(struct json_text *json, const char *bytes, size_t count) {
    json->failed |= !string_builder_bytes(&json->out, bytes, count);
}

static void json_add_char(struct json_text *json, char c) { json_add(json, &c, 1); }

static void json_add_text(struct json_text *json, const char *word) {
    json_add(json, word, strlen(word));
}

/* Before a value: the comma that parts it from the one before. */
static void json_begin_value(struct json_text *json) {
    if (json->follows)
        json_add_char(json, ',');
    json->follows = true;
}

void json_open(struct json_text *json, char bracket) {
    json_begin_value(json);
    json_add_char(json, bracket);
    json->follows = false;
}

void json_close(struct json_text *json, char bracket) {
    json_add_char(json, bracket);
    json->follows = true;
}

void json_string_open(struct json_text *json) {
    json_begin_value(json);
    json_add_char(json, '"');
}

void json_string_add(struct json_text *json, const char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\') {
            json_add_char(json, '\\');
            json_add_char(json, (char)c);
        } else if (c == '\n') {
            json_add_text(json, "\\n");
        } else if (c < 32) {
            const char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
            json_add(json, escape, sizeof escape);
        } else {
            json_add_char(json, (char)c);
        }
    }
}

void json_string_close(struct json_text *json) { json_add_char(json, '"'); }

void json_name(struct json_text *json, const char *name) {
    json_string(json, name);
    json_add_char(json, ':');
    json->follows = false;
}

void json_bytes(struct json_text *json, const char *bytes, size_t count) {
    json_string_open(json);
    json_string_add(json, bytes, count);
    json_string_close(json);
}

void json_string(struct json_text *json, const char *string) {
    if (string == NULL)
        json_null(json);
    else
        json_bytes(json, string, strlen(string));
}

void json_number(struct json_text *json, int64_t number) {
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (number < 0)
        digits[--at] = '-';
    json_begin_value(json);
    json_add(json, digits + at, sizeof digits - at);
}

void json_bool(struct json_text *json, bool value) {
    json_begin_value(json);
    json_add_text(json, value ? "true" : "false");
}

void json_null(struct json_text *json) {
    json_begin_value(json);
    json_add_text(json, "null");
}

void json_named_string(struct json_text *json, const char *name, const char *string) {
    json_name(json, name);
    json_string(json, string);
}

void json_named_number(struct json_text *json, const char *name, int64_t number) {
    json_name(json, name);
    json_number(json, number);
}

void json_named_bool(struct json_text *json, const char *name, bool value) {
    json_name(json, name);
    json_bool(json, value);
}

void json_named_null(struct json_text *json, const char *name) {
    json_name(json, name);
    json_null(json);
}

void json_named_open(struct json_text *json, const char *name, char bracket) {
    json_name(json, name);
    json_open(json, bracket);
}
