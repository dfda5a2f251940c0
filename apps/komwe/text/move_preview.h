/* Previews of moves. */
#ifndef MOVE_PREVIEW_H
#define MOVE_PREVIEW_H

#include "io/output.h"

#include <komwe.h>

/* "A5>: ends in b3, takes 7, 3 laps", and ends the line. */
void preview_move(struct string_builder *out, const struct kw_game *game,
                  const struct kw_position *position, kw_move move);

/*
 * A line for each legal move: where it ends and what it captures.  For a hole with very many only
 * the first ones, unless `hole` names it; "" is none.
 */
void preview_moves(struct string_builder *out, const struct kw_game *game,
                   const struct kw_position *position, const char *hole);

#endif
