#include "exact/null_window_search.h"

#include "tree/abdada.h"
#include "tree/board_search.h"
#include "tree/children.h"

/* A move and the position after it, on a thread's stack. */
struct nws_child {
    kw_move move;
    struct kw_position position;
    unsigned number; /* in the order of kw_moves */
    struct position_key key;
    int least; /* is its value >= this? */
};
CHILD_RECORD(struct nws_child);

/* A search by all threads. */
struct nws_query {
    struct abdada abdada;
    const struct nws *nws;
    const struct kw_position *position;
    int least;
    unsigned depth;
    enum nws_prover prover;
    atomic_int answer; /* enum answer, OPEN until there is one */
    atomic_int bound;  /* what it proves */
};

struct nws_thread {
    struct abdada_thread abdada;
    const struct nws *nws;
    struct child_stack stack; /* the children of all positions on the path */
};

/* An answer, and what it proves: value >= bound (YES) or value <= bound (NO). */
struct nws_result {
    enum answer answer;
    int bound; /* of OPEN: 1 if a deeper search is in vain */
};

static const struct nws_result NWS_OPEN = {.answer = ANSWER_OPEN};
static const struct nws_result NWS_IN_VAIN = {.answer = ANSWER_OPEN, .bound = 1};

/* ---- what is known --------------------------------------------------------------------------- */

static struct position_key nws_key(const struct nws *nws, const struct kw_position *position) {
    struct position_key key = model_key(nws->model, position);
    key.check ^= nws->due_key;
    return key;
}

static bool nws_needs_search(struct nws_result result) {
    return result.answer == ANSWER_OPEN && result.bound == 0;
}

static struct nws_result nws_result_of_span(struct span span, int least) {
    if (span.low >= least)
        return (struct nws_result){ANSWER_YES, span.low};
    if (span.high < least)
        return (struct nws_result){ANSWER_NO, span.high};
    return NWS_OPEN;
}

/*
 * Probes the table.  If the position is not there `bounds` are those that hold for any
 * position; in vain: the same or an easier search failed before.
 */
static struct nws_result nws_probe(const struct nws *nws, const struct nws_child *child,
                                   unsigned depth, bool attack, struct bounds *bounds) {
    int least = child->least;
    if (!bounds_probe(nws->table, child->key, bounds)) {
        int most = model_most(nws->model, &child->position);
        *bounds = (struct bounds){.low = -most, .high = most, .first = BOUNDS_NO_MOVE};
        return nws_result_of_span((struct span){-most, most}, least);
    }
    struct nws_result result = nws_result_of_span((struct span){bounds->low, bounds->high}, least);
    if (result.answer == ANSWER_OPEN)
        result.bound = bounds->depth >= depth && bounds->attack == attack &&
                       (attack ? bounds->tried <= least : bounds->tried >= least);
    return result;
}

unsigned nws_first_move(const struct nws *nws, const struct kw_position *position) {
    if (nws->kalah != NULL)
        return board_search_first_move(nws->kalah, position);
    struct bounds bounds;
    bool found = bounds_probe(nws->table, nws_key(nws, position), &bounds);
    return found ? bounds.first : BOUNDS_NO_MOVE;
}

/* ---- a node ---------------------------------------------------------------------------------- */

/* A position whose children are being searched. */
struct nws_node {
    struct nws_thread *thread;
    const struct nws_child *self; /* the position and its window */
    unsigned depth;
    bool attack;   /* its mover is the prover */
    bool open;     /* the answer of a child was */
    int high;      /* no child that was decided has a greater value */
    unsigned best; /* the number of the child that decided */
    struct nws_child *list;
    struct move_score *scores; /* of the children that are to be searched */
    size_t count;              /* of scores */
    struct nws_result result;
};

static bool nws_keeps_turn(const struct nws_node *node, const struct nws_child *child) {
    return child->position.turn == node->self->position.turn;
}

static bool nws_attacks_after(const struct nws_node *node, const struct nws_child *child) {
    return node->attack == nws_keeps_turn(node, child);
}

static unsigned nws_depth_after(const struct nws_node *node) {
    return node->depth == DEPTH_UNLIMITED ? DEPTH_UNLIMITED : node->depth - 1;
}

