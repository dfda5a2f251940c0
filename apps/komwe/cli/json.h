/* JSON for programs that read what a command writes. */
#ifndef JSON_H
#define JSON_H

#include "cli/output.h"

#include <jansson.h>

/* Adds the JSON, indented, with its last line ended, and gives it back. */
void output_json(struct output *out, json_t *json);

/*
 * The same for an array of which each element is given back before the next is made, so that a long
 * one needs little memory; at least one element.
 */
void output_json_element(struct output *out, json_t *element, bool first);
void output_json_end(struct output *out);

#endif
