/*
 * What the engine, the prover and the tuner keep: weights, of which every number of the text is
 * found again; states of a prover, after which no proof says what is not true; checkpoints of a
 * tuner, which are saved again byte by byte.
 */
#include "../../apps/check-proof/check_proof.h"
#include "base/checksum.h"
#include "mutated/mutated.h"
#include "search/weights_text.h"

#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file as a stream; a kw_read_fn. */
struct source {
    const struct bytes *bytes;
    size_t at;
};

static size_t source_take(void *context, char *bytes, size_t count) {
    struct source *source = context;
    size_t left = source->bytes->size - source->at;
    count = count < left ? count : left;
    memcpy(bytes, source->bytes->byte + source->at, count);
    source->at += count;
    return count;
}

/* ---- weights --------------------------------------------------------------------------------- */

static void weights_open(struct files *files, const char *tree) {
    files_load(files, tree, "tests/formats/0.1/linear.weights");
    files_load(files, tree, "tests/formats/0.1/sealed.weights");
    files_load(files, tree, "tests/formats/1.0/compact.weights");
    files_load(files, tree, "tests/fuzz/corpus/weights/giuthi");
    files_load(files, tree, "tests/fuzz/corpus/weights/network");
}

static void weights_repair(struct bytes *bytes) {
    const char *line = strstr(bytes->byte, "\nchecksum ");
    if (line == NULL)
        return;
    size_t kept = (size_t)(line + 1 - bytes->byte);
    char last[64];
    int length =
        snprintf(last, sizeof last, "checksum %016" PRIx64 "\n", checksum(bytes->byte, kept));
    bytes_splice(bytes, kept, bytes->size, last, (size_t)length);
}

/* A row of numbers in decimal: the word, then each number with a blank before it. */
static void decimal_row(const char *line, size_t length, struct bytes *out) {
    const char *end = line + length;
    while (line < end) {
        while (line < end && *line == ' ')
            line++;
        size_t word = 0;
        while (line + word < end && line[word] != ' ')
            word++;
        char text[32], copy[32];
        snprintf(copy, sizeof copy, "%.*s", (int)word, line);
        char *rest;
        long number = strtol(copy, &rest, 10);
        if (word > 0 && rest != copy && *rest == '\0')
            bytes_write(out, text, (size_t)snprintf(text, sizeof text, "%ld ", number));
        else if (word > 0) {
            bytes_write(out, line, word);
            bytes_write(out, " ", 1);
        }
        line += word;
    }
    bytes_write(out, "\n", 1);
}

/* The same of a row in letters; one without letters becomes a row of `zeros` zeros. */
static void letter_row(const char *line, size_t length, unsigned zeros, struct bytes *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t at = 0;
    char text[32];
    unsigned value = 0, bits = 0;
    while (at < length && line[at] != ' ')
        at++;
    bytes_write(out, line, at);
    bytes_write(out, " ", 1);
    while (at < length && line[at] == ' ')
        at++;
    for (unsigned i = 0; at == length && i < zeros; i++)
        bytes_write(out, "0 ", 2);
    for (; at < length; at++) {
        const char *digit = strchr(digits, line[at]);
        unsigned number = digit != NULL ? (unsigned)(digit - digits) : 0;
        value += (number % 32) << bits;
        bits += 5;
        if (number >= 32)
            continue;
        int whole = value % 2 == 1 ? -(int)(value / 2) - 1 : (int)(value / 2);
        bytes_write(out, text, (size_t)snprintf(text, sizeof text, "%d ", whole));
        value = bits = 0;
    }
    bytes_write(out, "\n", 1);
}

/* The rows of a text without comments, first line and checksum, their numbers in plain form. */
static struct bytes plain_rows(const char *text, unsigned states, bool network) {
    struct bytes out = bytes_new();
    bool letters = strncmp(text, "komwe-weights 3 ", 16) == 0;
    for (text += strcspn(text, "\n"); *text != '\0'; text += strcspn(text, "\n")) {
        text += strspn(text, " \n");
        size_t length = strcspn(text, "\n");
        while (length > 0 && text[length - 1] == ' ')
            length--;
        if (*text == '#' || *text == '\0' || strncmp(text, "checksum ", 9) == 0)
            continue;
        bool row = strncmp(text, "phase", 5) != 0 && strncmp(text, "network", 7) != 0;
        network = network || strncmp(text, "network", 7) == 0;
        unsigned zeros = network                            ? 32
                         : strncmp(text, "moves", 5) == 0   ? 16
                         : strncmp(text, "reserve", 7) == 0 ? 32
                                                            : states;
        if (letters && row)
            letter_row(text, length, zeros, &out);
        else
            decimal_row(text, length, &out);
    }
    return out;
}

