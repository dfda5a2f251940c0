#include "measure/bench_signature.h"

#include "io/output.h"
#include "text/move_list.h"

#include <stdlib.h>

enum { PLIES = 2000, LEAVES = 2000 }; /* of each game */

unsigned bench_perft_depth(const struct kw_game *game, const struct kw_position *position,
                           uint64_t most) {
    double before = 1, leaves = (double)kw_perft(game, position, 1);
    unsigned depth = 1;
    while (depth < 64 && leaves > 0 && leaves * (leaves / before) <= (double)most) {
        before = leaves;
        leaves = (double)kw_perft(game, position, ++depth);
    }
    return depth;
}

static uint64_t signature_mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static int signature_move_compare(const void *a, const void *b) {
    kw_move x = *(const kw_move *)a, y = *(const kw_move *)b;
    return (x > y) - (x < y);
}

static uint64_t signature_play(const struct kw_game *game, uint64_t hash) {
    struct moves moves = {0};
    struct kw_random random;
    struct kw_position position;
    kw_random_seed(&random, 1);
    kw_start(game, &position);
    for (int ply = 0; ply < PLIES; ply++) {
        moves_list(&moves, game, &position);
        if (moves.count == 0) {
            kw_start(game, &position);
            continue;
        }
        qsort(moves.move, moves.count, sizeof *moves.move, signature_move_compare);
        kw_move move = moves.move[kw_random_below(&random, (uint32_t)moves.count)];
        kw_play(game, &position, move, &position);
        hash = signature_mix(hash, kw_hash(&position));
    }
    moves_free(&moves);
    return hash;
}

static uint64_t signature_game(const struct kw_game *game, uint64_t hash) {
    struct kw_position position;
    kw_start(game, &position);
    unsigned depth = bench_perft_depth(game, &position, LEAVES);
    return signature_play(game, signature_mix(hash, kw_perft(game, &position, depth)));
}

uint32_t bench_signature(void) {
    uint64_t hash = 0;
    for (size_t i = 0; i < SIGNATURE_GAMES; i++)
        hash = signature_game(memory_game_at(i), hash);
    return (uint32_t)(hash ^ hash >> 32);
}
