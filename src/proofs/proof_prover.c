/* The prover, as fronts see it. */
#include "base/error.h"
#include "proofs/proof_write.h"

#include <stdio.h>
#include <stdlib.h>

struct kw_prover {
    const struct kw_game *game;
    struct proof_table table;
    struct proof_search search;
    /*
     * The questions that have been decided, which the table may have lost: their keys in slots, 0
     * where there is none.  A power of two of them, or 0.
     */
    uint64_t *decided;
    size_t count, slots;
    bool unnoted; /* one could not be put down */
};

static bool no_memory(struct kw_error *error) {
    return error_set(error, KW_NO_MEMORY, 1, "there is not enough memory");
}

struct kw_prover *kw_prover_new(const struct kw_game *game, size_t hash_bytes, unsigned threads,
                                struct kw_error *error) {
    if (kw_game_info(game)->counts_seeds) {
        error_set(error, KW_BAD_VALUE, 1, "%s counts seeds: who wins is not all there is to prove",
                  kw_game_info(game)->name);
        return NULL;
    }
    struct kw_prover *prover = calloc(1, sizeof *prover);
    if (prover != NULL) {
        prover->game = game;
        if (proof_table_open(&prover->table, hash_bytes) &&
            proof_search_open(&prover->search, game, &prover->table, threads > 0 ? threads : 1))
            return prover;
    }
    kw_prover_free(prover);
    no_memory(error);
    return NULL;
}

void kw_prover_free(struct kw_prover *prover) {
    if (prover == NULL)
        return;
    proof_table_close(&prover->table);
    proof_search_close(&prover->search);
    free(prover->decided);
    free(prover);
}

/* ---- what has been decided ------------------------------------------------------------------ */

static uint64_t *decided_slot(const struct kw_prover *prover, uint64_t key) {
    size_t at = key & (prover->slots - 1);
    while (prover->decided[at] != 0 && prover->decided[at] != key)
        at = (at + 1) & (prover->slots - 1);
    return &prover->decided[at];
}

static bool decided_grow(struct kw_prover *prover) {
    uint64_t *former = prover->decided;
    size_t before = prover->slots, slots = before == 0 ? 64 : 2 * before;
    uint64_t *larger = calloc(slots, sizeof *larger);
    if (larger == NULL)
        return false;
    prover->decided = larger;
    prover->slots = slots;
    for (size_t i = 0; i < before; i++)
        if (former[i] != 0)
            *decided_slot(prover, former[i]) = former[i];
    free(former);
    return true;
}

/* The key of a position for the question that the search asks first. */
static uint64_t key_of(const struct kw_prover *prover, const struct kw_position *position) {
    uint64_t key = proof_hash(&prover->search, position);
    return key != 0 ? key : 1;
}

static void note_decided(struct kw_prover *prover, uint64_t key) {
    if (prover->slots < 2 * (prover->count + 1) && !decided_grow(prover)) {
        prover->unnoted = true;
        return;
    }
    uint64_t *slot = decided_slot(prover, key);
    prover->count += *slot == 0;
    *slot = key;
}

static bool is_decided(const struct kw_prover *prover, uint64_t key) {
    return prover->count > 0 && *decided_slot(prover, key) == key;
}

static void forget_decided(struct kw_prover *prover) {
    free(prover->decided);
    prover->decided = NULL;
    prover->count = prover->slots = 0;
    prover->unnoted = false;
}

/* ---- who wins ------------------------------------------------------------------------------- */

/* Who wins by a finding of a position with this player to move. */
static enum kw_outcome winner(unsigned mover, uint8_t state) {
    return (state == PROOF_WIN) == (mover == KW_SOUTH) ? KW_SOUTH_WINS : KW_NORTH_WINS;
}

/*
 * Finds out how a game from this position ends.  The search is left asking about the player by whom
 * that was decided.
 */
