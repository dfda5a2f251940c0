#include "text/move_list.h"

#include "io/output.h"

#include <stdlib.h>
#include <string.h>

static void moves_grow(struct moves *moves, size_t capacity) {
    moves->capacity = capacity;
    moves->move = memory_resize(moves->move, capacity, sizeof *moves->move);
}

void moves_list(struct moves *moves, const struct kw_game *game,
                const struct kw_position *position) {
    if (moves->capacity == 0)
        moves_grow(moves, KW_MOVES);
    moves->count = kw_moves(game, position, moves->move, moves->capacity);
    if (moves->count > moves->capacity) {
        moves_grow(moves, moves->count);
        kw_moves(game, position, moves->move, moves->capacity);
    }
}

static int moves_compare_named(const void *a, const void *b) {
    return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

void moves_name(struct moves *moves, const struct kw_game *game,
                const struct kw_position *position) {
    moves_list(moves, game, position);
    if (moves->named_capacity < moves->count) {
        moves->named_capacity = moves->capacity;
        moves->named = memory_resize(moves->named, moves->capacity, sizeof *moves->named);
    }
    for (size_t i = 0; i < moves->count; i++) {
        char text[KW_TEXT];
        kw_move_text(game, position, moves->move[i], text);
        moves->named[i].move = moves->move[i];
        moves->named[i].index = i;
        size_t length = strnlen(text, MOVE_TEXT - 1);
        memcpy(moves->named[i].text, text, length);
        moves->named[i].text[length] = '\0';
    }
    if (moves->count > 1)
        qsort(moves->named, moves->count, sizeof *moves->named, moves_compare_named);
}

const struct kw_child *moves_children(struct moves *moves, const struct kw_game *game,
                                      const struct kw_position *position) {
    if (moves->child_capacity < moves->count) {
        moves->child_capacity = moves->capacity;
        moves->child = memory_resize(moves->child, moves->capacity, sizeof *moves->child);
    }
    kw_children(game, position, moves->child, moves->count);
    return moves->child;
}

void moves_free(struct moves *moves) {
    free(moves->move);
    free(moves->child);
    free(moves->named);
    *moves = (struct moves){0};
}
