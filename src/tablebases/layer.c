#include "tablebases/layer.h"

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

/* Moves that lead to own positions, as a member has told them. */
struct edges {
    struct message *list;
    size_t count, capacity;
};

struct layer {
    const struct layer_task *task;
    struct transport *transport;
    struct outbox outboxes[RANKS_MOST];
    struct shares shares; /* if the layers below are shared */
    uint64_t first;       /* the own positions */
    size_t own;
    bool failed, stopped; /* as far as this member knows: all know it after the next exchange */
    unsigned votes;       /* at the last exchange */

    /* For each own position.  While moves are looked at, the best by those that leave the layer
     * stand in the first and the last. */
    int8_t *due[2];   /* the amount for which the question is settled by what is known; NEVER */
    int8_t *exit_cap; /* the most that the opponent can reach, for the sake of the exits */
    uint32_t *open;   /* moves within the layer whose end is not settled for its mover */

    /* Moves within the layer: first as they are found, then by where they lead. */
    struct edges edges[RANKS_MOST];
    uint32_t *parents; /* where those of each own position begin, modulo 2^32 */
    uint64_t *marks;   /* the same of the first of each PARENTS_CHUNK positions, in full */
    uint32_t *parent;  /* places in the share of their owner */
    uint16_t *owner;   /* of each parent; NULL: there is one member */

    int amount;           /* being asked for */
    struct nodes *bucket; /* nodes settled at each distance */
    size_t buckets;
};

uint64_t layer_bytes(const struct endgame_index *index, unsigned seeds) {
    enum { POSITION = 17, MOVE = 12 };
    /* Half of the seeds are the mover's, and each hole that holds some has a move. */
    unsigned moves = seeds / 2 + 1, row = index->holes / 2;
    return endgame_layer(index, seeds) * (POSITION + MOVE * (moves < row ? moves : row));
}

/* ---- messages ---------------------------------------------------------------------------------
 */

