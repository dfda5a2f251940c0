/*
 * The questions of exact/null_window_search.h for games that have a `fan` (games/game.h): no
 * position returns, a board is sixteen bytes as its mover sees it, and has a number.
 *
 * A worth is even where the number of seeds is, and odd where that is: each seed is won by
 * somebody.
 */
#ifndef KOMWE_EXACT_KALAH_SEARCH_H
#define KOMWE_EXACT_KALAH_SEARCH_H

#include "exact/null_window_search.h"

/*
 * What is known of a board is a word:
 *
 *      bits  0..6 (low + seeds) / 2     7..13 (high + seeds) / 2    14..17 the hole to be tried
 *           18..23 effort, from 1                                      first + 1, 0: none is
 *           24..63 the lowest bits of the board's number, shuffled, whose highest bits are the
 *                  bucket's: so no board is mistaken for another one
 */
enum { KALAH_SLOTS = 8, KALAH_SLOT = 8 /* bytes */, KALAH_CHECK = 40 /* bits */ };
struct kalah_bucket {
    _Atomic uint64_t slot[KALAH_SLOTS]; /* 0: free, and so are all that follow */
};

struct kalah_search {
    const struct value_model *model;
    const struct board_index *index;
    const struct row_database *database;
    struct kalah_bucket *bucket;
    unsigned log;      /* 2 to this power buckets */
    unsigned low_bits; /* of a number, those that are not the bucket's */
};

/*
 * Makes an empty table of at most so many bytes; false, and bucket is NULL, if that is too little,
 * the game has no numbers, or there is no memory.
 */
bool kalah_search_open(struct kalah_search *kalah, const struct board_index *index, size_t bytes);
void kalah_search_close(struct kalah_search *kalah);

/* The bytes of the table. */
static inline size_t kalah_search_bytes(const struct kalah_search *kalah) {
    return sizeof *kalah->bucket << kalah->log;
}

/* Makes the table larger, and keeps what it holds; false if there is no memory. */
bool kalah_search_grow(struct kalah_search *kalah, size_t bytes);

/* As inquiry_ask to the end of the game. */
enum answer kalah_search_run(struct nws *nws, const struct kw_position *position, int least,
                             int *bound);

/* As inquiry_first. */
unsigned kalah_search_first_move(const struct kalah_search *kalah,
                                 const struct kw_position *position);

#endif
