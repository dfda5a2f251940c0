#include "search/weights.h"

#include "base/checksum.h"
#include "base/cpu.h"
#include "base/error.h"
#include "search/evaluate.h"
#include "search/network.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

unsigned hole_from(const struct rules *rules, unsigned player, unsigned number) {
    if (rules->rows == 4)
        return player == KW_SOUTH ? number : number ^ 16u;
    unsigned size = 2u * rules->columns;
    return player == KW_SOUTH ? number : (number + rules->columns) % size;
}

unsigned weighed_states(const struct kw_game *game) {
    const char *marks = game->family->marks;
    return marks[1] != '\0' ? 3 * COUNTS : marks[0] != '\0' ? 2 * COUNTS : COUNTS;
}

/* ---- what is measured ----------------------------------------------------------------------- */

enum {
    SAMPLE = 4000,     /* positions of random play */
    STROLL_PLIES = 80, /* before it begins anew */
    MARGIN_HOLDS = 90  /* in a hundred */
};

/* Random play; Kiothi's placing is passed over. */
struct stroll {
    struct kw_random random;
    struct kw_position position;
    unsigned ply; /* that have been sown */
};

static void play_randomly(struct stroll *stroll, const struct kw_game *game, const kw_move *move,
                          size_t count) {
    uint32_t most = count < KW_MOVES ? (uint32_t)count : KW_MOVES; /* of Bulto's chances */
    kw_play(game, &stroll->position, move[kw_random_below(&stroll->random, most)],
            &stroll->position);
}

static void stroll_begin(struct stroll *stroll, const struct kw_game *game) {
    kw_move move[KW_MOVES];
    kw_start(game, &stroll->position);
    while (stroll->position.phase != 0)
        play_randomly(stroll, game, move, kw_moves(game, &stroll->position, move, KW_MOVES));
    stroll->ply = 0;
}

static void stroll_on(struct stroll *stroll, const struct kw_game *game) {
    kw_move move[KW_MOVES];
    size_t count = kw_moves(game, &stroll->position, move, KW_MOVES);
    if (count == 0 || stroll->ply == STROLL_PLIES) {
        stroll_begin(stroll, game);
    } else {
        play_randomly(stroll, game, move, count);
        stroll->ply++;
    }
}

