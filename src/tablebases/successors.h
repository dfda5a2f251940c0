/* The successors of a position, by layer and rank. */
#ifndef KOMWE_TABLEBASES_SUCCESSORS_H
#define KOMWE_TABLEBASES_SUCCESSORS_H

#include "tables/endgame_index.h"
#include "tree/children.h"

/* The position after a move. */
struct successor {
    unsigned seeds; /* still to be won there: its layer */
    bool turned;    /* the opponent is to move */
    uint64_t rank;  /* its number in that layer */
};

/* A list, whose memory is used again; begins with {0}. */
struct successors {
    struct successor *list; /* on the stack */
    size_t count;
    struct child_stack stack;
};

/*
 * Lists the successors of a position; none if the game is over there.  False if there is not enough
 * memory, or the work was ended (base/work.h).
 */
bool successors_list(struct successors *successors, const struct endgame_index *index,
                     const struct kw_position *position);
void successors_free(struct successors *successors);

/*
 * The bounds of solved layers: for each layer arrays by the number of the position, or by its index
 * in the share of the own rank.
 */
struct known_layers {
    int8_t *lower[ENDGAME_SEEDS + 1];
    int8_t *upper[ENDGAME_SEEDS + 1]; /* the same array where all is exact */
};
void known_layers_free(struct known_layers *known);

/*
 * Backs up bounds: those of the mover of a position, of the seeds won from there on, by a move that
 * wins `gain` seeds and leads to a position with the bounds `low` and `high`.
 */
void bounds_of_move(int gain, bool turned, int low, int high, int *lower, int *upper);

/* The same for a successor of a position with so many seeds, in a layer known as a whole. */
void bounds_of_successor(const struct known_layers *known, unsigned seeds,
                         const struct successor *successor, int *lower, int *upper);

#endif
