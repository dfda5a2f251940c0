/*
 * The rules that every rule set has, whatever its family: the size of the board, the number of
 * seeds, what ends the game.  For families, which extend them, and for upper floors that need the
 * size of a board.
 */
#ifndef KOMWE_GAMES_RULES_H
#define KOMWE_GAMES_RULES_H

#include "base/cpu.h"
#include "komwe/game.h"

/* What a never-ending move comes to (option endless.result). */
enum endless { ENDLESS_STOP, ENDLESS_VOID, ENDLESS_LOSES };

/* The beginning of every family's rules. */
struct rules {
    uint8_t rows, columns;  /* of the board */
    uint8_t seeds;          /* in play: board, stores and hand */
    bool stores;            /* seeds can lie in stores or a reserve */
    uint8_t endless;        /* enum endless */
    bool majority;          /* a store with more than half of the seeds ends the game */
    bool once;              /* the second occurrence of a position ends the game, not the third */
    bool repetition_halves; /* at a repetition the seeds left are halved: no player gains by it */
    uint32_t limit;         /* seeds a relay may sow before it is cut; 0: no relay sowing */
};

/* The outcome of a never-ending move of this player, KW_GOING_ON if it just stops. */
KW_INLINE unsigned endless_outcome(const struct rules *rules, unsigned player) {
    return rules->endless == ENDLESS_STOP   ? KW_GOING_ON
           : rules->endless == ENDLESS_VOID ? KW_DRAW
           : player == KW_SOUTH             ? KW_NORTH_WINS
                                            : KW_SOUTH_WINS;
}

#endif
