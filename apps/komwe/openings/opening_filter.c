#include "openings/opening_filter.h"

#include "cli/interrupt.h"

#include <math.h>
#include <stdio.h>

enum { QUICK_HASH = 1 << 20, DEEP_HASH = 16 << 20 /* bytes */, HUNDRED = 100 };
enum { MARGIN_OF_SEEDS = 8, MARGIN_OF_POINTS = 20 };

/*
 * Seeds, or points, that make a win e times as likely as a loss: those with which the weights are
 * learned (src/search/tuner.c).
 */
static const double SEEDS_TO_WIN = 6;

/* The engine for a search of so many positions, empty; NULL if there is no memory. */
static struct kw_engine *filter_engine(struct opening_filter *filter, uint64_t nodes) {
    bool quick = nodes <= FILTER_SHALLOW;
    struct kw_engine **engine = quick ? &filter->quick : &filter->deep;
    if (*engine == NULL && (*engine = kw_engine_new(quick ? QUICK_HASH : DEEP_HASH, 1)) != NULL)
        interrupt_watch(*engine);
    if (*engine != NULL) {
        kw_engine_set_aim(*engine, KW_AIM_SEEDS); /* the filter counts seeds */
        kw_engine_clear(*engine);
    }
    return *engine;
}

static bool filter_search(struct opening_filter *filter, const struct kw_session *session,
                          uint64_t nodes, struct opening_estimate *estimate,
                          struct kw_error *error) {
    const struct kw_limits limits = {.nodes = nodes};
    struct kw_engine *engine = filter_engine(filter, nodes);
    if (engine == NULL) {
        snprintf(error->message, sizeof error->message, "there is not enough memory");
        return false;
    }
    if (!kw_engine_search(engine, session, &limits, NULL, NULL, &filter->view, error))
        return false;
    const struct kw_line *line = &filter->view.line[0];
    double chance = 1 / (1 + exp(-(double)line->score / HUNDRED / SEEDS_TO_WIN));
    estimate->percent = (unsigned)(HUNDRED * chance + 0.5);
    estimate->balanced = !line->proven && line->unit != KW_IN_PLIES &&
                         fabs(chance - 0.5) * HUNDRED <= filter->margin;
    return true;
}

/* The same from the other side: the position after the best move of the last search. */
static bool filter_reply(struct opening_filter *filter, struct kw_session *session,
                         struct opening_estimate *estimate, struct kw_error *error) {
    struct opening_estimate reply = *estimate;
    struct kw_result result;
    if (!kw_session_play(session, filter->view.line[0].move[0], error))
        return false;
    bool over = kw_session_result(session, &result);
    bool good = over || filter_search(filter, session, filter->nodes, &reply, error);
    kw_session_undo(session);
    estimate->balanced = !over && reply.balanced;
    return good;
}

bool opening_filter_search(struct opening_filter *filter, struct kw_session *session,
                           struct opening_estimate *estimate, struct kw_error *error) {
    *estimate = (struct opening_estimate){.balanced = true};
    for (uint64_t nodes = FILTER_LEAST, next; estimate->balanced && nodes > 0; nodes = next) {
        if (nodes > filter->nodes)
            nodes = filter->nodes;
        if (interrupted() != 0)
            estimate->balanced = false;
        else if (!filter_search(filter, session, nodes, estimate, error))
            return false;
        estimate->passed += estimate->balanced;
        next = nodes < filter->nodes ? nodes * FILTER_GROWTH : 0;
        if (nodes >= FILTER_SHALLOW || next == 0)
            estimate->shallow = estimate->shallow || estimate->balanced;
    }
    return !estimate->balanced || filter_reply(filter, session, estimate, error);
}

unsigned opening_margin(const struct kw_game *game) {
    return kw_game_info(game)->counts_seeds ? MARGIN_OF_SEEDS : MARGIN_OF_POINTS;
}

void opening_filter_close(struct opening_filter *filter) {
    interrupt_forget(filter->quick);
    interrupt_forget(filter->deep);
    kw_engine_free(filter->quick);
    kw_engine_free(filter->deep);
    filter->quick = filter->deep = NULL;
}
