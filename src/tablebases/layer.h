/*
 * The values of one layer, from those of the layers below it.
 *
 * Every position is asked two questions.  What can the mover reach, if an infinite game is the
 * worst for him?  That is the lower bound.  What can his opponent hold him to, if an infinite game
 * is the worst for the opponent?  That is the upper one.  Both are the same kind of question, of a
 * player who wants to reach so much in finitely many moves; they are answered backwards, from the
 * greatest amount to the least:
 *
 *      the mover reaches k     if one of his moves leads to a lower layer and k, or to a position
 *                              where the opponent of its mover reaches k
 *      the opponent reaches k  if all moves lead to a lower layer and k, or to positions whose
 *                              mover reaches k
 *
 * Each position is settled once for each question, with the distance: the plies up to the move that
 * leaves the layer or ends the game, the player who reaches k taking the shortest way and the other
 * the longest.  Where nobody gains by a cycle (Awari), what neither question settles above naught
 * is naught.
 */
#ifndef KOMWE_TABLEBASES_LAYER_H
#define KOMWE_TABLEBASES_LAYER_H

#include "tablebases/shares.h"
#include "tables/endgame_file.h"

/* What is told of the work; false ends it. */
typedef bool layer_watch(void *context, double part);

struct layer_task {
    const struct endgame_index *index;
    unsigned seeds;
    uint64_t positions;               /* of the layer, a share below LAYER_POSITIONS */
    const struct known_layers *known; /* the layers below */
    bool shared;                      /* of them this member knows its own share alone */
    /* Where the values go: arrays for this member's own positions alone.  All four are needed. */
    struct endgame_planes planes;
    layer_watch *watch; /* called by rank 0 alone; may be NULL */
    void *context;
};

/* Shares beyond this are not built: a message has no room for their places. */
#define LAYER_POSITIONS (UINT64_C(1) << 31)

/* Bytes of memory that a layer takes while it is solved, about. */
uint64_t layer_bytes(const struct endgame_index *index, unsigned seeds);

enum layer_end { LAYER_DONE, LAYER_FAILED, LAYER_STOPPED };

/* Solves this member's share; all members of the transport must call it. */
enum layer_end layer_solve(const struct layer_task *task, struct transport *transport);

#endif
