#include "search/network_training.h"

#include <math.h>

/* The greatest numbers that the text can hold. */
static const float ROW_MAX_REAL = (float)ROW_MAX / UNIT_MAX;
static const float OUTPUT_SEEDS = /* of a unit that is wholly on, for each 1 of its output */
    (float)UNIT_MAX * UNIT_MAX / (1 << OUTPUT_SHIFT) / 100;

static const float RATE_OUTPUT = 0.25F, RATE_ROW = 0.0625F;

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

float network_predict(struct network_trainer *trainer, const struct training_sample *sample) {
    float unit[UNITS], sum = 0;
    memcpy(unit, trainer->value.bias[sample->phase], sizeof unit);
    for (unsigned k = 0; k < sample->features; k++) {
        const float *row = trainer->value.row[sample->feature[k]];
        for (unsigned i = 0; i < UNITS; i++)
            unit[i] += row[i];
    }
    for (unsigned i = 0; i < UNITS; i++) {
        trainer->unit[i] = unit[i] < 0 ? 0 : unit[i] > 1 ? 1 : unit[i];
        sum += trainer->value.output[sample->phase][i] * trainer->unit[i] * trainer->unit[i];
    }
    return sum;
}

/* Adagrad for a row of numbers, which stay between -most and most. */
static inline void training_adagrad(float *restrict number, float *restrict squares,
                                    const float *restrict change, float rate, float most) {
    for (unsigned i = 0; i < UNITS; i++) {
        squares[i] += change[i] * change[i];
        float next = number[i] - rate * change[i] / sqrtf(squares[i] + 1e-8F);
        next = next > most ? most : next;
        number[i] = next < -most ? -most : next;
    }
}

void network_train(struct network_trainer *trainer, const struct training_sample *sample,
                   float error, float pace) {
    struct network_numbers *value = &trainer->value, *squares = &trainer->squares;
    unsigned phase = sample->phase;
    float output[UNITS], unit[UNITS];
    for (unsigned i = 0; i < UNITS; i++) {
        float on = trainer->unit[i];
        output[i] = error * on * on;
        unit[i] = on < 1 ? 2 * error * value->output[phase][i] * on : 0;
    }
    training_adagrad(value->output[phase], squares->output[phase], output, pace * RATE_OUTPUT,
                     OUTPUT_MAX * OUTPUT_SEEDS);
    training_adagrad(value->bias[phase], squares->bias[phase], unit, pace * RATE_ROW, ROW_MAX_REAL);
    for (unsigned k = 0; k < sample->features; k++) {
        unsigned row = sample->feature[k];
        training_adagrad(value->row[row], squares->row[row], unit, pace * RATE_ROW, ROW_MAX_REAL);
    }
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
