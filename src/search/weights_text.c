/* The weights as text: weights_text.h describes it. */
#include "search/weights_text.h"

#include "base/base64.h"
#include "base/checksum.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/string_builder.h"
#include "base/text.h"
#include "search/network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { VERSIONS = 3, VERSION_WRITTEN = 2, VERSION_COMPACT = 3 };

enum { SHOWN = 40 /* bytes of a wrong word that an error quotes */ };

/* ---- lines and words ------------------------------------------------------------------------- */

struct weights_reader {
    const char *text, *line_begin, *at; /* the whole, the current line, the next byte */
    size_t line;
    int version;
    struct kw_error *error;
};

static bool weights_fault(struct weights_reader *reader, const char *why) {
    error_set(reader->error, KW_BAD_VALUE, (size_t)(reader->at - reader->line_begin) + 1, "%s",
              why);
    if (reader->error != NULL)
        reader->error->line = reader->line;
    return false;
}

/* Skips the end of a line. */
static void weights_begin_line(struct weights_reader *reader) {
    reader->line_begin = ++reader->at;
    reader->line++;
}

/* Skips blanks, empty lines and comments; false at the end of the text. */
static bool weights_skip(struct weights_reader *reader) {
    while (*reader->at != '\0') {
        reader->at += strspn(reader->at, " ");
        if (*reader->at != '\n' && *reader->at != '#')
            return true;
        reader->at += strcspn(reader->at, "\n");
        if (*reader->at == '\n')
            weights_begin_line(reader);
    }
    return false;
}

/* Whether this word comes next. */
static bool weights_at_word(const struct weights_reader *reader, const char *word) {
    size_t length = strlen(word);
    return strncmp(reader->at, word, length) == 0 && strchr(" \n", reader->at[length]) != NULL;
}

/* Whether the rest of the line is this word. */
static bool weights_line_is(const struct weights_reader *reader, const char *word) {
    size_t length = strcspn(reader->at, "\n");
    return strlen(word) == length && strncmp(reader->at, word, length) == 0;
}

/* Skips a word if the next line begins with it. */
static bool weights_take_word(struct weights_reader *reader, const char *word) {
    if (!weights_skip(reader) || !weights_at_word(reader, word))
        return false;
    reader->at += strlen(word);
    return true;
}

