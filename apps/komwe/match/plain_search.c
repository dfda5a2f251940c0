#include "match/plain_search.h"

#include "base/clock.h"
#include "cli/interrupt.h"
#include "game/players.h"

enum { INFINITE = 1 << 20, DEPTH_MOST = 60, NODES_A_LOOK = 256 };

struct plain_state {
    const struct kw_game *game;
    uint64_t nodes, most;
    int64_t deadline; /* microseconds, INT64_MAX: none */
    bool stopped;
};

static bool plain_is_stopped(struct plain_state *state) {
    if (state->nodes >= state->most || (state->nodes % NODES_A_LOOK == 0 &&
                                        (clock_now() >= state->deadline || interrupted() != 0)))
        state->stopped = true;
    return state->stopped;
}

static int plain_search(struct plain_state *state, const struct kw_position *position,
                        unsigned depth, int alpha, int beta) {
    state->nodes++;
    if (depth == 0 || plain_is_stopped(state))
        return player_static_value(state->game, position, position->turn);
    struct moves moves = {0};
    moves_list(&moves, state->game, position);
    if (moves.count == 0)
        alpha = player_static_value(state->game, position, position->turn);
    for (size_t i = 0; i < moves.count && alpha < beta; i++) {
        struct kw_position next;
        kw_play(state->game, position, moves.move[i], &next);
        bool same = next.turn == position->turn;
        int value = same ? plain_search(state, &next, depth - 1, alpha, beta)
                         : -plain_search(state, &next, depth - 1, -beta, -alpha);
        if (value > alpha)
            alpha = value;
    }
    moves_free(&moves);
    return alpha;
}

/* The best of the moves at one depth; false if it was stopped. */
static bool plain_search_root(struct plain_state *state, const struct kw_position *position,
                              const struct moves *moves, unsigned depth, kw_move *best) {
    kw_move found = moves->move[0];
    int alpha = -INFINITE;
    for (size_t i = 0; i < moves->count; i++) {
        struct kw_position next;
        kw_play(state->game, position, moves->move[i], &next);
        bool same = next.turn == position->turn;
        int value = same ? plain_search(state, &next, depth - 1, alpha, INFINITE)
                         : -plain_search(state, &next, depth - 1, -INFINITE, -alpha);
        if (state->stopped)
            return false;
        if (value > alpha) {
            alpha = value;
            found = moves->move[i];
        }
    }
    *best = found;
    return true;
}

kw_move plain_choose(const struct kw_game *game, const struct kw_position *position,
                     const struct kw_limits *limits) {
    struct plain_state state = {.game = game,
                                .most = limits->nodes > 0 ? limits->nodes : UINT64_MAX,
                                .deadline = limits->milliseconds > 0
                                                ? clock_now() + limits->milliseconds * 1000
                                                : INT64_MAX};
    unsigned most = limits->depth > 0 && limits->depth < DEPTH_MOST ? limits->depth : DEPTH_MOST;
    struct moves moves = {0};
    moves_list(&moves, game, position);
    kw_move best = moves.move[0];
    for (unsigned depth = 1; moves.count > 1 && depth <= most; depth++)
        if (!plain_search_root(&state, position, &moves, depth, &best))
            break;
    moves_free(&moves);
    return best;
}
