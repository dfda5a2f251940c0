/* What learning works with: see learn.c and learn_checkpoint.c. */
#ifndef KOMWE_SEARCH_LEARN_H
#define KOMWE_SEARCH_LEARN_H

#include "search/network_learn.h"

struct kw_tuner {
    const struct kw_game *game;
    struct sample *sample;
    size_t count, capacity;
    double weight[PHASES][PHASE_SIZE], slope[PHASES][PHASE_SIZE]; /* sums of squares */
    struct network_learner *network;                              /* beside them, or NULL */
};

#endif
