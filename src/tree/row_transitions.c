#include "tree/row_transitions.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* ---- moves of a row -------------------------------------------------------------------------- */

enum {
    TRANSITIONS_FULL = 64 /* seeds, more than there are: only a capture empties such a hole */
};

static const uint64_t TRANSITIONS_EACH_HOLE = UINT64_C(0x0101010101010101);

static unsigned transitions_holes(const struct row_transitions *transitions) {
    return transitions->rows.holes;
}

/* The row with so many seeds in each hole. */
static uint64_t transitions_full_row(const struct row_transitions *transitions, unsigned seeds) {
    return TRANSITIONS_EACH_HOLE * seeds & row_mask(transitions_holes(transitions));
}

static size_t transitions_expand(const struct row_transitions *transitions, uint64_t own,
                                 uint64_t other, struct compact_move list[COMPACT_ROW]) {
    const struct kw_game *game = transitions->game;
    struct compact_board board = compact_board_of_rows(own, other, transitions_holes(transitions));
    return game_expand_compact(game, &board, list);
}

/* The number of a transition; a new one is added. */
static unsigned transitions_number(struct row_transitions *transitions,
                                   const struct row_transition *transition) {
    unsigned i = 0;
    while (i < transitions->count && (transitions->transition[i].drops != transition->drops ||
                                      transitions->transition[i].hole != transition->hole ||
                                      transitions->transition[i].takes != transition->takes))
        i++;
    assert(i < ROW_TRANSITIONS);
    if (i == transitions->count)
        transitions->transition[transitions->count++] = *transition;
    return i;
}

/* A move against one row, as a move against all rows with the same transition. */
static struct row_move transitions_move(struct row_transitions *transitions, uint64_t own,
                                        uint64_t other, const struct compact_move *move,
                                        uint64_t hole, bool takes) {
    uint64_t after = compact_row(&move->board, transitions_holes(transitions), move->again);
    struct row_transition transition = {.drops = after + (takes ? other & hole : 0) - other,
                                        .hole = hole,
                                        .takes = takes,
                                        .least = row_seeds(own)};
    return (struct row_move){
        .after = compact_row(&move->board, transitions_holes(transitions), !move->again),
        .hole = move->hole,
        .transition = transitions_number(transitions, &transition),
        .gain = move->gain - (takes ? TRANSITIONS_FULL : 0),
        .again = move->again};
}

/* The byte of the only empty hole of a row, or 0. */
static uint64_t transitions_empty_hole(const struct row_transitions *transitions, uint64_t row) {
    for (unsigned i = 0; i < transitions_holes(transitions); i++)
        if ((row >> 8 * i & 0xFF) == 0)
            return UINT64_C(0xFF) << 8 * i;
    return 0;
}

/* Adds the move against rows where the hole it would capture from is empty, if it is legal. */
static size_t transitions_add_without_capture(struct row_transitions *transitions, uint64_t own,
                                              uint64_t hole, unsigned from, struct row_move *list) {
    uint64_t other = transitions_full_row(transitions, TRANSITIONS_FULL) & ~hole;
    struct compact_move moves[COMPACT_ROW];
    size_t count = transitions_expand(transitions, own, other, moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i].hole == from) {
            *list = transitions_move(transitions, own, other, &moves[i], hole, false);
            return 1;
        }
    return 0;
}

size_t row_transitions_moves(struct row_transitions *transitions, uint64_t own,
                             struct row_move list[ROW_MOVES]) {
    uint64_t other = transitions_full_row(transitions, TRANSITIONS_FULL);
    struct compact_move moves[COMPACT_ROW];
    size_t count = transitions_expand(transitions, own, other, moves), listed = 0;
    for (size_t i = 0; i < count; i++) {
        const struct compact_move *move = &moves[i];
        uint64_t hole = transitions_empty_hole(
            transitions, compact_row(&move->board, transitions_holes(transitions), move->again));
        list[listed++] = transitions_move(transitions, own, other, move, hole, hole != 0);
        if (hole != 0)
            listed +=
                transitions_add_without_capture(transitions, own, hole, move->hole, &list[listed]);
    }
    return listed;
}

