/* What a program answers to go: the words after bestmove. */
#ifndef BEST_MOVE_H
#define BEST_MOVE_H

#include <komwe.h>

struct best_move {
    kw_move move;
    kw_move reply; /* of the opponent, that the program expects and can ponder on */
    bool has_reply;
};

/*
 * Reads "MOVE" or "MOVE ponder REPLY" in a position; of a move that stands for several the first.
 * False with a sentence in `error` if the move cannot be read or is not legal.  A reply that cannot
 * be read, is not legal, or does not lead from the opponent's turn to one of the same player is no
 * fault: there is none then.
 */
bool best_move_read(const char *text, const struct kw_game *game,
                    const struct kw_position *position, struct best_move *best,
                    struct kw_error *error);

#endif
