/*
 * Endgames where no position returns: what each board with few seeds is worth, a byte for each.
 *
 * A board is found by the numbers of its rows (see exact/board_index.h), the mover's first: so
 * boards that differ in the opponent's row alone lie together.
 */
#ifndef KOMWE_EXACT_ROW_DATABASE_H
#define KOMWE_EXACT_ROW_DATABASE_H

#include "exact/board_index.h"

#include <stdatomic.h>

enum { ROW_DATABASE_SEEDS = 40 /* seeds */ };

/* The boards of all rows of the mover with as many seeds. */
struct row_database_block {
    uint64_t begin;  /* where those of row number 0 were, if it were one of them; modulo 2^64 */
    uint64_t length; /* boards of each row */
};

struct row_database {
    const struct value_model *model;
    int most;                /* seeds of a board at most; below 0: there is no such table */
    struct board_index rows; /* numbers of rows */
    struct row_database_block block[ROW_DATABASE_SEEDS + 1]; /* by the seeds of the mover's row */
    int8_t *value;
};

/* No endgames. */
static inline struct row_database row_database_none(void) {
    return (struct row_database){.most = -1};
}
void row_database_close(struct row_database *database);

/* The bytes that the boards take. */
size_t row_database_bytes(const struct row_database *database);

/* Who finds out all boards. */
struct row_database_work {
    unsigned threads;
    atomic_bool *stop;             /* ends it early */
    _Atomic uint64_t *entered;     /* boards are added to it */
    void (*report)(void *context); /* called now and then by the first thread; NULL: by none */
    void *context;
};

/*
 * Finds out all boards of so many seeds at most (see ranks_seeds; more than ENDS_MOST count as
 * that, and below 0 there are none) of a game whose boards have numbers.  It takes twice the bytes
 * meanwhile.  False, and all stays as it was, if there is none that was not known, no memory, or it
 * was stopped.
 */
bool row_database_build(struct row_database *database, const struct value_model *model, int most,
                        const struct row_database_work *work);

/* Where the boards of a row of the mover begin. */
static inline uint64_t row_database_begin(const struct row_database *database, uint64_t row) {
    const struct row_database_block *block = &database->block[row_seeds(row)];
    return block->begin + block->length * board_index_of_row(&database->rows, row);
}

/* Where a board with at most ends->most seeds is. */
static inline uint64_t row_database_at(const struct row_database *database,
                                       const struct compact_board *board) {
    unsigned holes = database->rows.holes;
    return row_database_begin(database, compact_row(board, holes, 0)) +
           board_index_of_row(&database->rows, compact_row(board, holes, 1));
}

static inline void row_database_prefetch(const struct row_database *database, uint64_t at) {
    __builtin_prefetch(&database->value[at]);
}

/* The worth of a position with at most ends->most seeds. */
int row_database_value(const struct row_database *database, const struct kw_position *position);

#endif
