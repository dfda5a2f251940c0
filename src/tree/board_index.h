/*
 * The index of a board as its mover sees it: a perfect hash.
 *
 * It rests on the sums of the holes, from the mover's first hole round the ring: with p seeds in
 * the holes 0..i, hole i adds the number of ways to lay fewer than p seeds into i + 1 holes, C(p +
 * i, i + 1).  So boards with fewer seeds come first, and no index is left out.
 */
#ifndef KOMWE_TREE_BOARD_INDEX_H
#define KOMWE_TREE_BOARD_INDEX_H

#include "games/compact_board.h"
#include "tree/value_model.h"

#include <endian.h>

enum { BOARD_INDEX_SEEDS = 120 /* at most */, BOARD_INDEX_BITS = 56 /* of an index, at most */ };

struct board_index {
    unsigned holes, seeds; /* of both rows, at most on the board; holes 0: there is no index */
    unsigned width;        /* seeds + 1 */
    unsigned bits;         /* all indexes are below 2^bits */
    uint64_t *ways;        /* `width` for each hole */
    uint64_t *pair;        /* width * width for each two holes: what both add to the index */
};

/*
 * Prepares the index of a game's boards; there is none (holes is 0) where the game does not compact
 * its boards (see game_compacts), they are too large, or memory is short.
 */
void board_index_open(struct board_index *index, const struct kw_game *game);
/* Prepares that of single rows of at most COMPACT_ROW holes; false if memory is short. */
bool board_index_open_row(struct board_index *index, unsigned holes, unsigned seeds);
void board_index_close(struct board_index *index);

/* How many boards have at most so many seeds. */
uint64_t board_index_count(const struct board_index *index, unsigned seeds);

/* The most seeds with which there are at most so many boards; -1: there are always more. */
int board_index_seeds(const struct board_index *index, uint64_t boards);

static inline uint64_t compact_half(const struct compact_board *board, unsigned half) {
    uint64_t word;
    memcpy(&word, board->hole + 8 * half, sizeof word);
    return le64toh(word);
}

/* What four pairs of holes add, or the first two pairs, by the sums up to each hole. */
static inline uint64_t board_index_of_sums(const struct board_index *index, const uint64_t *pair,
                                           uint64_t sums, bool four) {
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    size_t square = (size_t)index->width * index->width;
    uint64_t at = (sums & even) + (sums >> 8 & even) * index->width;
    uint64_t number = pair[at & 0xFFFF] + pair[square + (at >> 16 & 0xFFFF)];
    if (four)
        number += pair[2 * square + (at >> 32 & 0xFFFF)] + pair[3 * square + (at >> 48)];
    return number;
}

static inline uint64_t board_index_of(const struct board_index *index,
                                      const struct compact_board *board) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t low = compact_half(board, 0) * each; /* byte i: the sum of the bytes up to it */
    uint64_t high = (compact_half(board, 1) + (low >> 56)) * each;
    uint64_t number = board_index_of_sums(index, index->pair, low, index->holes > 4);
    if (index->holes > 8)
        number += board_index_of_sums(index, index->pair + 4 * (size_t)index->width * index->width,
                                      high, index->holes > 12);
    return number;
}

/* A row as a word: a byte for each hole, the first one in the lowest. */
static inline uint64_t row_mask(unsigned holes) { return UINT64_MAX >> (64 - 8 * holes); }

static inline unsigned row_seeds(uint64_t row) {
    return (unsigned)(row * UINT64_C(0x0101010101010101) >> 56);
}

/* The index of a row, by that of single rows. */
static inline uint64_t board_index_of_row(const struct board_index *rows, uint64_t row) {
    return board_index_of_sums(rows, rows->pair, row * UINT64_C(0x0101010101010101),
                               rows->holes > 4);
}

/* The mover's row (0) or the opponent's (1) of a board with so many holes in each. */
static inline uint64_t compact_row(const struct compact_board *board, unsigned holes,
                                   unsigned which) {
    uint64_t row;
    memcpy(&row, board->hole + (which ? holes : 0), sizeof row);
    return le64toh(row) & row_mask(holes);
}

/* The reverse: the board of two rows. */
struct compact_board compact_board_of_rows(uint64_t own, uint64_t other, unsigned holes);

/* The board with an index. */
struct compact_board board_unindex(const struct board_index *index, uint64_t number);

/* Turns a board into that with the next index. */
void board_index_next(const struct board_index *index, struct compact_board *board);

/* A position as its mover sees it. */
struct compact_board compact_board_of(const struct kw_game *game,
                                      const struct kw_position *position);

/* The position of a board, with South to move and nothing in the stores. */
struct kw_position compact_board_position(const struct compact_board *board);

/* The value of a board without moves. */
int compact_board_end_value(const struct value_model *model, const struct compact_board *board);

unsigned compact_board_seeds(const struct compact_board *board);

#endif
