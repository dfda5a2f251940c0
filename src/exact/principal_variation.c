#include "exact/principal_variation.h"

#include "base/memory.h"
#include "base/work.h"
#include "tree/children.h"

#include <stdlib.h>

/* The variation so far. */
struct pv_walk {
    const struct pv_plan *plan;
    struct kw_position position; /* where it has led to */
    int value;                   /* of that position */
    kw_move *move;
    size_t length, capacity;
    struct child_stack stack; /* the children of one position */
};

/* The value that a position must have if its move keeps the value before. */
static int pv_value_after(const struct value_model *model, const struct kw_position *before,
                          const struct kw_position *next, int value) {
    return model_value_after(model_gain(model, before, next), next->turn == before->turn, value);
}

/* Lists the children of a position, until the next call; none if there is no memory. */
static const struct kw_child *pv_list_children(struct pv_walk *walk,
                                               const struct kw_position *position, size_t *count) {
    bool out_of_memory = false;
    child_stack_clear(&walk->stack);
    const struct kw_child *list = children_push(&walk->stack, walk->plan->nws->model->game,
                                                position, sizeof *list, count, &out_of_memory);
    if (out_of_memory)
        *count = 0;
    return list;
}

static void pv_play(struct pv_walk *walk, const struct kw_child *child) {
    walk->value =
        pv_value_after(walk->plan->nws->model, &walk->position, &child->position, walk->value);
    walk->position = child->position;
    walk->move[walk->length++] = child->move;
}

/* Whether the game ends by repetition where a move leads to a position. */
static bool pv_ends_by_repetition(const struct pv_plan *plan, const struct kw_position *position) {
    return history_is_due(plan->nws->history, position);
}

/* Whether the game is over; the root itself ends nothing, however often it has occurred. */
static bool pv_is_over_at(const struct pv_plan *plan, const struct kw_position *position,
                          bool at_root) {
    struct kw_result result;
    return kw_state(plan->nws->model->game, position, &result) ||
           (!at_root && pv_ends_by_repetition(plan, position));
}

static bool pv_is_over(const struct pv_walk *walk) {
    return pv_is_over_at(walk->plan, &walk->position, walk->length == 0);
}

/* ---- by endgames ----------------------------------------------------------------------------- */

/* Whether endgames know the value of a position, and it is this one. */
static bool pv_is_known(const struct pv_plan *plan, const struct kw_position *position, int value) {
    int found;
    return probe_value(plan->nws->probe, position, &found) && found == value;
}

/*
 * Whether endgames lead to the end or to a capture: a player has a finite distance, or no position
 * returns.  Elsewhere the game can cycle.
 */
static bool pv_tables_lead_on(const struct pv_plan *plan, const struct kw_position *position,
                              int value) {
    unsigned plies[2];
    return pv_is_known(plan, position, value) &&
           (plan->nws->model->acyclic ||
            (probe_plies(plan->nws->probe, position, plies) &&
             (plies[0] != ENDGAME_ENDLESS || plies[1] != ENDGAME_ENDLESS)));
}

static bool pv_tables_lead(const struct pv_walk *walk) {
    return pv_tables_lead_on(walk->plan, &walk->position, walk->value);
}

/* The distance of the mover after a move; 0: it leaves the layer. */
static unsigned pv_plies_after(const struct pv_plan *plan, const struct kw_position *before,
                               const struct kw_position *next) {
    const struct value_model *model = plan->nws->model;
    unsigned plies[2];
    bool stays = model_most(model, next) == model_most(model, before);
    return stays && probe_plies(plan->nws->probe, next, plies) ? plies[before->turn] : 0;
}

/*
 * Up to the end, or to where endgames do not lead.  A player with a finite distance reduces it by
 * each move, and no optimal move of his opponent increases it.
 */
