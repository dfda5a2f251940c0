/* Where the moves of a position lead, as the tables see it. */
#ifndef KOMWE_TABLEBASES_SUCCESSORS_H
#define KOMWE_TABLEBASES_SUCCESSORS_H

#include "tables/endgame_index.h"

/* A move's end. */
struct successor {
    unsigned seeds; /* still to be won there: its layer */
    bool turned;    /* the opponent is to move */
    uint64_t rank;  /* its number in the layer */
};

/* Room for lists, to be used again; begin with {0}. */
struct successors {
    struct successor *list;
    size_t count, capacity;
    struct kw_child *child; /* for games with long lists */
    size_t children;
};

/*
 * Lists where the moves of a position of the layer `seeds` lead; none if the game is over there.
 * False if there is no memory.
 */
bool successors_list(struct successors *successors, const struct endgame_index *index,
                     const struct kw_position *position);
void successors_free(struct successors *successors);

/*
 * Bounds of the value of layers that are known, for each layer: arrays by number, or by place in
 * the share of it that is a member's own.
 */
struct known_layers {
    int8_t *lower[ENDGAME_SEEDS + 1];
    int8_t *upper[ENDGAME_SEEDS + 1]; /* the same array where all is exact */
};
void known_layers_free(struct known_layers *known);

/*
 * What the mover of a position has after a move by which so many seeds were won and that led to a
 * position with the bounds `low` and `high`: bounds of the seeds won from here on.
 */
void bounds_before(int gain, bool turned, int low, int high, int *lower, int *upper);

/* The same for a successor of a position with so many seeds, in a layer that is known as a whole.
 */
void successor_bounds(const struct known_layers *known, unsigned seeds,
                      const struct successor *successor, int *lower, int *upper);

#endif
