/* Who plays: a human, a player who looks no further than one move, or the engine. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "text/move_list.h"

enum player_kind {
    PLAYER_HUMAN,
    PLAYER_RANDOM,
    PLAYER_GREEDY,
    PLAYER_LEVEL_1, /* the engine as one who begins; the next is level 2 */
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
 * takes the one that would leave him the most seeds ahead if the game were over after it; where
 * seeds are not counted he prefers a win, and then the most seeds on his side; of several equally
 * good ones he takes any with the same chance.
 */
kw_move player_choose(enum player_kind kind, const struct kw_game *game,
                      const struct kw_position *position, struct moves *moves,
                      struct kw_random *random);

/*
 * What a position is worth to a greedy player: the seeds that he would be ahead if the game were
 * over, or had on his side more than the other; 1000 for a game that is won.
 */
int player_static_value(const struct kw_game *game, const struct kw_position *position,
                        unsigned player);

#endif
