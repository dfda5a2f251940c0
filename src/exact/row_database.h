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

enum { ENDS_MOST = 40 /* seeds */ };

/* The boards of all rows of the mover with as many seeds. */
struct ends_block {
    uint64_t begin;  /* where those of row number 0 were, if it were one of them; modulo 2^64 */
    uint64_t length; /* boards of each row */
};

struct ends {
    const struct terms *terms;
    int most;          /* seeds of a board at most; below 0: there is no such table */
    struct ranks rows; /* numbers of rows */
    struct ends_block block[ENDS_MOST + 1]; /* by the seeds of the mover's row */
    int8_t *worth;
};

/* No endgames. */
static inline struct ends ends_none(void) { return (struct ends){.most = -1}; }
void ends_close(struct ends *ends);

/* The bytes that the boards take. */
size_t ends_bytes(const struct ends *ends);

/* Who finds out all boards. */
struct ends_work {
    unsigned threads;
    atomic_bool *stop;           /* ends it early */
    _Atomic uint64_t *entered;   /* boards are added to it */
    void (*tell)(void *context); /* called now and then by the first thread; NULL: by none */
    void *context;
};

/*
 * Finds out all boards of so many seeds at most (see ranks_seeds; more than ENDS_MOST count as
 * that, and below 0 there are none) of a game whose boards have numbers.  It takes twice the bytes
 * meanwhile.  False, and all stays as it was, if there is none that was not known, no memory, or it
 * was stopped.
 */
bool ends_find(struct ends *ends, const struct terms *terms, int most,
               const struct ends_work *work);

/* Where the boards of a row of the mover begin. */
static inline uint64_t ends_begin(const struct ends *ends, uint64_t row) {
    const struct ends_block *block = &ends->block[row_seeds(row)];
    return block->begin + block->length * ranks_of_row(&ends->rows, row);
}

/* Where a board with at most ends->most seeds is. */
static inline uint64_t ends_at(const struct ends *ends, const struct compact_board *seen) {
    unsigned holes = ends->rows.holes;
    return ends_begin(ends, compact_row(seen, holes, 0)) +
           ranks_of_row(&ends->rows, compact_row(seen, holes, 1));
}

static inline void ends_prefetch(const struct ends *ends, uint64_t at) {
    __builtin_prefetch(&ends->worth[at]);
}

/* The worth of a position with at most ends->most seeds. */
int ends_worth(const struct ends *ends, const struct kw_position *position);

#endif
