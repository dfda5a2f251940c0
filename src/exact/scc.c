#include "exact/scc.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Worths, and what is worse and better than all of them. */
enum { WORTH_LEAST = -2000, WORTH_MOST = 2000, UNSETTLED = INT16_MIN };

/* ---- the components: Tarjan, 1972, without recursion -------------------------------------------
 */

struct walk {
    const struct component_graph *graph;
    uint32_t *order; /* in which a node was reached, from 1; 0: not yet; DONE: its worth is known */
    uint32_t *low; /* the earliest node on the stack that it leads to; in a component: its place */
    uint32_t *stack; /* nodes whose component is not known */
    size_t height;
    struct step *path; /* the way here */
    size_t length, room;
    size_t bytes; /* that may yet be taken */
};

struct step {
    uint32_t node;
    uint64_t edge; /* the next to be followed */
};

enum { DONE = 0xFFFFFFFF };

static bool walk_to(struct walk *walk, uint32_t node, uint32_t *count) {
    if (walk->length == walk->room) {
        size_t room = walk->room == 0 ? 1024 : 2 * walk->room;
        if (room * sizeof *walk->path > walk->bytes)
            return false;
        struct step *path = realloc(walk->path, room * sizeof *path);
        if (path == NULL)
            return false;
        walk->bytes -= (room - walk->room) * sizeof *path;
        walk->path = path;
        walk->room = room;
    }
    walk->path[walk->length++] = (struct step){node, walk->graph->begin[node]};
    walk->order[node] = walk->low[node] = ++*count;
    walk->stack[walk->height++] = node;
    return true;
}

/* ---- one component -----------------------------------------------------------------------------
 */

/*
 * Each node of a component stands twice: with South to move (side 0) and with North (side 1). South
 * is the one who wants to make sure of something, a game without end paying him the worst that
 * returns in it.  What he makes sure of with South to move is the node's low; with North to move,
 * the negative of its high.
 *
 * For a threshold t, from high to low, those places are settled from which South makes sure of t:
 * he can force the game out of the component or into settled places, or he can keep it for ever in
 * places that pay t.  What is settled stays so for lower thresholds.
 */
struct place {
    int16_t out; /* the best (South to move) or worst (North) that a move out of here pays South */
    int16_t worth;  /* UNSETTLED at first */
    int16_t repeat; /* what it pays South if it returns for ever */
    bool kept;      /* South may keep the game here */
    uint32_t left;  /* moves within the component: North's to unsettled places; South's kept ones */
};

struct component {
    const struct component_graph *graph;
    const uint32_t *node; /* its nodes */
    size_t nodes;
    const uint32_t *number; /* of each node of the graph: where it stands in `node` */
    struct place *place;    /* 2 * number + side */
    uint32_t *back_begin;   /* of nodes + 1 */
    uint32_t *back;         /* 2 * (number of a node before) + (the turn changes) */
    uint32_t *queue;        /* places */
    size_t queued;
    uint32_t *by_out; /* places in falling order of `out` */
};

static bool within(const struct component *component, uint32_t node) {
    uint32_t number = component->number[node];
    return number < component->nodes && component->node[number] == node;
}

/* What a move out of the component pays South. */
static int pays_south(const struct component *component, const struct component_edge *edge,
                      unsigned side) {
    const struct component_span *span = &component->graph->span[edge->node];
    unsigned next = edge->same ? side : side ^ 1;
    int gain = side == 0 ? edge->gain : -edge->gain;
    return gain + (next == 0 ? span->low : -span->high);
}

static void place_begin(struct component *component, size_t number, unsigned side) {
    const struct component_graph *graph = component->graph;
    uint32_t node = component->node[number];
    int out = side == 0 ? WORTH_LEAST : WORTH_MOST;
    uint32_t inside = 0;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct component_edge *edge = &graph->edge[i];
        if (within(component, edge->node)) {
            inside++;
            continue;
        }
        int pays = pays_south(component, edge, side);
        out = (side == 0) == (pays > out) ? pays : out;
    }
    component->place[2 * number + side] =
        (struct place){.out = (int16_t)out,
                       .worth = UNSETTLED,
                       .repeat = (int16_t)(side == 0 ? graph->repeat[node] : -graph->repeat[node]),
                       .left = side == 1 ? inside : 0};
}