static bool pv_follow_tables(struct pv_walk *walk) {
    const struct pv_plan *plan = walk->plan;
    const struct value_model *model = plan->nws->model;
    bool good = true;
    while (good && pv_tables_lead(walk) && !pv_is_over(walk) && walk->length < walk->capacity) {
        size_t count;
        const struct kw_child *list = pv_list_children(walk, &walk->position, &count);
        const struct kw_child *best = NULL;
        unsigned least = 0;
        for (size_t i = 0; i < count; i++) {
            const struct kw_position *next = &list[i].position;
            if (!pv_is_known(plan, next, pv_value_after(model, &walk->position, next, walk->value)))
                continue;
            unsigned plies = pv_plies_after(plan, &walk->position, next);
            if (best == NULL || plies < least) {
                best = &list[i];
                least = plies;
            }
        }
        good = best != NULL;
        if (good)
            pv_play(walk, best);
    }
    return good;
}

/* ---- by searches ----------------------------------------------------------------------------- */

/* Whether a move is proven within a depth to keep the value of the position before. */
static bool pv_keeps_value(const struct pv_plan *plan, const struct kw_position *before,
                           const struct kw_position *next, int value, unsigned depth) {
    const struct value_model *model = plan->nws->model;
    int bound, after = pv_value_after(model, before, next, value);
    if (pv_ends_by_repetition(plan, next))
        return model_repetition_value(model, next) == after;
    if (next->turn == before->turn)
        return nws_search(plan->nws, next, after, depth, MOVER_PROVES, &bound) == ANSWER_YES;
    return nws_search(plan->nws, next, after + 1, depth, OPPONENT_PROVES, &bound) == ANSWER_NO;
}

/* Finds such a move, at the least depth; false if there is none. */
static bool pv_find_move(struct pv_walk *walk, struct kw_child *found) {
    const struct pv_plan *plan = walk->plan;
    const struct poll_limits *limits = &plan->nws->limits;
    const struct kw_position *position = &walk->position;
    size_t count, first = nws_first_move(plan->nws, position);
    const struct kw_child *list = pv_list_children(walk, position, &count);
    bool good = false;
    unsigned depth = plan->nws->model->acyclic ? DEPTH_UNLIMITED : 1;
    do {
        for (size_t i = 0; i < count && !good; i++) {
            /* The one known to be good, then all others in their order. */
            size_t at = first >= count ? i : i == 0 ? first : i <= first ? i - 1 : i;
            if (pv_keeps_value(plan, position, &list[at].position, walk->value, depth)) {
                *found = list[at];
                good = true;
            }
        }
    } while (!good && ++depth < DEPTH_UNLIMITED && !atomic_load(limits->stop) &&
             !plan->nws->out_of_memory && atomic_load(limits->entered) < limits->nodes);
    return good;
}

/*
 * Up to the end, or to a position that endgames know.  Nodes are limited, since the searches cost
 * little where the table still holds what was proven, and may cost much where it has lost it.
 */
static bool pv_follow_searches(struct pv_walk *walk) {
    enum { LEAST = 1 << 20 };
    const struct pv_plan *plan = walk->plan;
    struct history visited = {0};
    bool good = true;
    uint64_t entered = atomic_load(plan->nws->limits.entered);
    plan->nws->limits.nodes = entered + (entered > LEAST ? entered : LEAST);
    while (good && !pv_is_known(plan, &walk->position, walk->value) &&
           walk->length < walk->capacity) {
        struct kw_child found;
        good = !pv_is_over(walk) && history_count(&visited, &walk->position) == 0 &&
               history_add(&visited, &walk->position) && pv_find_move(walk, &found);
        if (good)
            pv_play(walk, &found);
    }
    plan->nws->limits.nodes = UINT64_MAX;
    history_free(&visited);
    return good;
}

/* ---- by the graph ---------------------------------------------------------------------------- */

/* A position that optimal moves of both players lead to. */
struct pv_place {
    struct kw_position position;
    kw_move move;
    size_t before; /* the index of the position before it */
    int value;
};

struct pv_search {
    struct pv_place *list; /* breadth first */
    size_t count, room;
    struct history visited;
};

/* Adds a position that was not reached before; false if there is no memory. */
static bool pv_reach(struct pv_search *search, const struct pv_place *place) {
    if (history_count(&search->visited, &place->position) > 0)
        return true;
    if (!array_reserve(&search->list, search->count, 1, &search->room, sizeof *search->list))
        return false;
    search->list[search->count++] = *place;
    return history_add(&search->visited, &place->position);
}

