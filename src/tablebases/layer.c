/*
 * Invariants:
 *
 *      local       an own position's number: rank - first, below `owned`; other ranks' positions
 *                  exist here only in updates
 *      amounts     are solved from the greatest down: lower[] and upper[] are written once, and
 *                  never change afterwards
 *      distances   a node of bucket d enters its parents into buckets above d only, below the
 *                  largest distance that can be stored: a bucket is complete when its turn comes
 *      unresolved  counts the moves within the layer whose position is unresolved for its mover;
 *                  the opponent is resolved only when it is 0
 *      votes       a rank fails or stops only by the votes of an exchange, which all ranks see
 *                  alike: none waits for another that has left
 */
#include "tablebases/layer.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/work.h"

#include <stdlib.h>

/* The side whose bound is being found, the lowest bit of a node. */
enum { MOVER = 0, OPPONENT = 1 };

enum {
    NEVER = INT8_MAX,      /* greater than any amount */
    UNRESOLVED = INT8_MIN, /* no value yet */
    NO_EXIT = INT8_MIN     /* no move leaves the layer */
};

/* Nodes that were resolved at the same distance: 2 * local index + side. */
struct layer_bucket {
    uint32_t *list;
    size_t count, capacity;
};

/* Moves of the positions of one rank that lead to own positions. */
struct layer_edges {
    struct update *list;
    size_t count, capacity;
};

struct layer {
    const struct layer_task *task;
    struct transport *transport;
    struct outbox outboxes[RANKS_MAX];
    struct shares shares; /* if the layers below are distributed */
    uint64_t first;       /* the own positions begin here */
    size_t owned;
    bool failed, stopped; /* as far as this rank knows; all ranks know after the next exchange */
    unsigned votes;       /* at the last exchange */
    double part;          /* that was reported last, */
    int64_t reported;     /* by clock_now */

    /*
     * Of each own position.  While moves are expanded, due[MOVER] and exit_bound hold the best
     * bounds by moves that leave the layer.
     */
    int8_t *due[2];     /* the amount at which the side is resolved as far as is known, or NEVER */
    int8_t *exit_bound; /* the most that the opponent can reach by the moves that leave the layer */
    uint32_t *unresolved; /* moves within the layer to positions unresolved for their mover */

    /* Moves within the layer: as they are found, then by the position that they lead to. */
    struct layer_edges edges[RANKS_MAX];
    uint32_t *parents; /* where the parents of each own position begin, modulo 2^32 */
    uint64_t *marks;   /* the same in full, of the first of each PARENTS_CHUNK positions */
    uint32_t *parent;  /* local indices at their owners */
    uint16_t *owner;   /* of each parent; NULL: there is one rank */

    int amount;                  /* that is being solved */
    struct layer_bucket *bucket; /* by distance */
    size_t buckets;
};

uint64_t layer_bytes(const struct endgame_index *index, unsigned seeds) {
    enum { POSITION = 17, MOVE = 12 };
    /* Half of the seeds are the mover's, and each hole that holds some has a move. */
    unsigned moves = seeds / 2 + 1, row = index->holes / 2;
    return endgame_layer(index, seeds) * (POSITION + MOVE * (moves < row ? moves : row));
}

/* ---- messages -------------------------------------------------------------------------------- */

static unsigned layer_exchange(struct layer *layer, struct outbox *outboxes, receive_fn *receive,
                               unsigned vote) {
    vote |= (layer->failed ? VOTE_FAILED : 0u) | (layer->stopped ? VOTE_STOPPED : 0u);
    unsigned votes = layer->transport->exchange(layer->transport, outboxes, receive, layer, vote);
    layer->failed = layer->failed || (votes & VOTE_FAILED) != 0;
    layer->stopped = layer->stopped || (votes & VOTE_STOPPED) != 0;
    layer->votes = votes;
    return votes;
}

/*
 * Whether to continue.  All ranks decide alike, by the votes of the last exchange: so none is left
 * waiting for another that has failed since.
 */
