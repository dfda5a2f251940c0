/* The moves of a position as endgame tables evaluate them. */
#ifndef TABLE_MOVES_H
#define TABLE_MOVES_H

#include "io/output.h"
#include "text/move_list.h"

#include <komwe.h>

/* A move with its value in the tables for the player who makes it: seeds on the board alone. */
struct table_move {
    const char *text;
    int lower, upper;
    unsigned plies; /* to `lower`, KW_TABLE_ENDLESS: none are needed */
};

/* Begin with {0}. */
struct table_moves {
    struct moves moves;
    struct table_move *move; /* the best first */
    size_t count;
};

/*
 * Probes the position that each legal move leads to.  False if the tables do not hold all of them;
 * error->code is then as kw_tables_probe says.
 */
bool table_moves_probe(struct table_moves *moves, const struct kw_tables *tables,
                       const struct kw_game *game, const struct kw_position *position,
                       struct kw_error *error);
void table_moves_free(struct table_moves *moves);

/* The seeds in the mover's store minus those in the opponent's. */
int table_moves_lead(const struct kw_position *position);

/* "+3", "0", or "-1..+2" where only bounds are known. */
void table_moves_write_value(struct string_builder *out, int lower, int upper);

#endif
