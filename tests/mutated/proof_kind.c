/* Proofs, as komwe-check-proof reads them. */
#include "../../apps/check-proof/check_proof.h"
#include "base/checksum.h"
#include "mutated/twin_graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = 1 << 20, PROVEN = 4, NODES = 20000, PROOFS_OF_RULES = 4 };

static struct files *making;

static bool enough(void *context, const struct kw_prove_progress *proving) {
    (void)context;
    return proving->nodes < NODES;
}

/* How far from the end of a game all that follows can still be solved by the twin. */
static size_t solved_from(const struct kw_game *game, const struct kw_position *line,
                          size_t plies) {
    struct twin_graph graph;
    struct twin_game twin;
    char text[KW_TEXT];
    size_t first = plies > 0 ? plies - 1 : 0;
    if (!twin_game_open(&twin, game))
        abort();
    graph_open(&graph, &twin);
    for (size_t back = 1; back <= first; back += 1 + back / 2) {
        kw_position_text(game, &line[first - back], text);
        if (graph_value(&graph, graph_number(&graph, text)) == '\0')
            break;
        first -= back;
    }
    graph_close(&graph);
    return first;
}

/* Proofs of positions of a random game: `whole`: of the first ones, else of some near its end. */
static void add_proof(const struct kw_game *game, struct kw_random *random, bool whole) {
    enum { PLIES = 300 };
    static struct kw_position line[PLIES + 1];
    struct kw_prover *prover = kw_prover_new(game, HASH, 1, NULL);
    struct bytes proof = bytes_new();
    kw_move list[KW_MOVES];
    size_t plies = 0, count;
    kw_start(game, &line[0]);
    while (plies < PLIES && (count = kw_moves(game, &line[plies], list, KW_MOVES)) > 0) {
        kw_play(game, &line[plies], list[kw_random_below(random, (uint32_t)count)],
                &line[plies + 1]);
        plies++;
    }
    size_t first = whole ? 2 : solved_from(game, line, plies);
    size_t claims = 1 + kw_random_below(random, PROVEN);
    for (size_t i = 0; i < claims; i++)
        kw_prover_decide(prover, &line[first + i < plies ? first + i : first], KW_SOUTH, enough,
                         NULL);
    claims = first + claims <= plies ? claims : 1;
    if (kw_prover_prove(prover, &line[first], claims, KW_SOUTH, NULL, NULL, bytes_write, &proof,
                        NULL) &&
        proof.size < 6000)
        files_add(making, proof.byte, proof.size);
    free(proof.byte);
    kw_prover_free(prover);
}

static void proof_open(struct files *files, const char *tree) {
    static const char *const rules[][2] = {{"kujifunza", "width=4"},
                                           {"bao1", "width=4"},
                                           {"bao3", "width=4 endless.limit=7"},
                                           {"bao7", "width=4 endless.result=void endless.limit=7"},
                                           {"bao8", "width=4 endless.result=loses endless.limit=7"},
                                           {"hus", "width=4"},
                                           {"bao10", "width=4"},
                                           {"bao5", "width=4 suicide=illegal"}};
    struct kw_random random;
    making = files;
    files_load(files, tree, "tests/formats/0.1/wins.proof");
    files_load(files, tree, "tests/formats/0.1/roots.proof");
    files_load(files, tree, "tests/formats/0.1/draw.proof");
    kw_random_seed(&random, 11);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct kw_game *game = kw_game_open(rules[i][0], rules[i][1], NULL);
        for (unsigned k = 0; game != NULL && k < PROOFS_OF_RULES; k++)
            add_proof(game, &random, k == 0);
        kw_game_close(game);
    }
}

/* ---- changes --------------------------------------------------------------------------------- */

/* A claim says something else; a letter chooses another move. */
static void proof_change(struct bytes *bytes, const struct files *files, struct kw_random *random) {
    static const char letters[] = "ABCDEFGHIJ";
    char *claim = strstr(bytes->byte, "\nclaim ");
    (void)files;
    if (claim == NULL)
        return;
    for (char *next; kw_random_below(random, 2) && (next = strstr(claim + 1, "\nclaim "));)
        claim = next;
    size_t at = (size_t)(claim + 7 - bytes->byte), line = at + strcspn(bytes->byte + at, "\n");
    size_t letter = line + 1 + kw_random_below(random, 1 + (uint32_t)(bytes->size - line) / 2);
    switch (kw_random_below(random, 4)) {
    case 0:
        bytes->byte[at] = bytes->byte[at] == 'S' ? 'N' : 'S';
        break;
    case 1:
        if (strncmp(bytes->byte + at + 1, " wins ", 6) == 0)
            bytes_splice(bytes, at + 1, at + 7, " holds ", 7);
        else if (strncmp(bytes->byte + at + 1, " holds ", 7) == 0)
            bytes_splice(bytes, at + 1, at + 8, " wins ", 6);
        break;
    default:
        if (letter < bytes->size && bytes->byte[letter] >= 'A' && bytes->byte[letter] <= 'Z')
            bytes->byte[letter] = letters[kw_random_below(random, sizeof letters - 1)];
    }
}

/* Counts the letters and sums the bytes anew. */
static void proof_repair(struct bytes *bytes) {
    const char *end = strstr(bytes->byte, "\nend ");
    if (end == NULL)
        return;
    size_t kept = (size_t)(end + 1 - bytes->byte), letters = 0;
    for (size_t i = 0; i < kept;) {
        size_t length = 0;
        while (i + length < kept && bytes->byte[i + length] != '\n')
            length++;
        bool word = memchr(bytes->byte + i, ' ', length) != NULL ||
                    strncmp(bytes->byte + i, "options\n", 8) == 0;
        letters += word ? 0 : length;
        i += length + 1;
    }
    char last[96];
    int length = snprintf(last, sizeof last, "end %zu %016" PRIx64 "\n", letters,
                          fnv1a(FNV1A_BASIS, bytes->byte, kept));
    bytes_splice(bytes, kept, bytes->size, last, (size_t)length);
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum finding proof_read(const struct bytes *bytes, char why[WHY]) {
    char *answer = NULL, fault[PROOF_SENTENCE + 32] = "";
    size_t answered = 0;
    if (bytes->size == 0)
        return REFUSED;
    FILE *proof = fmemopen(bytes->byte, bytes->size, "r");
    FILE *out = open_memstream(&answer, &answered);
    if (proof == NULL || out == NULL)
        abort();
    bool good = check_proof(proof, out, fault);
    fclose(proof);
    fclose(out);
    free(answer);
    if (!good)
        return strchr(fault, ' ') != NULL && fault[strlen(fault) - 1] != ' '
                   ? REFUSED
                   : broken(why, "a refusal without a reason");
    if (strlen(bytes->byte) != bytes->size)
        return broken(why, "a NUL byte was accepted");
    return proof_walk(bytes->byte, why);
}

const struct mutated_kind kind_proof = {.name = "proof",
                                        .share = 30,
                                        .open = proof_open,
                                        .change = proof_change,
                                        .repair = proof_repair,
                                        .read = proof_read,
                                        .close = proof_walk_free};
