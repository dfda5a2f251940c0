#include "solve/layer.h"

#include <stdlib.h>

/* The two questions, as the lowest bit of a node: what the mover reaches, what his opponent. */
enum { MOVER = 0, OPPONENT = 1 };

enum {
    NEVER = INT8_MAX,     /* no amount: greater than any */
    UNSETTLED = INT8_MIN, /* no value yet */
    NO_EXIT = INT8_MIN    /* no move leaves the layer */
};

/* A list of nodes: a position's place among the own ones, twice, plus the question. */
struct nodes {
    uint32_t *list;
    size_t count, capacity;
};

struct layer {
    const struct layer_task *task;
    struct transport *transport;
    struct outbox outboxes[RANKS_MOST];
    uint64_t first; /* the own positions */
    size_t own;
    bool failed, stopped; /* as far as this member knows: all know it after the next exchange */
    unsigned votes;       /* at the last exchange */

    /* For each own position. */
    int8_t *due[2];   /* the amount for which the question is settled by what is known; NEVER */
    int8_t *exit_cap; /* the most that the opponent can reach, for the sake of the exits */
    uint32_t *open;   /* moves within the layer whose end is not settled for its mover */

    /* Moves within the layer: first as they are found, then by where they lead. */
    struct message *edge;
    size_t edges, edge_capacity;
    uint32_t *parents; /* where those of each own position begin */
    uint32_t *parent;  /* numbers in the layer */

    int amount;           /* being asked for */
    struct nodes *bucket; /* nodes settled at each distance */
    size_t buckets;
};

uint64_t layer_first(uint64_t positions, unsigned ranks, unsigned rank) {
    uint64_t blocks = (positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK;
    uint64_t first = blocks * rank / ranks * ENDGAME_BLOCK;
    return first < positions ? first : positions;
}

uint64_t layer_bytes(const struct endgame_index *index, unsigned seeds) {
    enum { POSITION = 17, MOVE = 12 };
    /* Half of the seeds are the mover's, and each hole that holds some has a move. */
    unsigned moves = seeds / 2 + 1, row = index->holes / 2;
    return endgame_layer(index, seeds) * (POSITION + MOVE * (moves < row ? moves : row));
}

static unsigned owner_of(const struct layer *layer, uint64_t rank) {
    unsigned ranks = layer->transport->ranks;
    uint64_t positions = layer->task->positions;
    if (ranks == 1)
        return 0;
    unsigned owner = (unsigned)(rank * ranks / positions);
    while (rank < layer_first(positions, ranks, owner))
        owner--;
    while (rank >= layer_first(positions, ranks, owner + 1))
        owner++;
    return owner;
}

/* ---- messages ---------------------------------------------------------------------------------
 */

static unsigned exchange(struct layer *layer, take_function *take, unsigned vote) {
    vote |= (layer->failed ? VOTE_FAILED : 0u) | (layer->stopped ? VOTE_STOPPED : 0u);
    unsigned votes =
        layer->transport->exchange(layer->transport, layer->outboxes, take, layer, vote);
    layer->failed = layer->failed || (votes & VOTE_FAILED) != 0;
    layer->stopped = layer->stopped || (votes & VOTE_STOPPED) != 0;
    layer->votes = votes;
    return votes;
}

/*
 * Whether the work goes on.  All members answer alike, whatever has happened to one of them since:
 * so none is left waiting.
 */
static bool goes_on(const struct layer *layer) {
    return (layer->votes & (VOTE_FAILED | VOTE_STOPPED)) == 0;
}

/* Tells the owner of a position; the low bits of `to` beside its place are `bits` and `shift`. */
static void tell(struct layer *layer, take_function *take, uint64_t rank, unsigned shift,
                 unsigned bits, uint32_t from) {
    unsigned owner = owner_of(layer, rank);
    uint64_t first = owner == layer->transport->rank
                         ? layer->first
                         : layer_first(layer->task->positions, layer->transport->ranks, owner);
    struct message message = {.to = (uint32_t)((rank - first) << shift | bits), .from = from};
    if (owner == layer->transport->rank) {
        take(layer, &message, 1);
        return;
    }
    struct outbox *outbox = &layer->outboxes[owner];
    outbox->list[outbox->count++] = message;
    if (outbox->count == OUTBOX_MESSAGES)
        exchange(layer, take, VOTE_MORE);
}

/* Exchanges until nobody has more to say in this phase; true if the work goes on. */
static bool finish_phase(struct layer *layer, take_function *take) {
    while (exchange(layer, take, 0) & VOTE_MORE)
        ;
    return goes_on(layer);
}

/* Tells the watcher how far the work is; only the first member has one. */
static void report(struct layer *layer, double part) {
    const struct layer_task *task = layer->task;
    if (layer->transport->rank == 0 && task->watch != NULL && !task->watch(task->context, part))
        layer->stopped = true;
}

/* ---- from positions to their successors -------------------------------------------------------
 */

/* The move leads to an own position: `to`. */
static void take_edges(void *taker, const struct message *list, size_t count) {
    struct layer *layer = taker;
    if (layer->edges + count > layer->edge_capacity) {
        size_t capacity = 2 * layer->edge_capacity + count + 1024;
        struct message *edge = realloc(layer->edge, capacity * sizeof *edge);
        if (edge == NULL) {
            layer->failed = true;
            return;
        }
        layer->edge = edge;
        layer->edge_capacity = capacity;
    }
    memcpy(layer->edge + layer->edges, list, count * sizeof *list);
    layer->edges += count;
}

static void expand_position(struct layer *layer, struct successors *successors, size_t place) {
    const struct layer_task *task = layer->task;
    struct kw_position position;
    int lowest = NO_EXIT, highest = NO_EXIT, final;
    uint64_t rank = layer->first + place;
    endgame_unrank(task->index, task->seeds, rank, &position);
    if (!successors_list(successors, task->index, &position)) {
        layer->failed = true;
        return;
    }
    bool ended = successors->count == 0;
    if (ended && endgame_final(task->index, &position, &final))
        lowest = highest = final;
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        int lower, upper;
        if (successor->seeds == task->seeds) {
            layer->open[place]++;
            tell(layer, take_edges, successor->rank, 0, 0, (uint32_t)rank);
            continue;
        }
        successor_bounds(task->known, task->seeds, successor, &lower, &upper);
        lowest = lower > lowest ? lower : lowest;
        highest = upper > highest ? upper : highest;
    }
    int due = lowest == NO_EXIT ? NEVER : lowest, cap = highest == NO_EXIT ? NEVER : -highest;
    layer->due[MOVER][place] = (int8_t)due;
    layer->exit_cap[place] = (int8_t)cap;
    layer->due[OPPONENT][place] = (int8_t)(layer->open[place] == 0 ? cap : (int)NEVER);
    task->planes.reach[place] = task->planes.hold[place] = !ended;
}

