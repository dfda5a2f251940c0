/*
 * Numbers of boards as their movers see them.
 *
 * A board is numbered by the sums of its holes, from the mover's first hole round the ring: with p
 * seeds in the holes 0..i, hole i adds the number of ways to lay fewer than p seeds into i + 1
 * holes, C(p + i, i + 1).  So the boards with fewer seeds come first, and no number is left out.
 */
#ifndef KOMWE_EXACT_BOARD_INDEX_H
#define KOMWE_EXACT_BOARD_INDEX_H

#include "exact/value_model.h"

enum { RANKS_SEEDS = 120 /* at most */, RANKS_BITS = 56 /* of a number, at most */ };

struct ranks {
    unsigned holes, seeds; /* of both rows, at most on the board; holes 0: there are no numbers */
    unsigned width;        /* seeds + 1 */
    unsigned bits;         /* all numbers are below 2 to this power */
    uint64_t *ways;        /* `width` for each hole */
    uint64_t *pair;        /* width * width for each two holes: what both add */
};

/*
 * Makes the numbers for a game's boards; there are none where its boards cannot be seen that way
 * (see `fan` of a family), are too large, or memory is short.
 */
void ranks_open(struct ranks *ranks, const struct kw_game *game);
/* Makes those of single rows of at most COMPACT_ROW holes; false if memory is short. */
bool ranks_open_row(struct ranks *ranks, unsigned holes, unsigned seeds);
void ranks_close(struct ranks *ranks);

/* How many boards have at most so many seeds. */
uint64_t ranks_count(const struct ranks *ranks, unsigned seeds);

/* The most seeds so that there are no more boards than that; -1: there are always more. */
int ranks_seeds(const struct ranks *ranks, uint64_t boards);

static inline uint64_t compact_half(const struct compact_board *seen, unsigned half) {
    uint64_t word;
    memcpy(&word, seen->hole + 8 * half, sizeof word);
    return le64toh(word);
}

/* What four pairs of holes add, or the first two of them, by the sums up to each hole. */
static inline uint64_t ranks_of_sums(const struct ranks *ranks, const uint64_t *pair, uint64_t sums,
                                     bool four) {
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    size_t square = (size_t)ranks->width * ranks->width;
    uint64_t at = (sums & even) + (sums >> 8 & even) * ranks->width;
    uint64_t number = pair[at & 0xFFFF] + pair[square + (at >> 16 & 0xFFFF)];
    if (four)
        number += pair[2 * square + (at >> 32 & 0xFFFF)] + pair[3 * square + (at >> 48)];
    return number;
}

static inline uint64_t ranks_number(const struct ranks *ranks, const struct compact_board *seen) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t low = compact_half(seen, 0) * each; /* byte i: the sum of the bytes up to it */
    uint64_t high = (compact_half(seen, 1) + (low >> 56)) * each;
    uint64_t number = ranks_of_sums(ranks, ranks->pair, low, ranks->holes > 4);
    if (ranks->holes > 8)
        number += ranks_of_sums(ranks, ranks->pair + 4 * (size_t)ranks->width * ranks->width, high,
                                ranks->holes > 12);
    return number;
}

/* A row as a word: a byte for each hole, the first one in the lowest. */
static inline uint64_t row_mask(unsigned holes) { return UINT64_MAX >> (64 - 8 * holes); }

static inline unsigned row_seeds(uint64_t row) {
    return (unsigned)(row * UINT64_C(0x0101010101010101) >> 56);
}

/* The number of a row, by those of rows. */
static inline uint64_t ranks_of_row(const struct ranks *rows, uint64_t row) {
    return ranks_of_sums(rows, rows->pair, row * UINT64_C(0x0101010101010101), rows->holes > 4);
}

/* The mover's row (0) or the other (1) of a board with so many holes in each. */
static inline uint64_t compact_row(const struct compact_board *seen, unsigned holes,
                                   unsigned which) {
    uint64_t row;
    memcpy(&row, seen->hole + (which ? holes : 0), sizeof row);
    return le64toh(row) & row_mask(holes);
}

/* The board of two such rows. */
struct compact_board compact_of_rows(uint64_t own, uint64_t other, unsigned holes);

/* The board of a number. */
struct compact_board ranks_board(const struct ranks *ranks, uint64_t number);

/* Makes a board the one of the next number. */
void ranks_next(const struct ranks *ranks, struct compact_board *seen);

/* A position as its mover sees it. */
struct compact_board compact_of(const struct kw_game *game, const struct kw_position *position);

/* The position of a board, with South to move and nothing in the stores. */
struct kw_position compact_position(const struct compact_board *seen);

/* The worth of a board without moves. */
int compact_end(const struct terms *terms, const struct compact_board *seen);

unsigned compact_seeds(const struct compact_board *seen);

#endif
