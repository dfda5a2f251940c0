/*
 * The children of positions: their legal moves and where these lead.
 *
 * A search keeps the children of all positions on its current path on a stack.  It makes records of
 * them, which begin with the move and the position after it, in the order of struct kw_child, and
 * go on with what the search knows of the child.  The stack grows by blocks that never move, so
 * that pointers into it hold until it is reset to a mark before them.
 *
 * Most games have at most KW_MOVES moves in any position.  Bulto has many more, since each outcome
 * of a chance is a move of its own; they share one sowing (game_many_moves).
 */
#ifndef KOMWE_TREE_CHILDREN_H
#define KOMWE_TREE_CHILDREN_H

#include "base/cpu.h"
#include "games/game.h"

enum { CHILD_ALIGN = 64 /* bytes: a line of the cache */ };

struct child_block {
    struct child_block *next; /* for what does not fit into this one; NULL: there is none yet */
    size_t size;              /* bytes of data */
    _Alignas(CHILD_ALIGN) char data[];
};

struct child_mark {
    struct child_block *block; /* NULL: the stack is empty */
    size_t used;               /* bytes of the block */
};

/* All zero: an empty stack without memory.  It belongs to one thread. */
struct child_stack {
    struct child_block *first;
    struct child_mark top;
};

/* Makes an empty stack with room for so many bytes; false if there is no memory. */
bool child_stack_open(struct child_stack *stack, size_t bytes);
void child_stack_close(struct child_stack *stack);

/* As child_stack_push, in the next block. */
void *child_stack_push_block(struct child_stack *stack, size_t bytes);

/* Takes so many bytes, aligned to CHILD_ALIGN; NULL if there is no memory. */
KW_INLINE void *child_stack_push(struct child_stack *stack, size_t bytes) {
    struct child_mark *top = &stack->top;
    bytes = (bytes + CHILD_ALIGN - 1) / CHILD_ALIGN * CHILD_ALIGN;
    if (KW_UNLIKELY(top->block == NULL || top->block->size - top->used < bytes))
        return child_stack_push_block(stack, bytes);
    void *taken = top->block->data + top->used;
    top->used += bytes;
    return taken;
}

/* Gives back all that was taken; the memory stays. */
KW_INLINE void child_stack_clear(struct child_stack *stack) {
    stack->top = (struct child_mark){.block = stack->first};
}

/* Gives back all that was taken since the mark, a copy of stack->top. */
KW_INLINE void child_stack_reset(struct child_stack *stack, struct child_mark mark) {
    stack->top = mark;
}

/* Checks that a type of records can be given to the functions below. */
#define CHILD_RECORD(type)                                                                         \
    _Static_assert(offsetof(type, move) == offsetof(struct kw_child, move) &&                      \
                       offsetof(type, position) == offsetof(struct kw_child, position),            \
                   "a record of a child begins as struct kw_child")

/* Plays the moves with numbers from..to - 1 into the records of `size` bytes with these numbers. */
KW_INLINE void children_play(const struct kw_game *game, const struct kw_position *position,
                             const kw_move *moves, size_t from, size_t to, void *records,
                             size_t size) {
    for (size_t i = from; i < to; i++) {
        char *record = (char *)records + i * size;
        *(kw_move *)(record + offsetof(struct kw_child, move)) = moves[i];
        game->play(game->rules, position, moves[i],
                   (struct kw_position *)(record + offsetof(struct kw_child, position)));
    }
}

/* As children_push, for games whose moves share their sowing. */
void *children_push_shared(struct child_stack *stack, const struct kw_game *game,
                           const struct kw_position *position, size_t size, size_t *count,
                           bool *out_of_memory);

/*
 * Puts the children of a position on the stack, as records of `size` bytes in the order of
 * kw_moves.  If there is no memory for all of them it sets *out_of_memory; then they are the first
 * KW_MOVES, or none.
 */
KW_INLINE void *children_push(struct child_stack *stack, const struct kw_game *game,
                              const struct kw_position *position, size_t size, size_t *count,
                              bool *out_of_memory) {
    if (KW_UNLIKELY(game_many_moves(game)))
        return children_push_shared(stack, game, position, size, count, out_of_memory);
    kw_move moves[KW_MOVES];
    *count = game->moves(game->rules, position, moves, KW_MOVES);
    void *records = child_stack_push(stack, *count * size);
    if (KW_UNLIKELY(records == NULL)) {
        *count = 0;
        *out_of_memory = true;
    }
    children_play(game, position, moves, 0, *count, records, size);
    return records;
}

#endif