enum { REPORT_EVERY = 1 << 14 };

static bool expand(struct layer *layer) {
    struct successors successors = {0};
    for (size_t place = 0; place < layer->own && !layer->failed && !layer->stopped; place++) {
        if (place % REPORT_EVERY == 0)
            report(layer, 0.8 * (double)place / (double)layer->own);
        expand_position(layer, &successors, place);
    }
    successors_free(&successors);
    return finish_phase(layer, take_edges);
}

/* Sorts the moves by where they lead. */
static bool turn_round(struct layer *layer) {
    size_t own = layer->own;
    if (layer->edges < UINT32_MAX) {
        layer->parents = calloc(own + 2, sizeof *layer->parents);
        layer->parent = malloc((layer->edges + 1) * sizeof *layer->parent);
    }
    layer->failed = layer->parents == NULL || layer->parent == NULL;
    if (!layer->failed) {
        uint32_t *begin = layer->parents + 1; /* one further: filling moves each to its end */
        for (size_t i = 0; i < layer->edges; i++)
            begin[layer->edge[i].to + 1]++;
        for (size_t i = 0; i < own; i++)
            begin[i + 1] += begin[i];
        for (size_t i = 0; i < layer->edges; i++)
            layer->parent[begin[layer->edge[i].to]++] = layer->edge[i].from;
    }
    free(layer->edge);
    layer->edge = NULL;
    exchange(layer, take_edges, 0);
    return goes_on(layer);
}

/* ---- backwards --------------------------------------------------------------------------------
 */

