/* JSON for programs that read what a command writes. */
#ifndef JSON_H
#define JSON_H

#include "output.h"

#include <jansson.h>

/* Adds the JSON, indented, with its last line ended, and gives it back. */
void output_json(struct output *out, json_t *json);

#endif
