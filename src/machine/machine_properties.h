/*
 * What follows from the rules of a machine: the properties by which tables, provers and searches
 * know what they may do.  A property that cannot be shown is absent, never assumed.
 */
#ifndef KOMWE_MACHINE_MACHINE_PROPERTIES_H
#define KOMWE_MACHINE_MACHINE_PROPERTIES_H

#include "games/family.h"
#include "machine/machine.h"

/* The tables of rows with actions. */
enum machine_table { TABLE_LAP_ENDS, TABLE_PASSING, TABLE_LIFT, TABLE_MOVE_ENDS, MACHINE_TABLES };

struct row_table {
    const struct row *rows;
    unsigned count;
};

struct row_table machine_table(const struct machine *machine, enum machine_table table);

/* The facts that some condition asks. */
uint32_t machine_used_facts(const struct machine *machine);

/* Whether a move can have several laps. */
bool machine_relays(const struct machine *machine);

/* Fills in the properties of the rules and of the family, which has none yet. */
void machine_derive(struct machine *machine, struct family *family);

/* Whether the number of seeds that each player has won decides, whatever ends the game. */
bool machine_counts_seeds(const struct machine *machine);

/* Whether who has fewer seeds wins. */
bool machine_low_wins(const struct machine *machine);

#endif