static bool weights_read_word(struct weights_reader *reader, const char *word) {
    if (weights_take_word(reader, word))
        return true;
    char why[KW_TEXT];
    snprintf(why, sizeof why,
             "a line that begins with '%s' is expected here: these are weights of a board of "
             "another size, or damaged",
             word);
    return weights_fault(reader, why);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool weights_fault_number(struct weights_reader *reader, long most, const char *found,
                                 int length) {
    char why[KW_TEXT];
    snprintf(why, sizeof why, "a whole number from %d to %d is expected here, not '%.*s'",
             (int)-most, (int)most, length < SHOWN ? length : SHOWN, found);
    return weights_fault(reader, why);
}

/* Reads a decimal number of a line, from -most to most. */
static bool weights_read_decimal(struct weights_reader *reader, int16_t *number, long most) {
    int64_t value;
    reader->at += strspn(reader->at, " ");
    int length = (int)strcspn(reader->at, " \n");
    if (length == 0)
        return weights_fault(reader, "this line has too few numbers");
    if (!number_read_signed(reader->at, (size_t)length, -most, most, &value))
        return weights_fault_number(reader, most, reader->at, length);
    *number = (int16_t)value;
    reader->at += length;
    return true;
}

/* Reads a number of a line in letters, from -most to most. */
static bool weights_read_letters(struct weights_reader *reader, int16_t *number, long most) {
    enum { BITS = 5, MORE = 1 << BITS, BITS_MAX = 20 };
    const char *at = reader->at;
    unsigned value = 0;
    int digit = MORE;
    if (strchr(" \n", *at) != NULL) /* or the end of the text */
        return weights_fault(reader, "this line has too few numbers");
    for (unsigned bits = 0; digit & MORE; bits += BITS) {
        digit = base64_digit(*at++);
        if (digit < 0 || bits == BITS_MAX)
            return weights_fault(reader, "this is no number in letters");
        value |= ((unsigned)digit & (MORE - 1)) << bits;
    }
    long whole = value & 1 ? -(long)(value >> 1) - 1 : (long)(value >> 1);
    if (whole < -most || whole > most) {
        char found[24];
        return weights_fault_number(reader, most, found,
                                    snprintf(found, sizeof found, "%ld", whole));
    }
    *number = (int16_t)whole;
    reader->at = at;
    return true;
}

static bool weights_end_line(struct weights_reader *reader) {
    reader->at += strspn(reader->at, " ");
    if (*reader->at != '\n')
        return weights_fault(reader, "this line has too many numbers");
    weights_begin_line(reader);
    return true;
}

/* Reads the numbers of a line to its end; in letters, an empty line is zeros. */
static bool weights_read_numbers(struct weights_reader *reader, int16_t *number, size_t count,
                                 long most) {
    bool letters = reader->version == VERSION_COMPACT;
    reader->at += strspn(reader->at, " ");
    if (letters && *reader->at == '\n') {
        memset(number, 0, count * sizeof *number);
        return weights_end_line(reader);
    }
    for (size_t i = 0; i < count; i++)
        if (!(letters ? weights_read_letters(reader, &number[i], most)
                      : weights_read_decimal(reader, &number[i], most)))
            return false;
    return weights_end_line(reader);
}

/* ---- parts of the text ----------------------------------------------------------------------- */

/* Reads a line of linear weights, which begins with that word. */
static bool weights_read_row(struct weights_reader *reader, const char *word, int16_t *number,
                             size_t count) {
    return weights_read_word(reader, word) &&
           weights_read_numbers(reader, number, count, WEIGHT_MAX);
}

static bool weights_read_phase(struct weights_reader *reader, const struct kw_game *game,
                               struct phase_weights *phase) {
    if (!weights_read_row(reader, "moves", phase->choice, CHOICES))
        return false;
    for (unsigned i = 0; i < 2 && game_reserves(game); i++)
        if (!weights_read_row(reader, "reserve", phase->reserve[i], RESERVES))
            return false;
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        if (!weights_read_row(reader, "hole", phase->hole[i], weights_states(game)))
            return false;
    return true;
}

static bool weights_read_phases(struct weights_reader *reader, const struct kw_game *game,
                                struct weights *weights) {
    for (int phase = 0; phase < PHASES; phase++) {
        int16_t number = -1;
        if (!weights_read_word(reader, "phase") ||
            !weights_read_decimal(reader, &number, WEIGHT_MAX) || !weights_end_line(reader))
            return false;
        if (number != phase)
            return weights_fault(reader, "the phases are 0 and 1");
        if (!weights_read_phase(reader, game, &weights->phase[phase]))
            return false;
    }
    return true;
}

/* Reads lines of the network, each of which begins with that word. */
static bool weights_read_units(struct weights_reader *reader, const char *word,
                               int16_t (*row)[UNITS], size_t count, long most) {
    for (size_t i = 0; i < count; i++)
        if (!weights_read_word(reader, word) || !weights_read_numbers(reader, row[i], UNITS, most))
            return false;
    return true;
}

static bool weights_read_network(struct weights_reader *reader, const struct kw_game *game,
                                 struct network *network) {
    if (!weights_read_word(reader, "network") || !weights_end_line(reader) ||
        !weights_read_units(reader, "bias", network->bias, PHASES, ROW_MAX) ||
        !weights_read_units(reader, "output", network->output, PHASES, OUTPUT_MAX) ||
        !weights_read_units(reader, "moves", network->choice, CHOICES, ROW_MAX))
        return false;
    for (unsigned i = 0; i < 2 && game_reserves(game); i++)
        if (!weights_read_units(reader, "reserve", network->reserve[i], RESERVES, ROW_MAX))
            return false;
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        if (!weights_read_units(reader, "hole", network->hole[i], weights_states(game), ROW_MAX))
            return false;
    return true;
}

/* What follows the word `checksum` in the last line: 16 hexadecimal digits of the bytes before. */
enum { CHECKSUM_TEXT = 32 };
static size_t weights_checksum(char line[CHECKSUM_TEXT], const char *text, size_t size) {
    return (size_t)snprintf(line, CHECKSUM_TEXT, " %016" PRIx64 "\n", checksum(text, size));
}

static bool weights_read_checksum(struct weights_reader *reader) {
    char right[CHECKSUM_TEXT];
    weights_skip(reader);
    size_t length = weights_checksum(right, reader->text, (size_t)(reader->at - reader->text));
    if (!weights_read_word(reader, "checksum"))
        return false;
    if (strncmp(reader->at, right, length) != 0)
        return weights_fault(reader, "these weights are damaged: the checksum is wrong");
    reader->at += length - 1;
    weights_begin_line(reader);
    return *reader->at == '\0' || weights_fault(reader, "nothing is expected after the checksum");
}

/* Reads the version and the game, or the one whose weights it plays with, to the end of the line.
 */
static bool weights_read_game(struct weights_reader *reader, const char *id) {
    uint64_t version;
    if (*reader->at != ' ' ||
        !number_read(reader->at + 1, strcspn(reader->at + 1, " \n"), 1, VERSIONS, &version))
        return weights_fault(reader, "these weights are of an unknown version");
    reader->version = (int)version;
    reader->at += 1 + strcspn(reader->at + 1, " \n");
    if (*reader->at++ != ' ')
        return weights_fault(reader, "these weights are of an unknown version");
    int length = (int)strcspn(reader->at, "\n");
    if (!weights_line_is(reader, id) && !weights_line_is(reader, weights_lender(id))) {
        char why[KW_TEXT];
        snprintf(why, sizeof why, "these are weights of %.*s, not of %s",
                 length < SHOWN ? length : SHOWN, reader->at, id);
        return weights_fault(reader, why);
    }
    reader->at += length;
    return true;
}

static bool weights_read_text(struct weights_reader *reader, const struct kw_game *game,
                              struct weights *weights) {
    if (!weights_take_word(reader, "komwe-weights"))
        return weights_fault(reader, "weights begin with the word 'komwe-weights'");
    if (!weights_read_game(reader, game->info->id))
        return false;
    if (!weights_read_phases(reader, game, weights))
        return false;
    network_eval_fn *network = cpu_has_v3() ? network_value_32 : network_value_16;
    bool more =
        weights_skip(reader) && (reader->version == 1 || !weights_at_word(reader, "checksum"));
    weights->network_eval = more ? network : NULL;
    if (more && !weights_read_network(reader, game, &weights->network))
        return false;
    if (reader->version > 1)
        return weights_read_checksum(reader);
    return !weights_skip(reader) ||
           weights_fault(reader, "nothing is expected after the last hole");
}

bool weights_read(const struct kw_game *game, const char *text, struct weights *weights,
                  struct kw_error *error) {
    struct weights_reader reader = {
        .text = text, .line_begin = text, .at = text, .line = 1, .error = error};
    struct weights *read = calloc(1, sizeof *read);
    if (read == NULL)
        return error_no_memory(error);
    bool good = weights_read_text(&reader, game, read);
    if (good) {
        *weights = *read;
        weights_index_by_hole(game, weights);
    }
    free(read);
    return good;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The whole text is collected, since its last line is the checksum of the others. */
struct weights_writer {
    struct string_builder all;
    bool good; /* there has been enough memory */
};

static void weights_put(struct weights_writer *writer, const char *text) {
    writer->good = writer->good && string_builder_bytes(&writer->all, text, strlen(text));
}

static void weights_put_row(struct weights_writer *writer, const char *word, const int16_t *number,
                            size_t count) {
    char text[32];
    snprintf(text, sizeof text, "%-8s", word);
    weights_put(writer, text);
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, " %d", number[i]);
        weights_put(writer, text);
    }
    weights_put(writer, "\n");
}

