/*
 * Learning what holes are worth: the weights with which a position says best how its game ended.
 * Games that count seeds: least squares, of the seeds still to be won; others: logistic regression.
 * Adagrad (Duchi, Hazan and Singer, 2011), position by position in random order.
 */
#include "base/error.h"
#include "search/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    /* Where the weights of a phase stand in a row. */
    AT_CHOICE = 0,
    AT_RESERVE = CHOICES,
    AT_HOLE = AT_RESERVE + 2 * RESERVES,
    PHASE_SIZE = AT_HOLE + KW_HOLES * WEIGHTS,
    FEATURES = 3 + KW_HOLES /* of a position: moves, reserves, holes */
};

/* A lead of so many seeds is won by e to 1, in games that count none. */
static const double SEEDS_TO_WIN = 6;

struct sample {
    float target; /* seeds still to be won; else 1 won, 0 lost */
    uint16_t phase, features;
    uint16_t feature[FEATURES]; /* which weights count */
};

struct kw_tuner {
    const struct kw_game *game;
    struct sample *sample;
    size_t count, capacity;
    double weight[PHASES][PHASE_SIZE], slope[PHASES][PHASE_SIZE]; /* sums of squares */
};

static void take_weights(struct kw_tuner *tuner, const struct weights *weights) {
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
        weights_plain(game, weights);
        take_weights(tuner, weights);
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
    free(tuner->sample);
    free(tuner);
}

static void find_features(const struct kw_game *game, const struct kw_position *position,
                          struct sample *sample) {
    unsigned turn = position->turn;
    size_t choices = kw_move_count(game, position);
    sample->phase = (uint16_t)position_phase(game, position);
    sample->feature[sample->features++] =
        (uint16_t)(AT_CHOICE + (choices < CHOICES ? choices : CHOICES - 1));
    for (unsigned i = 0; i < 2 && game->family->reserves; i++)
        sample->feature[sample->features++] =
            (uint16_t)(AT_RESERVE + RESERVES * i + position->store[turn ^ i] % RESERVES);
    for (unsigned i = 0; i < weighed_holes(game->rules); i++)
        sample->feature[sample->features++] =
            (uint16_t)(AT_HOLE + WEIGHTS * i +
                       hole_state(position, hole_from(game->rules, turn, i)));
}

bool kw_tuner_add(struct kw_tuner *tuner, const struct kw_position *position,
                  const struct kw_result *result) {
    if (tuner->count == tuner->capacity) {
        size_t capacity = 2 * tuner->capacity + 1024;
        struct sample *more = realloc(tuner->sample, capacity * sizeof *more);
        if (more == NULL)
            return false;
        tuner->sample = more;
        tuner->capacity = capacity;
    }
    struct sample *sample = &tuner->sample[tuner->count];
    *sample = (struct sample){0};
    unsigned turn = position->turn;
    if (tuner->game->info->counts_seeds) {
        if (!result->scored)
            return true; /* says nothing of seeds */
        sample->target = (float)((int)result->score[turn] - (int)result->score[turn ^ 1u] -
                                 store_lead(position));
    } else {
        bool won = result->outcome == (turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
        sample->target = result->outcome == KW_DRAW ? 0.5f : (float)won;
    }
    find_features(tuner->game, position, sample);
    tuner->count++;
    return true;
}

/* What the weights say of a sample. */
static double guess(const struct kw_tuner *tuner, const struct sample *sample) {
    double sum = 0;
    for (unsigned i = 0; i < sample->features; i++)
        sum += tuner->weight[sample->phase][sample->feature[i]];
    return tuner->game->info->counts_seeds ? sum : 1 / (1 + exp(-sum / SEEDS_TO_WIN));
}

static void learn(struct kw_tuner *tuner, const struct sample *sample, double rate) {
    double error = guess(tuner, sample) - sample->target;
    for (unsigned i = 0; i < sample->features; i++) {
        double *slope = &tuner->slope[sample->phase][sample->feature[i]];
        *slope += error * error;
        tuner->weight[sample->phase][sample->feature[i]] -= rate * error / sqrt(*slope + 1e-9);
    }
}

double kw_tuner_fit(struct kw_tuner *tuner, unsigned rounds, uint64_t seed) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    double rate = tuner->game->info->counts_seeds ? 0.3 : 0.5;
    for (unsigned round = 0; round < rounds; round++)
        for (size_t i = 0; i < tuner->count; i++)
            learn(tuner, &tuner->sample[kw_random_below(&random, (uint32_t)tuner->count)],
                  rate / (1 + round));
    double sum = 0;
    for (size_t i = 0; i < tuner->count; i++) {
        double error = guess(tuner, &tuner->sample[i]) - tuner->sample[i].target;
        sum += error * error;
    }
    return tuner->count > 0 ? sqrt(sum / (double)tuner->count) : 0;
}

/* ---- the text ------------------------------------------------------------------------------- */

struct weights_writer {
    kw_write *write;
    void *context;
    bool good;
};

static void put(struct weights_writer *writer, const char *text) {
    writer->good = writer->good && writer->write(writer->context, text, strlen(text));
}

static void put_row(struct weights_writer *writer, const char *name, const double *weight,
                    size_t count) {
    char text[32];
    snprintf(text, sizeof text, "%-8s", name);
    put(writer, text);
    for (size_t i = 0; i < count; i++) {
        double value = round(weight[i] * 100);
        value = value > WEIGHT_MOST ? WEIGHT_MOST : value < -WEIGHT_MOST ? -WEIGHT_MOST : value;
        snprintf(text, sizeof text, " %d", (int)value);
        put(writer, text);
    }
    put(writer, "\n");
}

bool kw_tuner_write(const struct kw_tuner *tuner, const char *comment, kw_write *write,
                    void *context) {
    struct weights_writer writer = {write, context, true};
    const struct kw_game *game = tuner->game;
    char text[KW_TEXT];
    snprintf(text, sizeof text, "komwe-weights 1 %s\n# %.400s\n", game->info->id, comment);
    put(&writer, text);
    for (unsigned phase = 0; phase < PHASES; phase++) {
        const double *weight = tuner->weight[phase];
        snprintf(text, sizeof text, "phase %u\n", phase);
        put(&writer, text);
        put_row(&writer, "moves", weight + AT_CHOICE, CHOICES);
        for (unsigned i = 0; i < 2 && game->family->reserves; i++)
            put_row(&writer, "reserve", weight + AT_RESERVE + i * RESERVES, RESERVES);
        for (unsigned i = 0; i < weighed_holes(game->rules); i++)
            put_row(&writer, "hole", weight + AT_HOLE + i * WEIGHTS, weighed_states(game));
    }
    return writer.good;
}
