/* Learning a network: see network.h and learn.c. */
#ifndef KOMWE_SEARCH_NETWORK_LEARN_H
#define KOMWE_SEARCH_NETWORK_LEARN_H

#include "search/weights.h"

/* The features of a position: which of a phase's weights, and of the network's rows, count. */
enum {
    AT_CHOICE = 0,
    AT_RESERVE = CHOICES,
    AT_HOLE = AT_RESERVE + 2 * RESERVES,
    PHASE_SIZE = AT_HOLE + KW_HOLES * WEIGHTS,
    FEATURES = 3 + KW_HOLES /* of a position: moves, reserves, holes */
};

/* A position as it is learned from. */
struct sample {
    float target; /* seeds still to be won; else 1 won, 0 lost */
    uint16_t phase, features;
    uint16_t feature[FEATURES];
};

/* In fractions: 1 is a unit that is wholly on; the output is in seeds. */
struct network_numbers {
    float bias[PHASES][UNITS], output[PHASES][UNITS], row[PHASE_SIZE][UNITS];
};

struct network_learner {
    struct network_numbers is, slope; /* slope: sums of squares */
    float unit[UNITS];                /* of the last guess, cut */
};

/* Small numbers at random. */
void network_begin(struct network_learner *learner, uint64_t seed);

/* What the network adds to the linear value of a sample, in seeds. */
float network_guess(struct network_learner *learner, const struct sample *sample);

/* After a guess on that sample: takes a step, of full length at the pace 1, against the error. */
void network_step(struct network_learner *learner, const struct sample *sample, float error,
                  float pace);

/* The network in whole numbers. */
void network_round(const struct network_learner *learner, struct network *network);

#endif
