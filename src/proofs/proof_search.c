#include "proofs/proof_search.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "base/work.h"
#include "tree/children.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    DEPTH_MAX = 2048, /* plies of a line at most */
    NO_REPETITION = INT_MAX,
    REPORT_NODES = 1 << 14, /* of a thread, between two reports */
    SEEDS_A_UNIT = 2        /* by which the mover is behind, for 1 of phi */
};

/* A node of the line that is searched, or a child of one. */
struct proof_node {
    kw_move move; /* that leads here */
    struct kw_position position;
    uint64_t hash;
    struct proof_entry entry;
    /*
     * PROOF_HELD may depend on repetitions of positions of the line (graph history interaction):
     * the depth of the first of them.  NO_REPETITION: it holds for every line; -1: the line is too
     * long.
     */
    int repeats_at;
};
CHILD_RECORD(struct proof_node);

struct proof_worker {
    struct proof_search *search;
    struct proof_answer *answer;
    unsigned number; /* of the thread */
    uint64_t nodes, reported;
    struct proof_node root;
    struct child_stack stack; /* the children of all positions of the line */
    uint64_t path[DEPTH_MAX];
};

/* ---- positions ------------------------------------------------------------------------------- */

/* Reflects a row. */
static void proof_reflect_row(const uint8_t *row, unsigned columns, uint8_t *reflected) {
    if (columns == 8) {
        uint64_t word;
        memcpy(&word, row, sizeof word);
        word = __builtin_bswap64(word);
        memcpy(reflected, &word, sizeof word);
        return;
    }
    for (unsigned i = 0; i < columns; i++)
        reflected[i] = row[columns - 1 - i];
}

static void proof_reflect_board(const struct rules *rules, const struct kw_position *position,
                                struct kw_position *reflected) {
    *reflected = *position;
    for (unsigned row = 0; row < rules->rows; row++) {
        unsigned first =
            rules->rows == 2 ? row * rules->columns : row / 2 * 16 + row % 2 * rules->columns;
        proof_reflect_row(position->hole + first, rules->columns, reflected->hole + first);
    }
}

uint64_t proof_hash(const struct proof_search *search, const struct kw_position *position) {
    const struct kw_game *game = search->game;
    const struct kw_position *key = position;
    struct kw_position reflected;
    if (game_reflects(game)) {
        proof_reflect_board(game->rules, position, &reflected);
        if (memcmp(reflected.hole, position->hole, sizeof reflected.hole) < 0)
            key = &reflected;
    }
    uint64_t role = search->attacker == KW_SOUTH ? 0 : UINT64_C(0x9e3779b97f4a7c15);
    return kw_hash(key) ^ role;
}

bool proof_over(const struct proof_search *search, const struct kw_position *position,
                struct proof_entry *entry) {
    struct kw_result result;
    if (!kw_state(search->game, position, &result))
        return false;
    bool south = result.outcome == KW_SOUTH_WINS;
    *entry = (struct proof_entry){.state = result.outcome == KW_DRAW               ? PROOF_HELD
                                           : south == (position->turn == KW_SOUTH) ? PROOF_WIN
                                                                                   : PROOF_LOSS};
    return true;
}

/*
 * Initial proof numbers: delta is the number of moves, since all of them must fail; and the side
 * with fewer seeds has more to prove.
 */
static void proof_init_node(const struct kw_game *game, struct proof_node *child, size_t moves) {
    const struct kw_position *position = &child->position;
    const uint8_t *own = position->hole + (position->turn == KW_SOUTH ? 0 : 16);
    int seeds = position->store[position->turn];
    for (unsigned i = 0; i < 16; i++)
        seeds += own[i];
    int behind = (int)game->rules->seeds - 2 * seeds;
    child->entry = (struct proof_entry){
        .phi = 1 + (uint32_t)(behind > 0 ? behind / SEEDS_A_UNIT : 0),
        .delta = (uint32_t)moves + (uint32_t)(behind < 0 ? -behind / SEEDS_A_UNIT : 0)};
}

/* ---- expansion ------------------------------------------------------------------------------- */

/* The depth at which a child of the node at `depth` occurs on the line, or -1. */
static int proof_path_index(const struct proof_worker *worker, uint64_t hash, int depth) {
    for (int i = depth - 1; i >= 0; i -= 2) /* the same player was to move there */
        if (worker->path[i] == hash)
            return i;
    return -1;
}

