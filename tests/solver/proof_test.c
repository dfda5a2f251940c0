/*
 * The prover against positions solved whole: all positions that can follow from one are listed, and
 * from the ends of games it is found backwards who wins; whoever can go round for ever does not
 * lose, since a third occurrence is a draw.  The proofs that it writes are read by the checker,
 * which asks the slow twin for the rules; those that have been tampered with are refused.
 *
 *      proof_test [--effort N] [--seed N] [RULE-SET]...
 */
#include "../../apps/check-proof/check_proof.h"
#include "support/first_games.h"
#include "support/test.h"

#include <stdio.h>

enum {
    GRAPHS = 9,       /* of a rule set, at effort 1 */
    MOST = 30000,     /* positions of a graph */
    ASKED = 40,       /* of them */
    PROVEN = 6,       /* of these, whose proofs are checked */
    HASH = 1 << 20,   /* bytes */
    SMALL_HASH = 4096 /* so little that most is forgotten */
};

/* All that can follow from a position. */
struct graph {
    const struct kw_game *game;
    struct kw_position *position;
    uint32_t *first_child; /* of a position in `child`, and one behind the last */
    uint32_t *child;
    uint8_t *outcome; /* enum kw_outcome */
    uint32_t *slot;
    size_t count, children, slots;
};

/* ---- listing ------------------------------------------------------------------------------- */

static void *have(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL)
        abort();
    return memory;
}

static void graph_open(struct graph *graph, const struct kw_game *game) {
    graph->game = game;
    graph->slots = 4 * 65536;
    graph->position = have(MOST + 1, sizeof *graph->position);
    graph->first_child = have(MOST + 2, sizeof *graph->first_child);
    graph->child = have((size_t)(MOST + 1) * KW_MOVES, sizeof *graph->child);
    graph->outcome = have(MOST + 1, 1);
    graph->slot = have(graph->slots, sizeof *graph->slot);
}

static void graph_close(struct graph *graph) {
    free(graph->position);
    free(graph->first_child);
    free(graph->child);
    free(graph->outcome);
    free(graph->slot);
}

/* The number of a position, which is added if it is new. */
static uint32_t graph_number(struct graph *graph, const struct kw_position *position) {
    size_t at = kw_hash(position) & (graph->slots - 1);
    for (; graph->slot[at] != 0; at = (at + 1) & (graph->slots - 1))
        if (memcmp(&graph->position[graph->slot[at] - 1], position, sizeof *position) == 0)
            return graph->slot[at] - 1;
    graph->position[graph->count] = *position;
    graph->slot[at] = (uint32_t)++graph->count;
    return graph->slot[at] - 1;
}

/* Lists all that can follow; false if it is too much. */
static bool graph_list(struct graph *graph, const struct kw_position *root) {
    memset(graph->slot, 0, graph->slots * sizeof *graph->slot);
    graph->count = graph->children = 0;
    graph_number(graph, root);
    for (size_t i = 0; i < graph->count; i++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(graph->game, &graph->position[i], list, KW_MOVES);
        graph->first_child[i] = (uint32_t)graph->children;
        for (size_t j = 0; j < count && graph->count < MOST; j++) {
            struct kw_position next;
            kw_play(graph->game, &graph->position[i], list[j], &next);
            graph->child[graph->children++] = graph_number(graph, &next);
        }
        graph->first_child[i + 1] = (uint32_t)graph->children;
    }
    return graph->count < MOST;
}

/* ---- solving ------------------------------------------------------------------------------- */

/* Who wins this position, by what is known of those after it. */
static uint8_t graph_outcome(const struct graph *graph, size_t number) {
    bool south = graph->position[number].turn == KW_SOUTH;
    uint8_t won = south ? KW_SOUTH_WINS : KW_NORTH_WINS,
            lost = south ? KW_NORTH_WINS : KW_SOUTH_WINS;
    bool all_lost = true;
    for (uint32_t i = graph->first_child[number]; i < graph->first_child[number + 1]; i++) {
        uint8_t outcome = graph->outcome[graph->child[i]];
        if (outcome == won)
            return won;
        all_lost = all_lost && outcome == lost;
    }
    return all_lost ? lost : KW_GOING_ON;
}

