#include "search/network_learn.h"

#include <math.h>

/* The greatest numbers that the text can hold. */
static const float ROW_LIMIT = (float)ROW_MOST / UNIT_MOST;
static const float OUTPUT_SEEDS = /* of a unit that is wholly on, for each 1 of its output */
    (float)UNIT_MOST * UNIT_MOST / (1 << OUTPUT_SHIFT) / 100;

static const float RATE_OUTPUT = 0.25F, RATE_ROW = 0.0625F;

/* Uniform in -most .. most. */
static float uniform(struct kw_random *random, float most) {
    return most * ((float)kw_random_below(random, 1U << 20) / (1U << 19) - 1);
}

void network_begin(struct network_learner *learner, uint64_t seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    memset(learner, 0, sizeof *learner);
    for (unsigned k = 0; k < PHASE_SIZE; k++)
        for (unsigned i = 0; i < UNITS; i++)
            learner->is.row[k][i] = uniform(&random, 0.15F);
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < UNITS; i++) {
            learner->is.bias[phase][i] = 0.4F;
            learner->is.output[phase][i] = (i % 2 ? -0.5F : 0.5F) + uniform(&random, 0.2F);
        }
}

float network_guess(struct network_learner *learner, const struct sample *sample) {
    float unit[UNITS], sum = 0;
    memcpy(unit, learner->is.bias[sample->phase], sizeof unit);
    for (unsigned k = 0; k < sample->features; k++) {
        const float *row = learner->is.row[sample->feature[k]];
        for (unsigned i = 0; i < UNITS; i++)
            unit[i] += row[i];
    }
    for (unsigned i = 0; i < UNITS; i++) {
        learner->unit[i] = unit[i] < 0 ? 0 : unit[i] > 1 ? 1 : unit[i];
        sum += learner->is.output[sample->phase][i] * learner->unit[i] * learner->unit[i];
    }
    return sum;
}

/* Adagrad for a row of numbers, which stay between -most and most. */
static inline void step(float *restrict number, float *restrict slope, const float *restrict change,
                        float rate, float most) {
    for (unsigned i = 0; i < UNITS; i++) {
        slope[i] += change[i] * change[i];
        float next = number[i] - rate * change[i] / sqrtf(slope[i] + 1e-8F);
        next = next > most ? most : next;
        number[i] = next < -most ? -most : next;
    }
}

void network_step(struct network_learner *learner, const struct sample *sample, float error,
                  float pace) {
    struct network_numbers *is = &learner->is, *slope = &learner->slope;
    unsigned phase = sample->phase;
    float output[UNITS], unit[UNITS];
    for (unsigned i = 0; i < UNITS; i++) {
        float on = learner->unit[i];
        output[i] = error * on * on;
        unit[i] = on < 1 ? 2 * error * is->output[phase][i] * on : 0;
    }
    step(is->output[phase], slope->output[phase], output, pace * RATE_OUTPUT,
         OUTPUT_MOST * OUTPUT_SEEDS);
    step(is->bias[phase], slope->bias[phase], unit, pace * RATE_ROW, ROW_LIMIT);
    for (unsigned k = 0; k < sample->features; k++) {
        unsigned row = sample->feature[k];
        step(is->row[row], slope->row[row], unit, pace * RATE_ROW, ROW_LIMIT);
    }
}

static void round_row(const float *number, float scale, int16_t *row) {
    for (unsigned i = 0; i < UNITS; i++)
        row[i] = (int16_t)lrintf(number[i] * scale);
}

/* A row that no position had is nothing, and not what it was begun with. */
static void round_feature(const struct network_learner *learner, unsigned feature, int16_t *row) {
    bool seen = false;
    for (unsigned i = 0; i < UNITS; i++)
        seen = seen || learner->slope.row[feature][i] > 0;
    if (seen)
        round_row(learner->is.row[feature], UNIT_MOST, row);
}

void network_round(const struct network_learner *learner, struct network *network) {
    memset(network, 0, sizeof *network);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        round_row(learner->is.bias[phase], UNIT_MOST, network->bias[phase]);
        round_row(learner->is.output[phase], 1 / OUTPUT_SEEDS, network->output[phase]);
    }
    for (unsigned i = 0; i < CHOICES; i++)
        round_feature(learner, AT_CHOICE + i, network->choice[i]);
    for (unsigned i = 0; i < 2 * RESERVES; i++)
        round_feature(learner, AT_RESERVE + i, network->reserve[i / RESERVES][i % RESERVES]);
    for (unsigned i = 0; i < KW_HOLES * WEIGHTS; i++)
        round_feature(learner, AT_HOLE + i, network->hole[i / WEIGHTS][i % WEIGHTS]);
}
