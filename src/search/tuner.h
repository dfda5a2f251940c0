/* The state of a tuner, for tuner.c and tuner_checkpoint.c. */
#ifndef KOMWE_SEARCH_TUNER_H
#define KOMWE_SEARCH_TUNER_H

#include "search/network_training.h"

struct kw_tuner {
    const struct kw_game *game;
    struct training_sample *sample;
    size_t count, capacity;
    double weight[PHASES][PHASE_SIZE], squares[PHASES][PHASE_SIZE]; /* of gradients, summed */
    struct network_trainer *network;                                /* beside them, or NULL */
};

#endif