/* Goes on until nothing more becomes known; what is left is a draw. */
static void graph_solve(struct graph *graph) {
    for (size_t i = 0; i < graph->count; i++) {
        struct kw_result result;
        graph->outcome[i] = KW_GOING_ON;
        if (kw_state(graph->game, &graph->position[i], &result))
            graph->outcome[i] = (uint8_t)result.outcome;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = graph->count; i-- > 0;) {
            if (graph->outcome[i] != KW_GOING_ON)
                continue;
            graph->outcome[i] = graph_outcome(graph, i);
            changed = changed || graph->outcome[i] != KW_GOING_ON;
        }
    }
    for (size_t i = 0; i < graph->count; i++)
        if (graph->outcome[i] == KW_GOING_ON)
            graph->outcome[i] = KW_DRAW;
}

/* ---- proofs -------------------------------------------------------------------------------- */

struct text {
    char *bytes;
    size_t length, room, read;
};

static bool text_add(void *context, const char *bytes, size_t count) {
    struct text *text = context;
    if (text->length + count > text->room) {
        text->room = 2 * (text->length + count);
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            abort();
    }
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    return true;
}

static size_t text_take(void *context, char *bytes, size_t count) {
    struct text *text = context;
    size_t left = text->length - text->read;
    count = count < left ? count : left;
    memcpy(bytes, text->bytes + text->read, count);
    text->read += count;
    return count;
}

/* What the checker says of a text, in memory the caller frees; NULL with a fault. */
static char *checked(const char *bytes, size_t length, char fault[PROOF_SENTENCE + 32]) {
    char *answer = NULL;
    size_t answered = 0;
    FILE *proof = fmemopen((void *)bytes, length, "r");
    FILE *out = open_memstream(&answer, &answered);
    if (proof == NULL || out == NULL)
        abort();
    bool good = check_proof(proof, out, fault);
    fclose(proof);
    fclose(out);
    if (good)
        return answer;
    free(answer);
    return NULL;
}

/* Whether the claims are those of this outcome. */
static bool claims_fit(const char *answer, enum kw_outcome outcome) {
    bool south = strstr(answer, ": S wins,") != NULL, north = strstr(answer, ": N wins,") != NULL;
    bool held = strstr(answer, ": S holds,") != NULL && strstr(answer, ": N holds,") != NULL;
    return south == (outcome == KW_SOUTH_WINS) && north == (outcome == KW_NORTH_WINS) &&
           held == (outcome == KW_DRAW);
}

/* Every byte changed, and every line left out. */
static void tamper(struct test *test, const char *what, const struct text *proof) {
    char fault[PROOF_SENTENCE + 32], *copy = have(proof->length, 1), *answer;
    for (size_t i = 0; i < proof->length; i++) {
        memcpy(copy, proof->bytes, proof->length);
        copy[i] ^= (char)(1 << i % 7);
        answer = checked(copy, proof->length, fault);
        test_expect(test, answer == NULL, "%s: byte %zu was changed", what, i);
        free(answer);
    }
    for (size_t from = 0; from < proof->length;) {
        size_t to = from;
        while (proof->bytes[to++] != '\n')
            continue;
        memcpy(copy, proof->bytes, from);
        memcpy(copy + from, proof->bytes + to, proof->length - to);
        answer =
            proof->length > to - from ? checked(copy, proof->length - (to - from), fault) : NULL;
        test_expect(test, answer == NULL, "%s: the line at %zu was left out", what, from);
        free(answer);
        from = to;
    }
    free(copy);
}