/* A node has been settled, and waits for its turn at that distance. */
static void settle_at(struct layer *layer, size_t place, unsigned question, unsigned distance) {
    if (distance >= layer->buckets) {
        size_t buckets = distance + 64u;
        struct nodes *bucket = realloc(layer->bucket, buckets * sizeof *bucket);
        if (bucket == NULL) {
            layer->failed = true;
            return;
        }
        memset(bucket + layer->buckets, 0, (buckets - layer->buckets) * sizeof *bucket);
        layer->bucket = bucket;
        layer->buckets = buckets;
    }
    struct nodes *nodes = &layer->bucket[distance];
    if (nodes->count == nodes->capacity) {
        size_t capacity = 2 * nodes->capacity + 64;
        uint32_t *list = realloc(nodes->list, capacity * sizeof *list);
        if (list == NULL) {
            layer->failed = true;
            return;
        }
        nodes->list = list;
        nodes->capacity = capacity;
    }
    nodes->list[nodes->count++] = (uint32_t)(place << 1 | question);
}

/* The longest distance that can be kept. */
static uint16_t distance_after(uint32_t distance) {
    return (uint16_t)(distance + 1 < ENDGAME_ENDLESS ? distance + 1 : ENDGAME_ENDLESS - 1);
}

static void settle_mover(struct layer *layer, size_t place) {
    layer->task->planes.lower[place] = (int8_t)layer->amount;
    layer->due[MOVER][place] = NEVER;
    settle_at(layer, place, MOVER, layer->task->planes.reach[place]);
}

static void settle_opponent(struct layer *layer, size_t place) {
    layer->task->planes.upper[place] = (int8_t)-layer->amount;
    layer->due[OPPONENT][place] = NEVER;
    settle_at(layer, place, OPPONENT, layer->task->planes.hold[place]);
}

/* A move of an own position leads to one that was settled at distance `from`. */
static void take_settled(void *taker, const struct message *list, size_t count) {
    struct layer *layer = taker;
    const struct endgame_planes *planes = &layer->task->planes;
    for (size_t i = 0; i < count; i++) {
        size_t place = list[i].to >> 1;
        uint16_t distance = distance_after(list[i].from);
        if ((list[i].to & 1) == MOVER) {
            if (planes->lower[place] != UNSETTLED)
                continue;
            planes->reach[place] = distance;
            settle_mover(layer, place);
            continue;
        }
        if (planes->hold[place] < distance)
            planes->hold[place] = distance;
        if (--layer->open[place] > 0)
            continue;
        if (layer->exit_cap[place] >= layer->amount)
            settle_opponent(layer, place);
        else
            layer->due[OPPONENT][place] = layer->exit_cap[place];
    }
}

/* Tells those whose moves lead to the nodes that were settled at a distance. */
static void spread(struct layer *layer, unsigned distance) {
    if (distance >= layer->buckets)
        return;
    /* Whoever hears of it is settled at a greater distance: this list does not grow. */
    struct nodes nodes = layer->bucket[distance];
    layer->bucket[distance] = (struct nodes){0};
    for (size_t i = 0; i < nodes.count && !layer->failed; i++) {
        size_t place = nodes.list[i] >> 1;
        unsigned question = nodes.list[i] & 1;
        for (uint32_t at = layer->parents[place]; at < layer->parents[place + 1]; at++)
            tell(layer, take_settled, layer->parent[at], 1, question ^ 1u, distance);
    }
    free(nodes.list);
}

/* Finds the positions that are settled for this amount by what is known. */
static void find_due(struct layer *layer) {
    for (unsigned question = 0; question < 2; question++) {
        const int8_t *due = layer->due[question], *at = due, *end = due + layer->own;
        while ((at = memchr(at, (unsigned char)layer->amount, (size_t)(end - at))) != NULL) {
            if (question == MOVER)
                settle_mover(layer, (size_t)(at - due));
            else
                settle_opponent(layer, (size_t)(at - due));
            if (++at == end)
                break;
        }
    }
}

static bool nodes_from(const struct layer *layer, unsigned distance) {
    for (size_t i = distance; i < layer->buckets; i++)
        if (layer->bucket[i].count > 0)
            return true;
    return false;
}