static void proof_evaluate_node(struct proof_worker *worker, struct proof_node *child, int depth) {
    struct proof_search *search = worker->search;
    const struct kw_game *game = search->game;
    child->repeats_at = proof_path_index(worker, child->hash, depth);
    if (child->repeats_at >= 0) {
        child->entry = (struct proof_entry){.state = PROOF_HELD};
        return;
    }
    worker->nodes++;
    child->repeats_at = NO_REPETITION;
    if (proof_table_probe(search->table, child->hash, &child->entry))
        return;
    size_t moves = game->count(game->rules, &child->position);
    if (moves > 0 || !proof_over(search, &child->position, &child->entry))
        proof_init_node(game, child, moves);
}

static struct proof_node *proof_expand(struct proof_worker *worker, const struct proof_node *node,
                                       int depth, size_t *count) {
    struct proof_search *search = worker->search;
    bool out_of_memory = false;
    struct proof_node *child = children_push(&worker->stack, search->game, &node->position,
                                             sizeof *child, count, &out_of_memory);
    assert(!out_of_memory); /* the stack has room for the longest line */
    for (size_t i = 0; i < *count; i++) {
        child[i].hash = proof_hash(search, &child[i].position);
        transposition_prefetch(search->table, child[i].hash);
    }
    for (size_t i = 0; i < *count; i++)
        proof_evaluate_node(worker, &child[i], depth);
    work_check();
    return child;
}

/* The bounds of a node by its children. */
struct proof_bounds {
    const struct proof_node *lost;  /* the shortest win of the mover, or NULL */
    const struct proof_node *held;  /* the one that repeats latest, or NULL */
    int first_repeat;               /* the earliest of all that are held */
    uint16_t longest;               /* win of the opponent */
    unsigned open;                  /* children */
    uint32_t least_delta, most_phi; /* of these */
};

static void proof_bounds_add(struct proof_bounds *bounds, const struct proof_node *child) {
    const struct proof_entry *entry = &child->entry;
    switch ((enum proof_state)entry->state) {
    case PROOF_LOSS:
        if (bounds->lost == NULL || entry->plies < bounds->lost->entry.plies)
            bounds->lost = child;
        break;
    case PROOF_WIN:
        if (entry->plies > bounds->longest)
            bounds->longest = entry->plies;
        break;
    case PROOF_HELD:
        if (bounds->held == NULL || child->repeats_at > bounds->held->repeats_at)
            bounds->held = child;
        if (child->repeats_at < bounds->first_repeat)
            bounds->first_repeat = child->repeats_at;
        break;
    case PROOF_OPEN:
        bounds->open++;
        if (entry->delta < bounds->least_delta)
            bounds->least_delta = entry->delta;
        if (entry->phi > bounds->most_phi)
            bounds->most_phi = entry->phi;
        break;
    }
}

static struct proof_bounds proof_bounds_of(const struct proof_node *child, size_t count) {
    struct proof_bounds bounds = {.first_repeat = NO_REPETITION, .least_delta = PROOF_INFINITE};
    for (size_t i = 0; i < count; i++)
        proof_bounds_add(&bounds, &child[i]);
    return bounds;
}

static uint16_t proof_one_ply_longer(uint16_t plies) {
    return plies < PROOF_PLIES ? plies + 1 : PROOF_PLIES;
}

static uint32_t proof_clamp(uint64_t effort) {
    return effort < PROOF_INFINITE ? (uint32_t)effort : PROOF_INFINITE - 1;
}

/* The weak proof number: the greatest of the open children, and 1 for each other one. */
static uint32_t proof_delta_of(const struct proof_bounds *bounds) {
    return proof_clamp((uint64_t)bounds->most_phi + bounds->open - 1);
}

