/* The legal moves of a position, however many. */
#ifndef MOVE_LIST_H
#define MOVE_LIST_H

#include <komwe.h>

enum { MOVE_TEXT = 32 }; /* bytes that hold a move's text */

struct named_move {
    kw_move move;
    size_t index; /* in the list `move` */
    char text[MOVE_TEXT];
};

/* Grows as needed; begin with {0}. */
struct moves {
    kw_move *move;
    struct named_move *named;
    struct kw_child *child;
    size_t count, capacity, named_capacity, child_capacity;
};

/* Lists the legal moves in `move`. */
void moves_list(struct moves *moves, const struct kw_game *game,
                const struct kw_position *position);

/* Lists them in `named` too, in byte order of their texts. */
void moves_name(struct moves *moves, const struct kw_game *game,
                const struct kw_position *position);

/* The positions that the moves of moves_list lead to, in its order; freed with it. */
const struct kw_child *moves_children(struct moves *moves, const struct kw_game *game,
                                      const struct kw_position *position);

void moves_free(struct moves *moves);

#endif