/* Lists for each node those from which moves lead to it. */
static void list_back(struct component *component) {
    const struct component_graph *graph = component->graph;
    uint32_t *begin = component->back_begin;
    memset(begin, 0, (component->nodes + 1) * sizeof *begin);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t n = 0; n < component->nodes; n++) {
            uint32_t node = component->node[n];
            for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
                const struct component_edge *edge = &graph->edge[i];
                if (!within(component, edge->node))
                    continue;
                uint32_t to = component->number[edge->node];
                if (pass == 0)
                    begin[to + 1]++;
                else
                    component->back[begin[to]++] = (uint32_t)(2 * n + !edge->same);
            }
        }
        for (size_t n = 1; pass == 0 && n <= component->nodes; n++)
            begin[n] += begin[n - 1];
    }
    memmove(begin + 1, begin, component->nodes * sizeof *begin); /* each stands at its end now */
    begin[0] = 0;
}

/* Sorts the places by what moves out of them pay; returns how many they are. */
static void sort_by_out(struct component *component) {
    enum { RANGE = WORTH_MOST - WORTH_LEAST + 1 };
    uint32_t begin[RANGE + 1] = {0};
    size_t places = 2 * component->nodes;
    for (size_t p = 0; p < places; p++)
        begin[WORTH_MOST - component->place[p].out + 1]++;
    for (size_t i = 1; i <= RANGE; i++)
        begin[i] += begin[i - 1];
    for (size_t p = 0; p < places; p++)
        component->by_out[begin[WORTH_MOST - component->place[p].out]++] = (uint32_t)p;
}

static void settle(struct component *component, uint32_t place, int worth) {
    if (component->place[place].worth != UNSETTLED)
        return;
    component->place[place].worth = (int16_t)worth;
    component->queue[component->queued++] = place;
}

/* A place from which a move leads to number/side; i runs through component->back. */
static uint32_t place_before(const struct component *component, uint32_t i, unsigned side) {
    uint32_t back = component->back[i];
    return (back & ~1u) | (side ^ (back & 1));
}

/* Settles what leads to settled places. */
static void settle_before(struct component *component, int worth) {
    for (size_t done = 0; done < component->queued; done++) {
        uint32_t place = component->queue[done], number = place >> 1;
        for (uint32_t i = component->back_begin[number]; i < component->back_begin[number + 1];
             i++) {
            uint32_t before = place_before(component, i, place & 1);
            struct place *at = &component->place[before];
            bool south = (before & 1) == 0;
            if (south || (--at->left == 0 && at->out >= worth))
                settle(component, before, worth);
        }
    }
    component->queued = 0;
}

/* Whether no move within the component leads out of what is kept or settled; counts those that
 * stay. */
static bool can_stay(const struct component *component, uint32_t place, uint32_t *kept) {
    const struct component_graph *graph = component->graph;
    uint32_t node = component->node[place >> 1];
    bool all = true;
    *kept = 0;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct component_edge *edge = &graph->edge[i];
        if (!within(component, edge->node))
            continue;
        uint32_t to = 2 * component->number[edge->node] + ((place & 1) ^ !edge->same);
        bool good = component->place[to].kept || component->place[to].worth != UNSETTLED;
        *kept += good;
        all = all && good;
    }
    return all;
}

static void drop(struct component *component, uint32_t place) {
    component->place[place].kept = false;
    component->queue[component->queued++] = place;
}