static bool layer_continues(const struct layer *layer) {
    return (layer->votes & (VOTE_FAILED | VOTE_STOPPED)) == 0;
}

/* The exchange of a phase. */
typedef unsigned layer_exchange_fn(struct layer *layer, unsigned vote);

/* Puts an update into the outbox of another rank. */
static void layer_send(struct layer *layer, layer_exchange_fn *exchange_phase, unsigned owner,
                       struct update update) {
    struct outbox *outbox = &layer->outboxes[owner];
    outbox->list[outbox->count++] = update;
    if (outbox->count == OUTBOX_UPDATES)
        exchange_phase(layer, VOTE_MORE);
}

/* Reports the progress; only rank 0 has a callback. */
static void layer_report(struct layer *layer, double part) {
    const struct layer_task *task = layer->task;
    struct work paused = work_pause();
    layer->part = part;
    layer->reported = clock_now();
    if (layer->transport->rank == 0 && task->progress != NULL &&
        !task->progress(task->context, part))
        layer->stopped = true;
    if (layer->stopped && task->stopping != NULL)
        atomic_store(task->stopping, true);
    work_resume(paused);
}

/* A work_poll_fn: reports, not too often. */
static bool layer_poll(void *context) {
    enum { REPORT_MICROSECONDS = 10000 };
    struct layer *layer = context;
    const atomic_bool *stopping = layer->task->stopping;
    if (layer->transport->rank == 0 && clock_now() - layer->reported >= REPORT_MICROSECONDS)
        layer_report(layer, layer->part);
    return !layer->stopped && (stopping == NULL || !atomic_load(stopping));
}

/* ---- from positions to their successors ------------------------------------------------------ */

