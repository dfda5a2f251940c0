#include "openings/opening_draw.h"

#include "cli/interrupt.h"

#include <stdio.h>

enum {
    DRAW_HASH = 1 << 20, /* bytes */
    LOOK = 2000,         /* positions that are searched to rank the moves */
    HALVED = 100,        /* a move that is so many hundredths less even is drawn half as often, */
    WEIGHT = 20          /* up to so many times halved */
};

/* How often a move is drawn; a decided one only where there is no other. */
static uint32_t draw_weight(const struct kw_line *line) {
    unsigned away = (unsigned)(line->score < 0 ? -line->score : line->score) / HALVED;
    if (line->proven || line->unit == KW_IN_PLIES || away >= WEIGHT)
        return 0;
    return UINT32_C(1) << (WEIGHT - away);
}

static bool draw_search(struct opening_draw *draw, const struct kw_session *session,
                        struct kw_error *error) {
    const struct kw_limits limits = {.nodes = LOOK, .lines = KW_MULTIPV_MAX};
    if (draw->engine == NULL && (draw->engine = kw_engine_new(DRAW_HASH, 1)) == NULL) {
        snprintf(error->message, sizeof error->message, "there is not enough memory");
        return false;
    }
    kw_engine_clear(draw->engine); /* so that no opening depends on those before */
    interrupt_watch(draw->engine);
    bool good = kw_engine_search(draw->engine, session, &limits, NULL, NULL, &draw->view, error);
    interrupt_forget(draw->engine);
    return good;
}

/* A move after which the game looks even, the rather the more even it looks. */
static kw_move draw_even_move(struct opening_draw *draw, struct kw_random *random) {
    const struct kw_analysis *view = &draw->view;
    uint32_t sum = 0;
    for (size_t i = 0; i < view->lines; i++)
        sum += draw_weight(&view->line[i]);
    if (sum == 0)
        return view->line[kw_random_below(random, (uint32_t)view->lines)].move[0];
    uint32_t left = kw_random_below(random, sum);
    size_t i = 0;
    for (; left >= draw_weight(&view->line[i]); i++)
        left -= draw_weight(&view->line[i]);
    return view->line[i].move[0];
}

static bool draw_move(struct opening_draw *draw, const struct kw_session *session,
                      const struct opening_manner *manner, struct kw_random *random, kw_move *move,
                      struct kw_error *error) {
    const struct kw_position *position = kw_session_position(session);
    if (position->phase == 0 && manner->random_moves < DRAW_ALL_RANDOM &&
        kw_random_below(random, DRAW_ALL_RANDOM) >= manner->random_moves) {
        if (!draw_search(draw, session, error))
            return false;
        *move = draw_even_move(draw, random);
        return true;
    }
    moves_list(&draw->moves, kw_session_game(session), position);
    *move = draw->moves.move[kw_random_below(random, (uint32_t)draw->moves.count)];
    return true;
}

static void draw_take_back(struct kw_session *session, size_t before) {
    while (kw_session_plies(session) > before && kw_session_undo(session))
        continue;
}

bool opening_draw(struct opening_draw *draw, struct kw_session *session,
                  const struct opening_manner *manner, struct kw_random *random, bool *drawn,
                  struct kw_error *error) {
    struct kw_result result;
    unsigned ended = 0;
    draw_take_back(session, manner->before);
    while (ended <= manner->ended && (kw_session_plies(session) < manner->before + manner->plies ||
                                      kw_session_position(session)->phase != 0)) {
        kw_move move;
        if (interrupted() != 0 || !draw_move(draw, session, manner, random, &move, error) ||
            !kw_session_play(session, move, error))
            return false;
        if (kw_session_result(session, &result)) {
            draw_take_back(session, manner->before);
            ended++;
        }
    }
    *drawn = ended <= manner->ended;
    return true;
}

static unsigned draw_seeds_on_board(const struct kw_position *position) {
    unsigned seeds = 0;
    for (int hole = 0; hole < KW_HOLES; hole++)
        seeds += position->hole[hole];
    return seeds;
}

bool opening_leaves_most(const struct kw_session *session) {
    return 4 * draw_seeds_on_board(kw_session_position(session)) >=
           3 * draw_seeds_on_board(kw_session_before(session, 0));
}

void opening_draw_close(struct opening_draw *draw) {
    moves_free(&draw->moves);
    kw_engine_free(draw->engine);
    draw->engine = NULL;
}
