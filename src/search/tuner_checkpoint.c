/*
 * kw_tuner_save and kw_tuner_load: the state of a tuner as bytes.  All numbers are little-endian;
 * floating-point numbers are the bits of IEEE 754.
 *
 *      0   8    KWTUNER and 1A (hexadecimal)
 *      8   4    version: 1
 *      12  4    bytes of the note
 *      16  8    bytes of all
 *      24  8    positions
 *      32  4    features of a position
 *      36  4    1 if there is a network, else 0
 *      40  24   id of the rule set, filled with 0
 *      64       the note
 *               linear weights, then their sums of squared gradients: 8 bytes each, phase 0 first
 *               the network, then its sums: 4 bytes each, as in struct network_numbers
 *               the positions: 4 bytes target, 1 phase (and 128 if it is held out), 1 for each
 *               feature: its number among those of its kind
 *      end - 8  checksum of all bytes before
 */
#include "base/bytes.h"
#include "base/checksum.h"
#include "base/error.h"
#include "komwe/tuner.h"
#include "search/tuner.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    VERSION = 1,
    AT_VERSION = 8,
    ID_BYTES = 24,
    AT_NOTE = 64,
    SUM_BYTES = 8,
    HELD_OUT = 128, /* added to the phase */
    LINEAR = PHASES * PHASE_SIZE,
    NETWORK = sizeof(struct network_numbers) / sizeof(float),
    CHUNK = 1 << 20 /* bytes that are read at a time */
};

static const unsigned char tuner_magic[8] = {'K', 'W', 'T', 'U', 'N', 'E', 'R', 0x1A};

/* Limits of the numbers that are loaded, so that learning continues with finite ones. */
static const double WEIGHT_LIMIT = 1e6, SQUARES_LIMIT = 1e30, TARGET_LIMIT = 1000,
                    NETWORK_LIMIT = 11;

/* ---- numbers as bytes ------------------------------------------------------------------------ */

static void tuner_put32(unsigned char **at, uint32_t word) {
    bytes_write32(*at, word);
    *at += sizeof word;
}

static void tuner_put64(unsigned char **at, uint64_t word) {
    bytes_write64(*at, word);
    *at += sizeof word;
}

static void tuner_put_doubles(unsigned char **at, const double *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        tuner_put64(at, bits);
    }
}

static void tuner_put_floats(unsigned char **at, const float *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        tuner_put32(at, bits);
    }
}

static uint32_t tuner_get32(const unsigned char **at) {
    uint32_t word = bytes_read32(*at);
    *at += sizeof word;
    return word;
}

static uint64_t tuner_get64(const unsigned char **at) {
    uint64_t word = bytes_read64(*at);
    *at += sizeof word;
    return word;
}

/* False if one of them is below `least`, above `most`, or no number. */
static bool tuner_get_doubles(const unsigned char **at, double *number, size_t count, double least,
                              double most) {
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = tuner_get64(at);
        memcpy(&number[i], &bits, sizeof bits);
        good = good && number[i] >= least && number[i] <= most;
    }
    return good;
}

static bool tuner_get_floats(const unsigned char **at, float *number, size_t count, double least,
                             double most) {
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = tuner_get32(at);
        memcpy(&number[i], &bits, sizeof bits);
        good = good && (double)number[i] >= least && (double)number[i] <= most;
    }
    return good;
}

/* ---- positions ------------------------------------------------------------------------------- */

/* The kinds of features in the order of a sample: the first index and the count of each. */
struct tuner_features {
    uint16_t first[FEATURES], count[FEATURES];
    unsigned kinds;
};

static void tuner_add_kind(struct tuner_features *features, unsigned first, unsigned count) {
    features->first[features->kinds] = (uint16_t)first;
    features->count[features->kinds++] = (uint16_t)count;
}

static struct tuner_features tuner_features_of(const struct kw_game *game) {
    struct tuner_features features = {0};
    tuner_add_kind(&features, AT_CHOICE, CHOICES);
    for (unsigned i = 0; i < 2 && game_reserves(game); i++)
        tuner_add_kind(&features, AT_RESERVE + RESERVES * i, RESERVES);
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        tuner_add_kind(&features, AT_HOLE + WEIGHTS * i, weights_states(game));
    return features;
}

static size_t tuner_sample_bytes(const struct tuner_features *features) {
    return 4 + 1 + features->kinds;
}

static void tuner_put_sample(unsigned char **at, const struct tuner_features *features,
                             const struct training_sample *sample) {
    tuner_put_floats(at, &sample->target, 1);
    *(*at)++ = (unsigned char)(sample->phase + (sample->held_out ? HELD_OUT : 0));
    for (unsigned i = 0; i < features->kinds; i++)
        *(*at)++ = (unsigned char)(sample->feature[i] - features->first[i]);
}

