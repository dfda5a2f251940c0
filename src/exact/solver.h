/*
 * The solver: the exact value of a position.
 *
 * Where no position returns (Kalah) null window searches narrow the bounds of the value.  Elsewhere
 * two methods take turns, each time with more effort: null window searches of growing depth, which
 * find what can be forced, and a graph of all positions that can follow, as large as memory allows,
 * which finds the values of cycles.  Both probe endgame tables, if there are any.
 */
#ifndef KOMWE_EXACT_SOLVER_H
#define KOMWE_EXACT_SOLVER_H

#include "komwe/solver.h"
#include "tables/history.h"

/* As kw_solver_solve; the game is not over. */
bool solver_solve(struct kw_solver *solver, const struct kw_game *game,
                  const struct kw_position *position, const struct history *history,
                  kw_solve_progress_fn *progress, void *context, struct kw_solution *solution,
                  struct kw_error *error);

#endif
