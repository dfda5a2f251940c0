#include "game/players.h"

#include <string.h>
#include <time.h>

static const char *const player_kind_text[] = {
    "human",   "random",  "greedy",  "level:1", "level:2", "level:3", "level:4",
    "level:5", "level:6", "level:7", "level:8", "level:9", "level:10"};

uint64_t seed_from_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec) % 1000000;
}

const char *player_text(enum player_kind kind) { return player_kind_text[kind]; }

bool player_read(const char *text, enum player_kind *kind) {
    for (enum player_kind i = PLAYER_HUMAN; i <= PLAYER_LEVEL_10; i++) {
        if (strcmp(text, player_kind_text[i]) == 0) {
            *kind = i;
            return true;
        }
    }
    return false;
}

static int player_seeds(const struct kw_game *game, const struct kw_position *position,
                        unsigned player) {
    unsigned rows = kw_game_info(game)->rows;
    int seeds = 0;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < kw_game_columns(game); column++)
            if ((row >= rows / 2) == (player == KW_SOUTH))
                seeds += position->hole[kw_hole_at(game, row, column)];
    return seeds;
}

int player_static_value(const struct kw_game *game, const struct kw_position *position,
                        unsigned player) {
    enum { WIN = 1000 };
    static const int decided[] = {
        [KW_SOUTH_WINS] = WIN, [KW_NORTH_WINS] = -WIN, [KW_DRAW] = 0, [KW_GOING_ON] = 0};
    struct kw_result result;
    bool over = kw_state(game, position, &result);
    if (!over)
        kw_repetition_result(game, position, &result);
    int south =
        result.scored ? (int)result.score[0] - (int)result.score[1]
        : over        ? decided[result.outcome]
               : player_seeds(game, position, KW_SOUTH) - player_seeds(game, position, KW_NORTH);
    return player == KW_SOUTH ? south : -south;
}

static kw_move player_choose_greedy(const struct kw_game *game, const struct kw_position *position,
                                    struct moves *moves, struct kw_random *random) {
    const struct kw_child *child = moves_children(moves, game, position);
    kw_move best = child[0].move;
    int best_worth = 0;
    uint32_t equal = 0;
    for (size_t i = 0; i < moves->count; i++) {
        int worth = player_static_value(game, &child[i].position, position->turn);
        if (equal == 0 || worth > best_worth)
            equal = 0;
        else if (worth < best_worth)
            continue;
        if (kw_random_below(random, ++equal) == 0)
            best = child[i].move;
        best_worth = worth;
    }
    return best;
}

kw_move player_choose(enum player_kind kind, const struct kw_game *game,
                      const struct kw_position *position, struct moves *moves,
                      struct kw_random *random) {
    if (kind == PLAYER_GREEDY)
        return player_choose_greedy(game, position, moves, random);
    return moves->move[kw_random_below(random, (uint32_t)moves->count)];
}