static unsigned states_of(const struct kw_game *game) {
    const char *id = kw_game_info(game)->id;
    return strcmp(id, "bulto") == 0 || strcmp(id, "kiothi") == 0 ? 0 : 16;
}

static enum finding weights_shown(const struct kw_game *game, const char *text,
                                  const struct weights *weights, char why[WHY]) {
    struct bytes written = bytes_new();
    static struct weights again;
    enum finding finding = ACCEPTED;
    struct kw_error error;
    bool network = weights->network_eval != NULL;
    memset(&again, 0, sizeof again);
    if (!weights_write(game, weights, network, "again", bytes_write, &written) ||
        !weights_read(game, written.byte, &again, &error))
        finding = broken(why, "what was written is not read: %s", error.message);
    else if (memcmp(&again.phase, &weights->phase, sizeof again.phase) != 0 ||
             (network && memcmp(&again.network, &weights->network, sizeof again.network) != 0))
        finding = broken(why, "what was written is read otherwise");
    if (finding == ACCEPTED && states_of(game) > 0) {
        struct bytes own = plain_rows(text, states_of(game), false),
                     other = plain_rows(written.byte, states_of(game), false);
        if (own.size != other.size || memcmp(own.byte, other.byte, own.size) != 0)
            finding = broken(why, "the numbers of the text are written otherwise");
        free(own.byte);
        free(other.byte);
    }
    free(written.byte);
    return finding;
}

static enum finding weights_read_file(const struct bytes *bytes, char why[WHY]) {
    static const char *const games[] = {"kalah", "giuthi", "kujifunza"};
    static struct weights weights;
    if (strlen(bytes->byte) != bytes->size)
        return REFUSED; /* a text of the library has no NUL; the command refuses such a file */
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const struct kw_game *game = kw_game_find(games[i]);
        struct kw_error error = {.code = KW_OK};
        memset(&weights, 0, sizeof weights);
        if (weights_read(game, bytes->byte, &weights, &error))
            return weights_shown(game, bytes->byte, &weights, why);
        if (error.line == 0 || error.message[0] == '\0')
            return broken(why, "no reason");
    }
    return REFUSED;
}

const struct mutated_kind kind_weights = {.name = "weights",
                                          .share = 8,
                                          .open = weights_open,
                                          .repair = weights_repair,
                                          .read = weights_read_file};

/* ---- states of a prover ------------------------------------------------------------------------
 */

enum { HASH = 1 << 18, NODES = 3000 };

static bool enough(void *context, const struct kw_prove_progress *proving) {
    (void)context;
    return proving->nodes < NODES;
}

static struct kw_game *small_game(void) {
    static struct kw_game *game;
    if (game == NULL)
        game = kw_game_open("kujifunza", "width=4", NULL);
    return game;
}

static void state_open(struct files *files, const char *tree) {
    struct kw_random random;
    files_load(files, tree, "tests/formats/0.1/proof.state");
    kw_random_seed(&random, 3);
    for (unsigned i = 0; i < 4; i++) {
        struct kw_prover *prover = kw_prover_new(small_game(), HASH, 1, NULL);
        struct kw_position position;
        struct bytes state = bytes_new();
        kw_start(small_game(), &position);
        for (unsigned ply = 0; ply < 2 * i; ply++) {
            kw_move list[KW_MOVES];
            size_t count = kw_moves(small_game(), &position, list, KW_MOVES);
            if (count > 0)
                kw_play(small_game(), &position, list[kw_random_below(&random, (uint32_t)count)],
                        &position);
        }
        kw_prover_decide(prover, &position, KW_SOUTH, enough, NULL);
        if (kw_prover_save(prover, bytes_write, &state))
            files_add(files, state.byte, state.size);
        free(state.byte);
        kw_prover_free(prover);
    }
}