static unsigned exchange(struct layer *layer, struct outbox *outboxes, take_function *take,
                         unsigned vote) {
    vote |= (layer->failed ? VOTE_FAILED : 0u) | (layer->stopped ? VOTE_STOPPED : 0u);
    unsigned votes = layer->transport->exchange(layer->transport, outboxes, take, layer, vote);
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

/* How messages are exchanged in a phase. */
typedef unsigned exchange_function(struct layer *layer, unsigned vote);

/* Puts a message into the outbox for another member. */
static void post(struct layer *layer, exchange_function *exchange_phase, unsigned owner,
                 struct message message) {
    struct outbox *outbox = &layer->outboxes[owner];
    outbox->list[outbox->count++] = message;
    if (outbox->count == OUTBOX_MESSAGES)
        exchange_phase(layer, VOTE_MORE);
}

/* Tells the watcher how far the work is; only the first member has one. */
static void report(struct layer *layer, double part) {
    const struct layer_task *task = layer->task;
    if (layer->transport->rank == 0 && task->watch != NULL && !task->watch(task->context, part))
        layer->stopped = true;
}

/* ---- from positions to their successors -------------------------------------------------------
 */

/* Moves of a member lead to own positions: `to`; or it has questions. */
static void take_moves(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct layer *layer = taker;
    struct edges *edges = &layer->edges[sender];
    if (edges->count + count > edges->capacity) {
        size_t capacity = 2 * edges->capacity + count + 1024;
        struct message *edge = realloc(edges->list, capacity * sizeof *edge);
        if (edge == NULL) {
            layer->failed = true;
            return;
        }
        edges->list = edge;
        edges->capacity = capacity;
    }
    for (size_t i = 0; i < count; i++)
        if (KW_UNLIKELY(list[i].to & SHARE_QUESTION))
            shares_answer(&layer->shares, sender, &list[i]);
        else
            edges->list[edges->count++] = list[i];
}

/* A move leaves the layer, and gives this. */
static void note_exit(void *context, uint32_t place, int lower, int upper) {
    struct layer *layer = context;
    int8_t *lowest = &layer->due[MOVER][place], *highest = &layer->exit_cap[place];
    if (lower > *lowest)
        *lowest = (int8_t)lower;
    if (upper > *highest)
        *highest = (int8_t)upper;
}

static void take_answers(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct layer *layer = taker;
    (void)count;
    shares_take(&layer->shares, sender, list, note_exit, layer);
}

static unsigned exchange_moves(struct layer *layer, unsigned vote) {
    if (shares_waiting(&layer->shares))
        vote |= VOTE_ASKED;
    unsigned votes = exchange(layer, layer->outboxes, take_moves, vote);
    if (votes & VOTE_ASKED) {
        shares_seal(&layer->shares);
        exchange(layer, layer->shares.answers, take_answers, 0);
    }
    return votes;
}

/* Exchanges until nobody has more moves to tell of; true if the work goes on. */
static bool finish_moves(struct layer *layer) {
    while (exchange_moves(layer, 0) & VOTE_MORE)
        ;
    return goes_on(layer);
}

static void tell_move(struct layer *layer, uint64_t rank, size_t place) {
    unsigned ranks = layer->transport->ranks, own = layer->transport->rank;
    uint64_t positions = layer->task->positions;
    unsigned owner = share_owner(positions, ranks, rank);
    struct message message = {.from = (uint32_t)place};
    if (owner == own) {
        message.to = (uint32_t)(rank - layer->first);
        take_moves(layer, own, &message, 1);
    } else {
        message.to = (uint32_t)(rank - share_first(positions, ranks, owner));
        post(layer, exchange_moves, owner, message);
    }
}

/* The value of a position of a shared layer below, which another member may have to be asked for.
 */
static void look_up_shared(struct layer *layer, const struct successor *successor, size_t place) {
    const struct layer_task *task = layer->task;
    unsigned ranks = layer->transport->ranks, seeds = successor->seeds;
    uint64_t positions = endgame_layer(task->index, seeds);
    unsigned owner = share_owner(positions, ranks, successor->rank);
    uint64_t there = successor->rank - share_first(positions, ranks, owner);
    struct asked asked = {(uint32_t)place, (uint8_t)(task->seeds - seeds), successor->turned};
    if (owner != layer->transport->rank) {
        post(layer, exchange_moves, owner,
             shares_ask(&layer->shares, owner, seeds, (uint32_t)there, asked));
        return;
    }
    int lower, upper;
    bounds_before(asked.gain, asked.turned, (int)task->known->lower[seeds][there],
                  (int)task->known->upper[seeds][there], &lower, &upper);
    note_exit(layer, asked.place, lower, upper);
}

static void look_up(struct layer *layer, const struct successor *successor, size_t place) {
    const struct layer_task *task = layer->task;
    int lower, upper;
    if (task->shared) {
        look_up_shared(layer, successor, place);
        return;
    }
    successor_bounds(task->known, task->seeds, successor, &lower, &upper);
    note_exit(layer, (uint32_t)place, lower, upper);
}

static void expand_position(struct layer *layer, struct successors *successors, size_t place) {
    const struct layer_task *task = layer->task;
    struct kw_position position;
    int final;
    endgame_unrank(task->index, task->seeds, layer->first + place, &position);
    if (!successors_list(successors, task->index, &position)) {
        layer->failed = true;
        return;
    }
    bool ended = successors->count == 0;
    task->planes.reach[place] = task->planes.hold[place] = !ended;
    if (ended && endgame_final(task->index, &position, &final))
        note_exit(layer, (uint32_t)place, final, final);
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        if (successor->seeds == task->seeds) {
            layer->open[place]++;
            tell_move(layer, successor->rank, place);
        } else {
            look_up(layer, successor, place);
        }
    }
}

