/*
 * The network of the evaluation: the value of holes together.
 *
 * It has one hidden layer, on the features of the linear weights: the number of moves, the
 * reserves, the state of each hole.  Each feature has a row of UNITS numbers.  The rows of a
 * position are added up; each unit is clipped to 0..UNIT_MAX, squared, and weighted by phase
 * (squared clipped ReLU); the sum is a correction of the linear value.  All integers are small
 * enough not to overflow, so that every compiler and machine gets the same result.
 */
#ifndef KOMWE_SEARCH_NETWORK_H
#define KOMWE_SEARCH_NETWORK_H

#include "search/weights.h"

/*
 * The output of the network for a position whose mover has `choices` moves by game_mobility, in
 * hundredths of a seed: with vectors of 16 bytes, and of 32 for CPUs that have them.
 */
network_eval_fn network_value_16, network_value_32;

#endif
