#include "exact/scc.h"

#include <stdlib.h>
#include <string.h>

/* Below and above all values; not known yet. */
enum { SCC_VALUE_LEAST = -2000, SCC_VALUE_MOST = 2000, SCC_UNSETTLED = INT16_MIN };

/* ---- finding the components: Tarjan, 1972, without recursion --------------------------------- */

struct scc_walk {
    const struct scc_graph *graph;
    uint32_t *order; /* in which nodes were reached, from 1; 0: not yet; SCC_DONE: solved */
    /* The earliest node on the stack that each leads to; in a component: its number there. */
    uint32_t *low;
    uint32_t *stack; /* nodes whose component is not known */
    size_t height;
    struct scc_step *path; /* from the root to here */
    size_t length, room;
    size_t bytes; /* that may yet be taken */
};

struct scc_step {
    uint32_t node;
    uint64_t edge; /* the next to follow */
};

enum { SCC_DONE = 0xFFFFFFFF };

static bool scc_walk_to(struct scc_walk *walk, uint32_t node, uint32_t *count) {
    if (walk->length == walk->room) {
        size_t room = walk->room == 0 ? 1024 : 2 * walk->room;
        if (room * sizeof *walk->path > walk->bytes)
            return false;
        struct scc_step *path = realloc(walk->path, room * sizeof *path);
        if (path == NULL)
            return false;
        walk->bytes -= (room - walk->room) * sizeof *path;
        walk->path = path;
        walk->room = room;
    }
    walk->path[walk->length++] = (struct scc_step){node, walk->graph->begin[node]};
    walk->order[node] = walk->low[node] = ++*count;
    walk->stack[walk->height++] = node;
    return true;
}

/* ---- solving a component --------------------------------------------------------------------- */

/*
 * Each node of a component makes two states: with South to move (side 0) and with North (side 1).
 * South maximizes; an endless game pays him the least `repeat` of the states that return in it.
 * The value of the state with South to move is the node's low; that with North to move, the
 * negative of its high.
 *
 * Thresholds t are taken in falling order.  A state is settled with value t if South can force t:
 * he leads the game out of the component for at least t, or into settled states, or he keeps it for
 * ever in states that pay t.  What is settled stays so for lower thresholds.
 */
struct scc_state {
    int16_t out;    /* the best (South to move) or worst (North) value of a move that leads out */
    int16_t value;  /* for South; SCC_UNSETTLED at first */
    int16_t repeat; /* the value for South if it returns for ever */
    bool kept;      /* South may be able to keep the game here */
    uint32_t left;  /* moves inside: North's to unsettled states, South's to kept ones */
};

struct scc {
    const struct scc_graph *graph;
    const uint32_t *node; /* its nodes */
    size_t nodes;
    const uint32_t *number;  /* of each node of the graph: its index in `node` */
    struct scc_state *state; /* 2 * number + side */
    uint32_t *back_begin;    /* of nodes + 1 */
    uint32_t *back;          /* 2 * (number of a node before) + (the turn changes) */
    uint32_t *queue;         /* states */
    size_t queued;
    uint32_t *by_out; /* states in falling order of `out` */
};

static bool scc_holds(const struct scc *scc, uint32_t node) {
    uint32_t number = scc->number[node];
    return number < scc->nodes && scc->node[number] == node;
}

/* The value for South of a move out of the component. */
static int scc_pays_south(const struct scc *scc, const struct scc_edge *edge, unsigned side) {
    const struct scc_span *span = &scc->graph->span[edge->node];
    unsigned next = edge->same ? side : side ^ 1;
    int gain = side == 0 ? edge->gain : -edge->gain;
    return gain + (next == 0 ? span->low : -span->high);
}

static void scc_state_begin(struct scc *scc, size_t number, unsigned side) {
    const struct scc_graph *graph = scc->graph;
    uint32_t node = scc->node[number];
    int out = side == 0 ? SCC_VALUE_LEAST : SCC_VALUE_MOST;
    uint32_t inside = 0;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct scc_edge *edge = &graph->edge[i];
        if (scc_holds(scc, edge->node)) {
            inside++;
            continue;
        }
        int pays = scc_pays_south(scc, edge, side);
        out = (side == 0) == (pays > out) ? pays : out;
    }
    scc->state[2 * number + side] = (struct scc_state){
        .out = (int16_t)out,
        .value = SCC_UNSETTLED,
        .repeat = (int16_t)(side == 0 ? graph->repeat[node] : -graph->repeat[node]),
        .left = side == 1 ? inside : 0};
}

