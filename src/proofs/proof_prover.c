/* kw_prover: decides which player wins, and writes the proof. */
#include "base/error.h"
#include "base/parallel.h"
#include "base/work.h"
#include "proofs/proof_write.h"

#include <stdio.h>
#include <stdlib.h>

struct kw_prover {
    const struct kw_game *game;
    struct transposition table;
    struct proof_search search;
    /*
     * A hash set of the keys of decided positions, whose entries the table may have replaced: a
     * power of two of slots, or none; 0 is a free slot.
     */
    uint64_t *decided;
    size_t count, slots;
    bool overflowed; /* a key was lost for want of memory */
};

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
        if (transposition_open(&prover->table, hash_bytes) &&
            proof_search_open(&prover->search, game, &prover->table, parallel_threads(threads)))
            return prover;
    }
    kw_prover_free(prover);
    error_no_memory(error);
    return NULL;
}

void kw_prover_free(struct kw_prover *prover) {
    if (prover == NULL)
        return;
    transposition_close(&prover->table);
    proof_search_close(&prover->search);
    free(prover->decided);
    free(prover);
}

/* ---- the set of decided positions ------------------------------------------------------------ */

static uint64_t *prover_decided_slot(const struct kw_prover *prover, uint64_t key) {
    size_t at = key & (prover->slots - 1);
    while (prover->decided[at] != 0 && prover->decided[at] != key)
        at = (at + 1) & (prover->slots - 1);
    return &prover->decided[at];
}

static bool prover_grow_decided(struct kw_prover *prover) {
    uint64_t *former = prover->decided;
    size_t before = prover->slots, slots = before == 0 ? 64 : 2 * before;
    uint64_t *larger = calloc(slots, sizeof *larger);
    if (larger == NULL)
        return false;
    prover->decided = larger;
    prover->slots = slots;
    for (size_t i = 0; i < before; i++)
        if (former[i] != 0)
            *prover_decided_slot(prover, former[i]) = former[i];
    free(former);
    return true;
}

/* The key of a position for the current attacker, never 0. */
static uint64_t prover_key(const struct kw_prover *prover, const struct kw_position *position) {
    uint64_t key = proof_hash(&prover->search, position);
    return key != 0 ? key : 1;
}

static void prover_note_decided(struct kw_prover *prover, uint64_t key) {
    if (prover->slots < 2 * (prover->count + 1) && !prover_grow_decided(prover)) {
        prover->overflowed = true;
        return;
    }
    uint64_t *slot = prover_decided_slot(prover, key);
    prover->count += *slot == 0;
    *slot = key;
}

static bool prover_is_decided(const struct kw_prover *prover, uint64_t key) {
    return prover->count > 0 && *prover_decided_slot(prover, key) == key;
}

static void prover_forget_decided(struct kw_prover *prover) {
    free(prover->decided);
    prover->decided = NULL;
    prover->count = prover->slots = 0;
    prover->overflowed = false;
}

/* ---- the outcome ----------------------------------------------------------------------------- */

/* The winner of a position that is won or lost for this mover. */
static enum kw_outcome prover_winner(unsigned mover, uint8_t state) {
    return (state == PROOF_WIN) == (mover == KW_SOUTH) ? KW_SOUTH_WINS : KW_NORTH_WINS;
}

/*
 * Finds the outcome of a position with best play.  The attacker of the search is left as the player
 * for whom it was decided.
 */
static enum kw_outcome prover_decide(struct proof_search *search,
                                     const struct kw_position *position) {
    struct proof_answer answer;
    struct kw_result over;
    if (kw_state(search->game, position, &over))
        return over.outcome;
    for (int question = 0; question < 2; question++) {
        proof_search_position(search, position, &answer);
        if (answer.entry.state != PROOF_HELD)
            break;
        /* The attacker does not win: the other player wins, or it is a draw. */
        search->attacker ^= 1;
    }
    if (answer.entry.state == PROOF_OPEN)
        return KW_GOING_ON;
    return answer.entry.state == PROOF_HELD ? KW_DRAW
                                            : prover_winner(position->turn, answer.entry.state);
}

