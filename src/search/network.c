/* Compiled once for each vector width: NETWORK_BYTES bytes, as the function NETWORK_VALUE. */
#include "search/network.h"

typedef int16_t network_lanes __attribute__((vector_size(NETWORK_BYTES)));
enum { LANES = sizeof(network_lanes) / sizeof(int16_t), VECTORS = UNITS / LANES };

KW_INLINE void network_add_row(network_lanes unit[VECTORS], const int16_t row[UNITS]) {
#pragma GCC unroll 8
    for (unsigned i = 0; i < VECTORS; i++) {
        network_lanes numbers;
        memcpy(&numbers, row + LANES * i, sizeof numbers);
        unit[i] += numbers;
    }
}

/* The units' sum, in hundredths of a seed. */
KW_INLINE int network_output(const int16_t unit[UNITS], const int16_t weight[UNITS]) {
    int sum = 1 << (OUTPUT_SHIFT - 1); /* to round */
    for (unsigned i = 0; i < UNITS; i++) {
        int16_t positive = (int16_t)(unit[i] > 0 ? unit[i] : 0);
        int16_t cut = (int16_t)(positive < UNIT_MAX ? positive : UNIT_MAX);
        int16_t weighted = (int16_t)(cut * weight[i]);
        sum += cut * weighted;
    }
    return sum >> OUTPUT_SHIFT;
}

int NETWORK_VALUE(const struct kw_game *game, const struct network *network,
                  const struct kw_position *position, unsigned phase, size_t choices) {
    unsigned turn = position->turn, half = weights_holes(game->rules) / 2;
    uint8_t state[KW_HOLES];
    network_lanes unit[VECTORS] = {0};
    int16_t sum[UNITS];
    hole_states(game, position, 2 * half, state);
    network_add_row(unit, network->bias[phase]);
    network_add_row(unit, network->choice[choices < CHOICES ? choices : CHOICES - 1]);
    if (game_reserves(game)) {
        network_add_row(unit, network->reserve[0][position->store[turn] % RESERVES]);
        network_add_row(unit, network->reserve[1][position->store[turn ^ 1u] % RESERVES]);
    }
    for (unsigned i = 0; i < half; i++) {
        network_add_row(unit, network->hole[i][state[turn * half + i]]);
        network_add_row(unit, network->hole[half + i][state[(turn ^ 1u) * half + i]]);
    }
    memcpy(sum, unit, sizeof sum);
    return network_output(sum, network->output[phase]);
}
