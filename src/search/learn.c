/*
 * Learning what holes are worth: the weights with which a position says best how its game ended, or
 * what a search found.  Games that count seeds: least squares, of the seeds still to be won;
 * others: logistic regression.  Adagrad (Duchi, Hazan and Singer, 2011), position by position in
 * random order.
 */
#include "search/learn.h"
#include "base/checksum.h"
#include "base/error.h"
#include "search/evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEARNED_AT_ONCE = 4096 }; /* positions between two questions whether to go on */

/* A lead of so many seeds is won by e to 1, in games that count none. */
static const double SEEDS_TO_WIN = 6;

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
    free(tuner->network);
    free(tuner->sample);
    free(tuner);
}

/* A linear weight as it is written. */
static double in_hundredths(double weight) {
    double value = round(weight * 100);
    return value > WEIGHT_MOST ? WEIGHT_MOST : value < -WEIGHT_MOST ? -WEIGHT_MOST : value;
}

bool kw_tuner_network(struct kw_tuner *tuner, uint64_t seed) {
    if (tuner->network == NULL)
        tuner->network = malloc(sizeof *tuner->network);
    if (tuner->network == NULL)
        return false;
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned i = 0; i < PHASE_SIZE; i++)
            tuner->weight[phase][i] = in_hundredths(tuner->weight[phase][i]) / 100;
    network_begin(tuner->network, seed);
    memset(tuner->slope, 0, sizeof tuner->slope);
    tuner->count = 0;
    return true;
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

/* What a lead of seeds is in a game that counts none: a chance to win. */
static double chance(double lead) { return 1 / (1 + exp(-lead / SEEDS_TO_WIN)); }

/* How a game ended, for the mover of a position in it. */
static float target_of_result(const struct kw_game *game, const struct kw_position *position,
                              const struct kw_result *result) {
    unsigned turn = position->turn;
    if (game->info->counts_seeds)
        return (float)((int)result->score[turn] - (int)result->score[turn ^ 1u] -
                       store_lead(position));
    bool won = result->outcome == (turn == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS);
    return result->outcome == KW_DRAW ? 0.5f : (float)won;
}

/* What a search found. */
static float target_of_line(const struct kw_position *position, const struct kw_line *line) {
    switch (line->unit) {
    case KW_IN_SEEDS:
        return (float)line->score / SCORE_SEED - (float)store_lead(position);
    case KW_IN_PLIES:
        return line->score > 0 ? 1 : 0;
    default:
        return (float)chance((double)line->score / SCORE_SEED);
    }
}

/* Room for one more sample; NULL if there is no memory. */
static struct sample *next_sample(struct kw_tuner *tuner) {
    if (tuner->count == tuner->capacity) {
        size_t capacity = 2 * tuner->capacity + 1024;
        struct sample *more = realloc(tuner->sample, capacity * sizeof *more);
        if (more == NULL)
            return NULL;
        tuner->sample = more;
        tuner->capacity = capacity;
    }
    return &tuner->sample[tuner->count];
}

bool kw_tuner_add(struct kw_tuner *tuner, const struct kw_position *position,
                  const struct kw_result *result, const struct kw_line *line) {
    if (line == NULL && tuner->game->info->counts_seeds && !result->scored)
        return true; /* says nothing of seeds */
    struct sample *sample = next_sample(tuner);
    if (sample == NULL)
        return false;
    *sample = (struct sample){0};
    sample->target = line != NULL ? target_of_line(position, line)
                                  : target_of_result(tuner->game, position, result);
    find_features(tuner->game, position, sample);
    tuner->count++;
    return true;
}

/* What the weights say of a sample. */
static double guess(const struct kw_tuner *tuner, const struct sample *sample) {
    double sum = tuner->network == NULL ? 0 : (double)network_guess(tuner->network, sample);
    for (unsigned i = 0; i < sample->features; i++)
        sum += tuner->weight[sample->phase][sample->feature[i]];
    return tuner->game->info->counts_seeds ? sum : chance(sum);
}

static void learn(struct kw_tuner *tuner, const struct sample *sample, double rate, double pace) {
    double error = guess(tuner, sample) - sample->target;
    for (unsigned i = 0; i < sample->features; i++) {
        double *slope = &tuner->slope[sample->phase][sample->feature[i]];
        *slope += error * error;
        tuner->weight[sample->phase][sample->feature[i]] -=
            rate * pace * error / sqrt(*slope + 1e-9);
    }
    if (tuner->network != NULL)
        network_step(tuner->network, sample, (float)error, (float)pace);
}

