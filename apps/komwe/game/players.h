/* Kinds of players: a human, one that searches a single move, or the engine. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "text/move_list.h"

enum player_kind {
    PLAYER_HUMAN,
    PLAYER_RANDOM,
    PLAYER_GREEDY,
    PLAYER_LEVEL_1, /* the engine at its weakest; the next is level 2 */
    PLAYER_LEVEL_10 = PLAYER_LEVEL_1 + 9
};

/* "human", "random", "greedy" or "level:4". */
const char *player_text(enum player_kind kind);

/* Reads such a name; false if it is none. */
bool player_read(const char *text, enum player_kind *kind);

/* A seed that differs from call to call, of at most six digits. */
uint64_t seed_from_clock(void);

/*
 * The move of a random or a greedy player among those of moves_list, at least 1.  A greedy player
 * takes the one of the highest player_static_value, at random among equal ones.
 */
kw_move player_choose(enum player_kind kind, const struct kw_game *game,
                      const struct kw_position *position, struct moves *moves,
                      struct kw_random *random);

/*
 * The value of a position for a greedy player: the lead in seeds if the game ended now; where
 * seeds do not count, 1000 for a win, else the lead in seeds on the own side.
 */
int player_static_value(const struct kw_game *game, const struct kw_position *position,
                        unsigned player);

#endif
