/*
 * kw_tuner: finds the weights that best predict how the game of a position ended, or what a search
 * found.  Games that count seeds: least squares, of the seeds still to be won; others: logistic
 * regression.  Linear weights by Adagrad (Duchi, Hazan and Singer, 2011), one position at a time in
 * random order; linear weights and a network together by Adam, in batches.
 */
#include "search/tuner.h"

#include "base/memory.h"
#include "komwe/engine.h"
#include "komwe/tuner.h"
#include "search/evaluate.h"
#include "search/weights_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_SAMPLES = 4096 }; /* between two calls of the callback */

/* In games that count no seeds, a lead of so many is won with odds of e to 1. */
static const double SEEDS_TO_WIN = 6;

static void tuner_set_weights(struct kw_tuner *tuner, const struct weights *weights) {
    for (unsigned phase = 0; phase < PHASES; phase++) {
        const struct phase_weights *of = &weights->phase[phase];
        double *to = tuner->weight[phase];
        for (unsigned i = 0; i < CHOICES; i++)
            to[AT_CHOICE + i] = of->choice[i] / 100.0;
        for (unsigned i = 0; i < 2; i++)
            for (unsigned k = 0; k < RESERVES; k++)
                to[AT_RESERVE + i * RESERVES + k] = of->reserve[i][k] / 100.0;
        for (unsigned i = 0; i < KW_HOLES; i++)
            for (unsigned k = 0; k < WEIGHTS; k++)
                to[AT_HOLE + i * WEIGHTS + k] = of->hole[i][k] / 100.0;
    }
}

struct kw_tuner *kw_tuner_new(const struct kw_game *game) {
    struct kw_tuner *tuner = calloc(1, sizeof *tuner);
    struct weights *weights = malloc(sizeof *weights);
    if (tuner != NULL && weights != NULL) {
        tuner->game = game;
        weights_default(game, weights);
        tuner_set_weights(tuner, weights);
    } else {
        free(tuner);
        tuner = NULL;
    }
    free(weights);
    return tuner;
}

void kw_tuner_free(struct kw_tuner *tuner) {
    if (tuner == NULL)
        return;
    free(tuner->network);
    free(tuner->sample);
    free(tuner);
}

/* A linear weight in the unit of the text. */
static double tuner_in_hundredths(double weight) {
    double value = round(weight * 100);
    return value > WEIGHT_MAX ? WEIGHT_MAX : value < -WEIGHT_MAX ? -WEIGHT_MAX : value;
}

bool kw_tuner_add_network(struct kw_tuner *tuner, uint64_t seed) {
    if (tuner->network == NULL)
        tuner->network = malloc(sizeof *tuner->network);
    if (tuner->network == NULL)
        return false;
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < PHASE_SIZE; i++)
            tuner->weight[phase][i] = tuner_in_hundredths(tuner->weight[phase][i]) / 100;
    network_init(tuner->network, seed);
    memset(tuner->squares, 0, sizeof tuner->squares);
    tuner->count = 0;
    return true;
}

static void tuner_find_features(const struct kw_game *game, const struct kw_position *position,
                                struct training_sample *sample) {
    unsigned turn = position->turn;
    size_t choices = game_mobility(game, position);
    sample->phase = (uint8_t)position_phase(game, position);
    sample->feature[sample->features++] =
        (uint16_t)(AT_CHOICE + (choices < CHOICES ? choices : CHOICES - 1));
    for (unsigned i = 0; i < 2 && game_reserves(game); i++)
        sample->feature[sample->features++] =
            (uint16_t)(AT_RESERVE + RESERVES * i + position->store[turn ^ i] % RESERVES);
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        sample->feature[sample->features++] =
            (uint16_t)(AT_HOLE + WEIGHTS * i +
                       hole_state(game, position, hole_from(game->rules, turn, i)));
}

/* The chance to win with that lead of seeds, in a game that counts none. */
static double tuner_win_chance(double lead) { return 1 / (1 + exp(-lead / SEEDS_TO_WIN)); }