/* Lists the predecessors of each node. */
static void scc_list_back(struct scc *scc) {
    const struct scc_graph *graph = scc->graph;
    uint32_t *begin = scc->back_begin;
    memset(begin, 0, (scc->nodes + 1) * sizeof *begin);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t n = 0; n < scc->nodes; n++) {
            uint32_t node = scc->node[n];
            for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
                const struct scc_edge *edge = &graph->edge[i];
                if (!scc_holds(scc, edge->node))
                    continue;
                uint32_t to = scc->number[edge->node];
                if (pass == 0)
                    begin[to + 1]++;
                else
                    scc->back[begin[to]++] = (uint32_t)(2 * n + !edge->same);
            }
        }
        for (size_t n = 1; pass == 0 && n <= scc->nodes; n++)
            begin[n] += begin[n - 1];
    }
    memmove(begin + 1, begin, scc->nodes * sizeof *begin); /* each holds its end now */
    begin[0] = 0;
}

/* Sorts the states by the values of moves out of them, by counting. */
static void scc_sort_by_out(struct scc *scc) {
    enum { RANGE = SCC_VALUE_MOST - SCC_VALUE_LEAST + 1 };
    uint32_t begin[RANGE + 1] = {0};
    size_t places = 2 * scc->nodes;
    for (size_t p = 0; p < places; p++)
        begin[SCC_VALUE_MOST - scc->state[p].out + 1]++;
    for (size_t i = 1; i <= RANGE; i++)
        begin[i] += begin[i - 1];
    for (size_t p = 0; p < places; p++)
        scc->by_out[begin[SCC_VALUE_MOST - scc->state[p].out]++] = (uint32_t)p;
}

static void scc_settle(struct scc *scc, uint32_t state, int value) {
    if (scc->state[state].value != SCC_UNSETTLED)
        return;
    scc->state[state].value = (int16_t)value;
    scc->queue[scc->queued++] = state;
}

/* The state from which the move scc->back[i] leads to a state of this side. */
static uint32_t scc_state_before(const struct scc *scc, uint32_t i, unsigned side) {
    uint32_t back = scc->back[i];
    return (back & ~1u) | (side ^ (back & 1));
}

/* Settles what leads to settled states. */
static void scc_settle_before(struct scc *scc, int value) {
    for (size_t done = 0; done < scc->queued; done++) {
        uint32_t state = scc->queue[done], number = state >> 1;
        for (uint32_t i = scc->back_begin[number]; i < scc->back_begin[number + 1]; i++) {
            uint32_t before = scc_state_before(scc, i, state & 1);
            struct scc_state *at = &scc->state[before];
            bool south = (before & 1) == 0;
            if (south || (--at->left == 0 && at->out >= value))
                scc_settle(scc, before, value);
        }
    }
    scc->queued = 0;
}

/* Whether all moves within the component lead to kept or settled states; counts those. */
static bool scc_can_stay(const struct scc *scc, uint32_t state, uint32_t *kept) {
    const struct scc_graph *graph = scc->graph;
    uint32_t node = scc->node[state >> 1];
    bool all = true;
    *kept = 0;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct scc_edge *edge = &graph->edge[i];
        if (!scc_holds(scc, edge->node))
            continue;
        uint32_t to = 2 * scc->number[edge->node] + ((state & 1) ^ !edge->same);
        bool good = scc->state[to].kept || scc->state[to].value != SCC_UNSETTLED;
        *kept += good;
        all = all && good;
    }
    return all;
}

static void scc_drop(struct scc *scc, uint32_t state) {
    scc->state[state].kept = false;
    scc->queue[scc->queued++] = state;
}

