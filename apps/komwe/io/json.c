#include "io/json.h"

#include <stdlib.h>

static void *json_memory_new(size_t bytes) { return memory_check(malloc(bytes)); }

void json_memory_begin(void) { json_set_alloc_funcs(json_memory_new, free); }

static char *json_dump(const json_t *json) {
    return json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
}

void output_json(struct string_builder *out, json_t *json) {
    char *text = json_dump(json);
    output_add(out, text != NULL ? text : "null");
    output_char(out, '\n');
    free(text);
    json_decref(json);
}

void output_json_element(struct string_builder *out, json_t *element, bool first) {
    char *text = json_dump(element);
    output_add(out, first ? "[\n " : ",\n ");
    for (const char *at = text != NULL ? text : "null"; *at != '\0'; at++) {
        output_char(out, *at);
        if (*at == '\n') /* between values: within strings it is escaped */
            output_char(out, ' ');
    }
    free(text);
    json_decref(element);
}

void output_json_end(struct string_builder *out) { output_add(out, "\n]\n"); }
