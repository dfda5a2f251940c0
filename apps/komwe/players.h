/* The computer's players, which look no further than one move. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "moves.h"

enum who { WHO_HUMAN, WHO_RANDOM, WHO_GREEDY };

/* "human", "random" or "greedy". */
const char *who_text(enum who who);

/* Reads such a name; false if it is none. */
bool who_read(const char *text, enum who *who);

/*
 * The move of a computer player among those of moves_list, at least 1.  A greedy player takes the
 * one that would leave him the most seeds ahead if the game were over after it; where seeds are not
 * counted he prefers a win, and then the most seeds on his side; of several equally good ones he
 * takes any with the same chance.
 */
kw_move who_choose(enum who who, const struct kw_game *game, const struct kw_position *position,
                   struct moves *moves, struct kw_random *random);

/*
 * What a position is worth to a greedy player: the seeds that he would be ahead if the game were
 * over, or had on his side more than the other; 1000 for a game that is won.
 */
int who_worth(const struct kw_game *game, const struct kw_position *position, unsigned player);

#endif