/* Receives moves of positions of `sender` to own positions (`to`), and queries. */
static void layer_receive_moves(void *receiver, unsigned sender, const struct update *list,
                                size_t count) {
    struct layer *layer = receiver;
    struct layer_edges *edges = &layer->edges[sender];
    if (!array_reserve(&edges->list, edges->count, count, &edges->capacity, sizeof *list)) {
        layer->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (KW_UNLIKELY(list[i].to & SHARE_QUERY))
            shares_reply(&layer->shares, sender, &list[i]);
        else
            edges->list[edges->count++] = list[i];
}

/* Takes in the bounds of a move that leaves the layer. */
static void layer_note_exit(void *context, uint32_t local, int lower, int upper) {
    struct layer *layer = context;
    int8_t *lowest = &layer->due[MOVER][local], *highest = &layer->exit_bound[local];
    if (lower > *lowest)
        *lowest = (int8_t)lower;
    if (upper > *highest)
        *highest = (int8_t)upper;
}

static void layer_receive_replies(void *receiver, unsigned sender, const struct update *list,
                                  size_t count) {
    struct layer *layer = receiver;
    (void)count;
    shares_receive_replies(&layer->shares, sender, list, layer_note_exit, layer);
}

static unsigned layer_exchange_moves(struct layer *layer, unsigned vote) {
    if (shares_have_queries(&layer->shares))
        vote |= VOTE_QUERIES;
    unsigned votes = layer_exchange(layer, layer->outboxes, layer_receive_moves, vote);
    if (votes & VOTE_QUERIES) {
        shares_finish_replies(&layer->shares);
        layer_exchange(layer, layer->shares.replies, layer_receive_replies, 0);
    }
    return votes;
}

/* Exchanges until no rank has more moves; whether to continue. */
static bool layer_finish_moves(struct layer *layer) {
    while (layer_exchange_moves(layer, 0) & VOTE_MORE)
        ;
    return layer_continues(layer);
}

static void layer_send_move(struct layer *layer, uint64_t rank, size_t local) {
    unsigned ranks = layer->transport->ranks, own = layer->transport->rank;
    uint64_t positions = layer->task->positions;
    unsigned owner = share_owner(positions, ranks, rank);
    struct update update = {.from = (uint32_t)local};
    if (owner == own) {
        update.to = (uint32_t)(rank - layer->first);
        layer_receive_moves(layer, own, &update, 1);
    } else {
        update.to = (uint32_t)(rank - share_first(positions, ranks, owner));
        layer_send(layer, layer_exchange_moves, owner, update);
    }
}

/* Probes a layer below that is distributed: another rank may have to be queried. */
static void layer_probe_shared(struct layer *layer, const struct successor *successor,
                               size_t local) {
    const struct layer_task *task = layer->task;
    unsigned ranks = layer->transport->ranks, seeds = successor->seeds;
    uint64_t positions = endgame_layer(task->index, seeds);
    unsigned owner = share_owner(positions, ranks, successor->rank);
    uint64_t remote = successor->rank - share_first(positions, ranks, owner);
    struct share_query query = {(uint32_t)local, (uint8_t)(task->seeds - seeds), successor->turned};
    if (owner != layer->transport->rank) {
        layer_send(layer, layer_exchange_moves, owner,
                   shares_query(&layer->shares, owner, seeds, (uint32_t)remote, query));
        return;
    }
    int lower, upper;
    bounds_of_move(query.gain, query.turned, (int)task->known->lower[seeds][remote],
                   (int)task->known->upper[seeds][remote], &lower, &upper);
    layer_note_exit(layer, query.local, lower, upper);
}

static void layer_probe(struct layer *layer, const struct successor *successor, size_t local) {
    const struct layer_task *task = layer->task;
    int lower, upper;
    if (task->shared) {
        layer_probe_shared(layer, successor, local);
        return;
    }
    bounds_of_successor(task->known, task->seeds, successor, &lower, &upper);
    layer_note_exit(layer, (uint32_t)local, lower, upper);
}

static void layer_expand_position(struct layer *layer, struct successors *successors,
                                  size_t local) {
    const struct layer_task *task = layer->task;
    struct kw_position position;
    int final;
    endgame_unrank(task->index, task->seeds, layer->first + local, &position);
    if (!successors_list(successors, task->index, &position)) {
        layer->failed = layer->failed || !work_ended();
        return;
    }
    bool ended = successors->count == 0;
    task->planes.reach[local] = task->planes.hold[local] = !ended;
    if (ended && endgame_final(task->index, &position, &final))
        layer_note_exit(layer, (uint32_t)local, final, final);
    for (size_t i = 0; i < successors->count; i++) {
        const struct successor *successor = &successors->list[i];
        if (successor->seeds == task->seeds) {
            layer->unresolved[local]++;
            layer_send_move(layer, successor->rank, local);
        } else {
            layer_probe(layer, successor, local);
        }
    }
}

/* After all exits are known: turns them into amounts at which positions are due. */
static void layer_finish_exits(struct layer *layer) {
    for (size_t local = 0; local < layer->owned; local++) {
        int lowest = (int)layer->due[MOVER][local], highest = (int)layer->exit_bound[local];
        int bound = highest == NO_EXIT ? NEVER : -highest;
        layer->due[MOVER][local] = (int8_t)(lowest == NO_EXIT ? (int)NEVER : lowest);
        layer->exit_bound[local] = (int8_t)bound;
        layer->due[OPPONENT][local] = (int8_t)(layer->unresolved[local] == 0 ? bound : (int)NEVER);
    }
}

enum { REPORT_EVERY = 1 << 14 };

static bool layer_expand(struct layer *layer) {
    struct successors successors = {0};
    memset(layer->due[MOVER], NO_EXIT, layer->owned);
    memset(layer->exit_bound, NO_EXIT, layer->owned);
    for (size_t local = 0; local < layer->owned && !layer->failed && !layer->stopped; local++) {
        if (local % REPORT_EVERY == 0)
            layer_report(layer, 0.8 * (double)local / (double)layer->owned);
        layer_expand_position(layer, &successors, local);
    }
    successors_free(&successors);
    if (!layer_finish_moves(layer))
        return false;
    layer_finish_exits(layer);
    return true;
}

/* Moves to so many positions are fewer than 2^32. */
enum { PARENTS_CHUNK = 1 << 16 };

/* An index into the list of parents from its lowest 32 bits, which belong to a position. */
static size_t layer_parents_at(const struct layer *layer, size_t local, uint32_t low) {
    uint64_t mark = layer->marks[local / PARENTS_CHUNK];
    return (size_t)(mark + (uint32_t)(low - (uint32_t)mark));
}

/* Allocates the lists of parents; false if there is not enough memory. */
static bool layer_open_parents(struct layer *layer) {
    size_t edges = 0;
    for (unsigned rank = 0; rank < layer->transport->ranks; rank++)
        edges += layer->edges[rank].count;
    bool alone = layer->transport->ranks == 1;
    layer->parents = calloc(layer->owned + 2, sizeof *layer->parents);
    layer->marks = malloc((layer->owned / PARENTS_CHUNK + 1) * sizeof *layer->marks);
    layer->parent = malloc((edges + 1) * sizeof *layer->parent);
    layer->owner = alone ? NULL : malloc((edges + 1) * sizeof *layer->owner);
    return layer->parents != NULL && layer->marks != NULL && layer->parent != NULL &&
           (alone || layer->owner != NULL);
}

static void layer_count_parents(struct layer *layer) {
    uint32_t *begin = layer->parents + 1; /* shifted by one: filling advances each to its end */
    for (unsigned rank = 0; rank < layer->transport->ranks; rank++)
        for (size_t i = 0; i < layer->edges[rank].count; i++)
            begin[layer->edges[rank].list[i].to + 1]++;
    uint64_t edges = 0;
    for (size_t i = 0; i < layer->owned; i++) {
        uint32_t count = begin[i + 1];
        if (i % PARENTS_CHUNK == 0)
            layer->marks[i / PARENTS_CHUNK] = edges;
        begin[i] = (uint32_t)edges;
        edges += count;
    }
}

/* Distributes the moves of the positions of one rank. */
static void layer_fill_parents(struct layer *layer, unsigned sender) {
    uint32_t *begin = layer->parents + 1;
    struct layer_edges *edges = &layer->edges[sender];
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t to = edges->list[i].to;
        size_t at = layer_parents_at(layer, to, begin[to]++);
        layer->parent[at] = edges->list[i].from;
        if (layer->owner != NULL)
            layer->owner[at] = (uint16_t)sender;
    }
    free(edges->list);
    *edges = (struct layer_edges){0};
}

