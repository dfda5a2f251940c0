#include "exact/principal_variation.h"

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

/* How far the line has come. */
struct course {
    const struct line_plan *plan;
    struct kw_position position;
    int worth; /* its mover's */
    kw_move *move;
    size_t length, capacity;
};

static void go_on(struct course *course, const struct kw_child *child) {
    course->worth = worth_after(course->plan->inquiry->terms, &course->position, &child->position,
                                course->worth);
    course->position = child->position;
    course->move[course->length++] = child->move;
}

/* Whether a position that a move leads to stands for the third time there. */
static bool is_third(const struct line_plan *plan, const struct kw_position *position) {
    return history_is_due(plan->inquiry->history, position);
}

/* Whether the game is over where moves from the root have led. */
static bool over_at(const struct line_plan *plan, const struct kw_position *position,
                    bool at_root) {
    struct kw_result result;
    return kw_state(plan->inquiry->terms->game, position, &result) ||
           (!at_root && is_third(plan, position));
}

static bool is_over(const struct course *course) {
    return over_at(course->plan, &course->position, course->length == 0);
}

/* ---- by endgames -----------------------------------------------------------------------------
 */

/* Whether a position's worth is known from outside, to be this. */
static bool is_known(const struct line_plan *plan, const struct kw_position *position, int worth) {
    int found;
    return outside_worth(plan->inquiry->outside, position, &found) && found == worth;
}

/*
 * Whether endgames tell the way to the end, or to a capture: somebody has only so many plies to go,
 * or no position returns.  Elsewhere the game can go round.
 */
static bool leads_on(const struct line_plan *plan, const struct kw_position *position, int worth) {
    unsigned plies[2];
    return is_known(plan, position, worth) &&
           (plan->inquiry->terms->acyclic ||
            (outside_plies(plan->inquiry->outside, position, plies) &&
             (plies[0] != ENDGAME_ENDLESS || plies[1] != ENDGAME_ENDLESS)));
}

static bool is_told(const struct course *course) {
    return leads_on(course->plan, &course->position, course->worth);
}

/* How many plies the mover of a position has to go after a move; 0: it leaves the layer. */
static unsigned plies_after(const struct line_plan *plan, const struct kw_position *before,
                            const struct kw_position *next) {
    const struct terms *terms = plan->inquiry->terms;
    unsigned plies[2];
    bool stays = terms_most(terms, next) == terms_most(terms, before);
    return stays && outside_plies(plan->inquiry->outside, next, plies) ? plies[before->turn] : 0;
}

/*
 * Up to the end, or to where endgames do not tell the way.  Who has a number of plies to go
 * comes nearer by each move, and no move of his opponent's that is as good as any leads away.
 */
static bool go_by_endgames(struct course *course) {
    const struct line_plan *plan = course->plan;
    const struct terms *terms = plan->inquiry->terms;
    bool good = true;
    while (good && is_told(course) && !is_over(course) && course->length < course->capacity) {
        struct kw_child *list, *best = NULL;
        size_t count = list_moves(terms, &course->position, &list);
        unsigned least = 0;
        for (size_t i = 0; i < count; i++) {
            const struct kw_position *next = &list[i].position;
            if (!is_known(plan, next, worth_after(terms, &course->position, next, course->worth)))
                continue;
            unsigned plies = plies_after(plan, &course->position, next);
            if (best == NULL || plies < least) {
                best = &list[i];
                least = plies;
            }
        }
        good = best != NULL;
        if (good)
            go_on(course, best);
        free(list);
    }
    return good;
}

/* ---- by questions ---------------------------------------------------------------------------- */

/* Whether a move makes sure of what the position before is worth, within a depth. */
static bool keeps_worth(const struct line_plan *plan, const struct kw_position *before,
                        const struct kw_position *next, int worth, unsigned depth) {
    const struct terms *terms = plan->inquiry->terms;
    int bound, after = worth_after(terms, before, next, worth);
    if (is_third(plan, next))
        return terms_repeated(terms, next) == after;
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
    unsigned depth = terms->acyclic ? DEPTH_WHOLE : 1;
    do {
        for (size_t i = 0; i < count && !good; i++) {
            /* The one that is known to be good, then all others in their order. */
            size_t at = first >= count ? i : i == 0 ? first : i <= first ? i - 1 : i;
            if (keeps_worth(plan, position, &list[at].position, worth, depth)) {
                *found = list[at];
                good = true;
            }
        }
    } while (!good && ++depth < DEPTH_WHOLE && !atomic_load(plan->inquiry->stop) &&
             !plan->inquiry->starved && atomic_load(plan->inquiry->entered) < plan->inquiry->nodes);
    free(list);
    return good;
}

