/* The effect of a move: where it ends and what it captures, without its single steps. */
#ifndef MOVE_EFFECT_H
#define MOVE_EFFECT_H

#include "io/output.h"

#include <komwe.h>

struct effect {
    struct kw_laps laps;
    size_t dropped, taken, planted; /* seeds; planted: from the reserve */
    uint8_t start, end;             /* places where it begins and stops; KW_NOWHERE: nowhere */
    struct kw_event stop;           /* of its stop; clause NULL: none */
    struct kw_event chosen;         /* the outcome of the last choice; clause NULL: none */
    uint32_t path;                  /* bit i: hole i lost or got seeds on the way */
    uint32_t robbed;                /* bit i: hole i was captured */
    uint32_t won;                   /* bit i: hole i became the mover's for good, by his choice */
    bool again, over;               /* the player is to move again; the board ends the game */
    struct kw_position next;        /* the position after it */
    unsigned mover;
    bool choosing; /* while events come: a choice is pending */
};

/* Begins an effect; adds one event to it. */
void effect_begin(struct effect *effect, const struct kw_position *position);
void effect_on_event(struct effect *effect, const struct kw_event *event);

/*
 * The outcome of its last choice, "c is now a bulto, d is now a bulto", "plays on from A5"; "" if
 * there is none.
 */
const char *effect_choice(const struct kw_game *game, const struct effect *effect,
                          char text[KW_TEXT]);

/* The effect of a legal move. */
void effect_find(struct effect *effect, const struct kw_game *game,
                 const struct kw_position *position, kw_move move);

/* "3 laps, took 7, stopped in b3 [stop]"; empty if no seed was sown. */
void effect_write(struct string_builder *out, const struct kw_game *game,
                  const struct effect *effect);

/* The same for a move not yet played: "ends in b3, takes 7, 3 laps". */
void effect_foretell(struct string_builder *out, const struct kw_game *game, kw_move move,
                     const struct effect *effect);

#endif
