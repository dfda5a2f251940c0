/**
 * @file
 * Exact values of positions.
 */
#ifndef KOMWE_SOLVER_H
#define KOMWE_SOLVER_H

#include "komwe/session.h"
#include "komwe/tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Finds the exact value of positions, and what it remembers from one to the next.  A position of
 * other rules makes it forget.
 */
struct kw_solver;

/**
 * A solver that remembers in about so many bytes (at least 64) and works with so many threads (0
 * counts as 1).  The memory is taken when the first position is solved.  NULL if the machine has
 * less memory, or none is left.
 */
KW_API struct kw_solver *kw_solver_new(size_t hash_bytes, unsigned threads);
KW_API void kw_solver_free(struct kw_solver *solver); /**< NULL is allowed */

/**
 * Gives the solver endgame tables to ask, which must outlive it or be taken away again with NULL.
 * Values are the same with them and without; what they know exactly is not searched.  It forgets
 * what it found out with others.
 */
KW_API void kw_solver_tables(struct kw_solver *solver, const struct kw_tables *tables);

enum { KW_SOLVED = 1024 /**< moves of a solution's line at most */ };

/**
 * What is known of a position.  A value is that of the player to move if both play best: in games
 * that count seeds the difference of the final scores, seeds in the stores included (a win without
 * a score counts all seeds of the game); in others 1 a win, 0 a draw, -1 a loss.
 */
struct kw_solution {
    int32_t low;             /**< the value is no less */
    int32_t high;            /**< and no more: it is known if both are equal */
    bool stopped;            /**< by kw_solver_stop or the listener, before all was known */
    uint64_t nodes;          /**< positions entered by all threads */
    int64_t microseconds;    /**< since the call */
    size_t length;           /**< of the line; 0 while the value is not known */
    kw_move line[KW_SOLVED]; /**< best moves of both: to the end of the game, unless it is far */
};

/**
 * Receives what is known so far, about five times a second, in the calling thread; returning false
 * stops the solver.
 */
typedef bool kw_solve_progress_fn(void *context, const struct kw_solution *so_far);

/**
 * Solves the position of a session: what stood before counts, since a third occurrence ends the
 * game.  It takes as long as it takes.  It can end without the value (low < high) although it was
 * not stopped: where that depends on how often positions have stood, and following all ways is too
 * much.  The value depends neither on the memory nor on threads or tables; with one thread nodes
 * and line do not depend on the machine either.  False and `error` if the game is over, there is no
 * memory, or a table that was asked is damaged (KW_BAD_TABLE) or cannot be read (KW_NO_FILE).
 * `listen` may be NULL.
 */
KW_API bool kw_solver_solve(struct kw_solver *solver, const struct kw_session *session,
                            kw_solve_progress_fn *listen, void *context,
                            struct kw_solution *solution, struct kw_error *error);

/**
 * Stops the solver at work within some milliseconds, or its next work if it has none.  Any thread
 * may call it at any time.
 */
KW_API void kw_solver_stop(struct kw_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