/* Sorts the moves by the positions that they lead to (a counting sort). */
static bool layer_reverse_moves(struct layer *layer) {
    layer->failed = layer->failed || !layer_open_parents(layer);
    if (!layer->failed) {
        layer_count_parents(layer);
        for (unsigned sender = 0; sender < layer->transport->ranks; sender++)
            layer_fill_parents(layer, sender);
    }
    layer_exchange(layer, layer->outboxes, layer_receive_moves, 0);
    return layer_continues(layer);
}

/* ---- retrograde analysis --------------------------------------------------------------------- */

/* Puts a resolved node into the bucket of its distance. */
static void layer_enqueue(struct layer *layer, size_t local, unsigned side, unsigned distance) {
    if (distance >= layer->buckets) {
        size_t buckets = distance + 64u;
        struct layer_bucket *bucket = realloc(layer->bucket, buckets * sizeof *bucket);
        if (bucket == NULL) {
            layer->failed = true;
            return;
        }
        memset(bucket + layer->buckets, 0, (buckets - layer->buckets) * sizeof *bucket);
        layer->bucket = bucket;
        layer->buckets = buckets;
    }
    struct layer_bucket *bucket = &layer->bucket[distance];
    if (!array_reserve(&bucket->list, bucket->count, 1, &bucket->capacity, sizeof *bucket->list)) {
        layer->failed = true;
        return;
    }
    bucket->list[bucket->count++] = (uint32_t)(local << 1 | side);
}

/* One more, as far as distances can be stored. */
static uint16_t layer_distance_after(uint32_t distance) {
    return (uint16_t)(distance + 1 < ENDGAME_ENDLESS ? distance + 1 : ENDGAME_ENDLESS - 1);
}

