/* Moves in words: the events of a move lap by lap, and the reason why a move is illegal. */
#ifndef NARRATE_H
#define NARRATE_H

#include "io/output.h"

#include <komwe.h>

/* Describes a legal move: a line for each lap, with the clauses at work, and a summary. */
void narrate_move(struct string_builder *out, const struct kw_game *game,
                  const struct kw_position *position, kw_move move);

/*
 * Writes whether a move, or any move from a hole, is legal in the game, why not if it is not, and
 * the constraint on the player.  False and `error` if `text` is neither move nor hole.
 */
bool explain_move(struct string_builder *out, const struct kw_session *session, const char *text,
                  struct kw_error *error);

/* The same for the moves of a text, one after the other. */
void explain_moves(struct string_builder *out, const struct kw_session *session, const char *text,
                   const kw_move *list, size_t count);

/* Adds the result of a game that is over: "over 29-19: South wins". */
void write_over(struct string_builder *out, const struct kw_game *game,
                const struct kw_result *result);

/* What a clause of the game rests on: "source, p. 67", "as StoneShark has it", "reading". */
void write_basis(struct string_builder *out, const struct kw_game *game,
                 const struct kw_clause *clause);

/* One line with a clause's sentence, and what it rests on. */
void write_clause(struct string_builder *out, const struct kw_game *game,
                  const struct kw_clause *clause, unsigned indent);

#endif
