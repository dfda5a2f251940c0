/*
 * Who wins a game without seeds to count: df-pn, a search that always goes on where the least seems
 * to be missing (Nagai; the threshold trick is Pawlewicz and Lew's, the weak numbers are Ueda's).
 *
 * It answers one question at a time, "does this player win?".  A win or a loss that it tells holds
 * whatever stood on the board before: it rests on the ends of games alone, since a position that
 * stands again on the way is taken as a failure of the player asked about.  If such a position
 * matters to the answer it is "he does not win": his opponent can go round for ever, which is a
 * draw at least.  docs/proofs.md proves it.
 */
#ifndef KOMWE_PROOFS_PROOF_SEARCH_H
#define KOMWE_PROOFS_PROOF_SEARCH_H

#include "games/game.h"
#include "proofs/proof_table.h"

struct proof_search {
    const struct kw_game *game;
    struct proof_table *table;
    unsigned threads;
    struct prover *prover; /* one for each thread */

    unsigned attacker; /* enum kw_player: who is asked about */
    kw_prove_progress_fn *progress;
    void *context;
    int64_t began; /* by clock_now */

    atomic_bool ended;          /* the answer is there, or the listener wants no more */
    bool refused;               /* the latter */
    atomic_uint_fast64_t nodes; /* of all searches */
};

/* What was found of a position, and by which move its mover gets it. */
struct proof_answer {
    struct proof_finding finding; /* PROOF_OPEN if the listener ended the search */
    kw_move move;                 /* to a win, or to a draw at least for who is not the attacker */
};

/* Both must outlive the search.  False if there is no memory. */
bool proof_search_open(struct proof_search *search, const struct kw_game *game,
                       struct proof_table *table, unsigned threads);
void proof_search_close(struct proof_search *search);

/* New questions begin; `progress` may be NULL. */
void proof_search_begin(struct proof_search *search, unsigned attacker,
                        kw_prove_progress_fn *progress, void *context);

/*
 * Searches a position that is not over, as the first one of a game.
 */
void proof_ask(struct proof_search *search, const struct kw_position *position,
               struct proof_answer *answer);

/* The key of a position in the table, for the question about the attacker. */
uint64_t proof_hash(const struct proof_search *search, const struct kw_position *position);

/* True if the game is over at this position; then the finding says how. */
bool proof_over(const struct proof_search *search, const struct kw_position *position,
                struct proof_finding *finding);

#endif
