/* The whole check of a proof. */
#ifndef CHECK_PROOF_H
#define CHECK_PROOF_H

#include "proof_reader.h"

/*
 * Follows all claims of a proof and writes a line for each; the output is valid only if true is
 * returned.  False with a sentence in `fault` if the proof is damaged or proves
 * something else than it claims.
 */
bool check_proof(FILE *proof, FILE *answer, char fault[PROOF_SENTENCE + 32]);

#endif
