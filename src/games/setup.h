/*
 * Setup turns: before the game proper a player lifts holes and places their seeds anew, step by
 * step.  For the families that have such turns, and for the search, which plans a turn as a whole.
 * A position of one has a phase that is not 0.
 */
#ifndef KOMWE_GAMES_SETUP_H
#define KOMWE_GAMES_SETUP_H

#include "games/rules.h"

/* A whole turn: the holes that are lifted, and how many seeds each hole receives. */
struct setup_turn {
    unsigned lift[2], lifts;
    uint8_t gets[KW_HOLES];
    unsigned hand; /* what there is to place */
};

/* What such a family provides. */
struct setup {
    const char *caption; /* what the player to move is about */
    /* Lists every choice of holes to lift, at most `most`; the first one lifts none. */
    size_t (*lifts)(const struct rules *rules, const struct kw_position *position,
                    struct setup_turn *list, size_t most);
    /* The steps of a turn, which must be legal; returns how many, at most KW_TURN_STEPS. */
    size_t (*steps)(const struct rules *rules, const struct kw_position *position,
                    const struct setup_turn *turn, kw_move *step);
    /*
     * The first hole that may still receive a seed of the hand: its number among the mover's
     * holes, his own row first, which is the order in which they are filled.
     */
    unsigned (*first)(const struct rules *rules, const struct kw_position *position);
};

#endif