static void layer_resolve_mover(struct layer *layer, size_t local) {
    layer->task->planes.lower[local] = (int8_t)layer->amount;
    layer->due[MOVER][local] = NEVER;
    layer_enqueue(layer, local, MOVER, layer->task->planes.reach[local]);
}

static void layer_resolve_opponent(struct layer *layer, size_t local) {
    layer->task->planes.upper[local] = (int8_t)-layer->amount;
    layer->due[OPPONENT][local] = NEVER;
    layer_enqueue(layer, local, OPPONENT, layer->task->planes.hold[local]);
}

/* A move of an own position leads to a node that was resolved at distance `from`. */
static void layer_receive_resolved(void *receiver, unsigned sender, const struct update *list,
                                   size_t count) {
    struct layer *layer = receiver;
    (void)sender;
    const struct endgame_planes *planes = &layer->task->planes;
    for (size_t i = 0; i < count; i++) {
        size_t local = list[i].to >> 1;
        uint16_t distance = layer_distance_after(list[i].from);
        if ((list[i].to & 1) == MOVER) {
            if (planes->lower[local] != UNRESOLVED)
                continue;
            planes->reach[local] = distance;
            layer_resolve_mover(layer, local);
            continue;
        }
        if (planes->hold[local] < distance)
            planes->hold[local] = distance;
        if (--layer->unresolved[local] > 0)
            continue;
        if (layer->exit_bound[local] >= layer->amount)
            layer_resolve_opponent(layer, local);
        else
            layer->due[OPPONENT][local] = layer->exit_bound[local];
    }
}

static unsigned layer_exchange_resolved(struct layer *layer, unsigned vote) {
    return layer_exchange(layer, layer->outboxes, layer_receive_resolved, vote);
}

/* Sends the nodes that were resolved at a distance to their parents. */
static void layer_propagate(struct layer *layer, unsigned distance) {
    if (distance >= layer->buckets)
        return;
    /* Parents are resolved at greater distances: this list does not grow. */
    struct layer_bucket bucket = layer->bucket[distance];
    layer->bucket[distance] = (struct layer_bucket){0};
    unsigned own = layer->transport->rank;
    for (size_t i = 0; i < bucket.count && !layer->failed; i++) {
        size_t local = bucket.list[i] >> 1;
        unsigned side = bucket.list[i] & 1;
        size_t at = layer_parents_at(layer, local, layer->parents[local]);
        for (uint32_t left = layer->parents[local + 1] - layer->parents[local]; left > 0;
             left--, at++) {
            struct update update = {layer->parent[at] << 1 | (side ^ 1u), distance};
            unsigned owner = layer->owner != NULL ? layer->owner[at] : own;
            if (owner == own)
                layer_receive_resolved(layer, own, &update, 1);
            else
                layer_send(layer, layer_exchange_resolved, owner, update);
        }
    }
    free(bucket.list);
}

/* Resolves the positions that are due at this amount. */
static void layer_find_due(struct layer *layer) {
    for (unsigned side = 0; side < 2; side++) {
        const int8_t *due = layer->due[side], *at = due, *end = due + layer->owned;
        while ((at = memchr(at, (unsigned char)layer->amount, (size_t)(end - at))) != NULL) {
            if (side == MOVER)
                layer_resolve_mover(layer, (size_t)(at - due));
            else
                layer_resolve_opponent(layer, (size_t)(at - due));
            if (++at == end)
                break;
        }
    }
}

/* Whether there is work from a distance on, here or where updates arrive. */
static bool layer_is_pending(const struct layer *layer, unsigned distance) {
    for (size_t i = distance; i < layer->buckets; i++)
        if (layer->bucket[i].count > 0)
            return true;
    for (unsigned i = 0; i < layer->transport->ranks; i++)
        if (layer->outboxes[i].count > 0)
            return true;
    return false;
}

/* Exchanges until all updates of a distance have arrived; true if any rank may have more work. */
static bool layer_finish_distance(struct layer *layer, unsigned distance) {
    unsigned votes;
    do
        votes = layer_exchange_resolved(layer,
                                        layer_is_pending(layer, distance + 1) ? VOTE_PENDING : 0);
    while (votes & VOTE_MORE);
    return (votes & VOTE_PENDING) != 0;
}

