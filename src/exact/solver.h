/*
 * The solver: what a position is worth, exactly.
 *
 * Where no position returns (Kalah) null windows close in on the worth.  Elsewhere two
 * ways are gone by turns, each time farther: questions with growing depth, which find what can be
 * forced, and a graph of all that can follow, which finds what repetition pays, as large as memory
 * allows.  Both ask endgame tables, if there are any.
 */
#ifndef KOMWE_EXACT_SOLVER_H
#define KOMWE_EXACT_SOLVER_H

#include "tables/history.h"

/* As kw_solver_solve; the game is not over. */
bool solver_solve(struct kw_solver *solver, const struct kw_game *game,
                  const struct kw_position *position, const struct history *history,
                  kw_solve_progress_fn *listen, void *context, struct kw_solution *solution,
                  struct kw_error *error);

#endif
