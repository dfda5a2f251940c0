#include "search/network_training.h"

#include <math.h>

/* The greatest numbers that the text can hold. */
static const float ROW_MAX_REAL = (float)ROW_MAX / UNIT_MAX;
static const float OUTPUT_SEEDS = /* of a unit that is wholly on, for each 1 of its output */
    (float)UNIT_MAX * UNIT_MAX / (1 << OUTPUT_SHIFT) / 100;

/* Uniform in -most .. most. */
static float training_uniform(struct kw_random *random, float most) {
    return most * ((float)kw_random_below(random, 1U << 20) / (1U << 19) - 1);
}

void network_init(struct network_trainer *trainer, uint64_t seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    memset(trainer, 0, sizeof *trainer);
    for (unsigned k = 0; k < PHASE_SIZE; k++)
        for (unsigned i = 0; i < UNITS; i++)
            trainer->value.row[k][i] = training_uniform(&random, 0.15F);
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < UNITS; i++) {
            trainer->value.bias[phase][i] = 0.4F;
            trainer->value.output[phase][i] =
                (i % 2 ? -0.5F : 0.5F) + training_uniform(&random, 0.2F);
        }
}

float network_predict(const struct network_numbers *value, const struct training_sample *sample,
                      float unit[UNITS]) {
    float sum = 0;
    memcpy(unit, value->bias[sample->phase], UNITS * sizeof *unit);
    for (unsigned k = 0; k < sample->features; k++) {
        const float *row = value->row[sample->feature[k]];
        for (unsigned i = 0; i < UNITS; i++)
            unit[i] += row[i];
    }
    for (unsigned i = 0; i < UNITS; i++) {
        unit[i] = unit[i] < 0 ? 0 : unit[i] > 1 ? 1 : unit[i];
        sum += value->output[sample->phase][i] * unit[i] * unit[i];
    }
    return sum;
}

void network_add_gradient(const struct network_numbers *value, const struct training_sample *sample,
                          const float unit[UNITS], float error, struct network_numbers *gradient) {
    unsigned phase = sample->phase;
    float change[UNITS];
    for (unsigned i = 0; i < UNITS; i++) {
        gradient->output[phase][i] += error * unit[i] * unit[i];
        change[i] = unit[i] < 1 ? 2 * error * value->output[phase][i] * unit[i] : 0;
        gradient->bias[phase][i] += change[i];
    }
    for (unsigned k = 0; k < sample->features; k++) {
        float *row = gradient->row[sample->feature[k]];
        for (unsigned i = 0; i < UNITS; i++)
            row[i] += change[i];
    }
}

void adam_update(const struct adam_step *step, size_t count, float *restrict value,
                 float *restrict gradient, float *restrict mean, float *restrict squares) {
    const float keep = 0.9F, keep_squares = 0.999F;
    float first = 1 - powf(keep, (float)step->step);
    float second = 1 - powf(keep_squares, (float)step->step);
    float rate = step->rate * sqrtf(second) / first;
    for (size_t i = 0; i < count; i++) {
        float change = gradient[i] / (float)step->batch;
        mean[i] = keep * mean[i] + (1 - keep) * change;
        squares[i] = keep_squares * squares[i] + (1 - keep_squares) * change * change;
        value[i] -= rate * mean[i] / (sqrtf(squares[i]) + 1e-8F);
        gradient[i] = 0;
    }
}

static void training_clamp(float *number, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        number[i] = number[i] > most ? most : number[i] < -most ? -most : number[i];
}

void network_clamp(struct network_numbers *value) {
    training_clamp(value->bias[0], PHASES * UNITS, ROW_MAX_REAL);
    training_clamp(value->output[0], PHASES * UNITS, OUTPUT_MAX * OUTPUT_SEEDS);
    training_clamp(value->row[0], PHASE_SIZE * UNITS, ROW_MAX_REAL);
}

static void training_round_row(const float *number, float scale, int16_t *row) {
    for (unsigned i = 0; i < UNITS; i++)
        row[i] = (int16_t)lrintf(number[i] * scale);
}

/* The row of a feature that no sample had is 0, not its random initial value. */
static void training_round_feature(const struct network_trainer *trainer, unsigned feature,
                                   int16_t *row) {
    bool seen = false;
    for (unsigned i = 0; i < UNITS; i++)
        seen = seen || trainer->squares.row[feature][i] > 0;
    if (seen)
        training_round_row(trainer->value.row[feature], UNIT_MAX, row);
}

void network_quantize(const struct network_trainer *trainer, struct network *network) {
    memset(network, 0, sizeof *network);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        training_round_row(trainer->value.bias[phase], UNIT_MAX, network->bias[phase]);
        training_round_row(trainer->value.output[phase], 1 / OUTPUT_SEEDS, network->output[phase]);
    }
    for (unsigned i = 0; i < CHOICES; i++)
        training_round_feature(trainer, AT_CHOICE + i, network->choice[i]);
    for (unsigned i = 0; i < 2 * RESERVES; i++)
        training_round_feature(trainer, AT_RESERVE + i,
                               network->reserve[i / RESERVES][i % RESERVES]);
    for (unsigned i = 0; i < KW_HOLES * WEIGHTS; i++)
        training_round_feature(trainer, AT_HOLE + i, network->hole[i / WEIGHTS][i % WEIGHTS]);
}
