#include "tablebases/successors.h"

#include <stdlib.h>

/* Makes room for so many; false if there is not enough memory. */
static bool successors_reserve(struct successors *successors, size_t count) {
    if (count <= successors->capacity)
        return true;
    struct successor *list = realloc(successors->list, count * sizeof *list);
    if (list == NULL)
        return false;
    successors->list = list;
    successors->capacity = count;
    return true;
}

static struct successor successors_entry(const struct endgame_index *index, unsigned mover,
                                         const struct kw_position *position) {
    unsigned seeds = endgame_seeds(index, position);
    return (struct successor){.seeds = seeds,
                              .turned = position->turn != mover,
                              .rank = endgame_rank(index, position, seeds)};
}

/* Of games whose moves share their sowing, and can be many. */
static bool successors_list_children(struct successors *successors,
                                     const struct endgame_index *index,
                                     const struct kw_position *position) {
    size_t count = kw_children(index->game, position, successors->child, successors->children);
    if (count > successors->children) {
        struct kw_child *child = realloc(successors->child, count * sizeof *child);
        if (child == NULL)
            return false;
        successors->child = child;
        successors->children = count;
        kw_children(index->game, position, child, count);
    }
    if (!successors_reserve(successors, count))
        return false;
    for (size_t i = 0; i < count; i++)
        successors->list[i] =
            successors_entry(index, position->turn, &successors->child[i].position);
    successors->count = count;
    return true;
}

bool successors_list(struct successors *successors, const struct endgame_index *index,
                     const struct kw_position *position) {
    const struct kw_game *game = index->game;
    if (game_many_moves(game))
        return successors_list_children(successors, index, position);
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    if (!successors_reserve(successors, KW_MOVES))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        game->play(game->rules, position, moves[i], &next);
        successors->list[i] = successors_entry(index, position->turn, &next);
    }
    successors->count = count;
    return true;
}

void successors_free(struct successors *successors) {
    free(successors->list);
    free(successors->child);
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
