/*
 * The network of the evaluation: what holes are worth together.
 *
 * What the linear weights add up one by one are features: how many moves there are, the reserves,
 * what each hole holds.  Here each of them has a row of UNITS numbers.  The rows of a position are
 * added up; each unit is cut to 0..UNIT_MOST, squared and weighed by phase; and the sum of that is
 * a correction of the linear value.  All is done in whole numbers that cannot overflow, so every
 * compiler and machine finds the same.
 */
#ifndef KOMWE_SEARCH_NETWORK_H
#define KOMWE_SEARCH_NETWORK_H

#include "search/weights.h"

/*
 * What the network adds to the linear value of a position whose mover has `choices` moves, in
 * hundredths of a seed.  With vectors of 16 bytes, and of 32: that one is for CPUs that have them.
 */
network_function network_value_16, network_value_32;

#endif