/* Takes in the result of a child; true, with the node's result, if that decides. */
static bool nws_take(struct nws_node *node, const struct nws_child *child,
                     struct nws_result result) {
    const struct value_model *model = node->thread->nws->model;
    bool same = nws_keeps_turn(node, child);
    int gain = model_gain(model, &node->self->position, &child->position);
    int bound = model_value_before(gain, same, result.bound);
    switch (model_answer_before(same, result.answer)) {
    case ANSWER_YES:
        node->best = child->number;
        node->result = (struct nws_result){ANSWER_YES, bound};
        return true;
    case ANSWER_NO:
        node->high = bound > node->high ? bound : node->high;
        return false;
    default:
        node->open = true;
        node->best = child->number;
        node->result = NWS_OPEN;
        return !node->attack;
    }
}

/* Sets the window of a child, and finds out what is known of it without the table. */
static struct nws_result nws_begin_child(const struct nws_node *node, struct nws_child *child) {
    const struct nws *nws = node->thread->nws;
    const struct kw_position *position = &child->position;
    int gain = model_gain(nws->model, &node->self->position, position);
    int most = model_most(nws->model, position);
    struct span span = {-most, most};
    child->least = model_least_after(gain, nws_keeps_turn(node, child), node->self->least);
    if (KW_UNLIKELY(nws->due_key != 0) && history_is_due(nws->history, position)) {
        int value = model_repetition_value(nws->model, position);
        return (struct nws_result){model_answer(value, child->least), value};
    }
    bool known = probe_span(nws->probe, position, &span);
    struct nws_result result = nws_result_of_span(span, child->least);
    return known && result.answer == ANSWER_OPEN ? NWS_IN_VAIN : result;
}

/* Lists the children that are not decided without the table, and prefetches their entries. */
static bool nws_begin_children(struct nws_node *node, size_t count) {
    const struct nws *nws = node->thread->nws;
    for (size_t i = 0; i < count; i++) {
        struct nws_child *child = &node->list[i];
        child->number = i < BOUNDS_NO_MOVE ? (unsigned)i : BOUNDS_NO_MOVE;
        struct nws_result result = nws_begin_child(node, child);
        if (nws_needs_search(result)) {
            child->key = nws_key(nws, &child->position);
            bounds_prefetch(nws->table, child->key);
            node->scores[node->count++].child = (uint32_t)i;
        } else if (nws_take(node, child, result)) {
            return true;
        }
    }
    return false;
}

static int nws_move_score(const struct nws_node *node, const struct nws_child *child) {
    const struct value_model *model = node->thread->nws->model;
    const struct kw_position *before = &node->self->position, *after = &child->position;
    int gain =
        model->linear ? model_gain(model, before, after) : move_gain(model->counts, before, after);
    return exact_move_score(KW_HOLES, gain, nws_keeps_turn(node, child), kw_move_hole(child->move));
}

/* Scores the listed children that the table does not decide; true if one decides the node. */
static bool nws_probe_children(struct nws_node *node, unsigned first) {
    const struct nws *nws = node->thread->nws;
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        const struct nws_child *child = &node->list[node->scores[i].child];
        struct bounds bounds;
        struct nws_result result =
            nws_probe(nws, child, nws_depth_after(node), nws_attacks_after(node, child), &bounds);
        if (nws_needs_search(result)) {
            bool best = child->number == first && first != BOUNDS_NO_MOVE;
            node->scores[kept++] = (struct move_score){
                best ? INT32_MAX : nws_move_score(node, child), node->scores[i].child};
        } else if (nws_take(node, child, result)) {
            return true;
        }
    }
    node->count = kept;
    return false;
}

/* ---- the search ------------------------------------------------------------------------------ */

static struct nws_result nws_search_node(struct nws_thread *thread, const struct nws_child *self,
                                         unsigned depth, bool attack);

static uint64_t nws_task(const void *context, size_t i) {
    const struct nws_node *node = context;
    const struct nws_child *child = &node->list[i];
    return child->key.check ^ (uint64_t)(unsigned)(child->least + BOUNDS_VALUE) << 20 ^ node->depth;
}

static bool nws_search_child(void *context, size_t i, size_t number) {
    struct nws_node *node = context;
    const struct nws_child *child = &node->list[i];
    struct nws_result result =
        nws_search_node(node->thread, child, nws_depth_after(node), nws_attacks_after(node, child));
    (void)number;
    return node->thread->abdada.aborted || nws_take(node, child, result);
}

