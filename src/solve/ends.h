/*
 * Endgames where no position returns: a byte for each board with few seeds.  Each is found out when
 * it is first asked for, by looking at all that can follow, or all of them in the order of their
 * numbers (solve/ranks.h).
 */
#ifndef KOMWE_SOLVE_ENDS_H
#define KOMWE_SOLVE_ENDS_H

#include "solve/ranks.h"

#include <stdatomic.h>

enum { ENDS_MOST = 60 /* seeds */ };

struct ends {
    const struct terms *terms;
    const struct ranks *ranks;
    int most;               /* seeds of a board at most; below 0: there is no such table */
    _Atomic uint8_t *worth; /* of each board + ENDS_ZERO; 0: not found out */
};

/* No endgames. */
static inline struct ends ends_none(void) { return (struct ends){.most = -1}; }

/*
 * Makes room for boards of so many seeds (see ranks_seeds; below 0: none), and keeps what has been
 * found out.  False, and it stays as it was, if there is no more to have room for, or no memory.
 */
bool ends_open(struct ends *ends, const struct terms *terms, const struct ranks *ranks, int most);
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
void ends_find_all(const struct ends *ends, const struct ends_work *work);

/* The worth of a position with at most ends->most seeds; adds to the positions that were entered.
 */
int ends_worth(const struct ends *ends, const struct kw_position *position, uint64_t *entered);

/* For a board and its number. */
int ends_worth_of(const struct ends *ends, const struct seen *seen, uint64_t number,
                  uint64_t *entered);

static inline void ends_prefetch(const struct ends *ends, uint64_t number) {
    __builtin_prefetch((const void *)&ends->worth[number]);
}

#endif