static void weights_put_phases(struct weights_writer *writer, const struct kw_game *game,
                               const struct weights *weights) {
    for (unsigned phase = 0; phase < PHASES; phase++) {
        const struct phase_weights *of = &weights->phase[phase];
        char text[32];
        snprintf(text, sizeof text, "phase %u\n", phase);
        weights_put(writer, text);
        weights_put_row(writer, "moves", of->choice, CHOICES);
        for (unsigned i = 0; i < 2 && game_reserves(game); i++)
            weights_put_row(writer, "reserve", of->reserve[i], RESERVES);
        for (unsigned i = 0; i < weights_holes(game->rules); i++)
            weights_put_row(writer, "hole", of->hole[i], weights_states(game));
    }
}

static void weights_put_units(struct weights_writer *writer, const char *word,
                              const int16_t (*row)[UNITS], size_t count) {
    for (size_t k = 0; k < count; k++)
        weights_put_row(writer, word, row[k], UNITS);
}

static void weights_put_network(struct weights_writer *writer, const struct kw_game *game,
                                const struct network *network) {
    weights_put(writer, "network\n");
    weights_put_units(writer, "bias", network->bias, PHASES);
    weights_put_units(writer, "output", network->output, PHASES);
    weights_put_units(writer, "moves", network->choice, CHOICES);
    for (unsigned i = 0; i < 2 && game_reserves(game); i++)
        weights_put_units(writer, "reserve", network->reserve[i], RESERVES);
    for (unsigned i = 0; i < weights_holes(game->rules); i++)
        weights_put_units(writer, "hole", network->hole[i], weights_states(game));
}

bool weights_write(const struct kw_game *game, const struct weights *weights, bool network,
                   const char *comment, kw_write_fn *write, void *context) {
    struct weights_writer writer = {.good = true};
    char text[KW_TEXT], sum[CHECKSUM_TEXT];
    snprintf(text, sizeof text, "komwe-weights %d %s\n# %.400s\n", VERSION_WRITTEN, game->info->id,
             comment);
    weights_put(&writer, text);
    weights_put_phases(&writer, game, weights);
    if (network)
        weights_put_network(&writer, game, &weights->network);
    weights_checksum(sum, writer.all.text, writer.all.length);
    weights_put(&writer, "checksum");
    weights_put(&writer, sum);
    bool good = writer.good && write(context, writer.all.text, writer.all.length);
    string_builder_free(&writer.all);
    return good;
}