/* All memory was allocated by proof_search_open: this cannot fail. */
enum kw_outcome kw_prover_decide(struct kw_prover *prover, const struct kw_position *position,
                                 enum kw_player player, kw_prove_progress_fn *progress,
                                 void *context) {
    proof_search_begin(&prover->search, player, progress, context);
    uint64_t key = prover_key(prover, position);
    enum kw_outcome outcome = prover_decide(&prover->search, position);
    if (outcome != KW_GOING_ON)
        prover_note_decided(prover, key);
    return outcome;
}

/* ---- the proof ------------------------------------------------------------------------------- */

/* Writes the claims of the outcome of a position. */
static bool prover_write_claims(struct proof_writer *writer, struct proof_search *search,
                                const struct kw_position *position, enum kw_outcome outcome,
                                struct kw_error *error) {
    if (outcome != KW_DRAW)
        return proof_write_claim(writer, position, outcome == KW_SOUTH_WINS ? KW_SOUTH : KW_NORTH,
                                 false, error);
    bool good = proof_write_claim(writer, position, search->attacker ^ 1, true, error);
    search->attacker ^= 1;
    return good && proof_write_claim(writer, position, search->attacker ^ 1, true, error);
}

/* Decides a position again, since its entries may have been replaced, and writes its claims. */
static bool prover_write_decided(struct proof_writer *writer, struct proof_search *search,
                                 const struct kw_position *position, struct kw_error *error) {
    enum kw_outcome outcome = prover_decide(search, position);
    if (search->stopped || work_ended())
        return error_set(error, KW_OK, 1, "stopped by the callback");
    if (outcome == KW_GOING_ON)
        return error_set(error, KW_BAD_RECORD, 1,
                         "the proof cannot be completed: its lines are too long");
    return prover_write_claims(writer, search, position, outcome, error);
}

/* Writes the claims of the positions that have been decided. */
static bool prover_write(struct kw_prover *prover, struct proof_writer *writer,
                         const struct kw_position *position, size_t count, enum kw_player player,
                         struct kw_error *error) {
    bool good = true, any = false;
    for (size_t i = 0; i < count && good; i++) {
        struct kw_result over;
        if (kw_state(prover->game, &position[i], &over))
            continue;
        prover->search.attacker = player;
        bool decided = prover_is_decided(prover, prover_key(prover, &position[i]));
        any = any || decided;
        if (decided)
            good = prover_write_decided(writer, &prover->search, &position[i], error);
        else if (prover->overflowed)
            good = error_no_memory(error);
    }
    if (good && !any)
        good = error_set(error, KW_BAD_VALUE, 1, "none of the positions has been decided");
    return good && proof_write_end(writer, error);
}

bool kw_prover_prove(struct kw_prover *prover, const struct kw_position *position, size_t count,
                     enum kw_player player, kw_prove_progress_fn *progress, void *progress_context,
                     kw_write_fn *write, void *write_context, struct kw_error *error) {
    struct proof_search *search = &prover->search;
    struct proof_writer *writer = proof_writer_new(search, write, write_context);
    struct work_watch watch;
    if (writer == NULL)
        return error_no_memory(error);
    proof_search_begin(search, player, progress, progress_context);
    work_begin(&watch, proof_poll, search, NULL);
    bool good = prover_write(prover, writer, position, count, player, error);
    work_end(&watch);
    proof_writer_free(writer);
    return good;
}

/* ---- saved states ---------------------------------------------------------------------------- */

static const char *prover_title(const struct kw_prover *prover, char text[2 * KW_TEXT]) {
    char options[KW_TEXT];
    kw_game_options(prover->game, options);
    snprintf(text, 2 * KW_TEXT, "%s%s%s", kw_game_info(prover->game)->id,
             options[0] != '\0' ? " " : "", options);
    return text;
}

bool kw_prover_save(const struct kw_prover *prover, kw_write_fn *write, void *context) {
    char text[2 * KW_TEXT];
    return proof_table_write(&prover->table, prover_title(prover, text), write, context);
}

bool kw_prover_load(struct kw_prover *prover, kw_read_fn *read, void *context,
                    struct kw_error *error) {
    char text[2 * KW_TEXT];
    if (proof_table_read(&prover->table, prover_title(prover, text), read, context, error))
        return true;
    prover_forget_decided(prover);
    return false;
}
