#include "exact/graph.h"

#include "base/work.h"
#include "exact/scc.h"
#include "tree/children.h"

#include <stdlib.h>

enum { NOWHERE = 0xFFFFFFFF }; /* no node */

/* A growing array, whose bytes count. */
struct graph_array {
    void *data;
    size_t count, room, size; /* elements, and the bytes of one */
};

struct graph {
    struct value_model model;
    uint64_t due_key;
    bool cut;
    size_t bytes, most;        /* taken, and that may be taken */
    uint32_t *slot;            /* numbers of nodes by their keys, open addressing; NOWHERE: free */
    size_t slots;              /* a power of two */
    struct graph_array keys;   /* struct position_key of each node */
    struct graph_array spans;  /* struct scc_span of each node */
    struct graph_array repeat; /* int16_t of each node: its value at a repetition */
    struct graph_array edges;  /* struct scc_edge, in the order of their nodes */
    struct graph_array begins; /* uint64_t: the first edge of each node, and the end of the last */
};

/* ---- memory ---------------------------------------------------------------------------------- */

static bool graph_array_add(struct graph *graph, struct graph_array *array, const void *element) {
    if (array->count == array->room) {
        size_t room = array->room == 0 ? 256 : array->room + array->room / 2;
        size_t more = (room - array->room) * array->size;
        /* While it is copied it takes its old memory too. */
        if (graph->bytes + more + array->room * array->size > graph->most)
            return false;
        void *data = realloc(array->data, room * array->size);
        if (data == NULL)
            return false;
        array->data = data;
        array->room = room;
        graph->bytes += more;
    }
    memcpy((char *)array->data + array->count++ * array->size, element, array->size);
    return true;
}

static void graph_array_free(struct graph *graph, struct graph_array *array) {
    graph->bytes -= array->room * array->size;
    free(array->data);
    array->data = NULL;
    array->count = array->room = 0;
}

static bool graph_grow_slots(struct graph *graph) {
    size_t slots = graph->slots == 0 ? 1024 : 2 * graph->slots;
    if (graph->bytes + slots * sizeof *graph->slot > graph->most)
        return false;
    uint32_t *slot = malloc(slots * sizeof *slot);
    if (slot == NULL)
        return false;
    for (size_t i = 0; i < slots; i++)
        slot[i] = NOWHERE;
    const struct position_key *keys = graph->keys.data;
    for (size_t node = 0; node < graph->keys.count; node++) {
        size_t at = keys[node].place & (slots - 1);
        while (slot[at] != NOWHERE)
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)node;
    }
    free(graph->slot);
    graph->bytes += (slots - graph->slots) * sizeof *slot;
    graph->slot = slot;
    graph->slots = slots;
    return true;
}

