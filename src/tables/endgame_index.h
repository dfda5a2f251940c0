/*
 * The positions of an endgame table, as numbers.
 *
 * A layer holds the positions with so many seeds still to be won, seen by the player to move.  What
 * stands in the stores, and who sits where, is no part of them.  A position is a sequence of hole
 * states from the mover's first hole round the ring, and its number is its place among all such
 * sequences of the layer in their order: a bijection with 0 .. endgame_layer - 1.
 *
 *      kalah awari oware giuthi adji-boto   a hole's state is its seeds
 *      kiothi                               and whether it is a nki, if it holds any
 *      bulto                                a hole that is a bulto counts as empty: its stones are
 *                                           never lifted, so they are as good as in a store; a
 *                                           three may be a mine
 *
 * Not among them: positions of Kiothi's placing, of Adji-boto's opening (u), games that are over by
 * a field; nor the games of the Bao family, which lose no seeds.
 */
#ifndef KOMWE_TABLES_ENDGAME_INDEX_H
#define KOMWE_TABLES_ENDGAME_INDEX_H

#include "games/game.h"

enum {
    ENDGAME_HOLES = 20, /* of the largest board that has tables */
    ENDGAME_SEEDS = 60, /* of the largest layer */
    ENDGAME_NAME = 192  /* bytes that hold any endgame_name, NUL included */
};

/* A number of positions that is too great to be counted. */
#define ENDGAME_UNCOUNTED UINT64_MAX

/* What an infinite game comes to: see docs/endgame-tables.md. */
enum endgame_cycles {
    ENDGAME_NO_CYCLES,     /* there is none */
    ENDGAME_CYCLES_NAUGHT, /* nobody gains: the value is exact */
    ENDGAME_CYCLES_OPEN    /* it depends on the way: there are two bounds */
};

/* What seeds, besides those of an open hole, make a second state of it. */
enum endgame_marks {
    ENDGAME_PLAIN, /* none */
    ENDGAME_NKI,   /* any number but 0 */
    ENDGAME_BULTO  /* 0 (a bulto) and 3 (a mine) */
};

struct endgame_index {
    const struct kw_game *game;
    enum endgame_cycles cycles;
    enum endgame_marks marks;
    unsigned holes;  /* of both rows */
    unsigned most;   /* seeds of the largest layer that can be asked about */
    uint64_t *table; /* see endgame_index.c */
};

/*
 * Makes the index of a game for layers up to `most` seeds (at most ENDGAME_SEEDS); false with a
 * sentence for its user if the game has no tables under its options, or there is no memory.
 * `game` must outlive it; given back with endgame_index_close.
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

/* Its number in that layer; the position must be covered and the layer not above `most`. */
uint64_t endgame_rank(const struct endgame_index *index, const struct kw_position *position,
                      unsigned seeds);

/*
 * The position of that number, South to move, with empty stores; a bulto holds four.  Its layer
 * must be counted, and the number below endgame_layer.
 */
void endgame_unrank(const struct endgame_index *index, unsigned seeds, uint64_t rank,
                    struct kw_position *position);

/* What the mover of a position has won already, minus what his opponent has. */
int endgame_lead(const struct endgame_index *index, const struct kw_position *position);

/*
 * What a finished position gives its mover of the seeds that were still to be won: those that go to
 * him minus those that go to his opponent.  False if the game goes on.
 */
bool endgame_final(const struct endgame_index *index, const struct kw_position *position,
                   int *value);

#endif
