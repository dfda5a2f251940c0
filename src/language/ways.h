/* The ways round a board: the rings of holes and stores, and the directions of each hole. */
#ifndef KOMWE_LANGUAGE_WAYS_H
#define KOMWE_LANGUAGE_WAYS_H

#include "komwe/explain.h"
#include "machine/machine.h"

/* Which holes follow one another. */
enum ways_ring {
    RING_BOARD, /* both rows, counterclockwise */
    RING_ROWS,  /* each player's row is a ring of its own */
    RING_ZIGZAG /* from row to row, a column further with each hole */
};

/* Which directions the holes have. */
enum ways_kind {
    WAY_ALONG,    /* counterclockwise */
    WAY_AGAINST,  /* clockwise */
    WAY_EITHER,   /* the mover chooses */
    WAY_OUTWARD,  /* from the middle, to the nearer end; from the middle hole the mover chooses */
    WAY_INWARD,   /* to the middle of the board; from the middle hole the mover chooses */
    WAY_OPPOSITE, /* counterclockwise for South, clockwise for North */
    WAY_FIRST     /* chosen by the first move of the game, for all of it */
};

/* How a board is gone round, as a text says it. */
struct ways {
    uint8_t ring;    /* enum ways_ring */
    uint8_t kind;    /* enum ways_kind */
    uint32_t either; /* bit i: a player chooses the direction of his hole i, from his left */
};

/* Fills in the ways round of a machine whose board and stores are known. */
void ways_fill(struct machine *machine, const struct ways *ways);

#endif
