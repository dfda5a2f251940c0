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
static void fast_normalise_row(struct row *row) {
    struct row normal = *row;
    memset(normal.action, 0, sizeof normal.action);
    for (size_t i = 0, n = 0; i < MACHINE_ACTIONS && row->action[i].verb != DO_NOTHING; i++) {
        if (row->action[i].verb == DO_STOP)
            continue;
        normal.action[n] = row->action[i];
        normal.action[n++].clause = 0;
    }
    *row = normal;
}

/* The same of rows; returns how many there are without the last ones that do nothing. */
static unsigned fast_normalise_rows(struct row *rows, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        fast_normalise_row(&rows[i]);
    while (count > 0 && rows[count - 1].action[0].verb == DO_NOTHING)
        memset(&rows[--count], 0, sizeof *rows);
    return count;
}

/*
 * Leaves of the rules of a machine with such a board the tables, and of a row on the end when it
 * ends the game.
 */
static void fast_normalise(const struct machine *machine, struct machine *normal) {
    *normal = *machine;
    memset(&normal->rules, 0, sizeof normal->rules);
    memset(normal->fast, 0, sizeof normal->fast);
    memset(normal->side, 0, sizeof normal->side);
    memset(normal->playable, 0, sizeof normal->playable);
    memset(normal->after, 0, sizeof normal->after);
    memset(normal->facing, 0, sizeof normal->facing);
    memset(normal->ways, 0, sizeof normal->ways);
    memset(normal->relays, 0, sizeof normal->relays);
    memset(normal->start, 0, sizeof normal->start);
    memset(normal->start_store, 0, sizeof normal->start_store);
    normal->lap_end_count = (uint8_t)fast_normalise_rows(normal->lap_ends, normal->lap_end_count);
    for (unsigned i = 0; i < normal->duty_count; i++)
        normal->duties[i].clause = 0;
    for (unsigned i = 0; i < normal->game_end_count; i++)
        normal->game_ends[i].rest = normal->game_ends[i].winner = normal->game_ends[i].clause = 0;
    normal->ring = normal->at_once = normal->relays_at_once = normal->chosen_ways = normal->passes =
        false;
    normal->rightmost = normal->used_facts = normal->owned = 0;
    normal->repeat_rest = 0;
    normal->noun = normal->child = NULL;
    normal->clauses = NULL;
    memset(normal->refusal, 0, sizeof normal->refusal);
    memset(normal->barred, 0, sizeof normal->barred);
    memset(normal->obliged, 0, sizeof normal->obliged);
    memset(normal->refusal_clause, 0, sizeof normal->refusal_clause);
    memset(normal->cite, 0, sizeof normal->cite);
    memset(normal->option, 0, sizeof normal->option);
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
    struct machine normal;
    fast_normalise(machine, &normal);
    /* Both are copies of zeroed memory, padding and all:
     * NOLINTNEXTLINE */
    return memcmp(&normal, wanted, sizeof normal) == 0;
}

#endif