/* The proof of a position is what the checker takes for it. */
static void check_written(struct test *test, struct kw_prover *prover, const char *what,
                          const struct kw_position *position, enum kw_player player,
                          enum kw_outcome outcome, bool tampered) {
    struct text proof = {0};
    struct kw_error error = {0};
    char fault[PROOF_SENTENCE + 32] = "";
    bool written =
        kw_prover_prove(prover, position, 1, player, NULL, NULL, text_add, &proof, &error);
    test_expect(test, written, "%s: no proof was written: %s", what, error.message);
    char *answer = written ? checked(proof.bytes, proof.length, fault) : NULL;
    test_expect(test, answer != NULL, "%s: the proof was refused: %s", what, fault);
    if (answer != NULL)
        test_expect(test, claims_fit(answer, outcome), "%s: it proves %s", what, answer);
    if (answer != NULL && tampered && proof.length < 1000)
        tamper(test, what, &proof);
    free(answer);
    free(proof.bytes);
}

/* ---- the prover ---------------------------------------------------------------------------- */

/* A prover that goes on with what this one has saved. */
static struct kw_prover *saved_and_loaded(struct test *test, struct kw_prover *prover,
                                          const struct kw_game *game) {
    struct text state = {0};
    struct kw_error error = {0};
    struct kw_prover *next = kw_prover_new(game, HASH, 1, NULL);
    kw_prover_save(prover, text_add, &state);
    test_expect(test, kw_prover_load(next, text_take, &state, &error), "a state was refused: %s",
                error.message);
    state.read = 0;
    if (state.length > 60) {
        state.bytes[state.length - 20] ^= 4;
        struct kw_prover *other = kw_prover_new(game, HASH, 1, NULL);
        test_expect(test, !kw_prover_load(other, text_take, &state, &error),
                    "a damaged state was taken");
        kw_prover_free(other);
    }
    free(state.bytes);
    kw_prover_free(prover);
    return next;
}

static void check_graph(struct test *test, struct graph *graph, struct kw_random *random,
                        const char *name, size_t *draws) {
    struct kw_prover *prover =
        kw_prover_new(graph->game, HASH, 1 + kw_random_below(random, 2), NULL);
    struct kw_prover *poor = kw_prover_new(graph->game, SMALL_HASH, 1, NULL);
    char text[KW_TEXT], what[4 * KW_TEXT];
    for (unsigned i = 0; i < ASKED; i++) {
        size_t number = i == 0 ? 0 : kw_random_below(random, (uint32_t)graph->count);
        const struct kw_position *position = &graph->position[number];
        enum kw_player player = (enum kw_player)kw_random_below(random, 2);
        struct kw_result result;
        snprintf(what, sizeof what, "%s \"%s\"", name,
                 kw_position_text(graph->game, position, text));
        enum kw_outcome outcome = kw_prover_decide(prover, position, player, NULL, NULL);
        test_expect(test, outcome == (enum kw_outcome)graph->outcome[number], "%s: %d, not %d",
                    what, outcome, graph->outcome[number]);
        *draws += outcome == KW_DRAW;
        if (i >= PROVEN || kw_state(graph->game, position, &result))
            continue;
        check_written(test, prover, what, position, player, outcome, i == 0);
        outcome = kw_prover_decide(poor, position, player, NULL, NULL);
        test_expect(test, outcome == (enum kw_outcome)graph->outcome[number],
                    "%s, little memory: %d, not %d", what, outcome, graph->outcome[number]);
        check_written(test, poor, what, position, player, outcome, false);
        if (i == PROVEN / 2)
            prover = saved_and_loaded(test, prover, graph->game);
    }
    kw_prover_free(prover);
    kw_prover_free(poor);
}

/* Goes backwards from the end of a random game as far as what follows can be listed. */
static bool graph_choose(struct graph *graph, struct kw_random *random) {
    enum { PLIES = 400 };
    static struct kw_position game[PLIES + 1];
    size_t plies = 0;
    kw_start(graph->game, &game[0]);
    while (plies < PLIES) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(graph->game, &game[plies], list, KW_MOVES);
        if (count == 0)
            break;
        kw_play(graph->game, &game[plies], list[kw_random_below(random, (uint32_t)count)],
                &game[plies + 1]);
        plies++;
    }
    size_t last = plies < 1 ? 0 : plies - 1;
    size_t at = last;
    for (size_t back = 1; back <= last && graph_list(graph, &game[last - back]);
         back += 1 + back / 2)
        at = last - back;
    return graph_list(graph, &game[at]);
}

