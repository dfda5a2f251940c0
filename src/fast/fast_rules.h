/*
 * The rules of a machine without what does not bear on its moves: for the `fits` of fast plays,
 * which compare what is left with the rules that they know, all of it, so that rules that say more
 * fit none of them.
 */
#ifndef KOMWE_FAST_FAST_RULES_H
#define KOMWE_FAST_FAST_RULES_H

#include "machine/machine.h"

#include <string.h>

enum { FAST_ALL = PLACE_OWN | PLACE_OTHER }; /* a condition on no place */

#define FAST_ANY UINT64_MAX /* a condition on no count */
#define FAST_FILLED (UINT64_MAX - 1)

/*
 * Whether the board has two rows, whose owners play all of their holes, round the ring of src/sow
 * and in these directions.
 */
static bool fast_is_ring(const struct machine *machine, unsigned ways) {
    unsigned columns = machine->rules.columns;
    uint32_t row = (1u << columns) - 1;
    if (machine->rules.rows != 2 || columns > 15 || !machine->ring)
        return false;
    for (unsigned hole = 0; hole < 2 * columns; hole++)
        if (machine->ways[hole / columns][hole] != ways ||
            machine->facing[hole] != 2 * columns - 1 - hole)
            return false;
    return machine->side[0] == row && machine->side[1] == row << columns &&
           memcmp(machine->playable, machine->side, sizeof machine->side) == 0;
}

/*
 * Leaves of a row what it does, without clauses and what only a trace would show: that the sowing
 * stops.
 */
static void fast_bare_row(struct row *row) {
    struct row bare = *row;
    memset(bare.action, 0, sizeof bare.action);
    for (size_t i = 0, n = 0; i < MACHINE_ACTIONS && row->action[i].verb != DO_NOTHING; i++) {
        if (row->action[i].verb == DO_STOP)
            continue;
        bare.action[n] = row->action[i];
        bare.action[n++].clause = 0;
    }
    *row = bare;
}

/* The same of rows; returns how many there are without the last ones that do nothing. */
static unsigned fast_bare_rows(struct row *rows, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        fast_bare_row(&rows[i]);
    while (count > 0 && rows[count - 1].action[0].verb == DO_NOTHING)
        memset(&rows[--count], 0, sizeof *rows);
    return count;
}

/*
 * Leaves of the rules of a machine with such a board the tables, and of a row on the end when it
 * ends the game.
 */
static void fast_bare(const struct machine *machine, struct machine *bare) {
    *bare = *machine;
    memset(&bare->rules, 0, sizeof bare->rules);
    memset(bare->fast, 0, sizeof bare->fast);
    memset(bare->side, 0, sizeof bare->side);
    memset(bare->playable, 0, sizeof bare->playable);
    memset(bare->after, 0, sizeof bare->after);
    memset(bare->facing, 0, sizeof bare->facing);
    memset(bare->ways, 0, sizeof bare->ways);
    memset(bare->relays, 0, sizeof bare->relays);
    memset(bare->start, 0, sizeof bare->start);
    memset(bare->start_store, 0, sizeof bare->start_store);
    bare->lap_end_count = (uint8_t)fast_bare_rows(bare->lap_ends, bare->lap_end_count);
    for (unsigned i = 0; i < bare->duty_count; i++)
        bare->duties[i].clause = 0;
    for (unsigned i = 0; i < bare->game_end_count; i++)
        bare->game_ends[i].rest = bare->game_ends[i].winner = bare->game_ends[i].clause = 0;
    bare->ring = bare->at_once = bare->relays_at_once = bare->chosen_ways = bare->passes = false;
    bare->rightmost = bare->asked = bare->owned = 0;
    bare->repeat_rest = 0;
    bare->noun = NULL;
    bare->clauses = NULL;
    memset(bare->refusal, 0, sizeof bare->refusal);
    memset(bare->refusal_clause, 0, sizeof bare->refusal_clause);
    memset(bare->cite, 0, sizeof bare->cite);
    memset(bare->option, 0, sizeof bare->option);
}

/* Makes a zeroed condition one on the seeds of a place and of the hole that faces it. */
static void fast_condition(struct condition *condition, uint8_t place, uint64_t here,
                           uint64_t facing) {
    memset(condition->seeds, 0xff, sizeof condition->seeds);
    condition->place = place;
    condition->seeds[HOLE_HERE] = here;
    condition->seeds[HOLE_FACING] = facing;
}

/* Adds a row to rules that are wanted; its actions follow. */
static void fast_row(struct machine *wanted, uint8_t place, uint64_t here, uint64_t facing) {
    fast_condition(&wanted->lap_ends[wanted->lap_end_count++].condition, place, here, facing);
}

/* Adds an action to the last row. */
static struct action *fast_act(struct machine *wanted, uint8_t verb, uint8_t target) {
    struct row *row = &wanted->lap_ends[wanted->lap_end_count - 1];
    struct action *action = row->action;
    while (action->verb != DO_NOTHING)
        action++;
    action->verb = verb;
    action->target = target;
    row->goes_on |= verb == DO_RELAY;
    return action;
}

/* Whether the rules of a machine with such a board are those, and no more. */
static bool fast_is(const struct machine *machine, const struct machine *wanted) {
    struct machine bare;
    fast_bare(machine, &bare);
    /* Both are copies of zeroed memory, padding and all:
     * NOLINTNEXTLINE */
    return memcmp(&bare, wanted, sizeof bare) == 0;
}

#endif