/*
 * Whether a move keeps the value of the position before, as far as endgames and the graph know.
 * Only one bound is tested: the position before has shown that the value is not more.
 */
static bool pv_graph_keeps_value(const struct pv_plan *plan, const struct kw_position *before,
                                 const struct kw_position *next, int value) {
    struct span span;
    if (pv_is_known(plan, next, value))
        return true;
    if (plan->graph == NULL || !graph_span(plan->graph, next, &span))
        return false;
    return next->turn == before->turn ? span.low >= value : span.high <= value;
}

/* Adds what the optimal moves of a position lead to. */
static bool pv_expand(struct pv_walk *walk, struct pv_search *search, size_t at) {
    const struct pv_plan *plan = walk->plan;
    struct pv_place here = search->list[at];
    size_t count;
    const struct kw_child *list = pv_list_children(walk, &here.position, &count);
    bool good = list != NULL;
    for (size_t i = 0; i < count && good; i++) {
        const struct kw_position *next = &list[i].position;
        int value = pv_value_after(plan->nws->model, &here.position, next, here.value);
        if (pv_graph_keeps_value(plan, &here.position, next, value))
            good = pv_reach(
                search, &(struct pv_place){
                            .position = *next, .move = list[i].move, .before = at, .value = value});
    }
    return good;
}

/* Extends the variation to a position that was reached. */
static void pv_append(struct pv_walk *walk, const struct pv_search *search, size_t at) {
    size_t length = 0;
    for (size_t i = at; i != 0; i = search->list[i].before)
        length++;
    size_t number = length;
    for (size_t i = at; i != 0; i = search->list[i].before)
        if (--number < walk->capacity - walk->length)
            walk->move[walk->length + number] = search->list[i].move;
    size_t room = walk->capacity - walk->length;
    walk->length += length < room ? length : room;
    walk->position = search->list[at].position;
    walk->value = search->list[at].value;
}

/*
 * The shortest optimal line to the end of the game.  If none is near, or there is none since
 * positions return: by endgames, from the first position where they lead on; else to the position
 * that was reached last, and no further.
 */
static bool pv_follow_graph(struct pv_walk *walk) {
    enum { FAR = 100000 };
    const struct pv_plan *plan = walk->plan;
    struct pv_search search = {0};
    size_t at = 0, end = 0, known = SIZE_MAX;
    bool over = false;
    struct pv_place first = {.position = walk->position, .value = walk->value};
    bool good = pv_reach(&search, &first) && search.count > 0;
    for (; good && !over && at < search.count && at < FAR && !work_ended(); at++) {
        const struct pv_place *place = &search.list[at];
        end = at;
        over = pv_is_over_at(plan, &place->position, at == 0 && walk->length == 0);
        if (known == SIZE_MAX && pv_tables_lead_on(plan, &place->position, place->value))
            known = at;
        good = over || pv_expand(walk, &search, at);
    }
    if (good)
        pv_append(walk, &search, over || known == SIZE_MAX ? end : known);
    free(search.list);
    history_free(&search.visited);
    return good && (over || (known != SIZE_MAX && pv_follow_tables(walk)));
}

/* ---- the line -------------------------------------------------------------------------------- */

/* Extends the variation; false if it ends here. */
static bool pv_extend(struct pv_walk *walk) {
    const struct pv_plan *plan = walk->plan;
    bool known = pv_is_known(plan, &walk->position, walk->value);
    if (plan->nws->model->acyclic)
        return known ? pv_follow_tables(walk) : pv_follow_searches(walk);
    return known || plan->graph != NULL ? pv_follow_graph(walk) : pv_follow_searches(walk);
}

size_t pv_find(const struct pv_plan *plan, const struct kw_position *root, kw_move *move,
               size_t capacity) {
    struct pv_walk walk = {
        .plan = plan, .position = *root, .value = plan->value, .capacity = capacity};
    size_t sure = 0; /* found before the work was ended */
    bool extends = true;
    walk.move = move;
    while (extends && walk.length < capacity && !pv_is_over(&walk)) {
        extends = pv_extend(&walk) && !work_ended();
        sure = work_ended() ? sure : walk.length;
    }
    child_stack_close(&walk.stack);
    return sure;
}
