/* Proofs as text: komwe-proof(5) describes it. */
#ifndef KOMWE_PROOFS_PROOF_WRITE_H
#define KOMWE_PROOFS_PROOF_WRITE_H

#include "proofs/proof_search.h"

/* A proof being written. */
struct proof_writer;

/* Begins a proof; NULL if there is not enough memory.  `search` must outlive it. */
struct proof_writer *proof_writer_new(struct proof_search *search, kw_write_fn *write,
                                      void *context);
void proof_writer_free(struct proof_writer *writer); /* NULL is allowed */

/*
 * Adds the claim that this player wins the position or, with `holds`, that he does not lose it.
 * It follows what the search knows of its attacker; for `holds` that must be the player's opponent.
 * False with an error.
 */
bool proof_write_claim(struct proof_writer *writer, const struct kw_position *position,
                       unsigned player, bool holds, struct kw_error *error);

/* Ends the proof; false if it could not be written. */
bool proof_write_end(struct proof_writer *writer, struct kw_error *error);

#endif
