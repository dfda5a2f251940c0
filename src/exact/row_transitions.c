#include "exact/row_transitions.h"

#include <assert.h>
#include <stdlib.h>

/* ---- moves of a row -------------------------------------------------------------------------- */

enum { FULL = 64 /* more than there are: no move empties such a hole but by taking it */ };

static const uint64_t EACH = UINT64_C(0x0101010101010101);

static unsigned holes_in(const struct shifts *shifts) { return shifts->rows.holes; }

/* A hole of every row, from the first on. */
static uint64_t row_of_all(const struct shifts *shifts, unsigned seeds) {
    return EACH * seeds & row_mask(holes_in(shifts));
}

static size_t expand_rows(const struct shifts *shifts, uint64_t own, uint64_t other,
                          struct compact_move list[COMPACT_ROW]) {
    const struct kw_game *game = shifts->game;
    struct compact_board seen = compact_of_rows(own, other, holes_in(shifts));
    return game->family->expand_compact(game->rules, &seen, list);
}

/* The number of a shift; a new one is added. */
static unsigned shift_number(struct shifts *shifts, const struct shift *shift) {
    unsigned i = 0;
    while (i < shifts->count &&
           (shifts->shift[i].drops != shift->drops || shifts->shift[i].hole != shift->hole ||
            shifts->shift[i].takes != shift->takes))
        i++;
    assert(i < SHIFTS);
    if (i == shifts->count)
        shifts->shift[shifts->count++] = *shift;
    return i;
}

/* A move against a row, as one against all rows of the kind. */
static struct row_move row_move(struct shifts *shifts, uint64_t own, uint64_t other,
                                const struct compact_move *move, uint64_t hole, bool takes) {
    uint64_t after = compact_row(&move->seen, holes_in(shifts), move->again);
    struct shift shift = {.drops = after + (takes ? other & hole : 0) - other,
                          .hole = hole,
                          .takes = takes,
                          .least = row_seeds(own)};
    return (struct row_move){.after = compact_row(&move->seen, holes_in(shifts), !move->again),
                             .hole = move->hole,
                             .shift = shift_number(shifts, &shift),
                             .gain = move->gain - (takes ? FULL : 0),
                             .again = move->again};
}

/* The byte of a row's only hole that is empty, or 0. */
static uint64_t empty_hole(const struct shifts *shifts, uint64_t row) {
    for (unsigned i = 0; i < holes_in(shifts); i++)
        if ((row >> 8 * i & 0xFF) == 0)
            return UINT64_C(0xFF) << 8 * i;
    return 0;
}

/* Adds the same move against rows with an empty hole; against no other one there is none. */
static size_t add_in_vain(struct shifts *shifts, uint64_t own, uint64_t hole, unsigned from,
                          struct row_move *list) {
    uint64_t other = row_of_all(shifts, FULL) & ~hole;
    struct compact_move fan[COMPACT_ROW];
    size_t count = expand_rows(shifts, own, other, fan);
    for (size_t i = 0; i < count; i++)
        if (fan[i].hole == from) {
            *list = row_move(shifts, own, other, &fan[i], hole, false);
            return 1;
        }
    return 0;
}

size_t shifts_moves(struct shifts *shifts, uint64_t own, struct row_move list[ROW_MOVES]) {
    uint64_t other = row_of_all(shifts, FULL);
    struct compact_move fan[COMPACT_ROW];
    size_t count = expand_rows(shifts, own, other, fan), listed = 0;
    for (size_t i = 0; i < count; i++) {
        const struct compact_move *move = &fan[i];
        uint64_t hole = empty_hole(shifts, compact_row(&move->seen, holes_in(shifts), move->again));
        list[listed++] = row_move(shifts, own, other, move, hole, hole != 0);
        if (hole != 0)
            listed += add_in_vain(shifts, own, hole, move->hole, &list[listed]);
    }
    return listed;
}

/* ---- lists of changes ------------------------------------------------------------------------ */

static bool changes_add(struct changes *changes, struct change change) {
    if (changes->count == changes->room) {
        size_t room = 2 * changes->room + 64;
        struct change *list = realloc(changes->list, room * sizeof *list);
        if (list == NULL)
            return false;
        changes->list = list;
        changes->room = room;
    }
    changes->list[changes->count++] = change;
    return true;
}

static bool list_own(struct shifts *shifts, size_t number) {
    struct row_move list[ROW_MOVES];
    size_t count = shifts_moves(shifts, shifts->row[number], list);
    for (size_t i = 0; i < count; i++) {
        struct change change = {.from = (uint32_t)number,
                                .to = (uint32_t)ranks_of_row(&shifts->rows, list[i].after),
                                .gain = list[i].gain};
        if (!changes_add(&shifts->own[list[i].shift][list[i].again], change))
            return false;
    }
    return true;
}

/* The moves of all rows, those with fewer seeds first. */
static bool list_all_own(struct shifts *shifts) {
    for (unsigned seeds = 0; seeds <= shifts->most + 1; seeds++) {
        for (size_t i = 0; i < 2 * shifts->count; i++) {
            struct changes *own = &shifts->own[i / 2][i % 2];
            own->begin[seeds] = own->count;
        }
        if (seeds > shifts->most)
            break;
        for (size_t i = shifts_first(shifts, seeds); i < shifts_first(shifts, seeds + 1); i++)
            if (!list_own(shifts, i))
                return false;
    }
    return true;
}

/* What a shift does to the rows that the opponent can have. */
static bool list_other(struct shifts *shifts, size_t number) {
    const struct shift *shift = &shifts->shift[number];
    struct changes *other = &shifts->other[number];
    for (unsigned seeds = 0; seeds <= shifts->most - shift->least; seeds++) {
        for (size_t i = shifts_first(shifts, seeds); i < shifts_first(shifts, seeds + 1); i++) {
            uint64_t after;
            int taken;
            if (shift_row(shift, shifts->row[i], &after, &taken) &&
                !changes_add(other,
                             (struct change){.from = (uint32_t)i,
                                             .to = (uint32_t)ranks_of_row(&shifts->rows, after),
                                             .gain = taken}))
                return false;
        }
        other->begin[seeds + 1] = other->count;
    }
    return true;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool list_rows(struct shifts *shifts) {
    size_t count = shifts_first(shifts, shifts->most + 1);
    struct compact_board seen = {0};
    if (count == 0 || count > CHANGE_ROWS)
        return false;
    shifts->row = calloc(count, sizeof *shifts->row);
    for (size_t i = 0; shifts->row != NULL && i < count; i++) {
        shifts->row[i] = compact_row(&seen, holes_in(shifts), 0);
        ranks_next(&shifts->rows, &seen);
    }
    return shifts->row != NULL;
}

bool shifts_open(struct shifts *shifts, const struct kw_game *game, unsigned most) {
    *shifts = (struct shifts){.game = game, .most = most, .count = 1}; /* the first does nothing */
    bool done = ranks_open_row(&shifts->rows, game->rules->columns, most) && list_rows(shifts) &&
                list_all_own(shifts);
    for (size_t i = 1; done && i < shifts->count; i++)
        done = list_other(shifts, i);
    if (!done)
        shifts_close(shifts);
    return done;
}

void shifts_close(struct shifts *shifts) {
    for (size_t i = 0; i < shifts->count; i++) {
        free(shifts->other[i].list);
        free(shifts->own[i][0].list);
        free(shifts->own[i][1].list);
    }
    free(shifts->row);
    ranks_close(&shifts->rows);
    shifts->count = 0;
}
