#include "tree/children.h"

#include <stdlib.h>

enum { CHILD_BLOCK_SIZE = 64 * 1024 /* bytes of a block at least */ };

bool child_stack_open(struct child_stack *stack, size_t bytes) {
    *stack = (struct child_stack){0};
    bool good = child_stack_push(stack, bytes) != NULL;
    child_stack_clear(stack);
    return good;
}

void child_stack_close(struct child_stack *stack) {
    while (stack->first != NULL) {
        struct child_block *next = stack->first->next;
        free(stack->first);
        stack->first = next;
    }
    *stack = (struct child_stack){0};
}

void *child_stack_push_block(struct child_stack *stack, size_t bytes) {
    struct child_block **next = stack->top.block == NULL ? &stack->first : &stack->top.block->next;
    if (*next == NULL || (*next)->size < bytes) {
        size_t size = bytes > CHILD_BLOCK_SIZE ? bytes : CHILD_BLOCK_SIZE;
        struct child_block *block = aligned_alloc(CHILD_ALIGN, sizeof *block + size);
        if (block == NULL)
            return NULL;
        block->next = *next;
        block->size = size;
        *next = block;
    }
    stack->top = (struct child_mark){.block = *next, .used = bytes};
    return (*next)->data;
}

/* Makes records of `size` bytes of a plain list, which may be the last bytes of the records. */
static void children_spread(const struct kw_child *list, size_t count, void *records, size_t size) {
    for (size_t i = 0; i < count; i++)
        memmove((char *)records + i * size, &list[i], sizeof *list);
}

/* The first KW_MOVES children, where there is no memory for all; NULL if there is none for them. */
static void *children_push_few(struct child_stack *stack, const struct kw_child *few, size_t size,
                               size_t *count) {
    void *records = child_stack_push(stack, KW_MOVES * size);
    *count = records != NULL ? KW_MOVES : 0;
    if (records != NULL)
        children_spread(few, KW_MOVES, records, size);
    return records;
}

void *children_push_shared(struct child_stack *stack, const struct kw_game *game,
                           const struct kw_position *position, size_t size, size_t *count,
                           bool *out_of_memory) {
    struct kw_child few[KW_MOVES], *list = few;
    *count = kw_children(game, position, few, KW_MOVES);
    char *records = child_stack_push(stack, *count * size);
    if (records == NULL) {
        *out_of_memory = true;
        if (*count > KW_MOVES)
            return children_push_few(stack, few, size, count);
        *count = 0;
        return NULL;
    }
    if (*count > KW_MOVES) {
        list = (struct kw_child *)(void *)(records + *count * (size - sizeof *list));
        kw_children(game, position, list, *count);
    }
    children_spread(list, *count, records, size);
    return records;
}
