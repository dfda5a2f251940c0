/* The signature of the rules, which `komwe bench` prints and tests/bench_signature.txt records. */
#ifndef BENCH_SIGNATURE_H
#define BENCH_SIGNATURE_H

#include <komwe.h>

/*
 * The games that the signature is over: the first of the list.  Those after them, which are rule
 * texts alone, leave it as it is.
 */
enum { SIGNATURE_GAMES = 26 };

/*
 * Perft counts of these games and the positions of random games, mixed into one number.  Moves
 * are drawn in the order of their values, so that it depends on the rules alone, not on the order
 * of lists, on the kernel or on the machine.  32 bits, which any reader of JSON can hold.
 */
uint32_t bench_signature(void);

/* The greatest depth with about `most` leaves at most, at least 1. */
unsigned bench_perft_depth(const struct kw_game *game, const struct kw_position *position,
                           uint64_t most);

#endif