/* ---- lists of changes ------------------------------------------------------------------------ */

static bool transitions_add_change(struct row_changes *changes, struct row_change change) {
    if (!array_reserve(&changes->list, changes->count, 1, &changes->room, sizeof change))
        return false;
    changes->list[changes->count++] = change;
    return true;
}

static bool transitions_list_own(struct row_transitions *transitions, size_t number) {
    struct row_move list[ROW_MOVES];
    size_t count = row_transitions_moves(transitions, transitions->row[number], list);
    for (size_t i = 0; i < count; i++) {
        struct row_change change = {
            .from = (uint32_t)number,
            .to = (uint32_t)board_index_of_row(&transitions->rows, list[i].after),
            .gain = list[i].gain};
        if (!transitions_add_change(&transitions->own[list[i].transition][list[i].again], change))
            return false;
    }
    return true;
}

/* The moves of all rows, in the order of their seeds. */
static bool transitions_list_all_own(struct row_transitions *transitions) {
    for (unsigned seeds = 0; seeds <= transitions->most + 1; seeds++) {
        for (size_t i = 0; i < 2 * transitions->count; i++) {
            struct row_changes *own = &transitions->own[i / 2][i % 2];
            own->begin[seeds] = own->count;
        }
        if (seeds > transitions->most)
            break;
        for (size_t i = row_transitions_first(transitions, seeds);
             i < row_transitions_first(transitions, seeds + 1); i++)
            if (!transitions_list_own(transitions, i))
                return false;
    }
    return true;
}

/* What a transition does to all rows that the opponent can have. */
static bool transitions_list_other(struct row_transitions *transitions, size_t number) {
    const struct row_transition *transition = &transitions->transition[number];
    struct row_changes *other = &transitions->other[number];
    for (unsigned seeds = 0; seeds <= transitions->most - transition->least; seeds++) {
        for (size_t i = row_transitions_first(transitions, seeds);
             i < row_transitions_first(transitions, seeds + 1); i++) {
            uint64_t after;
            int taken;
            if (row_transition_apply(transition, transitions->row[i], &after, &taken) &&
                !transitions_add_change(
                    other, (struct row_change){
                               .from = (uint32_t)i,
                               .to = (uint32_t)board_index_of_row(&transitions->rows, after),
                               .gain = taken}))
                return false;
        }
        other->begin[seeds + 1] = other->count;
    }
    return true;
}

/* ---- making and freeing them ----------------------------------------------------------------- */

static bool transitions_list_rows(struct row_transitions *transitions) {
    size_t count = row_transitions_first(transitions, transitions->most + 1);
    struct compact_board board = {0};
    if (count == 0 || count > ROW_CHANGE_ROWS)
        return false;
    transitions->row = calloc(count, sizeof *transitions->row);
    for (size_t i = 0; transitions->row != NULL && i < count; i++) {
        transitions->row[i] = compact_row(&board, transitions_holes(transitions), 0);
        board_index_next(&transitions->rows, &board);
    }
    return transitions->row != NULL;
}

bool row_transitions_open(struct row_transitions *transitions, const struct kw_game *game,
                          unsigned most) {
    *transitions = (struct row_transitions){
        .game = game, .most = most, .count = 1}; /* the first does nothing */
    bool done = board_index_open_row(&transitions->rows, game->rules->columns, most) &&
                transitions_list_rows(transitions) && transitions_list_all_own(transitions);
    for (size_t i = 1; done && i < transitions->count; i++)
        done = transitions_list_other(transitions, i);
    if (!done)
        row_transitions_close(transitions);
    return done;
}

void row_transitions_close(struct row_transitions *transitions) {
    for (size_t i = 0; i < transitions->count; i++) {
        free(transitions->other[i].list);
        free(transitions->own[i][0].list);
        free(transitions->own[i][1].list);
    }
    free(transitions->row);
    board_index_close(&transitions->rows);
    transitions->count = 0;
}