/* The target by the result of the game, for the mover of the position. */
static float tuner_result_target(const struct kw_game *game, const struct kw_position *position,
                                 const struct kw_result *result) {
    unsigned turn = position->turn;
    if (game->info->counts_seeds)
        return (float)((turn == KW_SOUTH ? game_lead_of(result) : -game_lead_of(result)) -
                       won_lead(game, position));
    bool won = result->outcome == (turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
    return result->outcome == KW_DRAW ? 0.5f : (float)won;
}

/* The target by the result of a search. */
static float tuner_line_target(const struct kw_game *game, const struct kw_position *position,
                               const struct kw_line *line) {
    switch (line->unit) {
    case KW_IN_SEEDS:
        return (float)line->score / SCORE_SEED - (float)won_lead(game, position);
    case KW_IN_PLIES:
        return line->score > 0 ? 1 : 0;
    default:
        return (float)tuner_win_chance((double)line->score / SCORE_SEED);
    }
}

/* A new sample; NULL if there is not enough memory. */
static struct training_sample *tuner_new_sample(struct kw_tuner *tuner) {
    return array_reserve(&tuner->sample, tuner->count, 1, &tuner->capacity, sizeof *tuner->sample)
               ? &tuner->sample[tuner->count]
               : NULL;
}

static bool tuner_add_sample(struct kw_tuner *tuner, const struct kw_position *position,
                             const struct kw_result *result, const struct kw_line *line,
                             bool held_out) {
    if (line == NULL && tuner->game->info->counts_seeds && !result->scored)
        return true; /* a result without a score */
    struct training_sample *sample = tuner_new_sample(tuner);
    if (sample == NULL)
        return false;
    *sample = (struct training_sample){.held_out = held_out};
    sample->target = line != NULL ? tuner_line_target(tuner->game, position, line)
                                  : tuner_result_target(tuner->game, position, result);
    tuner_find_features(tuner->game, position, sample);
    tuner->count++;
    return true;
}

bool kw_tuner_add(struct kw_tuner *tuner, const struct kw_position *position,
                  const struct kw_result *result, const struct kw_line *line) {
    return tuner_add_sample(tuner, position, result, line, false);
}

bool kw_tuner_hold_out(struct kw_tuner *tuner, const struct kw_position *position,
                       const struct kw_result *result, const struct kw_line *line) {
    return tuner_add_sample(tuner, position, result, line, true);
}

bool kw_tuner_append(struct kw_tuner *tuner, const struct kw_tuner *other) {
    size_t added = other->count;
    if (!array_reserve(&tuner->sample, tuner->count, added, &tuner->capacity,
                       sizeof *tuner->sample))
        return false;
    if (added > 0)
        memcpy(&tuner->sample[tuner->count], other->sample, added * sizeof *other->sample);
    tuner->count += added;
    return true;
}

/* The prediction of the linear weights, and of the network beside them, for a sample. */
static double tuner_predict(const struct kw_tuner *tuner, const struct training_sample *sample) {
    float unit[UNITS];
    double sum =
        tuner->network == NULL ? 0 : (double)network_predict(&tuner->network->value, sample, unit);
    for (unsigned i = 0; i < sample->features; i++)
        sum += tuner->weight[sample->phase][sample->feature[i]];
    return tuner->game->info->counts_seeds ? sum : tuner_win_chance(sum);
}

static void tuner_train(struct kw_tuner *tuner, const struct training_sample *sample, double rate,
                        double pace) {
    double error = tuner_predict(tuner, sample) - sample->target;
    for (unsigned i = 0; i < sample->features; i++) {
        double *squares = &tuner->squares[sample->phase][sample->feature[i]];
        *squares += error * error;
        tuner->weight[sample->phase][sample->feature[i]] -=
            rate * pace * error / sqrt(*squares + 1e-9);
    }
}

/* Root mean square error of the samples that were held out, or of the others; -1 without any. */
static double tuner_error(struct kw_tuner *tuner, bool held_out) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < tuner->count; i++)
        if (tuner->sample[i].held_out == held_out) {
            double error = tuner_predict(tuner, &tuner->sample[i]) - tuner->sample[i].target;
            sum += error * error;
            count++;
        }
    return count > 0 ? sqrt(sum / (double)count) : -1;
}

double kw_tuner_held_out_error(struct kw_tuner *tuner) { return tuner_error(tuner, true); }

/* ---- linear weights and a network together --------------------------------------------------- */

/* Positions of a batch: so many, or fewer where that would leave a round fewer steps than this. */
enum { BATCH_LEAST = 16, BATCH_MOST = 1024, STEPS = 1000, WARM_UP = 200 /* steps at most */ };

static const float RATE_MOST = 0.003F;

/* The numbers that are learned, or their gradients or moments. */
struct tuner_numbers {
    float linear[PHASES][PHASE_SIZE];
    struct network_numbers network;
};

struct tuner_adam {
    struct tuner_numbers value, gradient, mean, squares;
};

static void tuner_begin_adam(const struct kw_tuner *tuner, struct tuner_adam *adam) {
    memset(adam, 0, sizeof *adam);
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < PHASE_SIZE; i++)
            adam->value.linear[phase][i] = (float)tuner->weight[phase][i];
    adam->value.network = tuner->network->value;
}

static void tuner_end_adam(struct kw_tuner *tuner, const struct tuner_adam *adam) {
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < PHASE_SIZE; i++)
            tuner->weight[phase][i] = (double)adam->value.linear[phase][i];
    tuner->network->value = adam->value.network;
    tuner->network->squares = adam->squares.network;
}

/* Adds the gradient of a sample. */
static void tuner_add_gradient(struct tuner_adam *adam, bool counts_seeds,
                               const struct training_sample *sample) {
    float unit[UNITS], sum = network_predict(&adam->value.network, sample, unit);
    for (unsigned i = 0; i < sample->features; i++)
        sum += adam->value.linear[sample->phase][sample->feature[i]];
    float found = counts_seeds ? sum : (float)tuner_win_chance((double)sum);
    float error = found - sample->target;
    for (unsigned i = 0; i < sample->features; i++)
        adam->gradient.linear[sample->phase][sample->feature[i]] += error;
    network_add_gradient(&adam->value.network, sample, unit, error, &adam->gradient.network);
}