/* Resolves all positions that reach an amount; whether to continue. */
static bool layer_solve_amount(struct layer *layer) {
    bool pending = true;
    layer_find_due(layer);
    for (unsigned distance = 0; pending && layer_continues(layer); distance++) {
        layer_propagate(layer, distance);
        pending = layer_finish_distance(layer, distance);
    }
    return layer_continues(layer);
}

/* The least amount that needs moves: an infinite game gives any lower one. */
static int layer_least_amount(const struct layer_task *task) {
    return task->index->cycles == ENDGAME_CYCLES_NAUGHT ? 1 : 1 - (int)task->seeds;
}

/* Unresolved bounds are those of an infinite game. */
static void layer_resolve_rest(struct layer *layer) {
    const struct layer_task *task = layer->task;
    const struct endgame_planes *planes = &task->planes;
    bool naught = task->index->cycles == ENDGAME_CYCLES_NAUGHT;
    int all = (int)task->seeds;
    for (size_t i = 0; i < layer->owned; i++) {
        bool reached = planes->lower[i] != UNRESOLVED, held = planes->upper[i] != UNRESOLVED;
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

/* ---- solving the layer ----------------------------------------------------------------------- */

static bool layer_open(struct layer *layer) {
    size_t room = layer->owned + 1; /* a share may be empty */
    layer->due[MOVER] = malloc(room);
    layer->due[OPPONENT] = malloc(room);
    layer->exit_bound = malloc(room);
    layer->unresolved = calloc(room, sizeof *layer->unresolved);
    bool good = layer->due[MOVER] != NULL && layer->due[OPPONENT] != NULL &&
                layer->exit_bound != NULL && layer->unresolved != NULL;
    for (unsigned i = 0; good && i < layer->transport->ranks; i++) {
        if (i == layer->transport->rank)
            continue;
        layer->outboxes[i].list = malloc(OUTBOX_UPDATES * sizeof *layer->outboxes[i].list);
        good = layer->outboxes[i].list != NULL;
    }
    if (good && layer->task->shared)
        good = shares_open(&layer->shares, layer->task->known, layer->transport->ranks,
                           layer->transport->rank);
    layer->failed = !good;
    layer_exchange(layer, layer->outboxes, layer_receive_moves, 0);
    return layer_continues(layer);
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
    free(layer->exit_bound);
    free(layer->unresolved);
    free(layer->parents);
    free(layer->marks);
    free(layer->parent);
    free(layer->owner);
}

static bool layer_solve_backwards(struct layer *layer) {
    const struct layer_task *task = layer->task;
    int most = (int)task->seeds, least = layer_least_amount(task);
    memset(task->planes.lower, UNRESOLVED, layer->owned);
    memset(task->planes.upper, UNRESOLVED, layer->owned);
    for (layer->amount = most; layer->amount >= least; layer->amount--) {
        layer_report(layer, 0.8 + 0.2 * (most - layer->amount) / (most - least + 1));
        if (!layer_solve_amount(layer))
            return false;
    }
    layer_resolve_rest(layer);
    return true;
}

enum layer_end layer_solve(const struct layer_task *task, struct transport *transport) {
    struct layer layer = {.task = task, .transport = transport};
    layer.first = share_first(task->positions, transport->ranks, transport->rank);
    layer.owned =
        (size_t)(share_first(task->positions, transport->ranks, transport->rank + 1) - layer.first);
    struct work_watch watch;
    work_begin(&watch, layer_poll, &layer, &layer.stopped);
    bool good = layer_open(&layer) && layer_expand(&layer) && layer_reverse_moves(&layer) &&
                layer_solve_backwards(&layer);
    work_end(&watch);
    layer_close(&layer);
    return good ? LAYER_DONE : (layer.votes & VOTE_FAILED) != 0 ? LAYER_FAILED : LAYER_STOPPED;
}