/* When all exits are known: what they settle. */
static void judge_exits(struct layer *layer) {
    for (size_t place = 0; place < layer->own; place++) {
        int lowest = (int)layer->due[MOVER][place], highest = (int)layer->exit_cap[place];
        int cap = highest == NO_EXIT ? NEVER : -highest;
        layer->due[MOVER][place] = (int8_t)(lowest == NO_EXIT ? (int)NEVER : lowest);
        layer->exit_cap[place] = (int8_t)cap;
        layer->due[OPPONENT][place] = (int8_t)(layer->open[place] == 0 ? cap : (int)NEVER);
    }
}

enum { REPORT_EVERY = 1 << 14 };

static bool expand(struct layer *layer) {
    struct successors successors = {0};
    memset(layer->due[MOVER], NO_EXIT, layer->own);
    memset(layer->exit_cap, NO_EXIT, layer->own);
    for (size_t place = 0; place < layer->own && !layer->failed && !layer->stopped; place++) {
        if (place % REPORT_EVERY == 0)
            report(layer, 0.8 * (double)place / (double)layer->own);
        expand_position(layer, &successors, place);
    }
    successors_free(&successors);
    if (!finish_moves(layer))
        return false;
    judge_exits(layer);
    return true;
}

/* Moves to so many positions are fewer than 2^32. */
enum { PARENTS_CHUNK = 1 << 16 };

/* A place in the list of parents from its lowest bits, which belong to a position. */
static size_t parents_at(const struct layer *layer, size_t place, uint32_t low) {
    uint64_t mark = layer->marks[place / PARENTS_CHUNK];
    return (size_t)(mark + (uint32_t)(low - (uint32_t)mark));
}

/* Room for moves by where they lead; false if there is none. */
static bool parents_open(struct layer *layer) {
    size_t edges = 0;
    for (unsigned rank = 0; rank < layer->transport->ranks; rank++)
        edges += layer->edges[rank].count;
    bool alone = layer->transport->ranks == 1;
    layer->parents = calloc(layer->own + 2, sizeof *layer->parents);
    layer->marks = malloc((layer->own / PARENTS_CHUNK + 1) * sizeof *layer->marks);
    layer->parent = malloc((edges + 1) * sizeof *layer->parent);
    layer->owner = alone ? NULL : malloc((edges + 1) * sizeof *layer->owner);
    return layer->parents != NULL && layer->marks != NULL && layer->parent != NULL &&
           (alone || layer->owner != NULL);
}

static void count_parents(struct layer *layer) {
    uint32_t *begin = layer->parents + 1; /* one further: filling moves each to its end */
    for (unsigned rank = 0; rank < layer->transport->ranks; rank++)
        for (size_t i = 0; i < layer->edges[rank].count; i++)
            begin[layer->edges[rank].list[i].to + 1]++;
    uint64_t edges = 0;
    for (size_t i = 0; i < layer->own; i++) {
        uint32_t count = begin[i + 1];
        if (i % PARENTS_CHUNK == 0)
            layer->marks[i / PARENTS_CHUNK] = edges;
        begin[i] = (uint32_t)edges;
        edges += count;
    }
}

/* Puts the moves of a member's positions where they belong. */
static void fill_parents(struct layer *layer, unsigned sender) {
    uint32_t *begin = layer->parents + 1;
    struct edges *edges = &layer->edges[sender];
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t to = edges->list[i].to;
        size_t at = parents_at(layer, to, begin[to]++);
        layer->parent[at] = edges->list[i].from;
        if (layer->owner != NULL)
            layer->owner[at] = (uint16_t)sender;
    }
    free(edges->list);
    *edges = (struct edges){0};
}

