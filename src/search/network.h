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

/* As many numbers as the CPU adds at a time. */
typedef int16_t lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(lanes) / sizeof(int16_t), VECTORS = UNITS / LANES };

KW_INLINE void add_row(lanes unit[VECTORS], const int16_t row[UNITS]) {
#pragma GCC unroll 8
    for (unsigned i = 0; i < VECTORS; i++) {
        lanes numbers;
        memcpy(&numbers, row + LANES * i, sizeof numbers);
        unit[i] += numbers;
    }
}

/* Adds the rows of `count` holes, from `first` on. */
KW_INLINE void add_holes(lanes unit[VECTORS], const int16_t (*row)[WEIGHTS][UNITS],
                         const struct kw_position *position, unsigned first, unsigned count) {
    if (KW_LIKELY((position->mark | position->mark2) == 0)) {
        for (unsigned i = 0; i < count; i++) {
            unsigned seeds = position->hole[first + i];
            add_row(unit, row[i][seeds < COUNTS ? seeds : COUNTS - 1]);
        }
    } else {
        for (unsigned i = 0; i < count; i++)
            add_row(unit, row[i][hole_state(position, first + i)]);
    }
}

/* The units' sum, in hundredths of a seed. */
KW_INLINE int network_output(const int16_t unit[UNITS], const int16_t weight[UNITS]) {
    int sum = 1 << (OUTPUT_SHIFT - 1); /* to round */
    for (unsigned i = 0; i < UNITS; i++) {
        int16_t positive = (int16_t)(unit[i] > 0 ? unit[i] : 0);
        int16_t cut = (int16_t)(positive < UNIT_MOST ? positive : UNIT_MOST);
        int16_t weighed = (int16_t)(cut * weight[i]);
        sum += cut * weighed;
    }
    return sum >> OUTPUT_SHIFT;
}

/* What the network adds to the linear value of a position. */
KW_INLINE int network_value(const struct kw_game *game, const struct network *network,
                            const struct kw_position *position, unsigned phase, size_t choices) {
    unsigned turn = position->turn, half = weighed_holes(game->rules) / 2;
    lanes unit[VECTORS] = {0};
    int16_t sum[UNITS];
    add_row(unit, network->bias[phase]);
    add_row(unit, network->choice[choices < CHOICES ? choices : CHOICES - 1]);
    if (game->family->reserves) {
        add_row(unit, network->reserve[0][position->store[turn] % RESERVES]);
        add_row(unit, network->reserve[1][position->store[turn ^ 1u] % RESERVES]);
    }
    add_holes(unit, network->hole, position, turn * half, half);
    add_holes(unit, network->hole + half, position, (turn ^ 1u) * half, half);
    memcpy(sum, unit, sizeof sum);
    return network_output(sum, network->output[phase]);
}

#endif
