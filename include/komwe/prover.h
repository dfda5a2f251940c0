/**
 * @file
 * Proofs of who wins.
 */
#ifndef KOMWE_PROVER_H
#define KOMWE_PROVER_H

#include "komwe/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Finds out who wins a game that counts no seeds against any defence, and writes a proof that can
 * be checked.  Its table is kept from one position to the next.
 */
struct kw_prover;

/**
 * A prover with a table of about `hash_bytes` and `threads` threads (0 counts as 1).
 * `game` must outlive it.  NULL with `error` if the game counts seeds (KW_BAD_VALUE), or there is
 * no memory.
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
 * Hears this every few milliseconds, in the calling thread; returning false ends the work, and
 * then it hears no more.
 */
typedef bool kw_prove_progress_fn(void *context, const struct kw_prove_progress *proving);

/**
 * Who wins a game that begins with this position: KW_DRAW if neither can force a win, KW_GOING_ON
 * if the listener (which may be NULL) ended the search.  It first asks whether `player` wins; of
 * positions of one game the same player should be asked about, since the answers help each other.
 */
KW_API enum kw_outcome kw_prover_decide(struct kw_prover *prover,
                                        const struct kw_position *position, enum kw_player player,
                                        kw_prove_progress_fn *progress, void *context);

/**
 * Writes the proof of who wins each of these positions, about which kw_prover_decide has been asked
 * with the same `player`, as komwe-proof(5) describes it.  What the table has lost of it is
 * searched again.  Positions that are over, or that this prover has not decided when it was asked,
 * have none and are passed over.  False and `error` if none of them has one (KW_BAD_VALUE, and
 * nothing is written), if there is no memory, if `write` returned false, if the listener ended it
 * (KW_OK), or if the table is so small that no proof can be put together.
 */
KW_API bool kw_prover_prove(struct kw_prover *prover, const struct kw_position *position,
                            size_t count, enum kw_player player, kw_prove_progress_fn *progress,
                            void *progressing, kw_write_fn *write, void *write_context,
                            struct kw_error *error);

/** What kw_prover_save writes begins with these bytes. */
#define KW_PROVER_STATE "komwe-proof-state"

/**
 * Writes what has been found out so far: what took the most effort, in an eighth of the table's
 * memory at most.  A listener may call it.  False if `write` returned false.
 */
KW_API bool kw_prover_save(const struct kw_prover *prover, kw_write_fn *write, void *context);

/**
 * Takes in what was saved.  False and `error` if it is damaged (KW_DAMAGED) or of another
 * rule set (KW_BAD_RECORD), or if it is more than this prover would save of its table, so that some
 * of it would get lost (KW_NO_MEMORY; the message names the MiB that are needed); then the prover
 * knows nothing any more.
 */
KW_API bool kw_prover_load(struct kw_prover *prover, kw_read_fn *read, void *context,
                           struct kw_error *error);

#ifdef __cplusplus
}
#endif

#endif
