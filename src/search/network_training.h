/* Training of the network: see network.h and tuner.c. */
#ifndef KOMWE_SEARCH_NETWORK_TRAINING_H
#define KOMWE_SEARCH_NETWORK_TRAINING_H

#include "search/weights.h"

/* The features of a position: indices of the weights of a phase, and of the rows of the network. */
enum {
    AT_CHOICE = 0,
    AT_RESERVE = CHOICES,
    AT_HOLE = AT_RESERVE + 2 * RESERVES,
    PHASE_SIZE = AT_HOLE + KW_HOLES * WEIGHTS,
    FEATURES = 3 + KW_HOLES /* of a position: moves, reserves, holes */
};

/* A position to learn from. */
struct training_sample {
    float target; /* seeds still to be won; else 1 won, 0 lost */
    uint8_t phase;
    bool held_out; /* not learned from */
    uint16_t features;
    uint16_t feature[FEATURES];
};

/* The parameters as real numbers: 1 is a saturated unit; the output is in seeds. */
struct network_numbers {
    float bias[PHASES][UNITS], output[PHASES][UNITS], row[PHASE_SIZE][UNITS];
};

struct network_trainer {
    struct network_numbers value, squares; /* squares: sums of squared gradients, for Adagrad */
    float unit[UNITS];                     /* clipped, of the last prediction */
};

/* Small random numbers. */
void network_init(struct network_trainer *trainer, uint64_t seed);

/* The output of the network for a sample, in seeds. */
float network_predict(struct network_trainer *trainer, const struct training_sample *sample);

/*
 * After a prediction of that sample: a gradient step against the error, of full length at pace 1.
 */
void network_train(struct network_trainer *trainer, const struct training_sample *sample,
                   float error, float pace);

/* Rounds the parameters to integers. */
void network_quantize(const struct network_trainer *trainer, struct network *network);

#endif
