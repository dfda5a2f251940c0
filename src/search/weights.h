/*
 * The weights of the evaluation, as the search uses them: linear weights of moves, reserves and
 * holes, and a network.  weights_text.h describes them as text.
 */
#ifndef KOMWE_SEARCH_WEIGHTS_H
#define KOMWE_SEARCH_WEIGHTS_H

#include "games/game.h"

enum {
    COUNTS = 16,          /* seeds in a hole: 0..14, 15 or more */
    WEIGHTS = 3 * COUNTS, /* of a hole: unmarked, with the first mark, with the second */
    PHASES = 2,           /* many seeds left to play for, few; Bao: planting, harvest */
    RESERVES = 32,
    CHOICES = 16, /* moves by game_mobility: 0..14, 15 or more */
    WEIGHT_MAX = 30000
};

enum {
    UNITS = 32,        /* of the network */
    UNIT_MAX = 255,    /* what a unit's sum is cut to */
    OUTPUT_MAX = 127,  /* so that it, times a unit, fits 16 bits */
    OUTPUT_SHIFT = 13, /* from the sum of the outputs to hundredths of a seed */
    ROW_MAX = 900      /* so that the rows of a position, 36 at most, add up in 16 bits */
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

typedef int network_eval_fn(const struct kw_game *game, const struct network *network,
                            const struct kw_position *position, unsigned phase, size_t choices);

struct weights {
    struct phase_weights phase[PHASES];
    /* The same by the position's own holes, so that the search need not turn the board round. */
    unsigned holes; /* that have weights; those of the others are 0 */
    int16_t hole[PHASES][2][KW_HOLES][WEIGHTS];
    /* Calibrated, in hundredths of a seed: */
    int eval_margin;     /* evaluate_rest is mostly less, to either side */
    int eval_volatility; /* root mean square of the change of the evaluation from ply to ply */
    network_eval_fn *network_eval; /* of the CPU at hand; NULL: there is no network */
    struct network network;
};

/* The position's hole that is number `number` for that player, from his own first hole on. */
unsigned hole_from(const struct rules *rules, unsigned player, unsigned number);

/* How many holes have weights: all of the ring, or of both rings with the gap between. */
static inline unsigned weights_holes(const struct rules *rules) {
    return rules->rows == 4 ? KW_HOLES : 2u * rules->columns;
}

/* How many numbers a hole has. */
unsigned weights_states(const struct kw_game *game);

/*
 * The state of a hole: which of its numbers counts.  Where marks are of players, the mover's is the
 * first one.
 */
static inline unsigned hole_state(const struct kw_game *game, const struct kw_position *position,
                                  unsigned hole) {
    unsigned seeds = position->hole[hole] < COUNTS ? position->hole[hole] : COUNTS - 1;
    bool turned = position->turn == KW_NORTH && game_marks_are_players(game);
    uint32_t marks[2] = {position->mark, position->mark2};
    unsigned first = marks[turned] >> hole & 1, second = marks[!turned] >> hole & 1;
    return seeds + COUNTS * (first ? 1 : 2 * second);
}

/* The states of the first `holes` holes, and of some beyond: rounded up to sixteen. */
KW_INLINE void hole_states(const struct kw_game *game, const struct kw_position *position,
                           unsigned holes, uint8_t state[KW_HOLES]) {
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
        state[hole] = (uint8_t)hole_state(game, position, hole);
    }
}

/* Which of the phases a position is in. */
static inline unsigned position_phase(const struct kw_game *game,
                                      const struct kw_position *position) {
    unsigned stored = position->store[KW_SOUTH] + position->store[KW_NORTH];
    return game_reserves(game) ? stored == 0 : 2u * stored > game->rules->seeds;
}

/* Fills in weights.hole from weights.phase. */
void weights_index_by_hole(const struct kw_game *game, struct weights *weights);

/*
 * Fills in weights.eval_margin and weights.eval_volatility, which are found in positions of random
 * play and so depend on the rules: on options too that leave the weights as they are.  Takes 1 to 3
 * ms, and longer where moves are long.  False, and nothing is changed, if the work was ended.
 */
bool weights_calibrate(const struct kw_game *game, struct weights *weights);

/*
 * What follows from the rules alone: seeds of the own side are the mover's, worth as much as won
 * ones or less; those in children have been won.
 */
void weights_default(const struct kw_game *game, struct weights *weights);

/*
 * The weights of a rule set: those learned for it as it is listed, or the default.  False if there
 * is not enough memory.
 */
bool weights_of_game(const struct kw_game *game, struct weights *weights);

/* The text of the weights that were learned for a listed rule set, or NULL: weights_learned.c. */
const char *weights_learned(const char *id);

/*
 * The listed rule set whose weights are those of this one, too: mostly itself; weights_lender.c, by
 * data/weights/borrowed.json.
 */
const char *weights_lender(const char *id);

#endif