static int compare_sizes(const void *a, const void *b) {
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

void weights_measure(const struct kw_game *game, struct weights *weights) {
    struct stroll stroll;
    int size[SAMPLE], before = 0;
    double squares = 0;
    kw_random_seed(&stroll.random, 1);
    stroll_begin(&stroll, game);
    for (unsigned i = 0; i < SAMPLE; i++) {
        const struct kw_position *position = &stroll.position;
        int rest = evaluate_rest(game, weights, position, kw_move_count(game, position));
        int value = evaluate_board(game, weights, position) + rest;
        int souths = position->turn == KW_SOUTH ? value : -value;
        squares += stroll.ply > 0 ? (double)(souths - before) * (souths - before) : 0;
        before = souths;
        size[i] = abs(rest);
        stroll_on(&stroll, game);
    }
    qsort(size, SAMPLE, sizeof *size, compare_sizes);
    weights->margin = size[SAMPLE * MARGIN_HOLDS / 100];
    weights->swing = (int)sqrt(squares / SAMPLE);
}

void weights_turn(const struct kw_game *game, struct weights *weights) {
    weights->holes = weighed_holes(game->rules);
    for (unsigned phase = 0; phase < PHASES; phase++)
        for (unsigned player = 0; player < 2; player++)
            for (unsigned i = 0; i < weighed_holes(game->rules); i++)
                memcpy(weights->hole[phase][player][hole_from(game->rules, player, i)],
                       weights->phase[phase].hole[i], sizeof weights->phase[phase].hole[i]);
}

void weights_plain(const struct kw_game *game, struct weights *weights) {
    enum { SEED = 100 };
    uint32_t own = holes_of(game->rules, KW_SOUTH);
    *weights = (struct weights){0};
    for (unsigned phase = 0; phase < PHASES; phase++) {
        struct phase_weights *of = &weights->phase[phase];
        for (unsigned i = 0; i < weighed_holes(game->rules); i++)
            for (unsigned k = 0; k < WEIGHTS; k++)
                of->hole[i][k] = (int16_t)((own >> i & 1 ? SEED : -SEED) * (int)(k % COUNTS));
        for (unsigned i = 0; i < RESERVES && game->family->reserves; i++) {
            of->reserve[0][i] = (int16_t)(SEED * (int)i);
            of->reserve[1][i] = (int16_t)(-SEED * (int)i);
        }
    }
    weights_turn(game, weights);
}

/* ---- the text ------------------------------------------------------------------------------- */

enum { SHOWN = 40 }; /* bytes of a word that will not do */

struct weights_reader {
    const char *text, *begin, *at; /* the whole, the line, and what is read next */
    size_t line;
    int version;
    struct kw_error *error;
};

static bool fail(struct weights_reader *reader, const char *why) {
    error_set(reader->error, KW_BAD_VALUE, (size_t)(reader->at - reader->begin) + 1, "%s", why);
    if (reader->error != NULL)
        reader->error->line = reader->line;
    return false;
}

/* Goes past the end of a line. */
static void begin_line(struct weights_reader *reader) {
    reader->begin = ++reader->at;
    reader->line++;
}

/* Goes to the next line that says something; false at the end. */
static bool next_line(struct weights_reader *reader) {
    while (*reader->at != '\0') {
        reader->at += strspn(reader->at, " ");
        if (*reader->at != '\n' && *reader->at != '#')
            return true;
        reader->at += strcspn(reader->at, "\n");
        if (*reader->at == '\n')
            begin_line(reader);
    }
    return false;
}

/* Whether this word comes next. */
static bool is_word(const struct weights_reader *reader, const char *word) {
    size_t length = strlen(word);
    return strncmp(reader->at, word, length) == 0 && strchr(" \n", reader->at[length]) != NULL;
}

/* Goes past a word if the next line begins with it. */
static bool take_word(struct weights_reader *reader, const char *word) {
    if (!next_line(reader) || !is_word(reader, word))
        return false;
    reader->at += strlen(word);
    return true;
}

static bool read_word(struct weights_reader *reader, const char *word) {
    if (take_word(reader, word))
        return true;
    char why[KW_TEXT];
    snprintf(why, sizeof why,
             "a line that begins with '%s' is expected here: these are weights of a board of "
             "another size, or damaged",
             word);
    return fail(reader, why);
}

/* Reads a number of a line, from -most to most. */
static bool read_number(struct weights_reader *reader, int16_t *number, long most) {
    char why[KW_TEXT], *end;
    reader->at += strspn(reader->at, " ");
    int length = (int)strcspn(reader->at, " \n");
    if (length == 0)
        return fail(reader, "this line has too few numbers");
    long value = strtol(reader->at, &end, 10);
    if (end == reader->at + length && value >= -most && value <= most) {
        *number = (int16_t)value;
        reader->at = end;
        return true;
    }
    snprintf(why, sizeof why, "a whole number from %d to %d is expected here, not '%.*s'",
             (int)-most, (int)most, length < SHOWN ? length : SHOWN, reader->at);
    return fail(reader, why);
}

/* Reads the numbers of a line to its end. */
static bool read_numbers(struct weights_reader *reader, int16_t *number, size_t count, long most) {
    for (size_t i = 0; i < count; i++)
        if (!read_number(reader, &number[i], most))
            return false;
    reader->at += strspn(reader->at, " ");
    if (*reader->at != '\n')
        return fail(reader, "this line has too many numbers");
    begin_line(reader);
    return true;
}

/* Reads a line of linear weights, which begins with that word. */
static bool read_weights(struct weights_reader *reader, const char *word, int16_t *number,
                         size_t count) {
    return read_word(reader, word) && read_numbers(reader, number, count, WEIGHT_MOST);
}

static bool read_phase(struct weights_reader *reader, const struct kw_game *game,
                       struct phase_weights *phase) {
    if (!read_weights(reader, "moves", phase->choice, CHOICES))
        return false;
    for (unsigned i = 0; i < 2 && game->family->reserves; i++)
        if (!read_weights(reader, "reserve", phase->reserve[i], RESERVES))
            return false;
    for (unsigned i = 0; i < weighed_holes(game->rules); i++)
        if (!read_weights(reader, "hole", phase->hole[i], weighed_states(game)))
            return false;
    return true;
}

static bool read_phases(struct weights_reader *reader, const struct kw_game *game,
                        struct weights *weights) {
    for (int phase = 0; phase < PHASES; phase++) {
        int16_t number;
        if (!read_weights(reader, "phase", &number, 1))
            return false;
        if (number != phase)
            return fail(reader, "the phases are 0 and 1");
        if (!read_phase(reader, game, &weights->phase[phase]))
            return false;
    }
    return true;
}

/* Reads lines of the network, each of which begins with that word. */
static bool read_rows(struct weights_reader *reader, const char *word, int16_t (*row)[UNITS],
                      size_t count, long most) {
    for (size_t i = 0; i < count; i++)
        if (!read_word(reader, word) || !read_numbers(reader, row[i], UNITS, most))
            return false;
    return true;
}

static bool read_network(struct weights_reader *reader, const struct kw_game *game,
                         struct network *network) {
    if (!read_word(reader, "network") || !read_numbers(reader, NULL, 0, 0) ||
        !read_rows(reader, "bias", network->bias, PHASES, ROW_MOST) ||
        !read_rows(reader, "output", network->output, PHASES, OUTPUT_MOST) ||
        !read_rows(reader, "moves", network->choice, CHOICES, ROW_MOST))
        return false;
    for (unsigned i = 0; i < 2 && game->family->reserves; i++)
        if (!read_rows(reader, "reserve", network->reserve[i], RESERVES, ROW_MOST))
            return false;
    for (unsigned i = 0; i < weighed_holes(game->rules); i++)
        if (!read_rows(reader, "hole", network->hole[i], weighed_states(game), ROW_MOST))
            return false;
    return true;
}

/* The last line is `checksum` and 16 hexadecimal digits, of all bytes before it. */
static bool read_checksum(struct weights_reader *reader) {
    char right[32];
    next_line(reader);
    size_t covered = (size_t)(reader->at - reader->text);
    int length =
        snprintf(right, sizeof right, " %016" PRIx64 "\n", checksum(reader->text, covered));
    if (!read_word(reader, "checksum"))
        return false;
    if (strncmp(reader->at, right, (size_t)length) != 0)
        return fail(reader, "these weights are damaged: this is not the sum of the lines above");
    reader->at += length - 1;
    begin_line(reader);
    return *reader->at == '\0' || fail(reader, "nothing is expected after the checksum");
}

/* Reads the version and the game, to the end of the line. */
static bool read_game(struct weights_reader *reader, const char *id) {
    if (strncmp(reader->at, " 1 ", 3) != 0 && strncmp(reader->at, " 2 ", 3) != 0)
        return fail(reader, "these weights are neither of version 1 nor of version 2");
    reader->version = reader->at[1] - '0';
    reader->at += 3;
    int length = (int)strcspn(reader->at, "\n");
    if ((size_t)length != strlen(id) || strncmp(reader->at, id, (size_t)length) != 0) {
        char why[KW_TEXT];
        snprintf(why, sizeof why, "these are weights of %.*s, not of %s",
                 length < SHOWN ? length : SHOWN, reader->at, id);
        return fail(reader, why);
    }
    reader->at += length;
    return true;
}

static bool read_text(struct weights_reader *reader, const struct kw_game *game,
                      struct weights *weights) {
    if (!take_word(reader, "komwe-weights"))
        return fail(reader, "weights begin with the word 'komwe-weights'");
    if (!read_game(reader, game->info->id))
        return false;
    if (!read_phases(reader, game, weights))
        return false;
    network_function *correction = cpu_has_v3() ? network_value_32 : network_value_16;
    bool more = next_line(reader) && (reader->version == 1 || !is_word(reader, "checksum"));
    weights->correction = more ? correction : NULL;
    if (more && !read_network(reader, game, &weights->network))
        return false;
    if (reader->version > 1)
        return read_checksum(reader);
    return !next_line(reader) || fail(reader, "nothing is expected after the last hole");
}

bool weights_read(const struct kw_game *game, const char *text, struct weights *weights,
                  struct kw_error *error) {
    struct weights_reader reader = {
        .text = text, .begin = text, .at = text, .line = 1, .error = error};
    struct weights *read = calloc(1, sizeof *read);
    if (read == NULL)
        return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
    bool good = read_text(&reader, game, read);
    if (good) {
        *weights = *read;
        weights_turn(game, weights);
    }
    free(read);
    return good;
}

bool weights_find(const struct kw_game *game, struct weights *weights) {
    struct kw_error error = {.code = KW_OK};
    const struct kw_game *listed = game->listed != NULL ? game->listed : game;
    const char *text =
        listed->rules->columns == game->rules->columns ? weights_learned(game->info->id) : NULL;
    if (text != NULL && weights_read(game, text, weights, &error))
        return true;
    if (error.code == KW_NO_MEMORY)
        return false;
    weights_plain(game, weights);
    return true;
}
