/*
 * Not Kalah's rules (rules/kalah.rules), but the fast search of values for games like it.
 *
 * The null window search of games that expand compact boards (games/compact_board.h): no
 * position returns, a board is sixteen bytes as its mover sees it, and has an index.
 *
 * A board value is even where the number of seeds is, and odd where that is: each seed is won by
 * somebody.
 */
#ifndef KOMWE_EXACT_KALAH_SEARCH_H
#define KOMWE_EXACT_KALAH_SEARCH_H

#include "exact/null_window_search.h"

/*
 * What is known of a board is a word:
 *
 *      bits  0..6 (low + seeds) / 2     7..13 (high + seeds) / 2    14..17 first + 1; 0: none
 *           18..23 effort, from 1
 *           24..63 the lowest bits of the board's index, shuffled; its highest bits choose the
 *                  bucket, so no board is mistaken for another one
 */
enum { KALAH_SLOTS = 8, KALAH_CHECK = 40 /* bits */ };
struct kalah_bucket {
    _Atomic uint64_t slot[KALAH_SLOTS]; /* 0: free, and so are all that follow */
};

struct kalah_search {
    const struct value_model *model;
    const struct board_index *index;
    const struct row_database *database;
    struct kalah_bucket *bucket;
    unsigned log;      /* there are 2^log buckets */
    unsigned low_bits; /* of a key, those that do not choose the bucket */
};

/*
 * Makes an empty table of at most so many bytes; false, and bucket is NULL, if that is too little,
 * the boards of the game have no index, or there is no memory.
 */
bool kalah_search_open(struct kalah_search *kalah, const struct board_index *index, size_t bytes);
void kalah_search_close(struct kalah_search *kalah);

/* The bytes of the table. */
static inline size_t kalah_search_bytes(const struct kalah_search *kalah) {
    return sizeof *kalah->bucket << kalah->log;
}

/* Makes the table larger, and keeps what it holds; false if there is no memory. */
bool kalah_search_grow(struct kalah_search *kalah, size_t bytes);

/* As nws_search with DEPTH_UNLIMITED. */
enum answer kalah_search_run(struct nws *nws, const struct kw_position *position, int least,
                             int *bound);

/* As nws_first_move. */
unsigned kalah_search_first_move(const struct kalah_search *kalah,
                                 const struct kw_position *position);

#endif