static enum kw_outcome decide(struct proof_search *search, const struct kw_position *position) {
    struct proof_answer answer;
    struct kw_result over;
    if (kw_state(search->game, position, &over))
        return over.outcome;
    for (int question = 0; question < 2; question++) {
        proof_ask(search, position, &answer);
        if (answer.finding.state != PROOF_HELD)
            break;
        /* He does not win: it is the other's win, or a draw. */
        search->attacker ^= 1;
    }
    if (answer.finding.state == PROOF_OPEN)
        return KW_GOING_ON;
    return answer.finding.state == PROOF_HELD ? KW_DRAW
                                              : winner(position->turn, answer.finding.state);
}

/* The search has had all its memory at the header, so that nothing can fail. */
enum kw_outcome kw_prover_decide(struct kw_prover *prover, const struct kw_position *position,
                                 enum kw_player player, kw_prove_progress_fn *progress,
                                 void *context) {
    proof_search_begin(&prover->search, player, progress, context);
    uint64_t key = key_of(prover, position);
    enum kw_outcome outcome = decide(&prover->search, position);
    if (outcome != KW_GOING_ON)
        note_decided(prover, key);
    return outcome;
}

/* ---- the proof ------------------------------------------------------------------------------ */

/* Adds the claims that say how a game from this position ends. */
static bool write_claims(struct proof_writer *writer, struct proof_search *search,
                         const struct kw_position *position, enum kw_outcome outcome,
                         struct kw_error *error) {
    if (outcome != KW_DRAW)
        return proof_write_claim(writer, position, outcome == KW_SOUTH_WINS ? KW_SOUTH : KW_NORTH,
                                 false, error);
    bool good = proof_write_claim(writer, position, search->attacker ^ 1, true, error);
    search->attacker ^= 1;
    return good && proof_write_claim(writer, position, search->attacker ^ 1, true, error);
}

/* Decides a position again, of which the table may have lost what it takes, and writes its claims.
 */
static bool write_decided(struct proof_writer *writer, struct proof_search *search,
                          const struct kw_position *position, struct kw_error *error) {
    enum kw_outcome outcome = decide(search, position);
    if (search->refused)
        return error_set(error, KW_OK, 1, "the listener ended the work");
    if (outcome == KW_GOING_ON)
        return error_set(error, KW_BAD_RECORD, 1,
                         "the proof cannot be put together: its lines are too long");
    return write_claims(writer, search, position, outcome, error);
}

bool kw_prover_prove(struct kw_prover *prover, const struct kw_position *position, size_t count,
                     enum kw_player player, kw_prove_progress_fn *progress, void *progress_context,
                     kw_write_fn *write, void *write_context, struct kw_error *error) {
    struct proof_search *search = &prover->search;
    struct proof_writer *writer = proof_writer_new(search, write, write_context);
    bool good = writer != NULL || no_memory(error), any = false;
    proof_search_begin(search, player, progress, progress_context);
    for (size_t i = 0; i < count && good; i++) {
        struct kw_result over;
        if (kw_state(prover->game, &position[i], &over))
            continue;
        search->attacker = player;
        bool decided = is_decided(prover, key_of(prover, &position[i]));
        any = any || decided;
        if (decided)
            good = write_decided(writer, search, &position[i], error);
        else if (prover->unnoted)
            good = no_memory(error);
    }
    if (good && !any)
        good = error_set(error, KW_BAD_VALUE, 1, "nothing has been decided that could be proven");
    good = good && proof_write_end(writer, error);
    proof_writer_free(writer);
    return good;
}

/* ---- what has been found out --------------------------------------------------------------- */

static const char *title(const struct kw_prover *prover, char text[2 * KW_TEXT]) {
    char options[KW_TEXT];
    kw_game_options(prover->game, options);
    snprintf(text, 2 * KW_TEXT, "%s%s%s", kw_game_info(prover->game)->id,
             options[0] != '\0' ? " " : "", options);
    return text;
}

bool kw_prover_save(const struct kw_prover *prover, kw_write_fn *write, void *context) {
    char text[2 * KW_TEXT];
    return proof_table_write(&prover->table, title(prover, text), write, context);
}

bool kw_prover_load(struct kw_prover *prover, kw_read_fn *read, void *context,
                    struct kw_error *error) {
    char text[2 * KW_TEXT];
    if (proof_table_read(&prover->table, title(prover, text), read, context, error))
        return true;
    forget_decided(prover);
    return false;
}