/* The slot of a key, which is free if there is no such node. */
static uint32_t *graph_find_slot(const struct graph *graph, struct position_key key) {
    const struct position_key *keys = graph->keys.data;
    size_t at = key.place & (graph->slots - 1);
    while (graph->slot[at] != NOWHERE &&
           (keys[graph->slot[at]].check != key.check || keys[graph->slot[at]].place != key.place))
        at = (at + 1) & (graph->slots - 1);
    return &graph->slot[at];
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/*
 * Positions with the same key share a node: those that look the same to their movers, whatever the
 * stores. Where a position is due, or the stores matter, a position and its mirror image differ.
 */
static struct position_key graph_node_key(const struct graph *graph,
                                          const struct kw_position *position) {
    struct kw_position key = *position;
    if (graph->due_key == 0 && (graph->model.linear || !graph->model.counts))
        kw_key(graph->model.game, position, &key);
    return model_key(&graph->model, &key);
}

/* A graph being made. */
struct graph_build {
    struct graph *graph;
    const struct graph_plan *plan;
    struct kw_position *queue; /* positions that have not been expanded: a ring */
    size_t first, waiting, room;
    struct child_stack stack; /* the children of one position */
};

static bool graph_queue_add(struct graph_build *build, const struct kw_position *position) {
    struct graph *graph = build->graph;
    if (build->waiting == build->room) {
        size_t room = build->room == 0 ? 256 : 2 * build->room;
        if (graph->bytes + room * sizeof *position > graph->most)
            return false;
        struct kw_position *queue = malloc(room * sizeof *queue);
        if (queue == NULL)
            return false;
        for (size_t i = 0; i < build->waiting; i++)
            queue[i] = build->queue[(build->first + i) % build->room];
        free(build->queue);
        graph->bytes += (room - build->room) * sizeof *queue;
        build->queue = queue;
        build->room = room;
        build->first = 0;
    }
    build->queue[(build->first + build->waiting++) % build->room] = *position;
    return true;
}

/* Finds the node of a position, or adds it and queues the position. */
static bool graph_add_node(struct graph_build *build, const struct kw_position *position,
                           uint32_t *node) {
    struct graph *graph = build->graph;
    if (2 * graph->keys.count >= graph->slots && !graph_grow_slots(graph))
        return false;
    struct position_key key = graph_node_key(graph, position);
    uint32_t *slot = graph_find_slot(graph, key);
    if (*slot == NOWHERE) {
        int16_t repeat = (int16_t)model_repetition_value(&graph->model, position);
        struct scc_span span = {0};
        if (graph->keys.count == NOWHERE)
            return false;
        *slot = (uint32_t)graph->keys.count;
        if (!graph_array_add(graph, &graph->keys, &key) ||
            !graph_array_add(graph, &graph->repeat, &repeat) ||
            !graph_array_add(graph, &graph->spans, &span) || !graph_queue_add(build, position))
            return false;
    }
    *node = *slot;
    return true;
}

/* The game ends where a position that is due comes again. */
static bool graph_game_ends_at(const struct graph_build *build,
                               const struct kw_position *position) {
    return build->graph->due_key != 0 && history_is_due(build->plan->history, position);
}

/* Whether endgames know the value of a position. */
static bool graph_is_known(const struct graph_build *build, const struct kw_position *position,
                           struct scc_span *span) {
    const struct endgame_probe *probe = build->plan->probe;
    int value;
    if (probe == NULL || !probe_value(probe, position, &value))
        return false;
    span->low = span->high = (int16_t)value;
    return true;
}

/* Adds the edges of a node, or its value where that is known. */
static bool graph_expand(struct graph_build *build, uint32_t node,
                         const struct kw_position *position, bool root) {
    struct graph *graph = build->graph;
    struct scc_span *span = (struct scc_span *)graph->spans.data + node;
    size_t count;
    bool out_of_memory = false;
    if (!root && graph_game_ends_at(build, position)) {
        span->low = span->high = ((const int16_t *)graph->repeat.data)[node];
        return true;
    }
    if (graph_is_known(build, position, span)) {
        graph->cut = true;
        return true;
    }
    child_stack_clear(&build->stack);
    const struct kw_child *list = children_push(&build->stack, graph->model.game, position,
                                                sizeof *list, &count, &out_of_memory);
    work_check();
    if (out_of_memory || work_ended())
        return false;
    if (count == 0)
        span->low = span->high = (int16_t)model_end_value(&graph->model, position);
    for (size_t i = 0; i < count; i++) {
        const struct kw_position *next = &list[i].position;
        struct scc_edge edge = {.gain = (int16_t)model_gain(&graph->model, position, next),
                                .same = next->turn == position->turn};
        if (!graph_add_node(build, next, &edge.node) ||
            !graph_array_add(graph, &graph->edges, &edge))
            return false;
    }
    return true;
}

enum { GRAPH_POLL_NODES = 4096 };

/* Finds all nodes, breadth first. */
static bool graph_explore(struct graph_build *build, const struct kw_position *root) {
    struct graph *graph = build->graph;
    uint64_t begin = 0;
    uint32_t node = 0;
    if (!graph_grow_slots(graph) || !graph_array_add(graph, &graph->begins, &begin))
        return false;
    /* A root that is due itself ends nothing before it comes again: it gets a node of its own. */
    bool apart = graph_game_ends_at(build, root);
    if (apart) {
        struct position_key key = {0, 0};
        int16_t repeat = 0;
        struct scc_span span = {0};
        if (!graph_array_add(graph, &graph->keys, &key) ||
            !graph_array_add(graph, &graph->repeat, &repeat) ||
            !graph_array_add(graph, &graph->spans, &span) || !graph_queue_add(build, root))
            return false;
    } else if (!graph_add_node(build, root, &node)) {
        return false;
    }
    for (node = 0; build->waiting > 0; node++) {
        struct kw_position position = build->queue[build->first];
        build->first = (build->first + 1) % build->room;
        build->waiting--;
        if (!graph_expand(build, node, &position, node == 0))
            return false;
        begin = graph->edges.count;
        if (!graph_array_add(graph, &graph->begins, &begin))
            return false;
        if (node % GRAPH_POLL_NODES == 0 &&
            !build->plan->keep_going(build->plan->context, graph->keys.count))
            return false;
    }
    return true;
}

/* ---- solving and querying it ----------------------------------------------------------------- */

struct graph *graph_new(const struct graph_plan *plan, const struct kw_position *root,
                        uint64_t *nodes) {
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL)
        return NULL;
    *graph = (struct graph){.model = *plan->model,
                            .due_key = plan->due_key,
                            .most = plan->bytes,
                            .keys = {.size = sizeof(struct position_key)},
                            .spans = {.size = sizeof(struct scc_span)},
                            .repeat = {.size = sizeof(int16_t)},
                            .edges = {.size = sizeof(struct scc_edge)},
                            .begins = {.size = sizeof(uint64_t)}};
    struct graph_build build = {.graph = graph, .plan = plan};
    bool good = graph_explore(&build, root);
    *nodes = graph->keys.count;
    graph->bytes -= build.room * sizeof *build.queue;
    free(build.queue);
    child_stack_close(&build.stack);
    struct scc_graph whole = {.nodes = graph->keys.count,
                              .begin = graph->begins.data,
                              .edge = graph->edges.data,
                              .repeat = graph->repeat.data,
                              .span = graph->spans.data,
                              .keep_going = plan->keep_going,
                              .context = plan->context};
    if (!good || !scc_solve(&whole, graph->most - graph->bytes)) {
        graph_free(graph);
        return NULL;
    }
    graph_array_free(graph, &graph->edges);
    graph_array_free(graph, &graph->begins);
    graph_array_free(graph, &graph->repeat);
    return graph;
}

void graph_free(struct graph *graph) {
    if (graph == NULL)
        return;
    graph_array_free(graph, &graph->keys);
    graph_array_free(graph, &graph->spans);
    graph_array_free(graph, &graph->repeat);
    graph_array_free(graph, &graph->edges);
    graph_array_free(graph, &graph->begins);
    free(graph->slot);
    free(graph);
}

void graph_set_game(struct graph *graph, const struct kw_game *game) { graph->model.game = game; }

bool graph_span(const struct graph *graph, const struct kw_position *position, struct span *span) {
    uint32_t node = *graph_find_slot(graph, graph_node_key(graph, position));
    if (node == NOWHERE)
        return false;
    const struct scc_span *found = (const struct scc_span *)graph->spans.data + node;
    *span = (struct span){found->low, found->high};
    return true;
}

void graph_root_span(const struct graph *graph, struct span *span) {
    const struct scc_span *root = graph->spans.data;
    *span = (struct span){root->low, root->high};
}

uint64_t graph_due_key(const struct graph *graph) { return graph->due_key; }

bool graph_is_cut(const struct graph *graph) { return graph->cut; }