static void state_repair(struct bytes *bytes) {
    if (bytes->size < 8)
        return;
    uint64_t sum = htole64(fnv1a(FNV1A_BASIS, bytes->byte, bytes->size - 8));
    memcpy(bytes->byte + bytes->size - 8, &sum, sizeof sum);
}

/* A proof that rests on the state is refused by the checker, or true. */
static enum finding state_shown(struct kw_prover *prover, char why[WHY]) {
    struct kw_position start;
    struct kw_error error = {.code = KW_OK};
    struct bytes proof = bytes_new();
    enum finding finding = ACCEPTED;
    kw_start(small_game(), &start);
    kw_prover_decide(prover, &start, KW_SOUTH, enough, NULL);
    if (kw_prover_prove(prover, &start, 1, KW_SOUTH, enough, NULL, bytes_write, &proof, &error)) {
        char *answer = NULL, fault[PROOF_SENTENCE + 32];
        size_t answered;
        FILE *file = fmemopen(proof.byte, proof.size, "r");
        FILE *out = open_memstream(&answer, &answered);
        if (file == NULL || out == NULL)
            abort();
        bool good = check_proof(file, out, fault);
        fclose(file);
        fclose(out);
        free(answer);
        finding = good ? proof_walk(proof.byte, why) : ACCEPTED;
    }
    free(proof.byte);
    return finding;
}

static enum finding state_read(const struct bytes *bytes, char why[WHY]) {
    struct kw_prover *prover = kw_prover_new(small_game(), HASH, 1, NULL);
    struct source source = {.bytes = bytes};
    struct kw_error error = {.code = KW_OK};
    enum finding finding = REFUSED;
    if (prover == NULL)
        abort();
    if (kw_prover_load(prover, source_take, &source, &error))
        finding = state_shown(prover, why);
    else if (error.code == KW_OK || error.message[0] == '\0')
        finding = broken(why, "no reason");
    kw_prover_free(prover);
    return finding;
}

const struct mutated_kind kind_state = {.name = "state",
                                        .share = 3,
                                        .binary = true,
                                        .open = state_open,
                                        .repair = state_repair,
                                        .read = state_read};

/* ---- checkpoints of a tuner
 * ---------------------------------------------------------------------- */

static void tuner_open(struct files *files, const char *tree) {
    files_load(files, tree, "tests/formats/0.1/tune.checkpoint");
    files_load(files, tree, "tests/fuzz/corpus/tuner/linear");
}

static void tuner_repair(struct bytes *bytes) {
    uint64_t word = htole64(bytes->size);
    if (bytes->size < 64 + 8)
        return;
    memcpy(bytes->byte + 16, &word, sizeof word);
    word = htole64(checksum(bytes->byte, bytes->size - 8));
    memcpy(bytes->byte + bytes->size - 8, &word, sizeof word);
}

static enum finding tuner_read(const struct bytes *bytes, char why[WHY]) {
    static const char *const games[] = {"kalah", "giuthi"};
    static char note[KW_TUNER_NOTE + 1];
    enum finding finding = REFUSED;
    for (size_t i = 0; i < sizeof games / sizeof *games && finding == REFUSED; i++) {
        struct kw_tuner *tuner = kw_tuner_new(kw_game_find(games[i]));
        struct source source = {.bytes = bytes};
        struct bytes again = bytes_new();
        struct kw_error error = {.code = KW_OK};
        if (tuner == NULL)
            abort();
        if (!kw_tuner_load(tuner, note, source_take, &source, &error))
            finding = error.code != KW_OK && error.message[0] != '\0' ? REFUSED
                                                                      : broken(why, "no reason");
        else if (!kw_tuner_save(tuner, note, bytes_write, &again) || again.size != bytes->size ||
                 memcmp(again.byte, bytes->byte, again.size) != 0)
            finding = broken(why, "it is saved otherwise");
        else
            finding = ACCEPTED;
        free(again.byte);
        kw_tuner_free(tuner);
    }
    return finding;
}

const struct mutated_kind kind_tuner = {.name = "tuner",
                                        .share = 1,
                                        .binary = true,
                                        .open = tuner_open,
                                        .repair = tuner_repair,
                                        .read = tuner_read};
