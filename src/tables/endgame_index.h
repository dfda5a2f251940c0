/*
 * Ranking: the bijection between the positions of an endgame table and numbers.
 *
 * A layer holds the positions with so many seeds still to be won, seen by the player to move;
 * stores and sides are not part of them.  A position is the sequence of hole states from the
 * mover's first hole round the ring, and its number is the rank of that sequence in the
 * lexicographic order of the layer: 0 .. endgame_layer - 1.
 *
 *      ENDGAME_UNMARKED        a hole's state is its seeds
 *      ENDGAME_OCCUPIED        and whether it bears the mark, if it holds any
 *      ENDGAME_WON_AND_THREE   a hole with the first mark counts as empty: its seeds are never
 *                              lifted, so they are as good as in a store; a three may bear the
 *                              second mark
 *
 * Not among them: positions of setup turns, of Adji-boto's opening (u), games that are
 * over by a field; nor the games of the Bao family, which lose no seeds.
 */
#ifndef KOMWE_TABLES_ENDGAME_INDEX_H
#define KOMWE_TABLES_ENDGAME_INDEX_H

#include "games/game.h"
#include "komwe/tables.h"

enum {
    ENDGAME_SEEDS = KW_TABLE_SEEDS, /* of the largest layer */
    ENDGAME_NAME = 192              /* bytes that hold any endgame_name, NUL included */
};

/* A number of positions that does not fit 64 bits. */
#define ENDGAME_UNCOUNTED UINT64_MAX

struct endgame_index {
    const struct kw_game *game;
    enum endgame_cycles cycles;
    enum endgame_marks marks;
    unsigned holes;  /* of both rows */
    unsigned most;   /* seeds of the largest layer */
    uint64_t *table; /* see endgame_index.c */
};

/*
 * Makes the index of a game for layers up to `most` seeds (at most ENDGAME_SEEDS); false with an
 * error if the game has no tables under its options, or there is not enough memory.  `game` must
 * outlive it; freed with endgame_index_close.
 */
bool endgame_index_open(struct endgame_index *index, const struct kw_game *game, unsigned most,
                        struct kw_error *error);
void endgame_index_close(struct endgame_index *index);

/*
 * The name of the rules: "oware,grand_slam=capture".  Games of the same name have the same tables;
 * options that only change how a game begins or what a result is called are left out.
 */
const char *endgame_name(const struct kw_game *game, char name[ENDGAME_NAME]);

/* How many positions a layer has, seeds <= most; ENDGAME_UNCOUNTED: too many. */
uint64_t endgame_layer(const struct endgame_index *index, unsigned seeds);

/* Whether a table can hold the position, as far as its fields and marks say. */
bool endgame_covers(const struct endgame_index *index, const struct kw_position *position);

/* The seeds still to be won: the layer that the position belongs to. */
unsigned endgame_seeds(const struct endgame_index *index, const struct kw_position *position);

/* Its rank in that layer; the position must be covered and the layer not above `most`. */
uint64_t endgame_rank(const struct endgame_index *index, const struct kw_position *position,
                      unsigned seeds);

/*
 * The position of that rank, South to move, with empty stores; a bulto holds four.  The size of
 * its layer must fit 64 bits, and the rank be below it.
 */
void endgame_unrank(const struct endgame_index *index, unsigned seeds, uint64_t rank,
                    struct kw_position *position);

/* The seeds that the mover has won already minus those of his opponent. */
int endgame_lead(const struct endgame_index *index, const struct kw_position *position);

/*
 * The value of a finished position for its mover: of the seeds still to be won, those that go to
 * him minus those that go to his opponent.  False if the game is not over.
 */
bool endgame_final(const struct endgame_index *index, const struct kw_position *position,
                   int *value);

#endif
