#include "exact/board_index.h"

#include <stdlib.h>

/* C(n, k), or more than any number if it is too great. */
static double choose(unsigned n, unsigned k) {
    double count = 1;
    for (unsigned i = 1; i <= k; i++)
        count = count * (n - k + i) / i;
    return count;
}

/* ways[i][p] = C(p + i, i + 1), by C(n, k) = C(n - 1, k) + C(n - 1, k - 1). */
static void count_ways(struct ranks *ranks) {
    for (unsigned i = 0; i < ranks->holes; i++) {
        for (unsigned p = 0; p < ranks->width; p++) {
            uint64_t *ways = &ranks->ways[i * ranks->width + p];
            *ways = p == 0 ? 0 : ways[-1] + (i == 0 ? 1 : ways[-(int)ranks->width]);
        }
    }
}

/* Holes that the board does not have add nothing. */
static void pair_ways(struct ranks *ranks) {
    size_t width = ranks->width;
    for (unsigned k = 0; 2 * k < ranks->holes; k++) {
        const uint64_t *even = &ranks->ways[2 * k * width], *odd = even + width;
        bool both = 2 * k + 1 < ranks->holes;
        for (size_t i = 0; i < width * width; i++)
            ranks->pair[k * width * width + i] = even[i % width] + (both ? odd[i / width] : 0);
    }
}

/* For so many holes and seeds. */
static void ranks_make(struct ranks *ranks, unsigned holes, unsigned seeds) {
    if (seeds > RANKS_SEEDS)
        return;
    ranks->width = seeds + 1;
    ranks->ways = calloc(holes, ranks->width * sizeof *ranks->ways);
    ranks->pair = calloc(COMPACT_ROW, (size_t)ranks->width * ranks->width * sizeof *ranks->pair);
    if (ranks->ways == NULL || ranks->pair == NULL) {
        ranks_close(ranks);
        return;
    }
    ranks->holes = holes;
    ranks->seeds = seeds;
    count_ways(ranks);
    pair_ways(ranks);
    ranks->bits = 64 - (unsigned)__builtin_clzll(ranks_count(ranks, seeds));
}

void ranks_open(struct ranks *ranks, const struct kw_game *game) {
    const struct rules *rules = game->rules;
    unsigned holes = 2u * rules->columns, seeds = rules->seeds;
    *ranks = (struct ranks){0};
    if (game->family->expand_compact != NULL && rules->columns <= COMPACT_ROW &&
        seeds <= RANKS_SEEDS && choose(seeds + holes, holes) < (double)(UINT64_C(1) << RANKS_BITS))
        ranks_make(ranks, holes, seeds);
}

bool ranks_open_row(struct ranks *ranks, unsigned holes, unsigned seeds) {
    *ranks = (struct ranks){0};
    ranks_make(ranks, holes, seeds);
    return ranks->holes > 0;
}

void ranks_close(struct ranks *ranks) {
    free(ranks->ways);
    free(ranks->pair);
    *ranks = (struct ranks){0};
}

/* The last hole's ways and one more: C(p + n, n) = C(p + n - 1, n) + C(p + n - 1, n - 1). */
uint64_t ranks_count(const struct ranks *ranks, unsigned seeds) {
    uint64_t count = 1;
    for (unsigned i = 0; i < ranks->holes; i++)
        count += ranks->ways[i * ranks->width + seeds];
    return count;
}

int ranks_seeds(const struct ranks *ranks, uint64_t boards) {
    int seeds = ranks->holes > 0 ? (int)ranks->seeds : -1;
    while (seeds >= 0 && ranks_count(ranks, (unsigned)seeds) > boards)
        seeds--;
    return seeds;
}

struct compact_board ranks_board(const struct ranks *ranks, uint64_t number) {
    struct compact_board seen = {0};
    unsigned most = ranks->seeds, above = 0;
    for (unsigned i = ranks->holes; i-- > 0;) {
        const uint64_t *ways = &ranks->ways[i * ranks->width];
        unsigned sum = most;
        while (ways[sum] > number)
            sum--;
        number -= ways[sum];
        if (i + 1 < ranks->holes)
            seen.hole[i + 1] = (uint8_t)(above - sum);
        most = above = sum;
    }
    seen.hole[0] = (uint8_t)above;
    return seen;
}

/* The first sum that can grow does, and those before it are none. */
void ranks_next(const struct ranks *ranks, struct compact_board *seen) {
    uint8_t first = seen->hole[0];
    unsigned i = 1;
    while (i < ranks->holes && seen->hole[i] == 0)
        i++;
    seen->hole[0] = 0;
    if (i < ranks->holes)
        seen->hole[i]--;
    seen->hole[i - 1] = (uint8_t)(first + 1);
}

struct compact_board compact_of(const struct kw_game *game, const struct kw_position *position) {
    struct compact_board seen = {0};
    unsigned row = game->rules->columns;
    bool south = position->turn == KW_SOUTH;
    memcpy(seen.hole, position->hole + (south ? 0 : row), row);
    memcpy(seen.hole + row, position->hole + (south ? row : 0), row);
    return seen;
}

struct compact_board compact_of_rows(uint64_t own, uint64_t other, unsigned holes) {
    struct compact_board seen = {0};
    own = htole64(own);
    other = htole64(other);
    memcpy(seen.hole, &own, sizeof own);
    memcpy(seen.hole + holes, &other, sizeof other); /* what is behind is empty */
    return seen;
}

struct kw_position compact_position(const struct compact_board *seen) {
    struct kw_position position = {.turn = KW_SOUTH};
    memcpy(position.hole, seen->hole, sizeof seen->hole);
    return position;
}

int compact_end(const struct terms *terms, const struct compact_board *seen) {
    struct kw_position position = compact_position(seen);
    return terms_end(terms, &position);
}

unsigned compact_seeds(const struct compact_board *seen) {
    unsigned seeds = 0;
    for (unsigned i = 0; i < sizeof seen->hole; i++)
        seeds += seen->hole[i];
    return seeds;
}
