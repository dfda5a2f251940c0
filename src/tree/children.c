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

void *children_push_shared(struct child_stack *stack, const struct kw_game *game,
                           const struct kw_position *position, size_t size, size_t *count,
                           bool *out_of_memory) {
    struct kw_child few[KW_MOVES];
    size_t all = kw_children(game, position, few, KW_MOVES);
    void *records = child_stack_push(stack, all * size);
    *count = all;
    if (records == NULL) {
        *out_of_memory = true;
        *count = all < KW_MOVES ? all : KW_MOVES;
        records = child_stack_push(stack, *count * size);
        if (records == NULL)
            *count = 0;
    }
    if (*count <= KW_MOVES) {
        children_spread(few, *count, records, size);
    } else {
        struct kw_child *list =
            (struct kw_child *)(void *)((char *)records + all * (size - sizeof *list));
        kw_children(game, position, list, all);
        children_spread(list, all, records, size);
    }
    return records;
}