/* Updates a node at `depth` by its children. */
static void proof_update_node(struct proof_node *node, const struct proof_bounds *bounds,
                              bool attacks, int depth) {
    struct proof_entry *entry = &node->entry;
    entry->state = PROOF_OPEN;
    node->repeats_at = NO_REPETITION;
    if (bounds->lost != NULL) {
        entry->state = PROOF_WIN;
        entry->plies = proof_one_ply_longer(bounds->lost->entry.plies);
    } else if (bounds->held != NULL && (!attacks || bounds->open == 0)) {
        entry->state = PROOF_HELD;
        node->repeats_at = attacks ? bounds->first_repeat : bounds->held->repeats_at;
        if (node->repeats_at >= depth)
            node->repeats_at =
                NO_REPETITION; /* the cycle closes at this node: it holds for every line */
    } else if (bounds->open == 0) {
        entry->state = PROOF_LOSS;
        entry->plies = proof_one_ply_longer(bounds->longest);
    } else {
        entry->phi = bounds->least_delta;
        entry->delta = proof_delta_of(bounds);
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool proof_has_ended(const struct proof_search *search) {
    return work_ended() || atomic_load_explicit(&search->ended, memory_order_relaxed);
}

static void proof_report(struct proof_search *search) {
    struct work paused = work_pause();
    struct kw_prove_progress proving = {.nodes = atomic_load(&search->nodes),
                                        .microseconds = clock_now() - search->began,
                                        .hashfull = proof_table_hashfull(search->table)};
    if (search->progress != NULL && !search->progress(search->context, &proving))
        search->stopped = true;
    search->reported = clock_now();
    work_resume(paused);
}

/* Adds up the nodes of all threads; thread 0 reports them. */
static void proof_count_nodes(struct proof_worker *worker) {
    struct proof_search *search = worker->search;
    atomic_fetch_add(&search->nodes, worker->nodes - worker->reported);
    worker->reported = worker->nodes;
    if (worker->number > 0 || proof_has_ended(search))
        return;
    proof_report(search);
    if (search->stopped)
        atomic_store(&search->ended, true);
}

enum { REPORT_MICROSECONDS = 5000 };

bool proof_poll(void *context) {
    struct proof_search *search = context;
    if (!search->stopped && clock_now() - search->reported >= REPORT_MICROSECONDS)
        proof_report(search);
    return !search->stopped;
}

/* A work_poll_fn of a thread. */
static bool proof_poll_worker(void *context) {
    struct proof_worker *worker = context;
    struct proof_search *search = worker->search;
    if (worker->number == 0 && clock_now() - search->reported >= REPORT_MICROSECONDS)
        proof_count_nodes(worker);
    return !atomic_load_explicit(&search->ended, memory_order_relaxed);
}

/* The delta of a child, weighted differently by each thread so that they spread. */
static uint64_t proof_distance(const struct proof_worker *worker, const struct proof_node *child) {
    uint64_t weight = worker->number == 0 ? 0 : child->hash >> (3 * worker->number & 63) & 7;
    return (uint64_t)child->entry.delta * (16 + weight);
}

/* The most proving open child, whose delta is below `limit`, and the delta of the second best. */
static struct proof_node *proof_select_child(const struct proof_worker *worker,
                                             struct proof_node *child, size_t count, uint32_t limit,
                                             uint32_t *second) {
    struct proof_node *best = NULL;
    *second = PROOF_INFINITE;
    for (size_t i = 0; i < count; i++) {
        if (child[i].entry.state != PROOF_OPEN || child[i].entry.delta >= limit)
            continue;
        uint64_t here = proof_distance(worker, &child[i]);
        uint64_t there = best != NULL ? proof_distance(worker, best) : 0;
        bool better =
            best == NULL || here < there || (here == there && child[i].entry.phi < best->entry.phi);
        const struct proof_node *other = better ? best : &child[i];
        if (other != NULL && other->entry.delta < *second)
            *second = other->entry.delta;
        if (better)
            best = &child[i];
    }
    return best;
}

/* Takes over the entry of a child if a transposition or another thread has changed it. */
static bool proof_refresh(const struct proof_worker *worker, struct proof_node *child) {
    struct proof_entry entry;
    if (!proof_table_probe(worker->search->table, child->hash, &entry))
        return false;
    bool changed = entry.state != PROOF_OPEN || entry.phi != child->entry.phi ||
                   entry.delta != child->entry.delta;
    child->entry = entry;
    return changed;
}

static uint8_t proof_effort(uint64_t nodes, uint8_t before) {
    uint64_t whole = nodes + (UINT64_C(1) << before) / 2;
    return (uint8_t)(63 - __builtin_clzll(whole | 1));
}

static void proof_search_node(struct proof_worker *worker, struct proof_node *node,
                              uint32_t phi_limit, uint32_t delta_limit, int depth);

/* Searches the best child, up to 1 + 1/4 of the delta of the second best: fewer switches. */
static void proof_search_best(struct proof_worker *worker, struct proof_node *child, size_t count,
                              const struct proof_bounds *bounds, uint32_t phi_limit,
                              uint32_t delta_limit, int depth) {
    uint32_t second;
    struct proof_node *best = proof_select_child(worker, child, count, phi_limit, &second);
    assert(best != NULL); /* the child that phi comes from qualifies */
    if (proof_refresh(worker, best))
        return;
    uint32_t delta = proof_clamp((uint64_t)second + second / 4 + 1);
    uint32_t phi = delta_limit - (bounds->open - 1);
    if (delta <= best->entry.delta)
        delta = proof_clamp((uint64_t)best->entry.delta + best->entry.delta / 4 + 1);
    proof_search_node(worker, best, phi, delta < phi_limit ? delta : phi_limit, depth + 1);
}

/*
 * Searches a node until it is decided, or phi or delta reaches its limit.  The result is stored in
 * the node, and in the table unless it depends on the line.
 */
static void proof_search_node(struct proof_worker *worker, struct proof_node *node,
                              uint32_t phi_limit, uint32_t delta_limit, int depth) {
    struct proof_search *search = worker->search;
    bool attacks = node->position.turn == search->attacker;
    uint64_t before = worker->nodes;
    struct child_mark mark = worker->stack.top;
    size_t count;
    if (depth >= DEPTH_MAX) {
        node->entry.state = PROOF_HELD;
        node->repeats_at = -1;
        return;
    }
    worker->path[depth] = node->hash;
    struct proof_node *child = proof_expand(worker, node, depth, &count);
    for (;;) {
        struct proof_bounds bounds = proof_bounds_of(child, count);
        proof_update_node(node, &bounds, attacks, depth);
        if (worker->nodes - worker->reported >= REPORT_NODES)
            proof_count_nodes(worker);
        if (node->entry.state != PROOF_OPEN || node->entry.phi >= phi_limit ||
            node->entry.delta >= delta_limit || proof_has_ended(search))
            break;
        proof_search_best(worker, child, count, &bounds, phi_limit, delta_limit, depth);
    }
    if (work_ended()) { /* what is known of the children means nothing */
        child_stack_reset(&worker->stack, mark);
        return;
    }
    if (depth == 0 && node->entry.state != PROOF_OPEN) {
        struct proof_bounds bounds = proof_bounds_of(child, count);
        const struct proof_node *good = bounds.lost != NULL ? bounds.lost : bounds.held;
        node->move = good != NULL ? good->move : child->move;
    }
    child_stack_reset(&worker->stack, mark);
    node->entry.effort = proof_effort(worker->nodes - before, node->entry.effort);
    if (node->repeats_at == NO_REPETITION)
        proof_table_store(search->table, node->hash, &node->entry);
}

/* One thread: the first with an answer stores it. */
static void proof_worker_run(void *context, size_t thread) {
    struct proof_worker *worker = &((struct proof_worker *)context)[thread];
    struct proof_search *search = worker->search;
    struct proof_node *root = &worker->root;
    struct work_watch watch;
    work_begin(&watch, proof_poll_worker, worker, NULL);
    proof_search_node(worker, root, PROOF_INFINITE, PROOF_INFINITE, 0);
    bool ended = work_ended();
    work_end(&watch);
    if (!ended && root->entry.state != PROOF_OPEN && root->repeats_at == NO_REPETITION &&
        !atomic_exchange(&search->ended, true))
        *worker->answer = (struct proof_answer){.entry = root->entry, .move = root->move};
    proof_count_nodes(worker);
}

/* Memory for the children of all positions of the longest line; most of it is never touched. */
enum { LINE_BYTES = DEPTH_MAX * KW_MOVES * sizeof(struct proof_node) };

bool proof_search_open(struct proof_search *search, const struct kw_game *game,
                       struct transposition *table, unsigned threads) {
    *search = (struct proof_search){.game = game, .table = table, .threads = threads};
    search->worker = calloc(threads, sizeof *search->worker);
    bool good = search->worker != NULL;
    for (unsigned i = 0; i < threads && good; i++) {
        search->worker[i].number = i;
        good = child_stack_open(&search->worker[i].stack, LINE_BYTES);
    }
    return good;
}

void proof_search_close(struct proof_search *search) {
    for (unsigned i = 0; i < search->threads && search->worker != NULL; i++)
        child_stack_close(&search->worker[i].stack);
    free(search->worker);
}

void proof_search_begin(struct proof_search *search, unsigned attacker,
                        kw_prove_progress_fn *progress, void *context) {
    search->attacker = attacker;
    search->progress = progress;
    search->context = context;
    search->began = search->reported = clock_now();
    search->stopped = false;
    atomic_store(&search->nodes, 0);
}

void proof_search_position(struct proof_search *search, const struct kw_position *position,
                           struct proof_answer *answer) {
    *answer = (struct proof_answer){0};
    if (search->stopped)
        return;
    for (unsigned i = 0; i < search->threads; i++) {
        struct proof_worker *worker = &search->worker[i];
        worker->search = search;
        worker->answer = answer;
        worker->nodes = worker->reported = 0;
        worker->root =
            (struct proof_node){.position = *position, .hash = proof_hash(search, position)};
    }
    atomic_store(&search->ended, false);
    parallel_for(search->threads, proof_worker_run, search->worker);
    if (!search->stopped)
        proof_report(search);
}