static bool tuner_get_sample(const unsigned char **at, const struct tuner_features *features,
                             struct training_sample *sample) {
    bool good = tuner_get_floats(at, &sample->target, 1, -TARGET_LIMIT, TARGET_LIMIT);
    unsigned phase = *(*at)++;
    sample->held_out = phase >= HELD_OUT;
    sample->phase = (uint8_t)(phase % HELD_OUT);
    sample->features = (uint16_t)features->kinds;
    good = good && sample->phase < PHASES;
    for (unsigned i = 0; i < features->kinds; i++) {
        unsigned number = *(*at)++;
        good = good && number < features->count[i];
        sample->feature[i] = (uint16_t)(features->first[i] + number);
    }
    return good;
}

/* ---- saving ---------------------------------------------------------------------------------- */

/* The bytes of a checkpoint; `samples` has been bounded by the size, so that nothing overflows. */
static uint64_t tuner_all_bytes(const struct tuner_features *features, size_t note,
                                uint64_t samples, bool network) {
    return AT_NOTE + note + (uint64_t)2 * LINEAR * sizeof(double) +
           (network ? (uint64_t)2 * NETWORK * sizeof(float) : 0) +
           samples * tuner_sample_bytes(features) + SUM_BYTES;
}

static void tuner_put_header(unsigned char **at, const struct kw_tuner *tuner,
                             const struct tuner_features *features, size_t note, size_t bytes) {
    char id[ID_BYTES] = "";
    snprintf(id, sizeof id, "%s", tuner->game->info->id);
    memcpy(*at, tuner_magic, sizeof tuner_magic);
    *at += sizeof tuner_magic;
    tuner_put32(at, VERSION);
    tuner_put32(at, (uint32_t)note);
    tuner_put64(at, bytes);
    tuner_put64(at, tuner->count);
    tuner_put32(at, features->kinds);
    tuner_put32(at, tuner->network != NULL);
    memcpy(*at, id, ID_BYTES);
    *at += ID_BYTES;
}

bool kw_tuner_save(const struct kw_tuner *tuner, const char *note, kw_write_fn *write,
                   void *context) {
    struct tuner_features features = tuner_features_of(tuner->game);
    size_t length = strlen(note);
    if (length > KW_TUNER_NOTE)
        return false;
    size_t size = (size_t)tuner_all_bytes(&features, length, tuner->count, tuner->network != NULL);
    unsigned char *bytes = malloc(size), *at = bytes;
    if (bytes == NULL)
        return false;
    tuner_put_header(&at, tuner, &features, length, size);
    memcpy(at, note, length);
    at += length;
    tuner_put_doubles(&at, tuner->weight[0], LINEAR);
    tuner_put_doubles(&at, tuner->squares[0], LINEAR);
    if (tuner->network != NULL) {
        tuner_put_floats(&at, (const float *)&tuner->network->value, NETWORK);
        tuner_put_floats(&at, (const float *)&tuner->network->squares, NETWORK);
    }
    for (size_t i = 0; i < tuner->count; i++)
        tuner_put_sample(&at, &features, &tuner->sample[i]);
    tuner_put64(&at, checksum(bytes, size - SUM_BYTES));
    bool good = write(context, (const char *)bytes, size);
    free(bytes);
    return good;
}

/* ---- loading --------------------------------------------------------------------------------- */

static bool tuner_damaged(struct kw_error *error) {
    return error_set(error, KW_DAMAGED, 1, "the checkpoint of a tuner is damaged");
}

/* The bytes read so far; memory grows with what is there, not with what the header claims. */
struct tuner_source {
    unsigned char *bytes;
    size_t size;
};

static bool tuner_source_read(struct tuner_source *source, uint64_t size, kw_read_fn *read,
                              void *context, struct kw_error *error) {
    while (source->size < size) {
        size_t chunk = size - source->size < CHUNK ? (size_t)(size - source->size) : CHUNK;
        unsigned char *more = realloc(source->bytes, source->size + chunk);
        if (more == NULL)
            return error_no_memory(error);
        source->bytes = more;
        if (read(context, (char *)more + source->size, chunk) != chunk)
            return tuner_damaged(error);
        source->size += chunk;
    }
    return true;
}

/* The fields of the header. */
struct tuner_header {
    struct tuner_features features;
    size_t note;
    uint64_t bytes, samples;
    bool network;
};

/* Whether an id is followed by zeros alone, of which there is at least one. */
static bool tuner_id_ends(const unsigned char id[ID_BYTES]) {
    size_t at = ID_BYTES;
    while (at > 0 && id[at - 1] == 0)
        at--;
    return at < ID_BYTES && memchr(id, '\0', at) == NULL;
}

