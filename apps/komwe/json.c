#include "json.h"

#include <stdlib.h>

void output_json(struct output *out, json_t *json) {
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    output_add(out, text != NULL ? text : "null");
    output_char(out, '\n');
    free(text);
    json_decref(json);
}
