/* Compiled once for each width of vectors: NETWORK_BYTES and the name NETWORK_VALUE say for which.
 */
#include "search/network.h"

typedef int16_t lanes __attribute__((vector_size(NETWORK_BYTES)));
enum { LANES = sizeof(lanes) / sizeof(int16_t), VECTORS = UNITS / LANES };

KW_INLINE void add_row(lanes unit[VECTORS], const int16_t row[UNITS]) {
#pragma GCC unroll 8
    for (unsigned i = 0; i < VECTORS; i++) {
        lanes numbers;
        memcpy(&numbers, row + LANES * i, sizeof numbers);
        unit[i] += numbers;
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

int NETWORK_VALUE(const struct kw_game *game, const struct network *network,
                  const struct kw_position *position, unsigned phase, size_t choices) {
    unsigned turn = position->turn, half = weighed_holes(game->rules) / 2;
    uint8_t state[KW_HOLES];
    lanes unit[VECTORS] = {0};
    int16_t sum[UNITS];
    hole_states(position, 2 * half, state);
    add_row(unit, network->bias[phase]);
    add_row(unit, network->choice[choices < CHOICES ? choices : CHOICES - 1]);
    if (game->family->reserves) {
        add_row(unit, network->reserve[0][position->store[turn] % RESERVES]);
        add_row(unit, network->reserve[1][position->store[turn ^ 1u] % RESERVES]);
    }
    for (unsigned i = 0; i < half; i++) {
        add_row(unit, network->hole[i][state[turn * half + i]]);
        add_row(unit, network->hole[half + i][state[(turn ^ 1u) * half + i]]);
    }
    memcpy(sum, unit, sizeof sum);
    return network_output(sum, network->output[phase]);
}