static bool tuner_read_header(struct tuner_header *header, const unsigned char *bytes,
                              const struct kw_game *game, struct kw_error *error) {
    const unsigned char *at = bytes + AT_VERSION;
    assert(bytes != NULL);
    if (memcmp(bytes, tuner_magic, sizeof tuner_magic) != 0)
        return error_set(error, KW_BAD_RECORD, 1, "it is not the checkpoint of a tuner");
    if (tuner_get32(&at) != VERSION)
        return error_set(error, KW_BAD_RECORD, 1,
                         "the checkpoint of a tuner is of an unknown version");
    header->features = tuner_features_of(game);
    header->note = tuner_get32(&at);
    header->bytes = tuner_get64(&at);
    header->samples = tuner_get64(&at);
    uint32_t kinds = tuner_get32(&at), network = tuner_get32(&at);
    if (!tuner_id_ends(at) || header->note > KW_TUNER_NOTE || network > 1 ||
        header->samples > header->bytes / tuner_sample_bytes(&header->features))
        return tuner_damaged(error);
    header->network = network;
    if (strcmp((const char *)at, game->info->id) != 0)
        return error_set(error, KW_BAD_RECORD, 1, "it is the checkpoint of a tuner of '%s'",
                         (const char *)at);
    return (kinds == header->features.kinds &&
            header->bytes ==
                tuner_all_bytes(&header->features, header->note, header->samples, network)) ||
           tuner_damaged(error);
}

/* Reads all that follows the note; false if a number is out of range. */
static bool tuner_read_numbers(struct kw_tuner *tuner, const struct tuner_header *header,
                               const unsigned char *at) {
    bool good = tuner_get_doubles(&at, tuner->weight[0], LINEAR, -WEIGHT_LIMIT, WEIGHT_LIMIT);
    good = tuner_get_doubles(&at, tuner->squares[0], LINEAR, 0, SQUARES_LIMIT) && good;
    if (header->network) {
        good = tuner_get_floats(&at, (float *)&tuner->network->value, NETWORK, -NETWORK_LIMIT,
                                NETWORK_LIMIT) &&
               good;
        good =
            tuner_get_floats(&at, (float *)&tuner->network->squares, NETWORK, 0, SQUARES_LIMIT) &&
            good;
    }
    for (; tuner->count < header->samples; tuner->count++)
        good = tuner_get_sample(&at, &header->features, &tuner->sample[tuner->count]) && good;
    return good;
}

/* Replaces the tuner by the one in verified bytes; it is unchanged on failure. */
static bool tuner_replace(struct kw_tuner *tuner, const struct tuner_header *header,
                          const unsigned char *at, struct kw_error *error) {
    struct kw_tuner *read = kw_tuner_new(tuner->game);
    if (read == NULL)
        return error_no_memory(error);
    read->capacity = (size_t)header->samples;
    read->sample = calloc((size_t)header->samples + 1, sizeof *read->sample);
    read->network = header->network ? calloc(1, sizeof *read->network) : NULL;
    bool good = (read->sample != NULL && (read->network != NULL || !header->network)) ||
                error_no_memory(error);
    good = good && (tuner_read_numbers(read, header, at) || tuner_damaged(error));
    if (good) {
        struct kw_tuner former = *tuner;
        *tuner = *read;
        *read = former;
    }
    kw_tuner_free(read);
    return good;
}

static bool tuner_read_checkpoint(struct kw_tuner *tuner, char *note, struct tuner_source *source,
                                  kw_read_fn *read, void *context, struct kw_error *error) {
    struct tuner_header header = {0};
    char more;
    if (!tuner_source_read(source, AT_NOTE, read, context, error) ||
        !tuner_read_header(&header, source->bytes, tuner->game, error) ||
        !tuner_source_read(source, header.bytes, read, context, error))
        return false;
    const unsigned char *sum = source->bytes + header.bytes - SUM_BYTES;
    if (tuner_get64(&sum) != checksum(source->bytes, (size_t)header.bytes - SUM_BYTES) ||
        read(context, &more, 1) != 0)
        return tuner_damaged(error);
    const unsigned char *text = source->bytes + AT_NOTE;
    if (memchr(text, '\0', header.note) != NULL)
        return tuner_damaged(error);
    if (!tuner_replace(tuner, &header, text + header.note, error))
        return false;
    memcpy(note, text, header.note);
    note[header.note] = '\0';
    return true;
}

bool kw_tuner_load(struct kw_tuner *tuner, char note[KW_TUNER_NOTE + 1], kw_read_fn *read,
                   void *context, struct kw_error *error) {
    struct tuner_source source = {0};
    bool good = tuner_read_checkpoint(tuner, note, &source, read, context, error);
    free(source.bytes);
    return good;
}
