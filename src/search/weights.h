/*
 * The weights of the evaluation: as text, and as the search wants them.
 *
 * The text says for each phase what a number of moves is worth, in games with reserves what the
 * mover's and his opponent's are, and what each hole is by the seeds that it holds:
 *
 *      komwe-weights 2 kujifunza
 *      # a comment, to the end of the line
 *      phase 0
 *      moves    0 12 25 ...            16 numbers: none, 1, .. 14, 15 and more
 *      reserve  0 ...                  32 numbers, twice
 *      hole     0 83 171 ...           16 numbers: empty, 1, .. 14, 15 and more; then 16 for a hole
 *                                      with the game's first mark, and with the second, if it has
 *                                      them; a row for each hole of the mover's ring, from his own
 *                                      first one
 *
 * in hundredths of a seed, -30000 to 30000.  If there is a network (see network.h), it follows:
 *
 *      network
 *      bias     31 -7 102 ...          32 numbers, one for each unit, -900 to 900: of phase 0; of 1
 *      output   12 -101 3 ...          32 numbers, -127 to 127: of phase 0; of phase 1
 *      moves    0 14 -20 ...           32 numbers, -900 to 900: none, 1, .. 14, 15 and more moves
 *      reserve  0 ...                  the same for each reserve of the mover, then his opponent's
 *      hole     0 8 -26 ...            the same for each number of the rows of holes above
 *
 * The last line is the checksum (base/checksum.h) of all bytes before it, in 16 hexadecimal digits:
 *
 *      checksum 0f1e2d3c4b5a6978
 *
 * Version 1 is the same without that line, so that what is written by hand needs none.
 */
#ifndef KOMWE_SEARCH_WEIGHTS_H
#define KOMWE_SEARCH_WEIGHTS_H

#include "games/game.h"

enum {
    COUNTS = 16,          /* seeds in a hole: 0..14, 15 or more */
    WEIGHTS = 3 * COUNTS, /* of a hole: unmarked, with the first mark, with the second */
    PHASES = 2,           /* many seeds left to play for, few; Bao: planting, harvest */
    RESERVES = 32,
    CHOICES = 16, /* legal moves: 0..14, 15 or more */
    WEIGHT_MOST = 30000
};

enum {
    UNITS = 32,        /* of the network */
    UNIT_MOST = 255,   /* what a unit's sum is cut to */
    OUTPUT_MOST = 127, /* so that it, times a unit, fits 16 bits */
    OUTPUT_SHIFT = 13, /* from the sum of the outputs to hundredths of a seed */
    ROW_MOST = 900     /* so that the rows of a position, 36 at most, add up in 16 bits */
};

/* Of one phase, from the mover's side. */
struct phase_weights {
    int16_t choice[CHOICES];
    int16_t reserve[2][RESERVES];    /* the mover's, his opponent's */
    int16_t hole[KW_HOLES][WEIGHTS]; /* from the mover's first hole on; see hole_from */
};

struct network {
    int16_t bias[PHASES][UNITS];
    int16_t output[PHASES][UNITS];
    int16_t choice[CHOICES][UNITS];
    int16_t reserve[2][RESERVES][UNITS];
    int16_t hole[KW_HOLES][WEIGHTS][UNITS]; /* from the mover's first hole on */
};

typedef int network_function(const struct kw_game *game, const struct network *network,
                             const struct kw_position *position, unsigned phase, size_t choices);

struct weights {
    struct phase_weights phase[PHASES];
    /* The same by the position's own holes, so that the search need not turn the board round. */
    unsigned holes; /* that have weights; those of the others are 0 */
    int16_t hole[PHASES][2][KW_HOLES][WEIGHTS];
    /* Measured, hundredths of a seed: */
    int margin; /* what the linear weights of the holes leave out is mostly less */
    int swing;  /* by which the evaluation changes from ply to ply: the root of the mean square */
    network_function *correction; /* the network's, which then stands beside them, or NULL */
    struct network network;
};

/* The position's hole that is number `number` for that player, from his own first hole on. */
unsigned hole_from(const struct rules *rules, unsigned player, unsigned number);

/* How many holes have weights: all of the ring, or of both rings with the gap between. */
static inline unsigned weighed_holes(const struct rules *rules) {
    return rules->rows == 4 ? KW_HOLES : 2u * rules->columns;
}

/* How many numbers a hole has. */
unsigned weighed_states(const struct kw_game *game);

/* The state of a hole: which of its numbers counts. */
static inline unsigned hole_state(const struct kw_position *position, unsigned hole) {
    unsigned seeds = position->hole[hole] < COUNTS ? position->hole[hole] : COUNTS - 1;
    unsigned first = position->mark >> hole & 1, second = position->mark2 >> hole & 1;
    return seeds + COUNTS * (first ? 1 : 2 * second);
}

/* The states of the first `holes` holes, and of some beyond: rounded up to sixteen. */
KW_INLINE void hole_states(const struct kw_position *position, unsigned holes,
                           uint8_t state[KW_HOLES]) {
    typedef uint8_t bytes __attribute__((vector_size(16)));
    for (unsigned i = 0; i < holes; i += sizeof(bytes)) {
        bytes held;
        memcpy(&held, position->hole + i, sizeof held);
        bytes few = (bytes)(held < COUNTS);
        held = (held & few) | ((COUNTS - 1) & ~few);
        memcpy(state + i, &held, sizeof held);
    }
    for (uint32_t left = position->mark | position->mark2; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        state[hole] = (uint8_t)hole_state(position, hole);
    }
}

/* Which of the phases a position is in. */
static inline unsigned position_phase(const struct kw_game *game,
                                      const struct kw_position *position) {
    unsigned stored = position->store[KW_SOUTH] + position->store[KW_NORTH];
    return game->family->reserves ? stored == 0 : 2u * stored > game->rules->seeds;
}

/* Fills in weights.hole from weights.phase. */
void weights_turn(const struct kw_game *game, struct weights *weights);

/*
 * Fills in weights.margin and weights.swing, which are found in positions of random play and so
 * depend on the rules: on options too that leave the weights as they are.  Takes 1 to 3 ms.
 */
void weights_measure(const struct kw_game *game, struct weights *weights);

/* Seeds alone: those of the own side for the mover. */
void weights_plain(const struct kw_game *game, struct weights *weights);

/* Reads a text; false with an error that names line and column. */
bool weights_read(const struct kw_game *game, const char *text, struct weights *weights,
                  struct kw_error *error);

/*
 * The weights of a rule set: those learned for it as it is listed, or seeds alone.  False if there
 * is no memory.
 */
bool weights_find(const struct kw_game *game, struct weights *weights);

/* The text of the weights that were learned for a listed rule set, or NULL: weights_learned.c. */
const char *weights_learned(const char *id);

#endif
