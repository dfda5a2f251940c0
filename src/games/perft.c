/* Counting move sequences. */
#include "base/work.h"
#include "games/game.h"

#include <stdlib.h>

static uint64_t perft(const struct kw_game *game, const struct kw_position *position,
                      unsigned depth);

static uint64_t perft_list(const struct kw_game *game, const struct kw_position *position,
                           unsigned depth, const kw_move *list, size_t count) {
    if (depth == 2)
        return game->leaves(game->rules, position, list, count);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position next;
        game->play(game->rules, position, list[i], &next);
        work_check();
        uint64_t more = work_ended() ? UINT64_MAX : perft(game, &next, depth - 1);
        leaves = more == UINT64_MAX ? UINT64_MAX : leaves + more;
        if (leaves == UINT64_MAX)
            break;
    }
    return leaves;
}

/* More moves than KW_MOVES (Bulto), which share their sowing. */
static uint64_t perft_long(const struct kw_game *game, const struct kw_position *position,
                           unsigned depth, size_t count) {
    struct kw_child *children = malloc(count * sizeof *children);
    uint64_t leaves = 0;
    if (children == NULL)
        return UINT64_MAX;
    kw_children(game, position, children, count);
    for (size_t i = 0; i < count && leaves != UINT64_MAX; i++) {
        uint64_t more = perft(game, &children[i].position, depth - 1);
        leaves = more == UINT64_MAX ? UINT64_MAX : leaves + more;
    }
    free(children);
    return leaves;
}

static uint64_t perft(const struct kw_game *game, const struct kw_position *position,
                      unsigned depth) {
    if (depth == 1)
        return game->count(game->rules, position);
    kw_move list[KW_MOVES];
    size_t count = game->moves(game->rules, position, list, KW_MOVES);
    if (KW_UNLIKELY(count > KW_MOVES))
        return perft_long(game, position, depth, count);
    return perft_list(game, position, depth, list, count);
}

uint64_t kw_perft(const struct kw_game *game, const struct kw_position *position, unsigned depth) {
    if (depth > KW_PERFT_MAX)
        return UINT64_MAX;
    return depth == 0 ? 1 : perft(game, position, depth);
}
