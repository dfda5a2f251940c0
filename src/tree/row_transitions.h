/*
 * What moves do to single rows.
 *
 * What a move does to the mover's row depends on that row alone, and so does what it adds to the
 * holes of the opponent's.  Only where it takes the seeds of a hole it matters whether that holds
 * any.  So there are a few *transitions* of the opponent's row, each shared by moves of many rows,
 * and boards need not be played one by one.  They are found by playing the game's own moves against
 * a row that is full enough.
 */
#ifndef KOMWE_TREE_ROW_TRANSITIONS_H
#define KOMWE_TREE_ROW_TRANSITIONS_H

#include "tree/board_index.h"

enum { ROW_TRANSITIONS = 128 /* at most */, ROW_TRANSITION_SEEDS = 40 /* of a board, at most */ };

/* Rows are words of a byte for each hole, the first hole in the lowest. */
struct row_transition {
    uint64_t drops;
    uint64_t hole;  /* the byte of one that matters, or 0 */
    bool takes;     /* it holds seeds, which are won; else it is empty */
    unsigned least; /* seeds of the mover's row at least */
};

/* A row becomes another one; both by their indexes.  There are many: eight bytes each. */
enum { ROW_CHANGE_ROWS = 1 << 26 };
struct row_change {
    uint32_t from;
    uint32_t to : 26, gain : 6;
};

/* In the order of `from`. */
struct row_changes {
    struct row_change *list;
    size_t count, room;
    size_t begin[ROW_TRANSITION_SEEDS + 2]; /* of the rows with so many seeds */
};

/* A move of a row, against the rows that its transition is for. */
struct row_move {
    uint64_t after; /* the mover's row */
    unsigned hole, transition;
    int gain; /* without what the transition takes */
    bool again;
};

enum { ROW_MOVES = 2 * COMPACT_ROW };

struct row_transitions {
    const struct kw_game *game;
    unsigned most;           /* seeds of a board */
    struct board_index rows; /* numbers of rows with so many seeds at most */
    uint64_t *row;           /* each of them */
    size_t count;
    struct row_transition transition[ROW_TRANSITIONS];
    /* Of the opponent's row, by each transition; none for transition 0, which changes nothing. */
    struct row_changes other[ROW_TRANSITIONS];
    /* Of the mover's row, by the moves with it: those that pass the turn, the others. */
    struct row_changes own[ROW_TRANSITIONS][2];
};

/*
 * For boards of at most `most` (up to ROW_TRANSITION_SEEDS) seeds; false if there is no memory, or
 * too many rows.
 */
bool row_transitions_open(struct row_transitions *transitions, const struct kw_game *game,
                          unsigned most);
void row_transitions_close(struct row_transitions *transitions);

/* The first index of a row with so many seeds (0..most + 1). */
static inline size_t row_transitions_first(const struct row_transitions *transitions,
                                           unsigned seeds) {
    return seeds == 0 ? 0 : board_index_count(&transitions->rows, seeds - 1);
}

/* The moves of a row with at most `most` seeds. */
size_t row_transitions_moves(struct row_transitions *transitions, uint64_t own,
                             struct row_move list[ROW_MOVES]);

/* What a transition makes of a row, and the seeds taken; false if it is not for such rows. */
static inline bool row_transition_apply(const struct row_transition *transition, uint64_t row,
                                        uint64_t *after, int *taken) {
    uint64_t held = row & transition->hole;
    if (transition->hole != 0 && (held != 0) != transition->takes)
        return false;
    *after = (row + transition->drops) & ~(transition->takes ? transition->hole : 0);
    *taken = held != 0 ? (int)(held >> (__builtin_ctzll(transition->hole))) : 0;
    return true;
}

#endif