/* Any position of the right number of seeds, in few holes: there games can go round for ever. */
static bool graph_scatter(struct graph *graph, struct kw_random *random) {
    unsigned columns = kw_game_columns(graph->game), seeds = 0, hole[KW_HOLES], holes;
    struct kw_position start, position = {0};
    char text[KW_TEXT];
    kw_start(graph->game, &start);
    for (unsigned i = 0; i < KW_HOLES; i++)
        seeds += start.hole[i];
    if (kw_has_stores(graph->game))
        return false; /* the reserves would have to be scattered too */
    holes = 2 + kw_random_below(random, 2 * columns);
    for (unsigned i = 0; i < holes; i++)
        hole[i] = kw_random_below(random, 2) * 16 + kw_random_below(random, 2 * columns);
    for (unsigned i = 0; i < seeds; i++)
        position.hole[hole[i < holes ? i : kw_random_below(random, holes)]]++;
    kw_position_text(graph->game, &position, text);
    return kw_position_read(graph->game, text, &position, NULL) && graph_list(graph, &position);
}

static void check_rules(struct test *test, const char *id, const char *options, unsigned number,
                        size_t *draws) {
    struct kw_random random;
    struct graph graph;
    char name[2 * KW_TEXT];
    struct kw_game *game = kw_game_open(id, options, NULL);
    if (game == NULL)
        return;
    snprintf(name, sizeof name, "%s %s", id, options);
    test_random(test, id, number, &random);
    graph_open(&graph, game);
    if ((number % 2 == 0 && graph_scatter(&graph, &random)) || graph_choose(&graph, &random)) {
        graph_solve(&graph);
        check_graph(test, &graph, &random, name, draws);
    }
    graph_close(&graph);
    kw_game_close(game);
}

/* A proof names its rules in canonical form: other spellings of the same rules are refused. */
static void check_headings(struct test *test) {
    static const char *const heading[] = {
        "game kujifunza\noptions width=8 width=4 endless.limit=96",
        "game kujifunza\noptions  width=4 endless.limit=96",
        "game kujifunza\noptions width=4  endless.limit=96",
        "game kujifunza\noptions width=4 endless.limit=96 ",
        "game kujifunza\noptions endless.limit=96 width=4",
        "game kujifunza\noptions width=4",
        "game kujifunza\noptions width=4 endless.limit=96 suicide=legal",
        "game kujifunza\noptions ",
        "game kujifunza\noptions width=8",
    };
    for (size_t i = 0; i < sizeof heading / sizeof *heading; i++) {
        char text[KW_TEXT], expected[KW_TEXT], fault[PROOF_SENTENCE + 32] = "";
        int length = snprintf(text, sizeof text, "komwe-proof 1\n%s\n", heading[i]);
        snprintf(expected, sizeof expected,
                 "line 3: the rules are not in canonical form, which is 'game kujifunza' and "
                 "'options%s'",
                 i < 7 ? " width=4 endless.limit=96" : "");
        char *answer = checked(text, (size_t)length, fault);
        test_expect(test, answer == NULL && strcmp(fault, expected) == 0, "%s: %s", heading[i],
                    fault);
        free(answer);
    }
}

/* Only who counts no seeds can be asked about. */
static void check_refusal(struct test *test) {
    struct kw_error error = {0};
    struct kw_prover *prover = kw_prover_new(kw_game_find("kalah"), HASH, 1, &error);
    test_expect(test, prover == NULL && error.code == KW_BAD_VALUE,
                "a prover of a game that counts seeds");
}

/* ---- what is promised ----------------------------------------------------------------------- */

/* A listener that counts what is reported, and wants no more after so many times. */
struct patience {
    unsigned told, most;
};

static bool listen_patiently(void *context, const struct kw_prove_progress *proving) {
    struct patience *patience = context;
    (void)proving;
    return ++patience->told < patience->most;
}

