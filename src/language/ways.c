#include "language/ways.h"

#include <string.h>

/* ---- rings ----------------------------------------------------------------------------------- */

/* A ring under construction: its places in order. */
struct ways_list {
    uint8_t place[MACHINE_PLACES];
    unsigned count;
};

static void ways_add(struct ways_list *list, unsigned place) {
    list->place[list->count++] = (uint8_t)place;
}

/* Makes the places of a list follow one another for a player. */
static void ways_close(struct machine *machine, unsigned player, const struct ways_list *list) {
    for (unsigned i = 0; i < list->count; i++) {
        unsigned here = list->place[i], next = list->place[(i + 1) % list->count];
        machine->after[player][0][here] = (uint8_t)next;
        machine->after[player][1][next] = (uint8_t)here;
    }
}

/* The row of a side, and the store at its end if the player sows it. */
static void ways_add_row(const struct machine *machine, unsigned player, unsigned side,
                         struct ways_list *list) {
    unsigned columns = machine->rules.columns;
    bool sown = machine->both_stores || (machine->own_store && side == player);
    if (sown && machine->stores_left)
        ways_add(list, KW_STORE_SOUTH + side);
    for (unsigned i = 0; i < columns; i++)
        ways_add(list, side * columns + i);
    if (sown && !machine->stores_left)
        ways_add(list, KW_STORE_SOUTH + side);
}

static void ways_ring_board(struct machine *machine, unsigned player) {
    struct ways_list list = {.count = 0};
    ways_add_row(machine, player, KW_SOUTH, &list);
    ways_add_row(machine, player, KW_NORTH, &list);
    ways_close(machine, player, &list);
}

static void ways_ring_rows(struct machine *machine, unsigned player) {
    for (unsigned side = 0; side < 2; side++) {
        struct ways_list list = {.count = 0};
        ways_add_row(machine, player, side, &list);
        ways_close(machine, player, &list);
    }
}

/*
 * On a board of six columns, the holes of South's row 0 to 5 and those that face them 11 to 6:
 *
 *      11 10  9  8  7  6       0 10 2 8 4 6, and back 5 7 3 9 1 11
 *       0  1  2  3  4  5
 */
static void ways_ring_zigzag(struct machine *machine, unsigned player) {
    unsigned columns = machine->rules.columns;
    struct ways_list list = {.count = 0};
    for (unsigned i = 0; i < columns; i++)
        ways_add(&list, i % 2 == 0 ? i : 2 * columns - 1 - i);
    for (unsigned i = columns; i-- > 0;)
        ways_add(&list, i % 2 == 1 ? i : 2 * columns - 1 - i);
    ways_close(machine, player, &list);
}

/* ---- directions ------------------------------------------------------------------------------ */

static int ways_column(const struct machine *machine, unsigned hole) {
    int columns = machine->rules.columns;
    return (int)hole < columns ? (int)hole : 2 * columns - 1 - (int)hole;
}

/*
 * How far a hole's next place lies nearer to the middle between the board's ends; less: further.
 * From the end of a row that is a ring by itself the way to its other end leads outward.
 */
static int ways_gain(const struct machine *machine, unsigned hole, unsigned next) {
    int columns = machine->rules.columns, column = ways_column(machine, hole);
    if (next >= KW_HOLES)
        return -columns;
    int step = ways_column(machine, next) - column;
    if (step > 1 || step < -1)
        return -1;
    return 2 * column < columns - 1 ? step : -step;
}

/* From the middle hole of a side no way leads nearer to the middle. */
static unsigned ways_inward(const struct machine *machine, unsigned player, unsigned hole) {
    int along = ways_gain(machine, hole, machine->after[player][0][hole]),
        against = ways_gain(machine, hole, machine->after[player][1][hole]);
    if (2 * ways_column(machine, hole) == machine->rules.columns - 1)
        return 3;
    return along > against ? 1 : along < against ? 2 : 3;
}

/* The directions of a player's hole that stands `i` from his left. */
static unsigned ways_of(const struct machine *machine, const struct ways *ways, unsigned player,
                        unsigned hole, unsigned i) {
    unsigned inward;
    if (ways->either >> i & 1)
        return 3;
    switch (ways->kind) {
    case WAY_ALONG:
        return 1;
    case WAY_AGAINST:
        return 2;
    case WAY_INWARD:
        return ways_inward(machine, player, hole);
    case WAY_OUTWARD:
        inward = ways_inward(machine, player, hole);
        return inward == 3 ? 3 : inward ^ 3;
    case WAY_OPPOSITE:
        return player == KW_SOUTH ? 1 : 2;
    default:
        return 3;
    }
}

void ways_fill(struct machine *machine, const struct ways *ways) {
    unsigned columns = machine->rules.columns;
    memset(machine->after, MACHINE_NO_PLACE, sizeof machine->after);
    for (unsigned player = 0; player < 2; player++) {
        if (ways->ring == RING_ROWS)
            ways_ring_rows(machine, player);
        else if (ways->ring == RING_ZIGZAG)
            ways_ring_zigzag(machine, player);
        else
            ways_ring_board(machine, player);
        for (unsigned hole = 0; hole < 2 * columns; hole++) {
            unsigned chosen = ways_of(machine, ways, player, hole, hole % columns);
            machine->ways[player][hole] = (uint8_t)chosen;
            machine->chosen_ways |= chosen == 3;
        }
    }
    machine->ring = ways->ring == RING_BOARD && !machine->both_stores && machine->jump_count == 0;
    machine->rightmost = (1u << columns | 1u << 2 * columns) >> 1;
}
