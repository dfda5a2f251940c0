/* The order in which children are searched: the greatest score first. */
#ifndef KOMWE_TREE_MOVE_ORDER_H
#define KOMWE_TREE_MOVE_ORDER_H

#include "games/game.h"

#include <limits.h>

struct move_score {
    int score;
    uint32_t child; /* its number in the list of children */
};

enum { SCORE_DEFERRED = INT_MIN /* searched after all others */ };

/*
 * Brings the best of the scores from `at` on to `at`, and returns its child: one step of a
 * selection sort, since a cutoff mostly makes the rest of it needless.
 */
KW_INLINE size_t select_best(struct move_score *scores, size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (scores[i].score > scores[best].score)
            best = i;
    struct move_score chosen = scores[best];
    scores[best] = scores[at];
    scores[at] = chosen;
    return chosen.child;
}

/* Seeds on a player's side and in his store, in games with four rows. */
KW_INLINE int side_seeds(const struct kw_position *position, unsigned player) {
    uint64_t word[2];
    const uint64_t bytes = UINT64_C(0x00FF00FF00FF00FF);
    memcpy(word, position->hole + 16 * player, sizeof word);
    uint64_t sum =
        (word[0] & bytes) + (word[0] >> 8 & bytes) + (word[1] & bytes) + (word[1] >> 8 & bytes);
    return (int)((sum * UINT64_C(0x0001000100010001)) >> 48) + position->store[player];
}

/* How many seeds a move gains its player: in his store, or on his side where none are counted. */
KW_INLINE int move_gain(bool counts_seeds, const struct kw_position *parent,
                        const struct kw_position *child) {
    unsigned mover = parent->turn;
    return counts_seeds ? child->store[mover] - parent->store[mover]
                        : side_seeds(child, mover) - side_seeds(parent, mover);
}

/*
 * The score of a move where every line is searched to the end of the game, and static evaluation
 * misleads: the gain, where another turn counts as 4 seeds, then the hole nearest to the end of the
 * row.  `holes` is the number of holes at least.
 */
KW_INLINE int exact_move_score(int holes, int gain, bool again, unsigned hole) {
    enum { AGAIN = 4 };
    return holes * (gain + (again ? AGAIN : 0)) + (int)hole;
}

#endif