double kw_tuner_fit(struct kw_tuner *tuner, unsigned rounds, uint64_t seed,
                    bool (*progress)(void *context), void *context) {
    struct kw_random random;
    kw_random_seed(&random, seed);
    bool networked = tuner->network != NULL; /* then the linear weights are but corrected */
    double rate = tuner->game->info->counts_seeds ? 0.3 : 0.5;
    for (unsigned round = 0; round < rounds; round++) {
        double pace = networked ? 1 - (double)round / rounds : 1.0 / (1 + round);
        for (size_t i = 0; i < tuner->count; i++) {
            if (progress != NULL && i % LEARNED_AT_ONCE == 0 && !progress(context))
                return -1;
            learn(tuner, &tuner->sample[kw_random_below(&random, (uint32_t)tuner->count)],
                  networked ? rate / 3 : rate, pace);
        }
    }
    double sum = 0;
    for (size_t i = 0; i < tuner->count; i++) {
        double error = guess(tuner, &tuner->sample[i]) - tuner->sample[i].target;
        sum += error * error;
    }
    return tuner->count > 0 ? sqrt(sum / (double)tuner->count) : 0;
}

/* ---- the text ------------------------------------------------------------------------------- */

/* The text so far, since the last line is the checksum of it all. */
struct weights_writer {
    char *text;
    size_t length, room;
    bool good; /* there has been memory for it */
};

static void put(struct weights_writer *writer, const char *text) {
    size_t length = strlen(text);
    if (writer->text == NULL || writer->room - writer->length < length) {
        size_t room = 2 * writer->room + length + 1024;
        char *more = writer->good ? realloc(writer->text, room) : NULL;
        writer->good = more != NULL;
        if (!writer->good)
            return;
        writer->text = more;
        writer->room = room;
    }
    memcpy(writer->text + writer->length, text, length);
    writer->length += length;
}

static void put_checksum(struct weights_writer *writer) {
    char text[64];
    snprintf(text, sizeof text, "checksum %016" PRIx64 "\n",
             checksum(writer->text, writer->length));
    put(writer, text);
}

static void put_row(struct weights_writer *writer, const char *name, const double *weight,
                    size_t count) {
    char text[32];
    snprintf(text, sizeof text, "%-8s", name);
    put(writer, text);
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, " %d", (int)in_hundredths(weight[i]));
        put(writer, text);
    }
    put(writer, "\n");
}

static void put_units(struct weights_writer *writer, const char *name, const int16_t (*row)[UNITS],
                      size_t count) {
    char text[32];
    for (size_t k = 0; k < count; k++) {
        snprintf(text, sizeof text, "%-8s", name);
        put(writer, text);
        for (unsigned i = 0; i < UNITS; i++) {
            snprintf(text, sizeof text, " %d", row[k][i]);
            put(writer, text);
        }
        put(writer, "\n");
    }
}

static void put_network(struct weights_writer *writer, const struct kw_game *game,
                        const struct network *network) {
    put(writer, "network\n");
    put_units(writer, "bias", network->bias, PHASES);
    put_units(writer, "output", network->output, PHASES);
    put_units(writer, "moves", network->choice, CHOICES);
    for (unsigned i = 0; i < 2 && game->family->reserves; i++)
        put_units(writer, "reserve", network->reserve[i], RESERVES);
    for (unsigned i = 0; i < weighed_holes(game->rules); i++)
        put_units(writer, "hole", network->hole[i], weighed_states(game));
}

static void put_phases(struct weights_writer *writer, const struct kw_tuner *tuner) {
    const struct kw_game *game = tuner->game;
    for (unsigned phase = 0; phase < PHASES; phase++) {
        const double *weight = tuner->weight[phase];
        char text[32];
        snprintf(text, sizeof text, "phase %u\n", phase);
        put(writer, text);
        put_row(writer, "moves", weight + AT_CHOICE, CHOICES);
        for (unsigned i = 0; i < 2 && game->family->reserves; i++)
            put_row(writer, "reserve", weight + AT_RESERVE + i * RESERVES, RESERVES);
        for (unsigned i = 0; i < weighed_holes(game->rules); i++)
            put_row(writer, "hole", weight + AT_HOLE + i * WEIGHTS, weighed_states(game));
    }
}

bool kw_tuner_write(const struct kw_tuner *tuner, const char *comment, kw_write_fn *write,
                    void *context) {
    struct weights_writer writer = {.good = true};
    struct network *network = tuner->network != NULL ? malloc(sizeof *network) : NULL;
    char text[KW_TEXT];
    snprintf(text, sizeof text, "komwe-weights 2 %s\n# %.400s\n", tuner->game->info->id, comment);
    put(&writer, text);
    put_phases(&writer, tuner);
    if (network != NULL) {
        network_round(tuner->network, network);
        put_network(&writer, tuner->game, network);
    }
    put_checksum(&writer);
    bool good = writer.good && (network != NULL || tuner->network == NULL) &&
                write(context, writer.text, writer.length);
    free(network);
    free(writer.text);
    return good;
}
