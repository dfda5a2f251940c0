/* A claim, followed move by move. */
#ifndef CLAIM_WALK_H
#define CLAIM_WALK_H

#include "proof_reader.h"
#include "rulebook.h"

/* The positions that have been proven; begin with {0}. */
struct walk {
    const struct rulebook *rules;
    struct proof_reader *reader;
    char player; /* of the claims that they belong to */
    bool holds;
    struct walk_place *place;
    size_t places, place_room;
    char *text; /* of all of them, one after the other */
    size_t length, text_room;
    size_t *slot; /* index + 1 in `place`, 0: free; a power of two of them */
    size_t slots;
    struct walk_step *step; /* the path to the current position */
    size_t steps, step_room;
};

/* What a claim rests on. */
struct extent {
    size_t positions; /* not counted for a claim before */
    unsigned plies;   /* of the longest game; 0 if it holds and need not end */
};

/* Follows the claim; false with a fault of the reader's if it is not proven. */
bool walk_claim(struct walk *walk, const struct claim *claim, struct extent *extent);
void walk_free(struct walk *walk);

/* The player to move at a position: 'S' or 'N'. */
char position_turn(const char *position);

#endif
