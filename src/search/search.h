/*
 * Alpha-beta: the value of a position, by looking ahead.
 *
 * A position's children are executed once, and serve to order the moves and to be searched.  What
 * is returned is a bound that may be *proven*: then it holds for the game itself and not only for
 * the tree that was searched.  A position's lower bound is proven if that of the best move is; its
 * upper bound if those of all moves are.  Proofs do not rest on depth, reductions or evaluation,
 * nor on repetition: a third occurrence pays, but depends on the way here, and proves nothing.
 */
#ifndef KOMWE_SEARCH_SEARCH_H
#define KOMWE_SEARCH_SEARCH_H

#include "search/evaluate.h"
#include "search/tablebase.h"
#include "tables/history.h"
#include "tables/transposition.h"

enum { PLY_MOST = 128 };

/* A value from the mover's side; `proven` holds PROVEN_LOWER and PROVEN_UPPER. */
struct value {
    int score;
    unsigned proven;
};

/* A move and where it leads. */
struct child {
    kw_move move;
    int static_eval; /* evaluate_board, or the value of a finished game, from the child's mover's
                        side */
    uint64_t hash;
    struct kw_position position;
};

/* The order of the branches: the greatest is searched first. */
struct move_score {
    int score;
    uint32_t child;
};

struct child_lists {
    struct child *list;
    struct move_score *scores;
    size_t capacity;
};

/* What has been played on the way to a node. */
struct step {
    uint64_t hash; /* of the board */
    uint16_t stores;
};

/*
 * What the threads are at, so that none does what another one does already: it leaves such a move
 * for later, when the table mostly holds its value (after Weill's ABDADA, 1996, as Kerrigan
 * simplified it).  An entry is lost when another one takes its place, which costs time alone.
 */
enum { IN_PROGRESS_SLOTS = 1 << 12 };
struct in_progress {
    _Atomic uint64_t task[IN_PROGRESS_SLOTS]; /* 0: none */
};

/* What all threads of a search share. */
struct common {
    const struct kw_game *game;
    const struct weights *weights;
    struct transposition *table;
    struct in_progress *in_progress;   /* NULL: there is one thread only */
    const struct history *history;     /* the positions of the game before the root, and the root */
    bool alone;                        /* there are none before the root */
    const struct tablebase *tablebase; /* NULL: no table is of use */
    const struct endgame_set *endgame; /* those of the game */
    unsigned endgame_most;             /* seeds of a position that they know */
    unsigned endgame_proves;           /* those whose bounds hold, whatever has stood twice */
    uint64_t twice; /* history_due_key: where the game ends that comes there again */
    atomic_bool stop;
    bool counts_seeds;
    bool linear;             /* a value is what the stores hold and a value of the board alone */
    bool small;              /* no seed lies beyond the sixteenth hole */
    uint64_t apart;          /* bits of a position's last word that its value is relative to */
    uint64_t nodes;          /* the limit for the first thread, UINT64_MAX: none */
    int64_t deadline;        /* of clock_now, INT64_MAX: none */
    atomic_bool *stop_asked; /* somebody else wants it to end */
};

/*
 * How many positions of the game and on the way here have a hash that ends like that: where it is
 * 0, which is nearly everywhere, a position has not stood before, and need not be looked for.
 */
enum { STOOD_SLOTS = 1 << 10 };

/* One thread at work. */
struct worker {
    struct common *common;
    uint64_t nodes;     /* entered */
    uint64_t next_poll; /* at the clock when so many have been */
    uint64_t most;      /* nodes of a proof that is tried, UINT64_MAX: none is */
    bool first;         /* the thread that minds the limits */
    bool aborted;       /* what is being searched will not be searched through */
    bool out_of_memory; /* since there was no memory for all of a position's moves */
    bool proving; /* only what is proven counts: nothing is score_clamp_unproven, nothing reduced */
    unsigned prover; /* then the player for whom a repetition is the worst that can be */
    uint16_t stood[STOOD_SLOTS];
    struct step step[PLY_MOST + 1];
    struct child_lists child_lists[PLY_MOST + 1];
    kw_move line[PLY_MOST + 1][PLY_MOST + 1]; /* the principal variation from each ply on */
    unsigned length[PLY_MOST + 1];
};

/* Makes a worker's lists; false if there is no memory. */
bool worker_open(struct worker *worker);
/* Makes it ready for a search: it knows nothing of the one before. */
void worker_begin(struct worker *worker, struct common *common);
void worker_close(struct worker *worker);

/*
 * Lists the children of a position at `ply`, unordered, and returns how many there are; if there
 * are more than memory holds, the worker is starved and halted.  The table is asked to have their
 * slots at hand.
 */
size_t worker_expand(struct worker *worker, const struct kw_position *position, unsigned ply);

/* What the position after a move is worth at a glance: the greater, the sooner it is searched. */
static inline int eval_order(const struct kw_position *parent, const struct child *child) {
    enum { AGAIN = SCORE_SEED };
    return child->position.turn == parent->turn ? child->static_eval + AGAIN : -child->static_eval;
}

/* What is known of a node while its moves are searched, within a window. */
struct best {
    struct value value; /* PROVEN_UPPER: no move so far is better than its value */
    kw_move move;       /* NO_MOVE: none is better than alpha was */
    int alpha, beta;
};

struct best best_begin(int alpha, int beta);

/*
 * Takes in the value of a move at `ply`, and notes its line if it is the best; of moves that look
 * alike that is the one whose value is proven.  True if it is too good to go on.
 */
bool best_take(struct worker *worker, struct best *best, kw_move move, struct value value,
               unsigned ply);

/* What a thread is at that searches a branch so deep, as it stands in struct busy. */
uint64_t search_task(const struct worker *worker, const struct child *child, int depth);

/*
 * The value of a child of a position at `ply` from the side of its mover: exact between alpha and
 * beta (alpha < beta), a bound outside.  If the worker is halted it means nothing.
 */
struct value search_child(struct worker *worker, const struct kw_position *parent,
                          const struct child *child, int depth, int alpha, int beta, unsigned ply);

/*
 * The value of a position by itself, from its mover's side: exact between alpha and beta
 * (alpha < beta), a bound outside.  The root must have been noted.
 */
struct value search_root_position(struct worker *worker, const struct kw_position *position,
                                  int depth, int alpha, int beta);

/*
 * From now on only proofs count, and what has not been proven after so many nodes is given up; with
 * UINT64_MAX all is as usual again.
 */
void worker_prove(struct worker *worker, uint64_t nodes);

/* Takes note of the root for the positions below it. */
void worker_visit_root(struct worker *worker, const struct kw_position *position);

#endif
