#include "solve/ends.h"

#include "base/large.h"

#include <stdlib.h>

enum { ENDS_ZERO = 128 };

static unsigned holes_of_board(const struct terms *terms) {
    return 2u * terms->game->rules->columns;
}

/* The number of boards with at most so many seeds, or SIZE_MAX if there are too many. */
static size_t boards(unsigned holes, unsigned seeds) {
    double count = 1; /* C(seeds + holes, holes) */
    for (unsigned i = 1; i <= holes; i++)
        count = count * (seeds + i) / i;
    return count < UINT32_MAX ? (size_t)(count + 0.5) : SIZE_MAX;
}

size_t ends_bytes(const struct ends *ends) {
    return ends->most < 0 ? 0 : boards(holes_of_board(ends->terms), (unsigned)ends->most);
}

/* ways[i][p] = C(p + i, i + 1), by C(n, k) = C(n - 1, k) + C(n - 1, k - 1). */
static void count_ways(struct ends *ends) {
    enum { WIDTH = ENDS_MOST + 1 };
    unsigned holes = holes_of_board(ends->terms);
    for (unsigned i = 0; i < holes; i++) {
        for (unsigned p = 0; p <= (unsigned)ends->most; p++) {
            uint32_t *ways = &ends->ways[i * WIDTH + p];
            *ways = p == 0 ? 0 : ways[-1] + (i == 0 ? 1 : ways[-(int)WIDTH]);
        }
    }
}

void ends_open(struct ends *ends, const struct terms *terms, int most, size_t bytes) {
    unsigned holes = holes_of_board(terms);
    most = most < ENDS_MOST ? most : ENDS_MOST;
    while (most >= 0 && boards(holes, (unsigned)most) > bytes)
        most--;
    *ends = (struct ends){.terms = terms, .most = terms->acyclic && terms->linear ? most : -1};
    if (ends->most < 0)
        return;
    ends->ways = calloc(holes, (ENDS_MOST + 1) * sizeof *ends->ways);
    ends->worth = large_new(ends_bytes(ends));
    if (ends->ways == NULL || ends->worth == NULL) {
        ends_close(ends);
        return;
    }
    count_ways(ends);
}

void ends_close(struct ends *ends) {
    free(ends->ways);
    free((void *)ends->worth);
    *ends = (struct ends){.most = -1};
}

static size_t number_of(const struct ends *ends, const struct kw_position *position) {
    unsigned row = ends->terms->game->rules->columns;
    const uint8_t *own = position->hole + (position->turn == KW_SOUTH ? 0 : row);
    const uint8_t *other = position->hole + (position->turn == KW_SOUTH ? row : 0);
    const uint32_t *ways = ends->ways;
    size_t number = 0;
    unsigned seeds = 0;
    for (unsigned i = 0; i < row; i++, ways += ENDS_MOST + 1)
        number += ways[seeds += own[i]];
    for (unsigned i = 0; i < row; i++, ways += ENDS_MOST + 1)
        number += ways[seeds += other[i]];
    return number;
}

/* A board on the way through an endgame. */
struct board {
    struct kw_position position;
    _Atomic uint8_t *worth;
    int gain; /* of the move that led here */
};

static int board_worth(const struct ends *ends, const struct board *board, uint64_t *entered);

/* Lists where the moves of a position lead; what is known of them will be wanted soon. */
static size_t list_boards(const struct ends *ends, const struct kw_position *position,
                          struct board list[KW_MOVES]) {
    const struct kw_game *game = ends->terms->game;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    for (size_t i = 0; i < count; i++) {
        game->play(game->rules, position, moves[i], &list[i].position);
        list[i].worth = &ends->worth[number_of(ends, &list[i].position)];
        __builtin_prefetch((const void *)list[i].worth);
        list[i].gain = terms_gain(ends->terms, position, &list[i].position);
    }
    return count;
}

/* Looks at all that can follow.  What two threads find out at the same time is the same. */
static int find_worth(const struct ends *ends, const struct board *board, uint64_t *entered) {
    struct board list[KW_MOVES];
    size_t count = list_boards(ends, &board->position, list);
    int best = count == 0 ? terms_end(ends->terms, &board->position) : -ENDS_ZERO;
    ++*entered;
    for (size_t i = 0; i < count; i++) {
        bool again = list[i].position.turn == board->position.turn;
        int after = board_worth(ends, &list[i], entered);
        int worth = list[i].gain + (again ? after : -after);
        best = worth > best ? worth : best;
    }
    atomic_store_explicit(board->worth, (uint8_t)(best + ENDS_ZERO), memory_order_relaxed);
    return best;
}

/* Recursion goes as deep as the game lasts: some seeds, some plies. */
static int board_worth(const struct ends *ends, const struct board *board, uint64_t *entered) {
    uint8_t found = atomic_load_explicit(board->worth, memory_order_relaxed);
    return found != 0 ? found - ENDS_ZERO : find_worth(ends, board, entered);
}

int ends_worth(const struct ends *ends, const struct kw_position *position, uint64_t *entered) {
    _Atomic uint8_t *worth = &ends->worth[number_of(ends, position)];
    uint8_t found = atomic_load_explicit(worth, memory_order_relaxed);
    if (found != 0)
        return found - ENDS_ZERO;
    return find_worth(ends, &(struct board){.position = *position, .worth = worth}, entered);
}