/* Leaves those kept from which North cannot lead the game away. */
static void drop_leaks(struct component *component, int worth) {
    size_t places = 2 * component->nodes;
    for (uint32_t p = 0; p < places; p++) {
        uint32_t kept;
        if (!component->place[p].kept)
            continue;
        bool all = can_stay(component, p, &kept);
        if ((p & 1) == 0)
            component->place[p].left = kept;
        if ((p & 1) == 0 ? kept == 0 : !all || component->place[p].out < worth)
            component->queue[component->queued++] = p; /* while others are counted it stays */
    }
    for (size_t i = 0; i < component->queued; i++)
        component->place[component->queue[i]].kept = false;
    for (size_t done = 0; done < component->queued; done++) {
        uint32_t place = component->queue[done], number = place >> 1;
        for (uint32_t i = component->back_begin[number]; i < component->back_begin[number + 1];
             i++) {
            uint32_t before = place_before(component, i, place & 1);
            struct place *at = &component->place[before];
            if (at->kept && ((before & 1) == 1 || --at->left == 0))
                drop(component, before);
        }
    }
    component->queued = 0;
}

/* Settles the places where South can keep the game for ever; false if there are none. */
static bool settle_kept(struct component *component, int worth) {
    size_t places = 2 * component->nodes, any = 0;
    for (size_t p = 0; p < places; p++) {
        struct place *at = &component->place[p];
        at->kept = at->worth == UNSETTLED && at->repeat >= worth;
        any += at->kept;
    }
    if (any == 0)
        return false;
    drop_leaks(component, worth);
    for (uint32_t p = 0; p < places; p++) {
        if (component->place[p].kept)
            settle(component, p, worth);
    }
    return component->queued > 0;
}

/* The thresholds at which something may change. */
static void list_thresholds(const struct component *component, bool at[]) {
    for (size_t p = 0; p < 2 * component->nodes; p++) {
        at[component->place[p].out - WORTH_LEAST] = true;
        at[component->place[p].repeat - WORTH_LEAST] = true;
    }
    at[0] = at[WORTH_MOST - WORTH_LEAST] = false; /* no move leads out */
}

static void settle_all(struct component *component) {
    bool thresholds[WORTH_MOST - WORTH_LEAST + 1] = {false};
    size_t places = 2 * component->nodes, next = 0;
    list_thresholds(component, thresholds);
    sort_by_out(component);
    while (next < places && component->place[component->by_out[next]].out == WORTH_MOST)
        next++;
    for (int worth = WORTH_MOST; worth >= WORTH_LEAST; worth--) {
        if (!thresholds[worth - WORTH_LEAST])
            continue;
        for (; next < places && component->place[component->by_out[next]].out >= worth; next++) {
            uint32_t place = component->by_out[next];
            if ((place & 1) == 0 || component->place[place].left == 0)
                settle(component, place, worth);
        }
        do
            settle_before(component, worth);
        while (settle_kept(component, worth));
    }
}

static size_t edges_within(const struct component *component) {
    const struct component_graph *graph = component->graph;
    size_t edges = 0;
    for (size_t n = 0; n < component->nodes; n++)
        for (uint64_t i = graph->begin[component->node[n]];
             i < graph->begin[component->node[n] + 1]; i++)
            edges += within(component, graph->edge[i].node);
    return edges;
}

static bool component_solve(struct component *component, size_t bytes) {
    size_t edges = edges_within(component), places = 2 * component->nodes;
    size_t need = places * (sizeof *component->place + 2 * sizeof(uint32_t)) +
                  (component->nodes + 1 + edges) * sizeof(uint32_t);
    if (need > bytes || edges > UINT32_MAX)
        return false;
    component->place = malloc(places * sizeof *component->place);
    component->queue = malloc(places * sizeof *component->queue);
    component->by_out = malloc(places * sizeof *component->by_out);
    component->back_begin = malloc((component->nodes + 1) * sizeof *component->back_begin);
    component->back = malloc((edges + 1) * sizeof *component->back);
    bool good = component->place != NULL && component->queue != NULL && component->by_out != NULL &&
                component->back_begin != NULL && component->back != NULL;
    if (good) {
        for (size_t p = 0; p < places; p++)
            place_begin(component, p >> 1, p & 1);
        list_back(component);
        settle_all(component);
        for (size_t n = 0; n < component->nodes; n++)
            component->graph->span[component->node[n]] = (struct component_span){
                component->place[2 * n].worth, (int16_t)-component->place[2 * n + 1].worth};
    }
    free(component->place);
    free(component->queue);
    free(component->by_out);
    free(component->back_begin);
    free(component->back);
    return good;
}