/* Drops the kept states from which North can lead the game away. */
static void scc_drop_leaks(struct scc *scc, int value) {
    size_t places = 2 * scc->nodes;
    for (uint32_t p = 0; p < places; p++) {
        uint32_t kept;
        if (!scc->state[p].kept)
            continue;
        bool all = scc_can_stay(scc, p, &kept);
        if ((p & 1) == 0)
            scc->state[p].left = kept;
        if ((p & 1) == 0 ? kept == 0 : !all || scc->state[p].out < value)
            scc->queue[scc->queued++] = p; /* it stays kept while others are counted */
    }
    for (size_t i = 0; i < scc->queued; i++)
        scc->state[scc->queue[i]].kept = false;
    for (size_t done = 0; done < scc->queued; done++) {
        uint32_t state = scc->queue[done], number = state >> 1;
        for (uint32_t i = scc->back_begin[number]; i < scc->back_begin[number + 1]; i++) {
            uint32_t before = scc_state_before(scc, i, state & 1);
            struct scc_state *at = &scc->state[before];
            if (at->kept && ((before & 1) == 1 || --at->left == 0))
                scc_drop(scc, before);
        }
    }
    scc->queued = 0;
}

/* Settles the states where South can keep the game for ever; false if there are none. */
static bool scc_settle_kept(struct scc *scc, int value) {
    size_t places = 2 * scc->nodes, any = 0;
    for (size_t p = 0; p < places; p++) {
        struct scc_state *at = &scc->state[p];
        at->kept = at->value == SCC_UNSETTLED && at->repeat >= value;
        any += at->kept;
    }
    if (any == 0)
        return false;
    scc_drop_leaks(scc, value);
    for (uint32_t p = 0; p < places; p++) {
        if (scc->state[p].kept)
            scc_settle(scc, p, value);
    }
    return scc->queued > 0;
}

/* The thresholds at which states may be settled. */
static void scc_list_thresholds(const struct scc *scc, bool at[]) {
    for (size_t p = 0; p < 2 * scc->nodes; p++) {
        at[scc->state[p].out - SCC_VALUE_LEAST] = true;
        at[scc->state[p].repeat - SCC_VALUE_LEAST] = true;
    }
    at[0] = at[SCC_VALUE_MOST - SCC_VALUE_LEAST] = false; /* dummies for no move that leads out */
}

static void scc_settle_all(struct scc *scc) {
    bool thresholds[SCC_VALUE_MOST - SCC_VALUE_LEAST + 1] = {false};
    size_t places = 2 * scc->nodes, next = 0;
    scc_list_thresholds(scc, thresholds);
    scc_sort_by_out(scc);
    while (next < places && scc->state[scc->by_out[next]].out == SCC_VALUE_MOST)
        next++;
    for (int value = SCC_VALUE_MOST; value >= SCC_VALUE_LEAST; value--) {
        if (!thresholds[value - SCC_VALUE_LEAST])
            continue;
        for (; next < places && scc->state[scc->by_out[next]].out >= value; next++) {
            uint32_t state = scc->by_out[next];
            if ((state & 1) == 0 || scc->state[state].left == 0)
                scc_settle(scc, state, value);
        }
        do
            scc_settle_before(scc, value);
        while (scc_settle_kept(scc, value));
    }
}

static size_t scc_edges_within(const struct scc *scc) {
    const struct scc_graph *graph = scc->graph;
    size_t edges = 0;
    for (size_t n = 0; n < scc->nodes; n++)
        for (uint64_t i = graph->begin[scc->node[n]]; i < graph->begin[scc->node[n] + 1]; i++)
            edges += scc_holds(scc, graph->edge[i].node);
    return edges;
}

static bool scc_solve_component(struct scc *scc, size_t bytes) {
    size_t edges = scc_edges_within(scc), places = 2 * scc->nodes;
    size_t need = places * (sizeof *scc->state + 2 * sizeof(uint32_t)) +
                  (scc->nodes + 1 + edges) * sizeof(uint32_t);
    if (need > bytes || edges > UINT32_MAX)
        return false;
    scc->state = malloc(places * sizeof *scc->state);
    scc->queue = malloc(places * sizeof *scc->queue);
    scc->by_out = malloc(places * sizeof *scc->by_out);
    scc->back_begin = malloc((scc->nodes + 1) * sizeof *scc->back_begin);
    scc->back = malloc((edges + 1) * sizeof *scc->back);
    bool good = scc->state != NULL && scc->queue != NULL && scc->by_out != NULL &&
                scc->back_begin != NULL && scc->back != NULL;
    if (good) {
        for (size_t p = 0; p < places; p++)
            scc_state_begin(scc, p >> 1, p & 1);
        scc_list_back(scc);
        scc_settle_all(scc);
        for (size_t n = 0; n < scc->nodes; n++)
            scc->graph->span[scc->node[n]] =
                (struct scc_span){scc->state[2 * n].value, (int16_t)-scc->state[2 * n + 1].value};
    }
    free(scc->state);
    free(scc->queue);
    free(scc->by_out);
    free(scc->back_begin);
    free(scc->back);
    return good;
}

