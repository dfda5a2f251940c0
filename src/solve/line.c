#include "solve/line.h"

#include <stdlib.h>

/* What a position must be worth to its mover, if the one before is worth that. */
static int worth_after(const struct terms *terms, const struct kw_position *before,
                       const struct kw_position *next, int worth) {
    int gain = terms_gain(terms, before, next);
    return next->turn == before->turn ? worth - gain : gain - worth;
}

/* Lists the moves of a position, *list to be freed; returns how many. */
static size_t list_moves(const struct terms *terms, const struct kw_position *position,
                         struct kw_child **list) {
    size_t count = kw_move_count(terms->game, position);
    *list = malloc((count > 0 ? count : 1) * sizeof **list);
    return *list != NULL ? kw_children(terms->game, position, *list, count) : 0;
}

/* Whether the game is over where moves from the root have led. */
static bool is_over(const struct line_plan *plan, const struct kw_position *position,
                    bool at_root) {
    struct kw_result result;
    return kw_state(plan->inquiry->terms->game, position, &result) ||
           (!at_root && history_count(plan->inquiry->history, position) >= 2);
}

/* ---- by questions ---------------------------------------------------------------------------- */

/* Whether a move makes sure of what the position before is worth, within a depth. */
static bool keeps_worth(const struct line_plan *plan, const struct kw_position *before,
                        const struct kw_position *next, int worth, unsigned depth) {
    const struct terms *terms = plan->inquiry->terms;
    int bound, after = worth_after(terms, before, next, worth);
    if (next->turn == before->turn)
        return inquiry_ask(plan->inquiry, next, after, depth, MOVER_PROVES, &bound) == ANSWER_YES;
    return inquiry_ask(plan->inquiry, next, after + 1, depth, OPPONENT_PROVES, &bound) == ANSWER_NO;
}

/* Finds such a move, one that soon shows its worth if there are several; false if none does. */
static bool find_move(const struct line_plan *plan, const struct kw_position *position, int worth,
                      struct kw_child *found) {
    const struct terms *terms = plan->inquiry->terms;
    struct kw_child *list;
    size_t count = list_moves(terms, position, &list);
    size_t first = inquiry_first(plan->inquiry, position);
    bool good = false;
    for (unsigned depth = terms->acyclic ? DEPTH_WHOLE : 1; depth <= DEPTH_WHOLE && !good;
         depth++) {
        for (size_t i = 0; i < count && !good; i++) {
            /* The one that is known to be good, then all others in their order. */
            size_t at = first >= count ? i : i == 0 ? first : i <= first ? i - 1 : i;
            if (keeps_worth(plan, position, &list[at].position, worth, depth)) {
                *found = list[at];
                good = true;
            }
        }
        if (atomic_load(plan->inquiry->stop) || plan->inquiry->starved ||
            atomic_load(plan->inquiry->entered) >= plan->inquiry->nodes)
            break;
    }
    free(list);
    return good;
}

/* A long way costs little where a table remembers, and may cost much where it has forgotten. */
static size_t find_by_questions(const struct line_plan *plan, const struct kw_position *root,
                                kw_move *move, size_t capacity) {
    enum { LEAST = 1 << 20 };
    const struct terms *terms = plan->inquiry->terms;
    struct kw_position position = *root;
    struct history way = {0};
    int worth = plan->worth;
    size_t length = 0;
    uint64_t entered = atomic_load(plan->inquiry->entered);
    plan->inquiry->nodes = entered + (entered > LEAST ? entered : LEAST);
    while (length < capacity) {
        struct kw_child found;
        if (is_over(plan, &position, length == 0) || history_count(&way, &position) > 0 ||
            !history_add(&way, &position) || !find_move(plan, &position, worth, &found))
            break;
        worth = worth_after(terms, &position, &found.position, worth);
        position = found.position;
        move[length++] = found.move;
    }
    plan->inquiry->nodes = UINT64_MAX;
    history_free(&way);
    return length;
}

/* ---- by the graph ---------------------------------------------------------------------------- */

/* A position that best moves of both players lead to. */
struct reached {
    struct kw_position position;
    kw_move move;
    size_t before;
    int worth;
};

struct reaching {
    struct reached *list; /* in the order in which they were found */
    size_t count, room;
    struct history seen;
};

static bool reach(struct reaching *reaching, const struct reached *reached) {
    if (history_count(&reaching->seen, &reached->position) > 0)
        return true;
    if (reaching->count == reaching->room) {
        size_t room = reaching->room == 0 ? 256 : 2 * reaching->room;
        struct reached *list = realloc(reaching->list, room * sizeof *list);
        if (list == NULL)
            return false;
        reaching->list = list;
        reaching->room = room;
    }
    reaching->list[reaching->count++] = *reached;
    return history_add(&reaching->seen, &reached->position);
}

/* Reaches what the best moves of a position lead to. */
static bool reach_next(const struct line_plan *plan, struct reaching *reaching, size_t at) {
    const struct terms *terms = plan->inquiry->terms;
    struct reached here = reaching->list[at];
    struct kw_child *list;
    size_t count = list_moves(terms, &here.position, &list);
    bool good = list != NULL;
    for (size_t i = 0; i < count && good; i++) {
        const struct kw_position *next = &list[i].position;
        struct span span;
        int worth = worth_after(terms, &here.position, next, here.worth);
        if (graph_span(plan->graph, next, &span) && span.low == worth && span.high == worth)
            good =
                reach(reaching,
                      &(struct reached){
                          .position = *next, .move = list[i].move, .before = at, .worth = worth});
    }
    free(list);
    return good;
}

/* The moves that led to a position that was reached. */
static size_t write_way(const struct reaching *reaching, size_t at, kw_move *move,
                        size_t capacity) {
    size_t length = 0;
    for (size_t i = at; i != 0; i = reaching->list[i].before)
        length++;
    size_t number = length;
    for (size_t i = at; i != 0; i = reaching->list[i].before)
        if (--number < capacity)
            move[number] = reaching->list[i].move;
    return length < capacity ? length : capacity;
}

/*
 * The shortest way on which both play best to the end of the game; the longest that was found if no
 * end is near, or there is none since positions return.
 */
static size_t find_by_graph(const struct line_plan *plan, const struct kw_position *root,
                            kw_move *move, size_t capacity) {
    enum { FAR = 100000 };
    struct reaching reaching = {0};
    size_t at = 0, end = 0, length = 0;
    bool good = reach(&reaching, &(struct reached){.position = *root, .worth = plan->worth});
    for (; good && at < reaching.count && at < FAR; at++) {
        end = at;
        if (is_over(plan, &reaching.list[at].position, at == 0))
            break;
        good = reach_next(plan, &reaching, at);
    }
    if (good)
        length = write_way(&reaching, end, move, capacity);
    free(reaching.list);
    history_free(&reaching.seen);
    return length;
}

size_t line_find(const struct line_plan *plan, const struct kw_position *root, kw_move *move,
                 size_t capacity) {
    return plan->graph != NULL ? find_by_graph(plan, root, move, capacity)
                               : find_by_questions(plan, root, move, capacity);
}
