#include "tablebases/successors.h"

#include "base/work.h"

#include <stdlib.h>

static struct successor successors_entry(const struct endgame_index *index, unsigned mover,
                                         const struct kw_position *position) {
    unsigned seeds = endgame_seeds(index, position);
    return (struct successor){.seeds = seeds,
                              .turned = position->turn != mover,
                              .rank = endgame_rank(index, position, seeds)};
}

/* Puts an empty list with room for `count` on the stack; false if there is not enough memory. */
KW_INLINE bool successors_begin(struct successors *successors, size_t count) {
    successors->list = child_stack_push(&successors->stack, count * sizeof *successors->list);
    successors->count = 0;
    return successors->list != NULL;
}

/* Of games whose moves share their sowing. */
static bool successors_list_shared(struct successors *successors, const struct endgame_index *index,
                                   const struct kw_position *position) {
    bool out_of_memory = false;
    size_t count;
    const struct kw_child *child = children_push(&successors->stack, index->game, position,
                                                 sizeof *child, &count, &out_of_memory);
    if (out_of_memory || work_ended() || !successors_begin(successors, count))
        return false;
    for (size_t i = 0; i < count; i++)
        successors->list[i] = successors_entry(index, position->turn, &child[i].position);
    successors->count = count;
    return true;
}

bool successors_list(struct successors *successors, const struct endgame_index *index,
                     const struct kw_position *position) {
    const struct kw_game *game = index->game;
    child_stack_clear(&successors->stack);
    work_check();
    if (game_many_moves(game))
        return successors_list_shared(successors, index, position);
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    if (!successors_begin(successors, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        game->play(game->rules, position, moves[i], &next);
        if (KW_UNLIKELY(work_ended()))
            return false;
        successors->list[i] = successors_entry(index, position->turn, &next);
    }
    successors->count = count;
    return true;
}

void successors_free(struct successors *successors) {
    child_stack_close(&successors->stack);
    *successors = (struct successors){0};
}

void known_layers_free(struct known_layers *known) {
    for (unsigned seeds = 0; seeds <= ENDGAME_SEEDS; seeds++) {
        if (known->upper[seeds] != known->lower[seeds])
            free(known->upper[seeds]);
        free(known->lower[seeds]);
    }
}

void bounds_of_move(int gain, bool turned, int low, int high, int *lower, int *upper) {
    *lower = gain + (turned ? -high : low);
    *upper = gain + (turned ? -low : high);
}

void bounds_of_successor(const struct known_layers *known, unsigned seeds,
                         const struct successor *successor, int *lower, int *upper) {
    int gain = (int)(seeds - successor->seeds);
    int low = (int)known->lower[successor->seeds][successor->rank];
    int high = (int)known->upper[successor->seeds][successor->rank];
    bounds_of_move(gain, successor->turned, low, high, lower, upper);
}
