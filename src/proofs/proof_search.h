/*
 * Which player can force a win in a game that counts no seeds: df-pn, depth-first proof number
 * search (Nagai), with the threshold of Pawlewicz and Lew (1 + epsilon) and the weak proof numbers
 * of Ueda.
 *
 * A search answers one question, "does the attacker win?".  A win or a loss that it finds holds
 * whatever positions occurred before: it depends on the ends of games alone, since a repetition
 * counts as a failure of the attacker.  If a repetition matters to the answer it is "he does not
 * win": his opponent can repeat for ever, which is a draw at least.  docs/proofs.md proves it.
 */
#ifndef KOMWE_PROOFS_PROOF_SEARCH_H
#define KOMWE_PROOFS_PROOF_SEARCH_H

#include "games/game.h"
#include "proofs/proof_table.h"

struct proof_search {
    const struct kw_game *game;
    struct transposition *table;
    unsigned threads;
    struct proof_worker *worker; /* one for each thread */

    unsigned attacker; /* enum kw_player: the player whose win is searched */
    kw_prove_progress_fn *progress;
    void *context;
    int64_t began, reported; /* by clock_now */

    atomic_bool ended;          /* the answer is known, or the callback asked to stop */
    bool stopped;               /* the callback asked to stop */
    atomic_uint_fast64_t nodes; /* since proof_search_begin */
};

/* The result of a search, and the move that reaches it. */
struct proof_answer {
    struct proof_entry entry; /* PROOF_OPEN if the search was stopped */
    kw_move move;             /* to a win, or to at least a draw for the defender */
};

/* Both must outlive the search.  False if there is not enough memory. */
bool proof_search_open(struct proof_search *search, const struct kw_game *game,
                       struct transposition *table, unsigned threads);
void proof_search_close(struct proof_search *search);

/* Begins searches for this attacker; `progress` may be NULL. */
void proof_search_begin(struct proof_search *search, unsigned attacker,
                        kw_prove_progress_fn *progress, void *context);

/* A work_poll_fn of the work between searches: reports; false if the callback asked to stop. */
bool proof_poll(void *search);

/* Searches a position that is not over, as the first one of a game. */
void proof_search_position(struct proof_search *search, const struct kw_position *position,
                           struct proof_answer *answer);

/* The key of a position in the table, for the current attacker. */
uint64_t proof_hash(const struct proof_search *search, const struct kw_position *position);

/* Whether the game is over at this position; then `entry` holds the result. */
bool proof_over(const struct proof_search *search, const struct kw_position *position,
                struct proof_entry *entry);

#endif
