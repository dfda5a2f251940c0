#include "exact/repetition_search.h"

#include "base/work.h"
#include "tree/children.h"

#include <stdlib.h>

enum {
    REPETITION_PLIES = 5000, /* of the path at most */
    REPETITION_SLOTS = 1 << 18,
};

/*
 * The answer for a position after a set of positions, in whatever order they were entered; only
 * those with the same stores count.  Of two entries that share a slot the last one stays.
 */
struct repetition_entry {
    uint64_t check;
    int32_t least;      /* is its value >= this? */
    enum answer answer; /* NO or YES */
};

struct repetition_run {
    const struct repetition_plan *plan;
    struct history path;            /* the positions after the root up to here */
    struct repetition_entry *table; /* REPETITION_SLOTS, by position and path */
    struct child_stack stack;
    uint64_t entered;
    bool failed; /* no memory, a limit reached, or stopped */
};

/* A position on the path. */
struct repetition_node {
    struct kw_position position;
    /*
     * Positions that have occurred twice, once on the path, and can come again: spans do not hold.
     */
    unsigned doubled;
    unsigned ply;
    uint64_t path_hash; /* a hash of the set of positions with these stores on the path */
};

/* How often a position has occurred, in the game and on the path. */
static unsigned repetition_count(const struct repetition_run *run,
                                 const struct kw_position *position) {
    return history_count(run->plan->history, position) + history_count(&run->path, position);
}

/* The answer of the graph; it holds only where no position has occurred twice. */
static enum answer repetition_graph_answer(const struct repetition_run *run,
                                           const struct kw_position *position, int least) {
    struct span span;
    if (!graph_span(run->plan->graph, position, &span))
        return ANSWER_OPEN;
    return span.low >= least ? ANSWER_YES : span.high < least ? ANSWER_NO : ANSWER_OPEN;
}

/* The slot and check of a position after a path. */
static struct repetition_entry *repetition_slot(const struct repetition_run *run,
                                                const struct repetition_node *node,
                                                uint64_t *check) {
    uint64_t hash = kw_hash(&node->position);
    *check = hash + 3 * node->path_hash;
    return &run->table[(hash ^ node->path_hash >> 17 ^ node->path_hash) % REPETITION_SLOTS];
}

static enum answer repetition_search_node(struct repetition_run *run,
                                          const struct repetition_node *node, int least,
                                          kw_move *move);

/* Plays a move, searches the position after it, and takes the move back. */
static enum answer repetition_search_child(struct repetition_run *run,
                                           const struct repetition_node *node,
                                           const struct kw_position *next, int least) {
    const struct value_model *model = run->plan->model;
    bool new_stores = memcmp(next->store, node->position.store, 2) != 0;
    /* Where seeds never leave a store, positions before a gain cannot come again. */
    struct repetition_node child = {.position = *next,
                                    .doubled = model->linear && new_stores ? 0 : node->doubled,
                                    .ply = node->ply + 1};
    child.path_hash = kw_hash(next) * UINT64_C(0x9E3779B97F4A7C15) +
                      (model->linear && new_stores ? 0 : node->path_hash);
    unsigned before = repetition_count(run, next);
    if (before + 1 >= history_limit(run->plan->history))
        return model_answer(model_repetition_value(model, next), least);
    child.doubled += before == 1;
    if (!history_add(&run->path, next)) {
        run->failed = true;
        return ANSWER_OPEN;
    }
    enum answer answer = repetition_search_node(run, &child, least, NULL);
    history_remove(&run->path, next);
    return answer;
}

/* First the moves that the graph answers, then the others; OPEN: the search has failed. */
static enum answer repetition_search_children(struct repetition_run *run,
                                              const struct repetition_node *node,
                                              const struct kw_child *list, size_t count, int least,
                                              kw_move *move) {
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count && !run->failed; i++) {
            const struct kw_position *next = &list[i].position;
            bool same = next->turn == node->position.turn;
            int gain = model_gain(run->plan->model, &node->position, next);
            int after = model_least_after(gain, same, least);
            bool by_graph = node->doubled == 0 && repetition_count(run, next) == 0;
            enum answer found = by_graph ? repetition_graph_answer(run, next, after) : ANSWER_OPEN;
            if (found == ANSWER_OPEN && pass == 1)
                found = repetition_search_child(run, node, next, after);
            if (model_answer_before(same, found) == ANSWER_YES) {
                if (move != NULL)
                    *move = list[i].move;
                return ANSWER_YES;
            }
        }
    }
    return run->failed ? ANSWER_OPEN : ANSWER_NO;
}

/* Is the value of a position >= least?  If so *move, unless move is NULL, makes sure of it. */
static enum answer repetition_search_node(struct repetition_run *run,
                                          const struct repetition_node *node, int least,
                                          kw_move *move) {
    const struct repetition_plan *plan = run->plan;
    struct kw_result result;
    bool over = kw_state(plan->model->game, &node->position, &result);
    work_check();
    run->failed = run->failed || work_ended();
    if (over && !run->failed)
        return model_answer(model_result_value(plan->model, &node->position, &result), least);
    if (run->entered++ >= plan->nodes || node->ply > REPETITION_PLIES ||
        atomic_load_explicit(plan->stop, memory_order_relaxed))
        run->failed = true;
    if (run->failed)
        return ANSWER_OPEN;
    uint64_t check;
    struct repetition_entry *slot = repetition_slot(run, node, &check);
    if (slot->check == check && slot->least == least && move == NULL)
        return slot->answer;
    struct child_mark mark = run->stack.top;
    size_t count;
    const struct kw_child *list = children_push(&run->stack, plan->model->game, &node->position,
                                                sizeof *list, &count, &run->failed);
    work_check();
    run->failed = run->failed || work_ended();
    enum answer answer = repetition_search_children(run, node, list, count, least, move);
    child_stack_reset(&run->stack, mark);
    if (answer != ANSWER_OPEN)
        *slot = (struct repetition_entry){.check = check, .least = least, .answer = answer};
    return answer;
}

enum answer repetition_search(const struct repetition_plan *plan, const struct kw_position *root,
                              int least, kw_move *move, uint64_t *entered) {
    struct repetition_run run = {.plan = plan,
                                 .table = calloc(REPETITION_SLOTS, sizeof *run.table)};
    struct repetition_node node = {.position = *root};
    enum answer answer =
        run.table != NULL ? repetition_search_node(&run, &node, least, move) : ANSWER_OPEN;
    *entered += run.entered;
    free(run.table);
    child_stack_close(&run.stack);
    history_free(&run.path);
    return answer;
}
