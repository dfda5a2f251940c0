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

/** Finds exact values.  Its tables are kept from one position to the next of the same rules. */
struct kw_solver;

/**
 * A solver with tables of about `hash_bytes` (at least 64) and `threads` threads (0 counts as 1,
 * more than KW_THREADS_MAX as so many).  The tables are allocated when the first position is
 * solved.  NULL if the machine has less memory, or none is left.
 */
KW_API struct kw_solver *kw_solver_new(size_t hash_bytes, unsigned threads);
KW_API void kw_solver_free(struct kw_solver *solver); /**< NULL is allowed */

/**
 * Lets the solver probe endgame tables, which must outlive it or be removed again with NULL. Values
 * are the same with tables and without; exact ones are not searched.  Clears the solver's own
 * tables.
 */
KW_API void kw_solver_set_tables(struct kw_solver *solver, const struct kw_tables *tables);

enum { KW_SOLUTION_MOVES = 1024 /**< the longest line of a solution, in moves */ };

/**
 * The value of a position for the player to move, under best play of both: in games that count
 * seeds the difference of the final scores, stores included (a win without a score counts all seeds
 * of the game); in others 1 for a win, 0 for a draw, -1 for a loss.
 */
struct kw_solution {
    int32_t low;    /**< the value is not less */
    int32_t high;   /**< and not more; known if both are equal */
    bool stopped;   /**< stopped by kw_solver_stop or the callback before the value was known */
    uint64_t nodes; /**< positions entered by all threads */
    int64_t microseconds;            /**< since the call */
    size_t length;                   /**< of the line; 0 while the value is not known */
    kw_move line[KW_SOLUTION_MOVES]; /**< best moves of both, to the end of the game or
                                        KW_SOLUTION_MOVES moves */
};

/**
 * Receives the bounds so far, about five times a second, in the calling thread; returning false
 * stops the solver.
 */
typedef bool kw_solve_progress_fn(void *context, const struct kw_solution *so_far);

/**
 * Solves the position of a session; its earlier positions count, since a third occurrence ends the
 * game.  No time limit: stop it with kw_solver_stop.  It can end without the exact value (low <
 * high) where the value depends on repetition and too many lines would have to be followed.  The
 * value depends neither on the memory nor on threads or tables; with one thread nodes and line do
 * not depend on the machine either.  False and `error` if the game is over, there is no memory, or
 * a table that was probed is damaged (KW_BAD_TABLE) or cannot be read (KW_NO_FILE).  `progress` may
 * be NULL.
 */
KW_API bool kw_solver_solve(struct kw_solver *solver, const struct kw_session *session,
                            kw_solve_progress_fn *progress, void *context,
                            struct kw_solution *solution, struct kw_error *error);

/**
 * Stops the running solver within some milliseconds, or, if none is running, its next call.  Any
 * thread may call it at any time.
 */
KW_API void kw_solver_stop(struct kw_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