/* A node by itself: most of them are. */
static bool solve_alone(const struct component_graph *graph, uint32_t node) {
    int low = WORTH_LEAST, high = WORTH_LEAST;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct component_edge *edge = &graph->edge[i];
        const struct component_span *span = &graph->span[edge->node];
        if (edge->node == node)
            return false;
        int least = edge->gain + (edge->same ? span->low : -span->high);
        int most = edge->gain + (edge->same ? span->high : -span->low);
        low = least > low ? least : low;
        high = most > high ? most : high;
    }
    if (graph->begin[node] < graph->begin[node + 1])
        graph->span[node] = (struct component_span){(int16_t)low, (int16_t)high};
    return true;
}

/* ---- all of them -------------------------------------------------------------------------------
 */

/* Takes the component of a node from the stack and solves it. */
static bool finish(struct walk *walk, uint32_t node) {
    size_t end = walk->height;
    while (walk->stack[--walk->height] != node)
        continue;
    uint32_t *list = walk->stack + walk->height;
    struct component component = {
        .graph = walk->graph, .node = list, .nodes = end - walk->height, .number = walk->low};
    bool good = component.nodes == 1 && solve_alone(walk->graph, node);
    if (!good) {
        for (size_t i = 0; i < component.nodes; i++)
            walk->low[list[i]] = (uint32_t)i;
        good = component_solve(&component, walk->bytes);
    }
    for (size_t i = 0; i < component.nodes; i++)
        walk->order[list[i]] = DONE;
    return good;
}

/* Goes one step on from the end of the path; false if that fails. */
static bool walk_on(struct walk *walk, uint32_t *count) {
    const struct component_graph *graph = walk->graph;
    struct step *here = &walk->path[walk->length - 1];
    uint32_t node = here->node;
    if (here->edge < graph->begin[node + 1]) {
        uint32_t next = graph->edge[here->edge++].node;
        if (walk->order[next] == 0)
            return walk_to(walk, next, count);
        if (walk->order[next] != DONE && walk->order[next] < walk->low[node])
            walk->low[node] = walk->order[next];
        return true;
    }
    walk->length--;
    bool good = walk->low[node] != walk->order[node] || finish(walk, node);
    if (good && walk->length > 0 && walk->order[node] != DONE) {
        uint32_t before = walk->path[walk->length - 1].node;
        if (walk->low[node] < walk->low[before])
            walk->low[before] = walk->low[node];
    }
    return good;
}

enum { STEPS_A_LOOK = 1 << 16 };

static bool walk_all(struct walk *walk) {
    uint32_t count = 0, steps = 0;
    for (uint32_t node = 0; node < walk->graph->nodes; node++) {
        if (walk->order[node] != 0)
            continue;
        if (!walk_to(walk, node, &count))
            return false;
        while (walk->length > 0) {
            if (!walk_on(walk, &count))
                return false;
            if (++steps % STEPS_A_LOOK == 0 &&
                !walk->graph->goes_on(walk->graph->context, walk->graph->nodes))
                return false;
        }
    }
    return true;
}

bool components_solve(const struct component_graph *graph, size_t bytes) {
    size_t need = 3 * graph->nodes * sizeof(uint32_t);
    if (need > bytes)
        return false;
    struct walk walk = {.graph = graph,
                        .order = calloc(graph->nodes, sizeof *walk.order),
                        .low = malloc(graph->nodes * sizeof *walk.low),
                        .stack = malloc(graph->nodes * sizeof *walk.stack),
                        .bytes = bytes - need};
    bool good = walk.order != NULL && walk.low != NULL && walk.stack != NULL && walk_all(&walk);
    free(walk.order);
    free(walk.low);
    free(walk.stack);
    free(walk.path);
    return good;
}
