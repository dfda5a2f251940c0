/*
 * Retrograde analysis of one layer, from the bounds of the layers below.
 *
 * Each position has two bounds.  The lower one is what the mover can reach if an infinite game is
 * the worst for him; the upper one is what his opponent can hold him to if an infinite game is the
 * worst for the opponent.  Both ask what a side can reach in finitely many moves; they are found
 * backwards, from the greatest amount to the least:
 *
 *      the mover reaches k     if one of his moves leads to a lower layer and k, or to a position
 *                              where the opponent of its mover reaches k
 *      the opponent reaches k  if all moves lead to a lower layer and k, or to positions whose
 *                              mover reaches k
 *
 * Each position is resolved once for each side, with the distance: the plies up to the move that
 * leaves the layer or ends the game, if the side that reaches k takes the shortest way and the
 * other the longest.  Where nobody gains by a cycle (Awari), what neither side resolves above 0
 * is 0.
 */
#ifndef KOMWE_TABLEBASES_LAYER_H
#define KOMWE_TABLEBASES_LAYER_H

#include "tablebases/shares.h"
#include "tables/endgame_file.h"

#include <stdatomic.h>

/* Receives the part that is done, 0 to 1; returning false stops the work. */
typedef bool layer_progress_fn(void *context, double part);

struct layer_task {
    const struct endgame_index *index;
    unsigned seeds;
    uint64_t positions;               /* of the layer, a share below LAYER_POSITIONS */
    const struct known_layers *known; /* the layers below */
    bool shared;                      /* of them this rank has its own share alone */
    /* The results: arrays for the own positions alone.  All four are needed. */
    struct endgame_planes planes;
    layer_progress_fn *progress; /* called by rank 0 alone; may be NULL */
    void *context;
    atomic_bool *stopping; /* of the ranks that are threads of this process: the callback has asked
                              them to stop; NULL: they learn it from each other alone */
};

/* A share is smaller: local indices leave one bit of an update free. */
#define LAYER_POSITIONS (UINT64_C(1) << 31)

/* About how many bytes solving a layer needs. */
uint64_t layer_bytes(const struct endgame_index *index, unsigned seeds);

enum layer_end { LAYER_DONE, LAYER_FAILED, LAYER_STOPPED };

/* Solves the own share; collective: all ranks of the transport must call it. */
enum layer_end layer_solve(const struct layer_task *task, struct transport *transport);

#endif
