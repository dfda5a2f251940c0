/* Remarks on a ranked move: what it does, allows and threatens; every statement is exact. */
#ifndef MOVE_REMARKS_H
#define MOVE_REMARKS_H

#include "io/output.h"

#include <komwe.h>

/*
 * Adds one sentence without a full stop on the first move of a line from this position; in a first
 * turn, on all of it.
 */
void words_on_line(struct string_builder *out, const struct kw_game *game,
                   const struct kw_position *position, const struct kw_line *line);

#endif