static size_t lines_with(const char *text, const char *word) {
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

/* What was not decided when it was asked is neither searched for a proof nor proven. */
static void check_undecided(struct test *test) {
    struct kw_game *game = kw_game_open("hus", "", NULL);
    struct kw_prover *prover = kw_prover_new(game, HASH, 1, NULL);
    struct patience none = {.most = 1}, never = {.most = UINT32_MAX};
    struct kw_position position[2];
    struct kw_error error = {0};
    struct text proof = {0};
    char fault[PROOF_SENTENCE + 32] = "";
    kw_start(game, &position[0]);
    kw_position_read(game, "1,1,0,0,0,0,0,0/0,0,2,0,0,0,0,0/2,0,0,0,0,0,0,0/42,0,0,0,0,0,0,0 N 0/0",
                     &position[1], NULL);
    test_expect(test,
                kw_prover_decide(prover, &position[0], KW_SOUTH, listen_patiently, &none) ==
                    KW_GOING_ON,
                "a search that was ended has an answer");
    bool written = kw_prover_prove(prover, position, 2, KW_SOUTH, listen_patiently, &never,
                                   text_add, &proof, &error);
    test_expect(test, !written && error.code == KW_BAD_VALUE && error.message[0] != '\0',
                "a proof of nothing: %d '%s'", error.code, error.message);
    test_expect(test, proof.length == 0 && never.told == 0, "%zu bytes, and %u times asked",
                proof.length, never.told);
    enum kw_outcome outcome = kw_prover_decide(prover, &position[1], KW_SOUTH, NULL, NULL);
    written = kw_prover_prove(prover, position, 2, KW_SOUTH, NULL, NULL, text_add, &proof, &error);
    char *answer = written ? checked(proof.bytes, proof.length, fault) : NULL;
    test_expect(test,
                answer != NULL && claims_fit(answer, outcome) && lines_with(answer, " wins,") == 1,
                "the proof of the one that is decided: %s%s", error.message, fault);
    test_expect(
        test,
        !kw_prover_prove(prover, &position[1], 1, KW_NORTH, NULL, NULL, text_add, &proof, &error) &&
            error.code == KW_BAD_VALUE,
        "the other question was not asked");
    free(answer);
    free(proof.bytes);
    kw_prover_free(prover);
    kw_game_close(game);
}

/* A callback that wants no more ends the search, whether or not the table has lost what the proof
 * takes.
 */
static void check_stopped(struct test *test, size_t hash) {
    struct kw_game *game = kw_game_open("kujifunza", "", NULL);
    struct kw_prover *prover = kw_prover_new(game, hash, 1, NULL);
    struct kw_position start;
    struct kw_error error = {.code = KW_BAD_VALUE};
    struct text proof = {0};
    struct patience none = {.most = 1};
    kw_start(game, &start);
    test_expect(test, kw_prover_decide(prover, &start, KW_SOUTH, NULL, NULL) == KW_SOUTH_WINS,
                "South wins");
    bool written = kw_prover_prove(prover, &start, 1, KW_SOUTH, listen_patiently, &none, text_add,
                                   &proof, &error);
    test_expect(test, !written && error.code == KW_OK && none.told == 1,
                "the listener ended it: %d, %d, %u", written, error.code, none.told);
    free(proof.bytes);
    kw_prover_free(prover);
    kw_game_close(game);
}

/* A prover that is asked, and what it saves. */
static struct text saved_after(const struct kw_game *game, size_t hash) {
    struct kw_prover *prover = kw_prover_new(game, hash, 1, NULL);
    struct text state = {0};
    struct kw_position start;
    kw_start(game, &start);
    kw_prover_decide(prover, &start, KW_SOUTH, NULL, NULL);
    kw_prover_save(prover, text_add, &state);
    kw_prover_free(prover);
    return state;
}

/* A smaller table that would lose some of a state refuses it; another one keeps all of it. */
static void check_smaller(struct test *test) {
    struct kw_game *game = kw_game_open("bao1", "", NULL);
    struct text state = saved_after(game, 8 * HASH), again = {0};
    struct kw_error error = {0};
    struct kw_prover *small = kw_prover_new(game, 7 * HASH, 1, NULL);
    test_expect(test,
                !kw_prover_load(small, text_take, &state, &error) && error.code == KW_NO_MEMORY &&
                    strstr(error.message, "of 8 MiB") != NULL,
                "a table that is too small: %d '%s'", error.code, error.message);
    kw_prover_save(small, text_add, &again);
    test_expect(test, again.length < 100, "the prover knows %zu bytes", again.length);
    kw_prover_free(small);
    for (unsigned i = 1; i < 3; i++) {
        struct kw_prover *other = kw_prover_new(game, i * 8 * HASH, 1, NULL);
        struct patience none = {.most = 1};
        struct kw_position position;
        kw_move list[KW_MOVES];
        state.read = again.length = 0;
        test_expect(test, kw_prover_load(other, text_take, &state, &error), "refused: %s",
                    error.message);
        kw_start(game, &position);
        kw_moves(game, &position, list, KW_MOVES);
        kw_play(game, &position, list[0], &position);
        kw_prover_decide(other, &position, KW_NORTH, listen_patiently, &none);
        kw_prover_save(other, text_add, &again);
        test_expect(test, again.length + 16 * 64 >= state.length, "%zu bytes of %zu are left",
                    again.length, state.length);
        kw_prover_free(other);
    }
    free(state.bytes);
    free(again.bytes);
    kw_game_close(game);
}

/* What is saved while threads are at work can be read again. */
struct busy {
    struct test *test;
    struct kw_prover *prover, *other;
    unsigned told;
};

static bool save_and_load(void *context, const struct kw_prove_progress *proving) {
    struct busy *busy = context;
    struct text state = {0};
    struct kw_error error = {0};
    (void)proving;
    kw_prover_save(busy->prover, text_add, &state);
    test_expect(busy->test, kw_prover_load(busy->other, text_take, &state, &error),
                "saved at work: %s", error.message);
    free(state.bytes);
    return ++busy->told < 50;
}

static void check_saved_at_work(struct test *test) {
    struct kw_game *game = kw_game_open("bao2", "", NULL);
    struct busy busy = {.test = test,
                        .prover = kw_prover_new(game, HASH, 2, NULL),
                        .other = kw_prover_new(game, HASH, 1, NULL)};
    struct kw_position start;
    kw_start(game, &start);
    kw_prover_decide(busy.prover, &start, KW_SOUTH, save_and_load, &busy);
    test_expect(test, busy.told == 50, "told %u times", busy.told);
    kw_prover_free(busy.prover);
    kw_prover_free(busy.other);
    kw_game_close(game);
}

int main(int argc, char **argv) {
    static const char *const options[] = {"width=4",
                                          "width=4 suicide=illegal",
                                          "width=4 endless.limit=1",
                                          "width=4 endless.result=void endless.limit=7",
                                          "width=4 endless.result=loses endless.limit=7",
                                          "endless.result=void endless.limit=9",
                                          "endless.result=loses endless.limit=9",
                                          "suicide=illegal",
                                          "width=6",
                                          ""};
    struct test test = test_begin(argc, argv);
    size_t draws = 0;
    for (size_t i = 0; i < FIRST_GAMES; i++) {
        const struct kw_info *info = kw_game_info(kw_game_at(i));
        if (info->counts_seeds || !test_selects(&test, info->id))
            continue;
        for (unsigned j = 0; j < GRAPHS * test.effort; j++)
            check_rules(&test, info->id, options[j % (sizeof options / sizeof *options)], j,
                        &draws);
    }
    check_refusal(&test);
    check_headings(&test);
    check_undecided(&test);
    check_stopped(&test, HASH);
    check_stopped(&test, SMALL_HASH);
    check_smaller(&test);
    check_saved_at_work(&test);
    printf("%zu draws\n", draws);
    return test_end(&test);
}
