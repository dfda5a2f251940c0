#include "proofs/proof_search.h"

#include "base/clock.h"
#include "base/parallel.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    DEPTH = 2048,                    /* plies that are followed */
    CHILDREN = DEPTH * KW_MOVES + 1, /* the root, and all moves of all positions on the way */
    NOT_RESTING = INT_MAX,
    LISTEN_NODES = 1 << 14, /* between two calls of the listener */
    SEEDS_A_UNIT = 2        /* by which a player is behind, for one of effort more */
};

/* A position that follows from the one above it on the way. */
struct proof_child {
    struct kw_position position;
    uint64_t hash;
    kw_move move; /* that leads here */
    struct proof_finding found;
    /*
     * PROOF_HELD may rest on positions that stand on the way to this one: the place of the first
     * of them.  NOT_RESTING: it holds whatever the way; -1: it was too long to follow.
     */
    int rest;
};

struct prover {
    struct proof_search *search;
    struct proof_answer *answer;
    unsigned number; /* of the thread */
    uint64_t nodes, told;
    size_t used; /* children */
    uint64_t path[DEPTH];
    struct proof_child child[CHILDREN];
};

/* ---- positions ----------------------------------------------------------------------------- */

/* The same row seen in a mirror. */
static void row_reflect(const uint8_t *row, unsigned columns, uint8_t *reflected) {
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

static void board_reflect(const struct rules *rules, const struct kw_position *position,
                          struct kw_position *reflected) {
    *reflected = *position;
    for (unsigned row = 0; row < 4; row++) {
        unsigned first = row / 2 * 16 + row % 2 * rules->columns;
        row_reflect(position->hole + first, rules->columns, reflected->hole + first);
    }
}

uint64_t proof_hash(const struct proof_search *search, const struct kw_position *position) {
    const struct kw_game *game = search->game;
    const struct kw_position *key = position;
    struct kw_position reflected;
    if (game->family->reflects != NULL && game->family->reflects(game->rules)) {
        board_reflect(game->rules, position, &reflected);
        if (memcmp(reflected.hole, position->hole, sizeof reflected.hole) < 0)
            key = &reflected;
    }
    uint64_t role = search->attacker == KW_SOUTH ? 0 : UINT64_C(0x9e3779b97f4a7c15);
    return kw_hash(key) ^ role;
}

bool proof_over(const struct proof_search *search, const struct kw_position *position,
                struct proof_finding *finding) {
    struct kw_result result;
    if (!kw_state(search->game, position, &result))
        return false;
    bool south = result.outcome == KW_SOUTH_WINS;
    *finding =
        (struct proof_finding){.state = result.outcome == KW_DRAW               ? PROOF_HELD
                                        : south == (position->turn == KW_SOUTH) ? PROOF_WIN
                                                                                : PROOF_LOSS};
    return true;
}

/*
 * A first guess: to fail, the mover must do so by each of his moves; and who has fewer seeds has
 * further to go.
 */
static void guess(const struct kw_game *game, struct proof_child *child, size_t moves) {
    const struct kw_position *position = &child->position;
    const uint8_t *own = position->hole + (position->turn == KW_SOUTH ? 0 : 16);
    int seeds = position->store[position->turn];
    for (unsigned i = 0; i < 16; i++)
        seeds += own[i];
    int behind = (int)game->rules->seeds - 2 * seeds;
    child->found = (struct proof_finding){
        .success = 1 + (uint32_t)(behind > 0 ? behind / SEEDS_A_UNIT : 0),
        .failure = (uint32_t)moves + (uint32_t)(behind < 0 ? -behind / SEEDS_A_UNIT : 0)};
}

/* ---- one step ------------------------------------------------------------------------------ */

/* Whether this position stands on the way to a child of the one at `depth`: its place, or -1. */
static int place_on_path(const struct prover *prover, uint64_t hash, int depth) {
    for (int i = depth - 1; i >= 0; i -= 2) /* the same player was to move there */
        if (prover->path[i] == hash)
            return i;
    return -1;
}

static void child_look_at(struct prover *prover, struct proof_child *child, int depth) {
    struct proof_search *search = prover->search;
    const struct kw_game *game = search->game;
    child->rest = place_on_path(prover, child->hash, depth);
    if (child->rest >= 0) {
        child->found = (struct proof_finding){.state = PROOF_HELD};
        return;
    }
    prover->nodes++;
    child->rest = NOT_RESTING;
    if (proof_table_probe(search->table, child->hash, &child->found))
        return;
    size_t moves = game->count(game->rules, &child->position);
    if (moves > 0 || !proof_over(search, &child->position, &child->found))
        guess(game, child, moves);
}

static struct proof_child *children_make(struct prover *prover, const struct proof_child *node,
                                         int depth, size_t *count) {
    struct proof_search *search = prover->search;
    const struct kw_game *game = search->game;
    struct proof_child *child = &prover->child[prover->used];
    kw_move list[KW_MOVES];
    *count = game->moves(game->rules, &node->position, list, KW_MOVES);
    for (size_t i = 0; i < *count; i++) {
        child[i].move = list[i];
        game->play(game->rules, &node->position, list[i], &child[i].position);
        child[i].hash = proof_hash(search, &child[i].position);
        proof_table_prefetch(search->table, child[i].hash);
    }
    for (size_t i = 0; i < *count; i++)
        child_look_at(prover, &child[i], depth);
    prover->used += *count;
    return child;
}

/* What the children of a position come to. */
struct tally {
    const struct proof_child *lost;       /* where the opponent loses soonest, or NULL */
    const struct proof_child *held;       /* that rests on the least, or NULL */
    int first_rest;                       /* that any held one rests on */
    uint16_t longest;                     /* way to a win of the opponent's */
    unsigned open;                        /* children */
    uint32_t least_failure, most_success; /* of these */
};

static void tally_child(struct tally *tally, const struct proof_child *child) {
    const struct proof_finding *found = &child->found;
    switch ((enum proof_state)found->state) {
    case PROOF_LOSS:
        if (tally->lost == NULL || found->plies < tally->lost->found.plies)
            tally->lost = child;
        break;
    case PROOF_WIN:
        if (found->plies > tally->longest)
            tally->longest = found->plies;
        break;
    case PROOF_HELD:
        if (tally->held == NULL || child->rest > tally->held->rest)
            tally->held = child;
        if (child->rest < tally->first_rest)
            tally->first_rest = child->rest;
        break;
    case PROOF_OPEN:
        tally->open++;
        if (found->failure < tally->least_failure)
            tally->least_failure = found->failure;
        if (found->success > tally->most_success)
            tally->most_success = found->success;
        break;
    }
}

static struct tally tally_children(const struct proof_child *child, size_t count) {
    struct tally tally = {.first_rest = NOT_RESTING, .least_failure = PROOF_NEVER};
    for (size_t i = 0; i < count; i++)
        tally_child(&tally, &child[i]);
    return tally;
}

static uint16_t longer(uint16_t plies) { return plies < PROOF_PLIES ? plies + 1 : PROOF_PLIES; }

static uint32_t bounded(uint64_t effort) {
    return effort < PROOF_NEVER ? (uint32_t)effort : PROOF_NEVER - 1;
}

/* The least that the failures of all open children take: the greatest of them, and one each. */
static uint32_t failure_of(const struct tally *tally) {
    return bounded((uint64_t)tally->most_success + tally->open - 1);
}

/* Takes over what the children say of their parent, `depth` plies from the root. */
static void take_tally(struct proof_child *node, const struct tally *tally, bool attacks,
                       int depth) {
    struct proof_finding *found = &node->found;
    found->state = PROOF_OPEN;
    node->rest = NOT_RESTING;
    if (tally->lost != NULL) {
        found->state = PROOF_WIN;
        found->plies = longer(tally->lost->found.plies);
    } else if (tally->held != NULL && (!attacks || tally->open == 0)) {
        found->state = PROOF_HELD;
        node->rest = attacks ? tally->first_rest : tally->held->rest;
        if (node->rest >= depth)
            node->rest = NOT_RESTING; /* the circle closes here, whatever the way */
    } else if (tally->open == 0) {
        found->state = PROOF_LOSS;
        found->plies = longer(tally->longest);
    } else {
        found->success = tally->least_failure;
        found->failure = failure_of(tally);
    }
}

/* ---- the search ---------------------------------------------------------------------------- */

static bool has_ended(const struct proof_search *search) {
    return atomic_load_explicit(&search->ended, memory_order_relaxed);
}

static void tell_listener(struct proof_search *search) {
    struct kw_prove_progress proving = {.nodes = atomic_load(&search->nodes),
                                        .microseconds = clock_now() - search->began,
                                        .hashfull = proof_table_hashfull(search->table)};
    if (search->progress != NULL && !search->progress(search->context, &proving))
        search->refused = true;
}

/* Adds up the positions of all threads; the first of them tells the listener. */
static void tell(struct prover *prover) {
    struct proof_search *search = prover->search;
    atomic_fetch_add(&search->nodes, prover->nodes - prover->told);
    prover->told = prover->nodes;
    if (prover->number > 0 || has_ended(search))
        return;
    tell_listener(search);
    if (search->refused)
        atomic_store(&search->ended, true);
}

/* How far a child seems to be from the mover's success: threads are not all of one opinion. */
static uint64_t distance(const struct prover *prover, const struct proof_child *child) {
    uint64_t opinion = prover->number == 0 ? 0 : child->hash >> (3 * prover->number & 63) & 7;
    return (uint64_t)child->found.failure * (16 + opinion);
}

/*
 * The open child from which the mover has the least to go, less than `most`, and how far the next
 * one is.
 */
static struct proof_child *choose(const struct prover *prover, struct proof_child *child,
                                  size_t count, uint32_t most, uint32_t *second) {
    struct proof_child *best = NULL;
    *second = PROOF_NEVER;
    for (size_t i = 0; i < count; i++) {
        if (child[i].found.state != PROOF_OPEN || child[i].found.failure >= most)
            continue;
        uint64_t here = distance(prover, &child[i]);
        uint64_t there = best != NULL ? distance(prover, best) : 0;
        bool better = best == NULL || here < there ||
                      (here == there && child[i].found.success < best->found.success);
        const struct proof_child *other = better ? best : &child[i];
        if (other != NULL && other->found.failure < *second)
            *second = other->found.failure;
        if (better)
            best = &child[i];
    }
    return best;
}

/* Whether the table knows more of a child by now: another way has led there, or another thread. */
static bool is_news(const struct prover *prover, struct proof_child *child) {
    struct proof_finding found;
    if (!proof_table_probe(prover->search->table, child->hash, &found))
        return false;
    bool news = found.state != PROOF_OPEN || found.success != child->found.success ||
                found.failure != child->found.failure;
    child->found = found;
    return news;
}

static uint8_t effort_of(uint64_t nodes, uint8_t before) {
    uint64_t whole = nodes + (UINT64_C(1) << before) / 2;
    return (uint8_t)(63 - __builtin_clzll(whole | 1));
}

static void search_node(struct prover *prover, struct proof_child *node, uint32_t success_most,
                        uint32_t failure_most, int depth);

/* Goes on with the best child; it may take a quarter more than the second best, not to hop about.
 */
static void search_best(struct prover *prover, struct proof_child *child, size_t count,
                        const struct tally *tally, uint32_t success_most, uint32_t failure_most,
                        int depth) {
    uint32_t second;
    struct proof_child *best = choose(prover, child, count, success_most, &second);
    assert(best != NULL); /* the one that the node's own success rests on, if no other */
    if (is_news(prover, best))
        return;
    uint32_t failure = bounded((uint64_t)second + second / 4 + 1);
    uint32_t success = failure_most - (tally->open - 1);
    if (failure <= best->found.failure)
        failure = bounded((uint64_t)best->found.failure + best->found.failure / 4 + 1);
    search_node(prover, best, success, failure < success_most ? failure : success_most, depth + 1);
}

/*
 * Searches a position until it is decided, or its mover's success or failure seems to take so much
 * effort.  What is found stands in the node, and in the table unless it depends on the way.
 */
static void search_node(struct prover *prover, struct proof_child *node, uint32_t success_most,
                        uint32_t failure_most, int depth) {
    struct proof_search *search = prover->search;
    bool attacks = node->position.turn == search->attacker;
    uint64_t before = prover->nodes;
    size_t used = prover->used, count;
    if (depth >= DEPTH) {
        node->found.state = PROOF_HELD;
        node->rest = -1;
        return;
    }
    prover->path[depth] = node->hash;
    struct proof_child *child = children_make(prover, node, depth, &count);
    for (;;) {
        struct tally tally = tally_children(child, count);
        take_tally(node, &tally, attacks, depth);
        if (prover->nodes - prover->told >= LISTEN_NODES)
            tell(prover);
        if (node->found.state != PROOF_OPEN || node->found.success >= success_most ||
            node->found.failure >= failure_most || has_ended(search))
            break;
        search_best(prover, child, count, &tally, success_most, failure_most, depth);
    }
    if (depth == 0 && node->found.state != PROOF_OPEN) {
        struct tally tally = tally_children(child, count);
        const struct proof_child *good = tally.lost != NULL ? tally.lost : tally.held;
        node->move = good != NULL ? good->move : child->move;
    }
    prover->used = used;
    node->found.effort = effort_of(prover->nodes - before, node->found.effort);
    if (node->rest == NOT_RESTING)
        proof_table_store(search->table, node->hash, &node->found);
}

/* One thread: the first to know the answer gives it. */
static void prover_work(void *context, size_t member) {
    struct prover *prover = &((struct prover *)context)[member];
    struct proof_search *search = prover->search;
    struct proof_child root = prover->child[0];
    prover->number = (unsigned)member;
    prover->used = 1;
    search_node(prover, &root, PROOF_NEVER, PROOF_NEVER, 0);
    if (root.found.state != PROOF_OPEN && root.rest == NOT_RESTING &&
        !atomic_exchange(&search->ended, true))
        *prover->answer = (struct proof_answer){.finding = root.found, .move = root.move};
    tell(prover);
}

bool proof_search_open(struct proof_search *search, const struct kw_game *game,
                       struct proof_table *table, unsigned threads) {
    *search = (struct proof_search){.game = game, .table = table, .threads = threads};
    search->prover = malloc(threads * sizeof *search->prover); /* much of it is never used */
    return search->prover != NULL;
}

void proof_search_close(struct proof_search *search) { free(search->prover); }

void proof_search_begin(struct proof_search *search, unsigned attacker,
                        kw_prove_progress_fn *progress, void *context) {
    search->attacker = attacker;
    search->progress = progress;
    search->context = context;
    search->began = clock_now();
    search->refused = false;
    atomic_store(&search->nodes, 0);
}

void proof_ask(struct proof_search *search, const struct kw_position *position,
               struct proof_answer *answer) {
    *answer = (struct proof_answer){0};
    if (search->refused)
        return;
    for (unsigned i = 0; i < search->threads; i++) {
        struct prover *prover = &search->prover[i];
        prover->search = search;
        prover->answer = answer;
        prover->nodes = prover->told = 0;
        prover->child[0] =
            (struct proof_child){.position = *position, .hash = proof_hash(search, position)};
    }
    atomic_store(&search->ended, false);
    parallel_for(search->threads, prover_work, search->prover);
    if (!search->refused)
        tell_listener(search);
}
