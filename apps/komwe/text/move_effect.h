/* What a move comes to: where it ends and what it takes, without telling it seed by seed. */
#ifndef MOVE_EFFECT_H
#define MOVE_EFFECT_H

#include "cli/output.h"

#include <komwe.h>

struct effect {
    struct kw_laps laps;
    size_t taken, planted;   /* seeds; seeds from the reserve */
    uint8_t start, end;      /* places where it begins and stops; KW_NOWHERE: nowhere */
    struct kw_event stop;    /* that says why it stopped; clause NULL: nothing says so */
    struct kw_event chosen;  /* what came of the last choice on the way; clause NULL: none */
    uint32_t path;           /* bit i: hole i lost or got seeds on the way */
    uint32_t robbed;         /* bit i: hole i was captured */
    uint32_t won;            /* bit i: hole i became the mover's for good, by his choice */
    bool again, over;        /* the player is to move again; the board ends the game */
    struct kw_position next; /* the position after it */
    unsigned mover;
    bool choosing; /* while it is heard: a choice has come, but not what came of it */
};

/* Begins an effect, takes in one event of it. */
void effect_begin(struct effect *effect, const struct kw_position *position);
void effect_hear(struct effect *effect, const struct kw_event *event);

/*
 * What its last choice comes to, "c is now a bulto, d is now a bulto", "plays on from A5"; "" if
 * nothing is to say.
 */
const char *effect_choice(const struct kw_game *game, const struct effect *effect,
                          char text[KW_TEXT]);

/* The effect of a legal move. */
void effect_find(struct effect *effect, const struct kw_game *game,
                 const struct kw_position *position, kw_move move);

/* "3 laps, took 7, stopped in b3 [stop]"; nothing if no seed was sown. */
void effect_write(struct output *out, const struct kw_game *game, const struct effect *effect);

/* The same as a forecast of `move`: "ends in b3, takes 7, 3 laps". */
void effect_foretell(struct output *out, const struct kw_game *game, kw_move move,
                     const struct effect *effect);

#endif
