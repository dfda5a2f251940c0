/* The solver on a session: kw_solver_solve. */
#include "base/error.h"
#include "exact/solver.h"
#include "session/session.h"

bool kw_solver_solve(struct kw_solver *solver, const struct kw_session *session,
                     kw_solve_progress_fn *listen, void *context, struct kw_solution *solution,
                     struct kw_error *error) {
    struct kw_result result;
    *solution = (struct kw_solution){0};
    if (kw_session_result(session, &result))
        return error_set(error, KW_ILLEGAL_MOVE, 1, "the game is over");
    return solver_solve(solver, kw_session_game(session), kw_session_position(session),
                        session_history(session), listen, context, solution, error);
}
