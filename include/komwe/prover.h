/**
 * @file
 * Proofs that a player wins, or that neither does.
 */
#ifndef KOMWE_PROVER_H
#define KOMWE_PROVER_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Decides which player can force a win in a game that counts no seeds, and writes a proof that can
 * be checked.  Its table is kept from one position to the next.
 */
struct kw_prover;

/**
 * A prover with a table of about `hash_bytes` and `threads` threads (0 counts as 1, more than
 * KW_THREADS_MAX as so many).  `game` must outlive it.  NULL with `error` if the game counts seeds
 * (KW_BAD_VALUE), or there is no memory.
 */
KW_API struct kw_prover *kw_prover_new(const struct kw_game *game, size_t hash_bytes,
                                       unsigned threads, struct kw_error *error);
KW_API void kw_prover_free(struct kw_prover *prover); /**< NULL is allowed */

/** Progress of a prover. */
struct kw_prove_progress {
    uint64_t nodes;       /**< positions searched by all threads */
    int64_t microseconds; /**< since the call */
    unsigned hashfull;    /**< thousandths of its table that are in use */
};

/**
 * Called every few milliseconds, in the calling thread; returning false ends the work, and then it
 * is not called again.
 */
typedef bool kw_prove_progress_fn(void *context, const struct kw_prove_progress *proving);

/**
 * Which player can force a win in a game that begins with this position: KW_DRAW if neither can,
 * KW_GOING_ON if `progress` (which may be NULL) ended the search.  It first searches whether
 * `player` wins.  Use the same player for all positions of a game, since each search uses the
 * results of those before.
 */
KW_API enum kw_outcome kw_prover_decide(struct kw_prover *prover,
                                        const struct kw_position *position, enum kw_player player,
                                        kw_prove_progress_fn *progress, void *context);

/**
 * Writes the proof of the outcome of each of `count` positions that kw_prover_decide has decided
 * with the same `player`, as komwe-proof(5) describes it.  What the table has lost is searched
 * again.  Positions that are over, or that are not decided, have no proof and are skipped.  False
 * and `error` if none of them has one (KW_BAD_VALUE, and nothing is written), there is no memory,
 * `write` returned false, `progress` (which may be NULL) ended it (KW_OK), or the table is too
 * small to hold the proof.
 */
KW_API bool kw_prover_prove(struct kw_prover *prover, const struct kw_position *position,
                            size_t count, enum kw_player player, kw_prove_progress_fn *progress,
                            void *progress_context, kw_write_fn *write, void *write_context,
                            struct kw_error *error);

/** What kw_prover_save writes begins with these bytes. */
#define KW_PROVER_STATE "komwe-proof-state"

/**
 * Writes the entries of the table that took the most effort, at most an eighth of its memory.  May
 * be called by `progress`.  False if `write` returned false.
 */
KW_API bool kw_prover_save(const struct kw_prover *prover, kw_write_fn *write, void *context);

/**
 * Loads what kw_prover_save wrote.  False and `error` if it is damaged (KW_DAMAGED), of another
 * rule set (KW_BAD_RECORD), or more than this prover would save of its table, so that some of it
 * would be lost (KW_NO_MEMORY; the message names the MiB that are needed); then the table is empty.
 */
KW_API bool kw_prover_load(struct kw_prover *prover, kw_read_fn *read, void *context,
                           struct kw_error *error);

#ifdef __cplusplus
}
#endif

#endif
