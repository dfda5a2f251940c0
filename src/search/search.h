/*
 * Alpha-beta: the value of a position, by looking ahead.
 *
 * A principal variation search with a transposition table, late move reductions, reverse futility
 * pruning and quiescence.  A position's children are played once, and serve to order the moves and
 * to be searched.
 *
 * The value that is returned is a bound that may be *proven*: then it holds for the game itself and
 * not only for the tree that was searched.  A position's lower bound is proven if that of the best
 * move is; its upper bound if those of all moves are.  Proofs do not depend on depth, reductions or
 * evaluation, nor on repetition: a third occurrence has a value, but depends on the path, and
 * proves nothing.
 */
#ifndef KOMWE_SEARCH_SEARCH_H
#define KOMWE_SEARCH_SEARCH_H

#include "search/evaluate.h"
#include "search/tablebase.h"
#include "tables/history.h"
#include "tables/transposition.h"
#include "tree/abdada.h"
#include "tree/children.h"

enum { PLY_MOST = 128 };

/* A value from the mover's side; `proven` holds PROVEN_LOWER and PROVEN_UPPER. */
struct value {
    int score;
    unsigned proven;
};

/* A move and the position after it. */
struct child {
    kw_move move;
    struct kw_position position;
    int static_eval; /* evaluate_board, or the value of a finished game, for the child's mover */
    uint64_t hash;
};
CHILD_RECORD(struct child);

/* A position on the path. */
struct search_step {
    uint64_t hash; /* of the board */
    uint16_t stores;
};

/* What all threads of a search share. */
struct search_shared {
    const struct kw_game *game;
    unsigned seeds; /* of the root, and of all positions behind it */
    const struct weights *weights;
    struct transposition *table;
    struct in_progress *in_progress;   /* NULL: there is one thread */
    const struct history *history;     /* of the game, with the root */
    bool alone;                        /* no position came before the root */
    const struct tablebase *tablebase; /* NULL: no endgame table is of use */
    const struct endgame_set *endgame; /* those of the game */
    unsigned endgame_most;             /* seeds of the largest positions that they know */
    unsigned endgame_proves; /* seeds of those whose bounds hold, whatever has occurred twice */
    uint64_t due_key;        /* history_due_key, a part of all hashes */
    atomic_bool stop;
    bool counts_seeds;
    /*
     * A decided game is worth its seeds and so much more for the winner, so that a win is secured
     * before more seeds are won; 0: seeds are all that counts.
     */
    int win_step;
    unsigned majority; /* seeds in a store that decide the game; more than there are: none do */
    uint64_t win_key;  /* a part of the hashes of positions that are not decided, if win_step > 0 */
    bool linear;       /* a value is the lead in the stores and a value of the board alone */
    bool small;        /* no seed lies beyond the sixteenth hole */
    uint64_t unhashed; /* bits of a position's last word that are no part of its hash: the stores */
    uint64_t nodes;    /* limit of the first thread; UINT64_MAX: none */
    int64_t deadline;  /* by clock_now; INT64_MAX: none */
    atomic_bool *stop_requested; /* set by kw_engine_stop */
};

/*
 * A filter of repetitions: how many positions of the game and of the path have a hash with the same
 * lowest bits.  Where that is 0, as nearly everywhere, a position has not occurred before.
 */
enum { REPETITION_FILTER_SLOTS = 1 << 10 };

/* The score that a final difference of scores has in the search, in hundredths of a seed. */
static inline int score_of_result(const struct search_shared *shared, int seeds) {
    return seeds > 0 ? seeds + shared->win_step : seeds < 0 ? seeds - shared->win_step : 0;
}

/* The seeds of a score of the search, in hundredths. */
static inline int score_in_seeds(const struct search_shared *shared, int score) {
    return score > shared->win_step    ? score - shared->win_step
           : score < -shared->win_step ? score + shared->win_step
                                       : score;
}

