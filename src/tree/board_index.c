#include "tree/board_index.h"

#include <stdlib.h>

/* C(n, k), or more than any number if it is too great. */
static double board_index_choose(unsigned n, unsigned k) {
    double count = 1;
    for (unsigned i = 1; i <= k; i++)
        count = count * (n - k + i) / i;
    return count;
}

/* ways[i][p] = C(p + i, i + 1), by C(n, k) = C(n - 1, k) + C(n - 1, k - 1). */
static void board_index_count_ways(struct board_index *index) {
    for (unsigned i = 0; i < index->holes; i++) {
        for (unsigned p = 0; p < index->width; p++) {
            uint64_t *ways = &index->ways[i * index->width + p];
            *ways = p == 0 ? 0 : ways[-1] + (i == 0 ? 1 : ways[-(int)index->width]);
        }
    }
}

/* Holes that the board does not have add nothing. */
static void board_index_pair_ways(struct board_index *index) {
    size_t width = index->width;
    for (unsigned k = 0; 2 * k < index->holes; k++) {
        const uint64_t *even = &index->ways[2 * k * width], *odd = even + width;
        bool both = 2 * k + 1 < index->holes;
        for (size_t i = 0; i < width * width; i++)
            index->pair[k * width * width + i] = even[i % width] + (both ? odd[i / width] : 0);
    }
}

/* For so many holes and seeds. */
static void board_index_make(struct board_index *index, unsigned holes, unsigned seeds) {
    if (seeds > BOARD_INDEX_SEEDS)
        return;
    index->width = seeds + 1;
    index->ways = calloc(holes, index->width * sizeof *index->ways);
    index->pair = calloc(COMPACT_ROW, (size_t)index->width * index->width * sizeof *index->pair);
    if (index->ways == NULL || index->pair == NULL) {
        board_index_close(index);
        return;
    }
    index->holes = holes;
    index->seeds = seeds;
    board_index_count_ways(index);
    board_index_pair_ways(index);
    index->bits = 64 - (unsigned)__builtin_clzll(board_index_count(index, seeds));
}

void board_index_open(struct board_index *index, const struct kw_game *game) {
    const struct rules *rules = game->rules;
    unsigned holes = 2u * rules->columns, seeds = rules->seeds;
    *index = (struct board_index){0};
    if (game_compacts(game) && seeds <= BOARD_INDEX_SEEDS &&
        board_index_choose(seeds + holes, holes) < (double)(UINT64_C(1) << BOARD_INDEX_BITS))
        board_index_make(index, holes, seeds);
}

bool board_index_open_row(struct board_index *index, unsigned holes, unsigned seeds) {
    *index = (struct board_index){0};
    board_index_make(index, holes, seeds);
    return index->holes > 0;
}

void board_index_close(struct board_index *index) {
    free(index->ways);
    free(index->pair);
    *index = (struct board_index){0};
}

/* The last hole's ways and one more: C(p + n, n) = C(p + n - 1, n) + C(p + n - 1, n - 1). */
uint64_t board_index_count(const struct board_index *index, unsigned seeds) {
    uint64_t count = 1;
    for (unsigned i = 0; i < index->holes; i++)
        count += index->ways[i * index->width + seeds];
    return count;
}

int board_index_seeds(const struct board_index *index, uint64_t boards) {
    int seeds = index->holes > 0 ? (int)index->seeds : -1;
    while (seeds >= 0 && board_index_count(index, (unsigned)seeds) > boards)
        seeds--;
    return seeds;
}

struct compact_board board_unindex(const struct board_index *index, uint64_t number) {
    struct compact_board board = {0};
    unsigned most = index->seeds, above = 0;
    for (unsigned i = index->holes; i-- > 0;) {
        const uint64_t *ways = &index->ways[i * index->width];
        unsigned sum = most;
        while (ways[sum] > number)
            sum--;
        number -= ways[sum];
        if (i + 1 < index->holes)
            board.hole[i + 1] = (uint8_t)(above - sum);
        most = above = sum;
    }
    board.hole[0] = (uint8_t)above;
    return board;
}

/* The first sum that can grow grows by one, and those before it become 0. */
void board_index_next(const struct board_index *index, struct compact_board *board) {
    uint8_t first = board->hole[0];
    unsigned i = 1;
    while (i < index->holes && board->hole[i] == 0)
        i++;
    board->hole[0] = 0;
    if (i < index->holes)
        board->hole[i]--;
    board->hole[i - 1] = (uint8_t)(first + 1);
}

struct compact_board compact_board_of(const struct kw_game *game,
                                      const struct kw_position *position) {
    struct compact_board board = {0};
    unsigned row = game->rules->columns;
    bool south = position->turn == KW_SOUTH;
    memcpy(board.hole, position->hole + (south ? 0 : row), row);
    memcpy(board.hole + row, position->hole + (south ? row : 0), row);
    return board;
}

struct compact_board compact_board_of_rows(uint64_t own, uint64_t other, unsigned holes) {
    struct compact_board board = {0};
    own = htole64(own);
    other = htole64(other);
    memcpy(board.hole, &own, sizeof own);
    memcpy(board.hole + holes, &other, sizeof other); /* what is behind is empty */
    return board;
}

struct kw_position compact_board_position(const struct compact_board *board) {
    struct kw_position position = {.turn = KW_SOUTH};
    memcpy(position.hole, board->hole, sizeof board->hole);
    return position;
}

int compact_board_end_value(const struct value_model *model, const struct compact_board *board) {
    struct kw_position position = compact_board_position(board);
    return model_end_value(model, &position);
}

unsigned compact_board_seeds(const struct compact_board *board) {
    unsigned seeds = 0;
    for (unsigned i = 0; i < sizeof board->hole; i++)
        seeds += board->hole[i];
    return seeds;
}