/*
 * Up to the end, or to where endgames tell the way.  A long way costs little where a table
 * remembers, and may cost much where it has forgotten.
 */
static bool go_by_questions(struct course *course) {
    enum { LEAST = 1 << 20 };
    const struct line_plan *plan = course->plan;
    struct history way = {0};
    bool good = true;
    uint64_t entered = atomic_load(plan->inquiry->entered);
    plan->inquiry->nodes = entered + (entered > LEAST ? entered : LEAST);
    while (good && !is_known(plan, &course->position, course->worth) &&
           course->length < course->capacity) {
        struct kw_child found;
        good = !is_over(course) && history_count(&way, &course->position) == 0 &&
               history_add(&way, &course->position) &&
               find_move(plan, &course->position, course->worth, &found);
        if (good)
            go_on(course, &found);
    }
    plan->inquiry->nodes = UINT64_MAX;
    history_free(&way);
    return good;
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

/*
 * Whether a move keeps what the position before is worth, as far as endgames and the graph know.
 * Its player must be sure of it; that it is not more is known of the position before.
 */
static bool is_kept(const struct line_plan *plan, const struct kw_position *before,
                    const struct kw_position *next, int worth) {
    struct span span;
    if (is_known(plan, next, worth))
        return true;
    if (plan->graph == NULL || !graph_span(plan->graph, next, &span))
        return false;
    return next->turn == before->turn ? span.low >= worth : span.high <= worth;
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
        int worth = worth_after(terms, &here.position, next, here.worth);
        if (is_kept(plan, &here.position, next, worth))
            good =
                reach(reaching,
                      &(struct reached){
                          .position = *next, .move = list[i].move, .before = at, .worth = worth});
    }
    free(list);
    return good;
}

/* Goes to a position that was reached. */
static void go_to(struct course *course, const struct reaching *reaching, size_t at) {
    size_t length = 0;
    for (size_t i = at; i != 0; i = reaching->list[i].before)
        length++;
    size_t number = length;
    for (size_t i = at; i != 0; i = reaching->list[i].before)
        if (--number < course->capacity - course->length)
            course->move[course->length + number] = reaching->list[i].move;
    size_t room = course->capacity - course->length;
    course->length += length < room ? length : room;
    course->position = reaching->list[at].position;
    course->worth = reaching->list[at].worth;
}

/*
 * The shortest way on which both play best to the end of the game.  If no end is near, or there is
 * none since positions return: by endgames, from the first position where they tell the way; else
 * the longest that was found, and no further.
 */
static bool go_by_graph(struct course *course) {
    enum { FAR = 100000 };
    const struct line_plan *plan = course->plan;
    struct reaching reaching = {0};
    size_t at = 0, end = 0, told = SIZE_MAX;
    bool over = false;
    struct reached first = {.position = course->position, .worth = course->worth};
    bool good = reach(&reaching, &first) && reaching.count > 0;
    for (; good && !over && at < reaching.count && at < FAR; at++) {
        const struct reached *reached = &reaching.list[at];
        end = at;
        over = over_at(plan, &reached->position, at == 0 && course->length == 0);
        if (told == SIZE_MAX && leads_on(plan, &reached->position, reached->worth))
            told = at;
        good = over || reach_next(plan, &reaching, at);
    }
    if (good)
        go_to(course, &reaching, over || told == SIZE_MAX ? end : told);
    free(reaching.list);
    history_free(&reaching.seen);
    return good && (over || (told != SIZE_MAX && go_by_endgames(course)));
}

/* ---- all of it -------------------------------------------------------------------------------
 */

/* Goes on in one of the ways; false if that leads no further. */
static bool go_some_way(struct course *course) {
    const struct line_plan *plan = course->plan;
    bool known = is_known(plan, &course->position, course->worth);
    if (plan->inquiry->terms->acyclic)
        return known ? go_by_endgames(course) : go_by_questions(course);
    return known || plan->graph != NULL ? go_by_graph(course) : go_by_questions(course);
}

size_t line_find(const struct line_plan *plan, const struct kw_position *root, kw_move *move,
                 size_t capacity) {
    struct course course = {
        .plan = plan, .position = *root, .worth = plan->worth, .capacity = capacity};
    course.move = move;
    while (course.length < capacity && !is_over(&course) && go_some_way(&course))
        continue;
    return course.length;
}