static void nws_store(const struct nws_node *node, struct bounds bounds, uint64_t nodes) {
    if (node->result.answer == ANSWER_YES)
        bounds.low = node->result.bound;
    else if (node->result.answer == ANSWER_NO)
        bounds.high = node->result.bound;
    else {
        bounds.tried = node->self->least;
        bounds.depth = node->depth;
        bounds.attack = node->attack;
    }
    bounds.first = node->best;
    bounds.effort = bounds_effort(nodes);
    bounds_store(node->thread->nws->table, node->self->key, bounds);
}

/* Puts the children and their scores on the stack; returns how many there are. */
static size_t nws_expand(struct nws_node *node) {
    struct nws_thread *thread = node->thread;
    size_t count;
    bool out_of_memory = false;
    node->list = children_push(&thread->stack, thread->nws->model->game, &node->self->position,
                               sizeof *node->list, &count, &out_of_memory);
    node->scores = child_stack_push(&thread->stack, count * sizeof *node->scores);
    if (out_of_memory || node->scores == NULL)
        abdada_out_of_memory(&thread->abdada);
    return count;
}

/* Searches a node that has children. */
static void nws_search_children(struct nws_node *node, size_t count, unsigned first) {
    if (!nws_begin_children(node, count) && !nws_probe_children(node, first) &&
        !abdada_search(node->thread->abdada.abdada->in_progress, node->scores, 0, node->count,
                       nws_task, nws_search_child, node))
        node->result = node->open ? NWS_OPEN : (struct nws_result){ANSWER_NO, node->high};
}

/* Is the value of a position >= self->least?  If the thread is aborted the result means nothing. */
static struct nws_result nws_search_node(struct nws_thread *thread, const struct nws_child *self,
                                         unsigned depth, bool attack) {
    uint64_t entered = thread->abdada.nodes++;
    struct bounds bounds;
    abdada_poll(&thread->abdada);
    struct nws_result result = nws_probe(thread->nws, self, depth, attack, &bounds);
    if (thread->abdada.aborted || !nws_needs_search(result) || depth == 0)
        return result.answer != ANSWER_OPEN ? result : NWS_OPEN;
    struct nws_node node = {.thread = thread,
                            .self = self,
                            .depth = depth,
                            .attack = attack,
                            .high = -BOUNDS_VALUE,
                            .best = BOUNDS_NO_MOVE};
    struct child_mark mark = thread->stack.top;
    size_t count = nws_expand(&node);
    if (!thread->abdada.aborted && count > 0)
        nws_search_children(&node, count, bounds.first);
    child_stack_reset(&thread->stack, mark);
    if (thread->abdada.aborted)
        return NWS_OPEN;
    if (count == 0) {
        int value = model_end_value(thread->nws->model, &self->position);
        return (struct nws_result){model_answer(value, self->least), value};
    }
    nws_store(&node, bounds, thread->abdada.nodes - entered);
    return node.result;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void nws_thread_run(void *context, size_t number) {
    struct nws_query *query = context;
    const struct nws *nws = query->nws;
    struct nws_thread thread = {.nws = nws};
    struct nws_child root = {
        .position = *query->position, .key = nws_key(nws, query->position), .least = query->least};
    abdada_thread_begin(&thread.abdada, &query->abdada, number);
    struct nws_result result =
        nws_search_node(&thread, &root, query->depth, query->prover == MOVER_PROVES);
    if (abdada_thread_finish(&thread.abdada)) {
        atomic_store(&query->bound, result.bound);
        atomic_store(&query->answer, (int)result.answer);
    }
    child_stack_close(&thread.stack);
}

static bool nws_known_value(const void *context, const struct kw_position *position, int *value) {
    return probe_value(context, position, value);
}

enum answer nws_search(struct nws *nws, const struct kw_position *position, int least,
                       unsigned depth, enum nws_prover prover, int *bound) {
    if (nws->kalah != NULL) {
        const struct board_known known = {nws->probe->most, nws->probe, nws_known_value};
        return board_search_run(nws->kalah, &nws->limits, &known, position, least, bound);
    }
    enum { ALONE = 1 << 15 };
    struct nws_query query = {.abdada.limits = &nws->limits,
                              .nws = nws,
                              .position = position,
                              .least = least,
                              .depth = depth,
                              .prover = prover};
    atomic_init(&query.answer, (int)ANSWER_OPEN);
    abdada_run(&query.abdada, ALONE, nws_thread_run, &query);
    nws->out_of_memory = nws->out_of_memory || atomic_load(&query.abdada.out_of_memory);
    *bound = atomic_load(&query.bound);
    return (enum answer)atomic_load(&query.answer);
}
