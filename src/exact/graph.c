#include "exact/graph.h"

#include "exact/scc.h"

#include <stdlib.h>

enum { NOWHERE = 0xFFFFFFFF };

/* A growing array, all of whose bytes count. */
struct array {
    void *data;
    size_t count, room, size; /* elements, and the bytes of one */
};

struct graph {
    struct terms terms;
    uint64_t twice;
    bool cut;
    size_t bytes, most;  /* taken, and that may be taken */
    uint32_t *slot;      /* numbers of nodes by their prints; NOWHERE: free */
    size_t slots;        /* a power of two */
    struct array prints; /* struct print of each node */
    struct array spans;  /* struct component_span of each node */
    struct array repeat; /* int16_t: what a third occurrence pays */
    struct array edges;  /* struct component_edge */
    struct array begins; /* uint64_t: the first edge of each node, and the end of the last */
};

/* ---- memory ---------------------------------------------------------------------------------- */

static bool array_add(struct graph *graph, struct array *array, const void *element) {
    if (array->count == array->room) {
        size_t room = array->room == 0 ? 256 : array->room + array->room / 2;
        size_t more = (room - array->room) * array->size;
        /* While it is being moved it takes its old place too. */
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

static void array_free(struct graph *graph, struct array *array) {
    graph->bytes -= array->room * array->size;
    free(array->data);
    array->data = NULL;
    array->count = array->room = 0;
}

static bool slots_grow(struct graph *graph) {
    size_t slots = graph->slots == 0 ? 1024 : 2 * graph->slots;
    if (graph->bytes + slots * sizeof *graph->slot > graph->most)
        return false;
    uint32_t *slot = malloc(slots * sizeof *slot);
    if (slot == NULL)
        return false;
    for (size_t i = 0; i < slots; i++)
        slot[i] = NOWHERE;
    const struct print *prints = graph->prints.data;
    for (size_t node = 0; node < graph->prints.count; node++) {
        size_t at = prints[node].place & (slots - 1);
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

/* The slot of a print, which is free if there is no such node. */
static uint32_t *slot_find(const struct graph *graph, struct print print) {
    const struct print *prints = graph->prints.data;
    size_t at = print.place & (graph->slots - 1);
    while (graph->slot[at] != NOWHERE && (prints[graph->slot[at]].check != print.check ||
                                          prints[graph->slot[at]].place != print.place))
        at = (at + 1) & (graph->slots - 1);
    return &graph->slot[at];
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/*
 * The position that stands for all with the same key: as its mover sees it, without the stores.
 * Where positions stood twice, or the stores matter, a position and its mirror image are not alike.
 */
static struct print node_print(const struct graph *graph, const struct kw_position *position) {
    struct kw_position key = *position;
    if (graph->twice == 0 && (graph->terms.linear || !graph->terms.counts))
        kw_key(graph->terms.game, position, &key);
    return terms_print(&graph->terms, &key);
}

/* A graph being made. */
struct making {
    struct graph *graph;
    const struct graph_plan *plan;
    struct kw_position *queue; /* positions whose moves have not been looked at: a ring */
    size_t first, waiting, room;
    struct kw_child *child;
    size_t children;
};

static bool queue_add(struct making *making, const struct kw_position *position) {
    struct graph *graph = making->graph;
    if (making->waiting == making->room) {
        size_t room = making->room == 0 ? 256 : 2 * making->room;
        if (graph->bytes + room * sizeof *position > graph->most)
            return false;
        struct kw_position *queue = malloc(room * sizeof *queue);
        if (queue == NULL)
            return false;
        for (size_t i = 0; i < making->waiting; i++)
            queue[i] = making->queue[(making->first + i) % making->room];
        free(making->queue);
        graph->bytes += (room - making->room) * sizeof *queue;
        making->queue = queue;
        making->room = room;
        making->first = 0;
    }
    making->queue[(making->first + making->waiting++) % making->room] = *position;
    return true;
}

/* The number of a position's node, which is made and put into the queue if it is new. */
static bool node_of(struct making *making, const struct kw_position *position, uint32_t *node) {
    struct graph *graph = making->graph;
    if (2 * graph->prints.count >= graph->slots && !slots_grow(graph))
        return false;
    struct print print = node_print(graph, position);
    uint32_t *slot = slot_find(graph, print);
    if (*slot == NOWHERE) {
        int16_t repeat = (int16_t)terms_repeated(&graph->terms, position);
        struct component_span span = {0};
        if (graph->prints.count == NOWHERE)
            return false;
        *slot = (uint32_t)graph->prints.count;
        if (!array_add(graph, &graph->prints, &print) ||
            !array_add(graph, &graph->repeat, &repeat) || !array_add(graph, &graph->spans, &span) ||
            !queue_add(making, position))
            return false;
    }
    *node = *slot;
    return true;
}

static bool list_children(struct making *making, const struct kw_position *position,
                          size_t *count) {
    const struct kw_game *game = making->graph->terms.game;
    *count = kw_children(game, position, making->child, making->children);
    if (*count > making->children) {
        struct kw_child *child = realloc(making->child, *count * sizeof *child);
        if (child == NULL)
            return false;
        making->child = child;
        making->children = *count;
        kw_children(game, position, child, *count);
    }
    return true;
}

/* The game ends where a position that stood twice comes again. */
static bool stands_again(const struct making *making, const struct kw_position *position) {
    return making->graph->twice != 0 && history_is_due(making->plan->history, position);
}

/* Whether the worth of a position is known from outside. */
static bool is_known(const struct making *making, const struct kw_position *position,
                     struct component_span *span) {
    const struct outside *outside = making->plan->outside;
    int worth;
    if (outside == NULL || !outside_worth(outside, position, &worth))
        return false;
    span->low = span->high = (int16_t)worth;
    return true;
}

/* Adds the moves of a node, or what it is worth where there is nothing more to be found out. */
static bool expand(struct making *making, uint32_t node, const struct kw_position *position,
                   bool root) {
    struct graph *graph = making->graph;
    struct component_span *span = (struct component_span *)graph->spans.data + node;
    size_t count = 0;
    if (!root && stands_again(making, position)) {
        span->low = span->high = ((const int16_t *)graph->repeat.data)[node];
        return true;
    }
    if (is_known(making, position, span)) {
        graph->cut = true;
        return true;
    }
    if (!list_children(making, position, &count))
        return false;
    if (count == 0)
        span->low = span->high = (int16_t)terms_end(&graph->terms, position);
    for (size_t i = 0; i < count; i++) {
        const struct kw_position *next = &making->child[i].position;
        struct component_edge edge = {.gain = (int16_t)terms_gain(&graph->terms, position, next),
                                      .same = next->turn == position->turn};
        if (!node_of(making, next, &edge.node) || !array_add(graph, &graph->edges, &edge))
            return false;
    }
    return true;
}

enum { NODES_A_LOOK = 4096 };

/* Finds all nodes, in the order in which their moves are listed. */
static bool explore(struct making *making, const struct kw_position *root) {
    struct graph *graph = making->graph;
    uint64_t begin = 0;
    uint32_t node = 0;
    if (!slots_grow(graph) || !array_add(graph, &graph->begins, &begin))
        return false;
    /* The root itself may have stood twice, and ends nothing before it comes again. */
    bool apart = stands_again(making, root);
    if (apart) {
        struct print print = {0, 0};
        int16_t repeat = 0;
        struct component_span span = {0};
        if (!array_add(graph, &graph->prints, &print) ||
            !array_add(graph, &graph->repeat, &repeat) || !array_add(graph, &graph->spans, &span) ||
            !queue_add(making, root))
            return false;
    } else if (!node_of(making, root, &node)) {
        return false;
    }
    for (node = 0; making->waiting > 0; node++) {
        struct kw_position position = making->queue[making->first];
        making->first = (making->first + 1) % making->room;
        making->waiting--;
        if (!expand(making, node, &position, node == 0))
            return false;
        begin = graph->edges.count;
        if (!array_add(graph, &graph->begins, &begin))
            return false;
        if (node % NODES_A_LOOK == 0 &&
            !making->plan->goes_on(making->plan->context, graph->prints.count))
            return false;
    }
    return true;
}

/* ---- the face -------------------------------------------------------------------------------- */

struct graph *graph_new(const struct graph_plan *plan, const struct kw_position *root,
                        uint64_t *nodes) {
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL)
        return NULL;
    *graph = (struct graph){.terms = *plan->terms,
                            .twice = plan->twice,
                            .most = plan->bytes,
                            .prints = {.size = sizeof(struct print)},
                            .spans = {.size = sizeof(struct component_span)},
                            .repeat = {.size = sizeof(int16_t)},
                            .edges = {.size = sizeof(struct component_edge)},
                            .begins = {.size = sizeof(uint64_t)}};
    struct making making = {.graph = graph, .plan = plan};
    bool good = explore(&making, root);
    *nodes = graph->prints.count;
    graph->bytes -= making.room * sizeof *making.queue;
    free(making.queue);
    free(making.child);
    struct component_graph whole = {.nodes = graph->prints.count,
                                    .begin = graph->begins.data,
                                    .edge = graph->edges.data,
                                    .repeat = graph->repeat.data,
                                    .span = graph->spans.data,
                                    .goes_on = plan->goes_on,
                                    .context = plan->context};
    if (!good || !components_solve(&whole, graph->most - graph->bytes)) {
        graph_free(graph);
        return NULL;
    }
    array_free(graph, &graph->edges);
    array_free(graph, &graph->begins);
    array_free(graph, &graph->repeat);
    return graph;
}

void graph_free(struct graph *graph) {
    if (graph == NULL)
        return;
    array_free(graph, &graph->prints);
    array_free(graph, &graph->spans);
    array_free(graph, &graph->repeat);
    array_free(graph, &graph->edges);
    array_free(graph, &graph->begins);
    free(graph->slot);
    free(graph);
}

void graph_under(struct graph *graph, const struct kw_game *game) { graph->terms.game = game; }

bool graph_span(const struct graph *graph, const struct kw_position *position, struct span *span) {
    uint32_t node = *slot_find(graph, node_print(graph, position));
    if (node == NOWHERE)
        return false;
    const struct component_span *found = (const struct component_span *)graph->spans.data + node;
    *span = (struct span){found->low, found->high};
    return true;
}

void graph_root_span(const struct graph *graph, struct span *span) {
    const struct component_span *root = graph->spans.data;
    *span = (struct span){root->low, root->high};
}

uint64_t graph_twice(const struct graph *graph) { return graph->twice; }

bool graph_is_cut(const struct graph *graph) { return graph->cut; }
