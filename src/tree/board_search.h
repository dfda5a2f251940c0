/*
 * The fast search of values of the solver, and of the engine's proofs.
 *
 * The null window search of games that expand compact boards (games/compact_board.h): no
 * position returns, a board is sixteen bytes as its mover sees it, and has an index.
 *
 * A board value is even where the number of seeds is, and odd where that is: each seed is won by
 * somebody.
 */
#ifndef KOMWE_TREE_BOARD_SEARCH_H
#define KOMWE_TREE_BOARD_SEARCH_H

#include "tree/poll_limits.h"
#include "tree/row_database.h"

/*
 * What is known of a board is a word:
 *
 *      bits  0..6 (low + seeds) / 2     7..13 (high + seeds) / 2    14..17 first + 1; 0: none
 *           18..23 effort, from 1
 *           24..63 the lowest bits of the board's index, shuffled; its highest bits choose the
 *                  bucket, so no board is mistaken for another one
 */
enum { BOARD_SLOTS = 8, BOARD_CHECK = 40 /* bits */ };
struct board_bucket {
    _Atomic uint64_t slot[BOARD_SLOTS]; /* 0: free, and so are all that follow */
};

struct board_search {
    const struct value_model *model;
    const struct board_index *index;
    const struct row_database *database;
    struct board_bucket *bucket;
    unsigned log;      /* there are 2^log buckets */
    unsigned low_bits; /* of a key, those that do not choose the bucket */
};

/*
 * Makes an empty table of at most so many bytes; false, and bucket is NULL, if that is too little,
 * the boards of the game have no index, or there is no memory.
 */
bool board_search_open(struct board_search *search, const struct board_index *index, size_t bytes);
void board_search_close(struct board_search *search);

/* The bytes of the table. */
static inline size_t board_search_bytes(const struct board_search *search) {
    return sizeof *search->bucket << search->log;
}

/* Makes the table larger, and keeps what it holds; false if there is no memory. */
bool board_search_grow(struct board_search *search, size_t bytes);

/* What else is known of boards with few seeds. */
struct board_known {
    int most;            /* seeds at most; -1: nothing is known */
    const void *context; /* for `value` */
    bool (*value)(const void *context, const struct kw_position *position, int *value);
};

/*
 * Is the value >= least?  YES and NO are proven, with *bound: the value is >= bound, or <= bound.
 * OPEN: the search was stopped or reached a limit.
 */
enum answer board_search_run(const struct board_search *search, const struct poll_limits *limits,
                             const struct board_known *known, const struct kw_position *position,
                             int least, int *bound);

/*
 * The move that decided the last search of a position, by its number in the order of kw_moves, or
 * BOUNDS_NO_MOVE.
 */
unsigned board_search_first_move(const struct board_search *search,
                                 const struct kw_position *position);

#endif
