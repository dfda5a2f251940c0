/* The signature of the rules, which `komwe bench` prints and tests/bench_signature.txt records. */
#ifndef BENCH_SIGNATURE_H
#define BENCH_SIGNATURE_H

#include <komwe.h>

/*
 * Perft counts of all listed games and the positions of random games, mixed into one number.  Moves
 * are drawn in the order of their values, so that it depends on the rules alone, not on the order
 * of lists, on the kernel or on the machine.  32 bits, which any reader of JSON can hold.
 */
uint32_t bench_signature(void);

/* The greatest depth with about `most` leaves at most, at least 1. */
unsigned bench_perft_depth(const struct kw_game *game, const struct kw_position *position,
                           uint64_t most);

#endif
