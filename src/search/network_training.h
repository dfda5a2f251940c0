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
    struct network_numbers value, squares; /* squares: means of squared gradients; 0: unseen */
};

/* Small random numbers. */
void network_init(struct network_trainer *trainer, uint64_t seed);

/* The output of the network for a sample, in seeds, and its clipped units. */
float network_predict(const struct network_numbers *value, const struct training_sample *sample,
                      float unit[UNITS]);

/*
 * Adds the gradient of a sample's squared error, halved, to `gradient`; `unit` is what
 * network_predict found, `error` the prediction less the target.
 */
void network_add_gradient(const struct network_numbers *value, const struct training_sample *sample,
                          const float unit[UNITS], float error, struct network_numbers *gradient);

/* A step of Adam (Kingma and Ba, 2015). */
struct adam_step {
    uint64_t step;  /* its number, from 1 on */
    unsigned batch; /* samples whose gradients were added, 1 at least */
    float rate;     /* of learning */
};

/*
 * Carries out a step for `count` numbers, in arrays that do not overlap: against `gradient`, a sum
 * over the batch, which becomes 0.  `mean` and `squares` are the moments, 0 before the first step.
 */
void adam_update(const struct adam_step *step, size_t count, float *restrict value,
                 float *restrict gradient, float *restrict mean, float *restrict squares);

/* Cuts the numbers to those that the text can hold. */
void network_clamp(struct network_numbers *value);

/* Rounds the parameters to integers. */
void network_quantize(const struct network_trainer *trainer, struct network *network);

#endif