static unsigned tuner_batch(size_t samples) {
    size_t batch = samples / STEPS;
    return batch < BATCH_LEAST ? BATCH_LEAST : batch > BATCH_MOST ? BATCH_MOST : (unsigned)batch;
}

/* The rate rises over the first steps, and falls to 0 with the cosine of what has been done. */
static float tuner_rate(uint64_t done, uint64_t all) {
    const float half_turn = 3.14159265F;
    uint64_t warm_up = all / 10 < WARM_UP ? all / 10 : WARM_UP;
    float begun = done < warm_up ? (float)(done + 1) / (float)warm_up : 1;
    return RATE_MOST * begun * (1 + cosf(half_turn * (float)done / (float)all)) / 2;
}

static bool tuner_fit_network(struct kw_tuner *tuner, struct tuner_adam *adam, unsigned rounds,
                              struct kw_random *random, bool (*progress)(void *context),
                              void *context) {
    bool counts_seeds = tuner->game->info->counts_seeds;
    unsigned batch = tuner_batch(tuner->count);
    uint64_t steps = (tuner->count + batch - 1) / batch * rounds;
    for (uint64_t i = 0; i < steps; i++) {
        struct adam_step step = {.step = i + 1, .batch = batch, .rate = tuner_rate(i, steps)};
        if (progress != NULL && i % (PROGRESS_SAMPLES / batch) == 0 && !progress(context))
            return false;
        for (unsigned k = 0; k < batch; k++) {
            const struct training_sample *sample =
                &tuner->sample[kw_random_below(random, (uint32_t)tuner->count)];
            if (!sample->held_out)
                tuner_add_gradient(adam, counts_seeds, sample);
        }
        adam_update(&step, sizeof adam->value / sizeof(float), (float *)&adam->value,
                    (float *)&adam->gradient, (float *)&adam->mean, (float *)&adam->squares);
        network_clamp(&adam->value.network);
    }
    return true;
}

static bool tuner_fit_linear(struct kw_tuner *tuner, unsigned rounds, struct kw_random *random,
                             bool (*progress)(void *context), void *context) {
    double rate = tuner->game->info->counts_seeds ? 0.3 : 0.5;
    for (unsigned round = 0; round < rounds; round++) {
        for (size_t i = 0; i < tuner->count; i++) {
            if (progress != NULL && i % PROGRESS_SAMPLES == 0 && !progress(context))
                return false;
            const struct training_sample *sample =
                &tuner->sample[kw_random_below(random, (uint32_t)tuner->count)];
            if (!sample->held_out)
                tuner_train(tuner, sample, rate, 1.0 / (1 + round));
        }
    }
    return true;
}

double kw_tuner_fit(struct kw_tuner *tuner, unsigned rounds, uint64_t seed,
                    bool (*progress)(void *context), void *context) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    if (tuner->network == NULL) {
        if (!tuner_fit_linear(tuner, rounds, &random, progress, context))
            return -1;
    } else {
        struct tuner_adam *adam = malloc(sizeof *adam);
        if (adam == NULL)
            return -1;
        tuner_begin_adam(tuner, adam);
        bool good = tuner_fit_network(tuner, adam, rounds, &random, progress, context);
        tuner_end_adam(tuner, adam);
        free(adam);
        if (!good)
            return -1;
    }
    double error = tuner_error(tuner, false);
    return error < 0 ? 0 : error;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* The linear weights as they are written. */
static void tuner_round_weights(const struct kw_tuner *tuner, struct weights *weights) {
    for (unsigned phase = 0; phase < PHASES; phase++) {
        struct phase_weights *to = &weights->phase[phase];
        const double *weight = tuner->weight[phase];
        for (unsigned i = 0; i < CHOICES; i++)
            to->choice[i] = (int16_t)tuner_in_hundredths(weight[AT_CHOICE + i]);
        for (unsigned i = 0; i < 2; i++)
            for (unsigned k = 0; k < RESERVES; k++)
                to->reserve[i][k] =
                    (int16_t)tuner_in_hundredths(weight[AT_RESERVE + i * RESERVES + k]);
        for (unsigned i = 0; i < KW_HOLES; i++)
            for (unsigned k = 0; k < WEIGHTS; k++)
                to->hole[i][k] = (int16_t)tuner_in_hundredths(weight[AT_HOLE + i * WEIGHTS + k]);
    }
}

bool kw_tuner_write(const struct kw_tuner *tuner, const char *comment, kw_write_fn *write,
                    void *context) {
    struct weights *weights = calloc(1, sizeof *weights);
    if (weights == NULL)
        return false;
    tuner_round_weights(tuner, weights);
    if (tuner->network != NULL)
        network_quantize(tuner->network, &weights->network);
    bool good =
        weights_write(tuner->game, weights, tuner->network != NULL, comment, write, context);
    free(weights);
    return good;
}