/* Settles all that reach an amount; true if the work goes on. */
static bool settle_amount(struct layer *layer) {
    find_due(layer);
    for (unsigned distance = 0;; distance++) {
        unsigned pending = nodes_from(layer, distance) ? VOTE_PENDING : 0;
        bool anyone = (exchange(layer, take_settled, pending) & VOTE_PENDING) != 0;
        if (!anyone || !goes_on(layer))
            return goes_on(layer);
        spread(layer, distance);
        if (!finish_phase(layer, take_settled))
            return false;
    }
}

/* The least amount that has to be reached by moves: below it, an infinite game gives as much. */
static int least_amount(const struct layer_task *task) {
    return task->index->cycles == ENDGAME_CYCLES_NAUGHT ? 1 : 1 - (int)task->seeds;
}

/* What nobody reaches is what an infinite game comes to. */
static void settle_rest(struct layer *layer) {
    const struct layer_task *task = layer->task;
    const struct endgame_planes *planes = &task->planes;
    bool naught = task->index->cycles == ENDGAME_CYCLES_NAUGHT;
    int all = (int)task->seeds;
    for (size_t i = 0; i < layer->own; i++) {
        bool reached = planes->lower[i] != UNSETTLED, held = planes->upper[i] != UNSETTLED;
        if (!reached) {
            int lower = !naught ? -all : held ? (int)planes->upper[i] : 0;
            planes->lower[i] = (int8_t)lower;
            planes->reach[i] = naught && held ? planes->hold[i] : ENDGAME_ENDLESS;
        }
        if (!held) {
            int upper = naught ? (int)planes->lower[i] : all;
            planes->upper[i] = (int8_t)upper;
            planes->hold[i] = naught ? planes->reach[i] : ENDGAME_ENDLESS;
        }
    }
}

/* ---- the whole --------------------------------------------------------------------------------
 */

static bool layer_open(struct layer *layer) {
    size_t own = layer->own + 1;
    layer->due[MOVER] = malloc(own);
    layer->due[OPPONENT] = malloc(own);
    layer->exit_cap = malloc(own);
    layer->open = calloc(own, sizeof *layer->open);
    bool good = layer->due[MOVER] != NULL && layer->due[OPPONENT] != NULL &&
                layer->exit_cap != NULL && layer->open != NULL;
    for (unsigned i = 0; good && i < layer->transport->ranks; i++) {
        if (i == layer->transport->rank)
            continue;
        layer->outboxes[i].list = malloc(OUTBOX_MESSAGES * sizeof *layer->outboxes[i].list);
        good = layer->outboxes[i].list != NULL;
    }
    layer->failed = !good;
    exchange(layer, take_edges, 0);
    return goes_on(layer);
}

static void layer_close(struct layer *layer) {
    for (unsigned i = 0; i < layer->transport->ranks; i++)
        free(layer->outboxes[i].list);
    for (size_t i = 0; i < layer->buckets; i++)
        free(layer->bucket[i].list);
    free(layer->bucket);
    free(layer->due[MOVER]);
    free(layer->due[OPPONENT]);
    free(layer->exit_cap);
    free(layer->open);
    free(layer->edge);
    free(layer->parents);
    free(layer->parent);
}

static bool settle(struct layer *layer) {
    const struct layer_task *task = layer->task;
    int most = (int)task->seeds, least = least_amount(task);
    memset(task->planes.lower, UNSETTLED, layer->own);
    memset(task->planes.upper, UNSETTLED, layer->own);
    for (layer->amount = most; layer->amount >= least; layer->amount--) {
        report(layer, 0.8 + 0.2 * (most - layer->amount) / (most - least + 1));
        if (!settle_amount(layer))
            return false;
    }
    settle_rest(layer);
    return true;
}

enum layer_end layer_solve(const struct layer_task *task, struct transport *transport) {
    struct layer layer = {.task = task, .transport = transport};
    layer.first = layer_first(task->positions, transport->ranks, transport->rank);
    layer.own =
        (size_t)(layer_first(task->positions, transport->ranks, transport->rank + 1) - layer.first);
    bool good = layer_open(&layer) && expand(&layer) && turn_round(&layer) && settle(&layer);
    layer_close(&layer);
    return good ? LAYER_DONE : (layer.votes & VOTE_FAILED) != 0 ? LAYER_FAILED : LAYER_STOPPED;
}
