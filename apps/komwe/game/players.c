#include "game/players.h"

#include <string.h>
#include <time.h>

static const char *const names[] = {"human",   "random",  "greedy",  "level:1", "level:2",
                                    "level:3", "level:4", "level:5", "level:6", "level:7",
                                    "level:8", "level:9", "level:10"};

uint64_t seed_new(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec) % 1000000;
}

const char *who_text(enum who who) { return names[who]; }

bool who_read(const char *text, enum who *who) {
    for (enum who one = WHO_HUMAN; one <= WHO_LEVEL_10; one++) {
        if (strcmp(text, names[one]) == 0) {
            *who = one;
            return true;
        }
    }
    return false;
}

static int seeds_of(const struct kw_game *game, const struct kw_position *position,
                    unsigned player) {
    unsigned rows = kw_game_info(game)->rows;
    int seeds = 0;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < kw_game_columns(game); column++)
            if ((row >= rows / 2) == (player == KW_SOUTH))
                seeds += position->hole[kw_hole_at(game, row, column)];
    return seeds;
}

int who_worth(const struct kw_game *game, const struct kw_position *position, unsigned player) {
    enum { WIN = 1000 };
    static const int decided[] = {
        [KW_SOUTH_WINS] = WIN, [KW_NORTH_WINS] = -WIN, [KW_DRAW] = 0, [KW_GOING_ON] = 0};
    struct kw_result result;
    bool over = kw_state(game, position, &result);
    if (!over)
        kw_repetition_result(game, position, &result);
    int south = result.scored ? (int)result.score[0] - (int)result.score[1]
                : over        ? decided[result.outcome]
                       : seeds_of(game, position, KW_SOUTH) - seeds_of(game, position, KW_NORTH);
    return player == KW_SOUTH ? south : -south;
}

static kw_move choose_greedy(const struct kw_game *game, const struct kw_position *position,
                             struct moves *moves, struct kw_random *random) {
    const struct kw_child *child = moves_children(moves, game, position);
    kw_move best = child[0].move;
    int best_worth = 0;
    uint32_t equal = 0;
    for (size_t i = 0; i < moves->count; i++) {
        int worth = who_worth(game, &child[i].position, position->turn);
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

kw_move who_choose(enum who who, const struct kw_game *game, const struct kw_position *position,
                   struct moves *moves, struct kw_random *random) {
    if (who == WHO_GREEDY)
        return choose_greedy(game, position, moves, random);
    return moves->move[kw_random_below(random, (uint32_t)moves->count)];
}
