/* JSON output of the commands. */
#ifndef JSON_H
#define JSON_H

#include "io/output.h"

#include <jansson.h>

/* Has jansson end the program without memory: it would leave out members.  Before all else. */
void json_memory_begin(void);

/* Adds the JSON, indented, with a newline at its end; frees it. */
void output_json(struct string_builder *out, json_t *json);

/*
 * Writes an array element by element, each freed before the next is made, so that a long array
 * needs little memory; at least one element.
 */
void output_json_element(struct string_builder *out, json_t *element, bool first);
void output_json_end(struct string_builder *out);

#endif