/* Sorts the moves by where they lead. */
static bool turn_round(struct layer *layer) {
    layer->failed = layer->failed || !parents_open(layer);
    if (!layer->failed) {
        count_parents(layer);
        for (unsigned sender = 0; sender < layer->transport->ranks; sender++)
            fill_parents(layer, sender);
    }
    exchange(layer, layer->outboxes, take_moves, 0);
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
static void take_settled(void *taker, unsigned sender, const struct message *list, size_t count) {
    struct layer *layer = taker;
    (void)sender;
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

static unsigned exchange_settled(struct layer *layer, unsigned vote) {
    return exchange(layer, layer->outboxes, take_settled, vote);
}

/* Tells those whose moves lead to the nodes that were settled at a distance. */
static void spread(struct layer *layer, unsigned distance) {
    if (distance >= layer->buckets)
        return;
    /* Whoever hears of it is settled at a greater distance: this list does not grow. */
    struct nodes nodes = layer->bucket[distance];
    layer->bucket[distance] = (struct nodes){0};
    unsigned own = layer->transport->rank;
    for (size_t i = 0; i < nodes.count && !layer->failed; i++) {
        size_t place = nodes.list[i] >> 1;
        unsigned question = nodes.list[i] & 1;
        size_t at = parents_at(layer, place, layer->parents[place]);
        for (uint32_t left = layer->parents[place + 1] - layer->parents[place]; left > 0;
             left--, at++) {
            struct message message = {layer->parent[at] << 1 | (question ^ 1u), distance};
            unsigned owner = layer->owner != NULL ? layer->owner[at] : own;
            if (owner == own)
                take_settled(layer, own, &message, 1);
            else
                post(layer, exchange_settled, owner, message);
        }
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

/* Whether there is something to do from a distance on, or will be where messages arrive. */
static bool pending_from(const struct layer *layer, unsigned distance) {
    for (size_t i = distance; i < layer->buckets; i++)
        if (layer->bucket[i].count > 0)
            return true;
    for (unsigned i = 0; i < layer->transport->ranks; i++)
        if (layer->outboxes[i].count > 0)
            return true;
    return false;
}

/* Exchanges until all of a distance is told; true if anybody may have something to do further on.
 */
static bool finish_distance(struct layer *layer, unsigned distance) {
    unsigned votes;
    do
        votes = exchange_settled(layer, pending_from(layer, distance + 1) ? VOTE_PENDING : 0);
    while (votes & VOTE_MORE);
    return (votes & VOTE_PENDING) != 0;
}

/* Settles all that reach an amount; true if the work goes on. */
static bool settle_amount(struct layer *layer) {
    bool anyone = true;
    find_due(layer);
    for (unsigned distance = 0; anyone && goes_on(layer); distance++) {
        spread(layer, distance);
        anyone = finish_distance(layer, distance);
    }
    return goes_on(layer);
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
    if (good && layer->task->shared)
        good = shares_open(&layer->shares, layer->task->known, layer->transport->ranks,
                           layer->transport->rank);
    layer->failed = !good;
    exchange(layer, layer->outboxes, take_moves, 0);
    return goes_on(layer);
}

static void layer_close(struct layer *layer) {
    for (unsigned i = 0; i < layer->transport->ranks; i++) {
        free(layer->outboxes[i].list);
        free(layer->edges[i].list);
    }
    shares_close(&layer->shares);
    for (size_t i = 0; i < layer->buckets; i++)
        free(layer->bucket[i].list);
    free(layer->bucket);
    free(layer->due[MOVER]);
    free(layer->due[OPPONENT]);
    free(layer->exit_cap);
    free(layer->open);
    free(layer->parents);
    free(layer->marks);
    free(layer->parent);
    free(layer->owner);
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
    layer.first = share_first(task->positions, transport->ranks, transport->rank);
    layer.own =
        (size_t)(share_first(task->positions, transport->ranks, transport->rank + 1) - layer.first);
    bool good = layer_open(&layer) && expand(&layer) && turn_round(&layer) && settle(&layer);
    layer_close(&layer);
    return good ? LAYER_DONE : (layer.votes & VOTE_FAILED) != 0 ? LAYER_FAILED : LAYER_STOPPED;
}