/* One thread of a search. */
struct worker {
    struct search_shared *shared;
    uint64_t nodes;     /* entered */
    uint64_t next_poll; /* poll the limits when so many have been */
    uint64_t most;      /* limit of the nodes of a proof; UINT64_MAX: none is tried */
    bool first;         /* the thread that polls the clock and reports */
    bool aborted;       /* the search will not be finished: its values mean nothing */
    bool out_of_memory; /* no memory for the children of a position; then it is aborted */
    bool proving;       /* only proven values count: no evaluation, no reductions */
    unsigned prover;    /* then the player for whom a repetition counts as the worst */
    uint16_t repetition_filter[REPETITION_FILTER_SLOTS];
    struct search_step step[PLY_MOST + 1];
    struct child_stack stack; /* the children of the positions on the path, with their scores */
    kw_move line[PLY_MOST + 1][PLY_MOST + 1]; /* the principal variation from each ply on */
    unsigned length[PLY_MOST + 1];
};

/* Allocates a worker's stack; false if there is no memory. */
bool worker_open(struct worker *worker);
/* Makes it ready for a new search. */
void worker_begin(struct worker *worker, struct search_shared *shared);
void worker_close(struct worker *worker);

/*
 * Puts the children of a position on the worker's stack, unordered, and prefetches their entries of
 * the table.  If there is no memory for all of them, those that there are are the first ones, and
 * the worker is aborted.
 */
struct child *worker_expand(struct worker *worker, const struct kw_position *position,
                            size_t *count);

/* The score of a move by static evaluation; another turn is worth a seed. */
static inline int eval_score(const struct kw_position *parent, const struct child *child) {
    enum { AGAIN = SCORE_SEED };
    return child->position.turn == parent->turn ? child->static_eval + AGAIN : -child->static_eval;
}

/* The best of a node's moves so far, within a window. */
struct best {
    struct value value; /* PROVEN_UPPER: no move so far is better */
    kw_move move;       /* NO_MOVE: none is better than alpha was */
    int alpha, beta;
};

struct best best_begin(int alpha, int beta);

/*
 * Takes in the value of a move at `ply`, and its principal variation if it is the best; of moves
 * with equal values that is the one whose value is proven.  True if it fails high.
 */
bool best_update(struct worker *worker, struct best *best, kw_move move, struct value value,
                 unsigned ply);

/* The task of searching a child to a depth, as struct in_progress holds it. */
uint64_t search_task(const struct worker *worker, const struct child *child, int depth);

/*
 * The value of a child of a position at `ply` from the side of its mover: exact between alpha and
 * beta (alpha < beta), a bound outside.  If the worker is aborted it means nothing.
 */
struct value search_child(struct worker *worker, const struct kw_position *parent,
                          const struct child *child, int depth, int alpha, int beta, unsigned ply);

/*
 * The value of a position by itself, from its mover's side: exact between alpha and beta
 * (alpha < beta), a bound outside.  worker_visit_root must have been called.
 */
struct value search_position(struct worker *worker, const struct kw_position *position, int depth,
                             int alpha, int beta);

/*
 * From now on only proven values count, and the search is aborted after so many nodes; UINT64_MAX
 * ends this.  Hashes change: worker_visit_root and worker_hash_children must be called again.
 */
void worker_prove(struct worker *worker, uint64_t nodes);

/* Aborts the worker where a limit of its search or proof is reached, or the search was stopped. */
void worker_poll(struct worker *worker);

/* A work_poll_fn of a worker: false where the time is up, or the search was stopped. */
bool worker_poll_clock(void *worker);

/* Puts a bound of a child into the table, of which PROVEN_LOWER or PROVEN_UPPER is proven. */
void worker_learn(struct worker *worker, const struct child *child, int score, unsigned proven);

/* Puts the root on the path, and the positions of the game into the filter of repetitions. */
void worker_visit_root(struct worker *worker, const struct kw_position *position);

/* Sets the hashes of the root's children. */
void worker_hash_children(const struct worker *worker, struct child *list, size_t count);

#endif