/* Solves a component of one node, as most are; false if it has an edge to itself. */
static bool scc_solve_alone(const struct scc_graph *graph, uint32_t node) {
    int low = SCC_VALUE_LEAST, high = SCC_VALUE_LEAST;
    for (uint64_t i = graph->begin[node]; i < graph->begin[node + 1]; i++) {
        const struct scc_edge *edge = &graph->edge[i];
        const struct scc_span *span = &graph->span[edge->node];
        if (edge->node == node)
            return false;
        int least = edge->gain + (edge->same ? span->low : -span->high);
        int most = edge->gain + (edge->same ? span->high : -span->low);
        low = least > low ? least : low;
        high = most > high ? most : high;
    }
    if (graph->begin[node] < graph->begin[node + 1])
        graph->span[node] = (struct scc_span){(int16_t)low, (int16_t)high};
    return true;
}

/* ---- the whole graph ------------------------------------------------------------------------- */

/* Pops the component of a node and solves it. */
static bool scc_finish(struct scc_walk *walk, uint32_t node) {
    size_t end = walk->height;
    while (walk->stack[--walk->height] != node)
        continue;
    uint32_t *list = walk->stack + walk->height;
    struct scc scc = {
        .graph = walk->graph, .node = list, .nodes = end - walk->height, .number = walk->low};
    bool good = scc.nodes == 1 && scc_solve_alone(walk->graph, node);
    if (!good) {
        for (size_t i = 0; i < scc.nodes; i++)
            walk->low[list[i]] = (uint32_t)i;
        good = scc_solve_component(&scc, walk->bytes);
    }
    for (size_t i = 0; i < scc.nodes; i++)
        walk->order[list[i]] = SCC_DONE;
    return good;
}

/* Follows the next edge from the end of the path; false if that fails. */
static bool scc_walk_on(struct scc_walk *walk, uint32_t *count) {
    const struct scc_graph *graph = walk->graph;
    struct scc_step *here = &walk->path[walk->length - 1];
    uint32_t node = here->node;
    if (here->edge < graph->begin[node + 1]) {
        uint32_t next = graph->edge[here->edge++].node;
        if (walk->order[next] == 0)
            return scc_walk_to(walk, next, count);
        if (walk->order[next] != SCC_DONE && walk->order[next] < walk->low[node])
            walk->low[node] = walk->order[next];
        return true;
    }
    walk->length--;
    bool good = walk->low[node] != walk->order[node] || scc_finish(walk, node);
    if (good && walk->length > 0 && walk->order[node] != SCC_DONE) {
        uint32_t before = walk->path[walk->length - 1].node;
        if (walk->low[node] < walk->low[before])
            walk->low[before] = walk->low[node];
    }
    return good;
}

enum { SCC_POLL_STEPS = 1 << 16 };

static bool scc_walk_all(struct scc_walk *walk) {
    uint32_t count = 0, steps = 0;
    for (uint32_t node = 0; node < walk->graph->nodes; node++) {
        if (walk->order[node] != 0)
            continue;
        if (!scc_walk_to(walk, node, &count))
            return false;
        while (walk->length > 0) {
            if (!scc_walk_on(walk, &count))
                return false;
            if (++steps % SCC_POLL_STEPS == 0 &&
                !walk->graph->keep_going(walk->graph->context, walk->graph->nodes))
                return false;
        }
    }
    return true;
}

bool scc_solve(const struct scc_graph *graph, size_t bytes) {
    size_t need = 3 * graph->nodes * sizeof(uint32_t);
    if (need > bytes)
        return false;
    struct scc_walk walk = {.graph = graph,
                            .order = calloc(graph->nodes, sizeof *walk.order),
                            .low = malloc(graph->nodes * sizeof *walk.low),
                            .stack = malloc(graph->nodes * sizeof *walk.stack),
                            .bytes = bytes - need};
    bool good = walk.order != NULL && walk.low != NULL && walk.stack != NULL && scc_walk_all(&walk);
    free(walk.order);
    free(walk.low);
    free(walk.stack);
    free(walk.path);
    return good;
}
