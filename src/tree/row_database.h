/*
 * The values of all boards with few seeds, where no position returns: a byte for each.
 *
 * A board is indexed by its rows (tree/board_index.h), the mover's first: boards that differ in
 * the opponent's row alone lie together.
 */
#ifndef KOMWE_TREE_ROW_DATABASE_H
#define KOMWE_TREE_ROW_DATABASE_H

#include "tree/board_index.h"

#include "tree/poll_limits.h"

enum { ROW_DATABASE_SEEDS = 40 /* seeds */ };

/* The boards of all rows of the mover with the same number of seeds. */
struct row_database_block {
    uint64_t begin;  /* where those of row number 0 were, if it were one of them; modulo 2^64 */
    uint64_t length; /* boards of each row */
};

struct row_database {
    const struct value_model *model;
    int most;                /* seeds of a board at most; below 0: the database is empty */
    struct board_index rows; /* of single rows */
    struct row_database_block block[ROW_DATABASE_SEEDS + 1]; /* by the seeds of the mover's row */
    int8_t *value;
};

/* An empty one. */
static inline struct row_database row_database_none(void) {
    return (struct row_database){.most = -1};
}
void row_database_close(struct row_database *database);

/* The bytes that the boards take. */
size_t row_database_bytes(const struct row_database *database);

/*
 * Solves all boards with at most `most` seeds (see board_index_seeds; clamped to
 * ROW_DATABASE_SEEDS; below 0: none) of a game whose boards have an index, by limits->threads until
 * limits->stop; boards count as entered.  It takes twice the bytes meanwhile.  False, and nothing
 * changes, if the database has all of them already, there is no memory, or it was stopped.
 */
bool row_database_build(struct row_database *database, const struct value_model *model, int most,
                        const struct poll_limits *limits);

/* Where the boards of a row of the mover begin. */
static inline uint64_t row_database_begin(const struct row_database *database, uint64_t row) {
    const struct row_database_block *block = &database->block[row_seeds(row)];
    return block->begin + block->length * board_index_of_row(&database->rows, row);
}

/* Where a board with at most database->most seeds is. */
static inline uint64_t row_database_at(const struct row_database *database,
                                       const struct compact_board *board) {
    unsigned holes = database->rows.holes;
    return row_database_begin(database, compact_row(board, holes, 0)) +
           board_index_of_row(&database->rows, compact_row(board, holes, 1));
}

static inline void row_database_prefetch(const struct row_database *database, uint64_t at) {
    __builtin_prefetch(&database->value[at]);
}

/* The value of a position with at most database->most seeds. */
int row_database_value(const struct row_database *database, const struct kw_position *position);

#endif
