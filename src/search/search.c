/*
 * Invariants of the search:
 *
 *      path        step[0..ply] are the positions from the root on.  search_visit and search_leave
 *                  come in pairs, also when the search is aborted: the filter counts exactly the
 *                  path and the game before it.
 *      aborted     once it is set no value means anything: no move becomes the best of a node, and
 *                  nothing is stored.
 *      children    a node gives back all that it took from the stack of children.
 *      proven      a proven bound holds for the game itself.  What depends on the depth, the
 *                  evaluation or the path is not proven, but for the worst that a repetition can
 *                  be worth to one player, which bounds it in a proof.
 *      scores      are from the mover's side; a move after which the same player moves is not
 *                  negated.
 */
#include "search/search.h"

#include "base/clock.h"
#include "base/work.h"
#include "tree/position_hash.h"

#include <limits.h>

/* ---- parameters, the same for all games ------------------------------------------------------ */

/* What differs between games comes from their weights, or is a property that games/game.h reads. */
enum {
    QUIESCENCE_PLIES = 4,              /* plies that quiescence goes beyond the depth, at most */
    QUIESCENCE_SEEDS = 3,              /* seeds that a move there captures at least */
    QUIESCENCE_REACH = 6 * SCORE_SEED, /* delta pruning: farther below alpha it stops */
    REVERSE_FUTILITY_PLIES = 7,        /* depth at most */
    REVERSE_FUTILITY_DIVISOR = 5, /* margin of a ply: the volatility of the evaluation / this */
    ABDADA_DEPTH = 4              /* children of shallower nodes are not deferred */
};

/* ---- what is known without a search ---------------------------------------------------------- */

/* What a store with the majority of the seeds adds to the mover's score; 0: neither has it. */
KW_INLINE int search_decided_step(const struct search_shared *shared,
                                  const struct kw_position *position) {
    unsigned turn = position->turn & 1u;
    return position->store[turn] >= shared->majority        ? shared->win_step
           : position->store[turn ^ 1u] >= shared->majority ? -shared->win_step
                                                            : 0;
}

/*
 * Whether entries of a position hold seeds.  Else they hold scores as they are: what wins depends
 * on the stores, and a line that decides the game is worth more than its seeds.
 */
KW_INLINE bool search_stores_seeds(const struct worker *worker,
                                   const struct kw_position *position) {
    const struct search_shared *shared = worker->shared;
    return shared->win_step == 0 || worker->proving || search_decided_step(shared, position) != 0;
}

/*
 * The hash of all that an entry of a position depends on, without the stores where values are
 * relative to them.  Where positions are due, what was proven before holds no more: hashes differ.
 */
KW_INLINE uint64_t search_hash(const struct worker *worker, const struct kw_position *position) {
    const struct search_shared *shared = worker->shared;
    uint64_t unhashed = shared->unhashed, key = shared->due_key;
    if (!search_stores_seeds(worker, position)) {
        unhashed = 0;
        key ^= shared->win_key;
    }
    return hash_position(position, hash_word(position, 5) & ~unhashed, shared->small) ^ key;
}

/* Clamps an estimate to the scores of games that are decided like its position, or open. */
KW_INLINE int search_clamp_estimate(const struct search_shared *shared, int step, int score) {
    int open = shared->win_step;
    if (open == 0)
        return score;
    if (step > 0)
        return score > open ? score : open + 1;
    if (step < 0)
        return score < -open ? score : -open - 1;
    return score > open ? open : score < -open ? -open : score;
}

static struct value search_result_value(const struct search_shared *shared,
                                        const struct kw_result *result, unsigned mover,
                                        unsigned ply) {
    int sign = mover == KW_SOUTH ? 1 : -1, score = 0;
    if (result->scored)
        score = SCORE_SEED * sign * game_lead_of(result);
    else if (result->outcome != KW_DRAW)
        score =
            (result->outcome == KW_SOUTH_WINS ? sign : -sign) *
            (shared->counts_seeds ? SCORE_SEED * shared->game->rules->seeds : SCORE_WIN - (int)ply);
    if (shared->counts_seeds)
        score = score_of_result(shared, score);
    return (struct value){score, PROVEN_LOWER | PROVEN_UPPER};
}

/* The value of a finished position. */
static struct value search_end_value(const struct search_shared *shared,
                                     const struct kw_position *position, unsigned ply) {
    struct kw_result result;
    kw_state(shared->game, position, &result);
    return search_result_value(shared, &result, position->turn, ply);
}

/* The static value of a position; outside alpha and beta it may be without the network. */
KW_INLINE struct value search_leaf_value(const struct search_shared *shared,
                                         const struct kw_position *position, int alpha, int beta,
                                         unsigned ply) {
    const struct kw_game *game = shared->game;
    size_t choices = position->over != KW_GOING_ON ? 0 : game_mobility(game, position);
    if (KW_UNLIKELY(choices == 0))
        return search_end_value(shared, position, ply);
    int step = search_decided_step(shared, position);
    int score = evaluate_board(game, shared->weights, position) + step;
    bool outside = score + shared->weights->eval_margin <= alpha ||
                   score - shared->weights->eval_margin >= beta;
    score = outside ? score_clamp_unproven(score)
                    : evaluate(game, shared->weights, position, choices, score);
    return (struct value){search_clamp_estimate(shared, step, score), 0};
}

static uint16_t search_stores(const struct kw_position *position) {
    uint16_t stores;
    memcpy(&stores, position->store, sizeof stores);
    return stores;
}

/* How often a position has occurred before, and whether it has in the game before the root. */
struct visits {
    unsigned count; /* 2: twice or more often */
    bool in_game;
};

static struct visits search_visits(const struct worker *worker, const struct kw_position *position,
                                   uint64_t hash, unsigned ply) {
    const struct search_shared *shared = worker->shared;
    uint16_t stores = search_stores(position);
    if (KW_LIKELY(worker->repetition_filter[hash % REPETITION_FILTER_SLOTS] == 0))
        return (struct visits){0};
    unsigned count = shared->alone ? 0 : history_count(shared->history, position);
    struct visits visits = {.in_game = count > 0};
    for (unsigned i = ply;
         i-- > !shared->alone && count < 2;) { /* else the history holds the root */
        const struct search_step *before = &worker->step[i];
        if (before->stores != stores && shared->linear)
            break; /* seeds never leave a store: none before can be the same */
        bool same = before->hash == hash && before->stores == stores;
        count += same;
        visits.in_game = visits.in_game || (same && i == 0);
    }
    visits.count = count < 2 ? count : 2;
    return visits;
}

/*
 * The value of a repetition.  In a proof a second occurrence counts already, as the worst for one
 * player: that is a bound for him whatever follows, and no proof depends on itself.
 */
static struct value search_repetition_value(const struct worker *worker,
                                            const struct kw_position *position, unsigned ply) {
    const struct search_shared *shared = worker->shared;
    if (worker->proving) {
        int all = score_of_result(shared, SCORE_SEED * shared->game->rules->seeds);
        return position->turn == worker->prover ? (struct value){-all, PROVEN_LOWER}
                                                : (struct value){all, PROVEN_UPPER};
    }
    struct kw_result result;
    kw_repetition_result(shared->game, position, &result);
    struct value value = search_result_value(shared, &result, position->turn, ply);
    value.proven = 0;
    return value;
}

/* ---- endgame tables -------------------------------------------------------------------------- */

/* Whether a position has at most so many seeds. */
KW_INLINE bool search_seeds_within(const struct search_shared *shared,
                                   const struct kw_position *position, unsigned most) {
    const struct rules *rules = shared->game->rules;
    return rules->stores ? shared->seeds - position->store[0] - position->store[1] <= most
                         : shared->tablebase->seeds(shared->endgame, position) <= most;
}

/* Whether the endgame tables may know a position; without stores a probe has to find out. */
KW_INLINE bool search_near_the_end(const struct search_shared *shared,
                                   const struct kw_position *position) {
    return shared->tablebase != NULL &&
           (!shared->game->rules->stores ||
            search_seeds_within(shared, position, shared->endgame_most));
}

/*
 * Probes the endgame tables; false if they do not know the position.  Of two bounds that differ the
 * value is the one that decides the window, else the lower one without proof.  Where positions that
 * can come again have occurred twice, the bounds are a good guess, and no proof.
 */
static bool search_table_value(const struct search_shared *shared,
                               const struct kw_position *position, int alpha, int beta,
                               struct tablebase_bounds *bounds, struct value *value) {
    if (!shared->tablebase->probe(shared->endgame, position, shared->endgame_most, false, bounds))
        return false;
    int lower = score_of_result(shared, SCORE_SEED * bounds->lower);
    int upper = score_of_result(shared, SCORE_SEED * bounds->upper);
    if (!search_seeds_within(shared, position, shared->endgame_proves))
        *value = (struct value){lower, 0};
    else
        *value = lower == upper   ? (struct value){lower, PROVEN_LOWER | PROVEN_UPPER}
                 : lower >= beta  ? (struct value){lower, PROVEN_LOWER}
                 : upper <= alpha ? (struct value){upper, PROVEN_UPPER}
                                  : (struct value){lower, 0};
    return true;
}

/*
 * Clamps a score to the bounds of a table.  Where these leave open who wins, an estimate that
 * leaves it open too stays within the seeds that they allow, far below a win.
 */
static int search_clamp_to_table(const struct search_shared *shared,
                                 const struct tablebase_bounds *bounds, int score) {
    int fewest = SCORE_SEED * bounds->lower, most = SCORE_SEED * bounds->upper;
    int lower = score_of_result(shared, fewest), upper = score_of_result(shared, most);
    bool open = score >= -shared->win_step && score <= shared->win_step;
    if (open && lower <= score && score <= upper)
        return score < fewest ? fewest : score > most ? most : score;
    return score < lower ? lower : score > upper ? upper : score;
}

/* ---- the worker and its path ----------------------------------------------------------------- */

void worker_begin(struct worker *worker, struct search_shared *shared) {
    worker->shared = shared;
    worker->nodes = worker->next_poll = 0;
    worker->aborted = worker->out_of_memory = false;
    worker_prove(worker, UINT64_MAX);
    memset(worker->step, 0, sizeof worker->step);
    child_stack_clear(&worker->stack);
}

bool worker_open(struct worker *worker) {
    enum { NODE = KW_MOVES * (sizeof(struct child) + sizeof(struct move_score)) };
    *worker = (struct worker){0};
    return child_stack_open(&worker->stack, (PLY_MOST + 1) * NODE);
}

void worker_close(struct worker *worker) { child_stack_close(&worker->stack); }

void worker_prove(struct worker *worker, uint64_t nodes) {
    worker->proving = nodes < UINT64_MAX;
    worker->prover = KW_SOUTH;
    worker->most = worker->proving ? worker->nodes + nodes : UINT64_MAX;
    worker->next_poll = worker->nodes;
}

/* Puts a position on the path, until search_leave. */
static void search_visit(struct worker *worker, const struct kw_position *position, uint64_t hash,
                         unsigned ply) {
    worker->step[ply] = (struct search_step){.hash = hash, .stores = search_stores(position)};
    worker->repetition_filter[hash % REPETITION_FILTER_SLOTS]++;
}

static void search_leave(struct worker *worker, unsigned ply) {
    worker->repetition_filter[worker->step[ply].hash % REPETITION_FILTER_SLOTS]--;
}

/* Adds a position of the game before the root to the filter of repetitions. */
static void search_visit_history(void *context, const struct kw_position *position) {
    enum { MANY = UINT16_MAX / 2 };
    struct worker *worker = context;
    uint16_t *count =
        &worker->repetition_filter[search_hash(worker, position) % REPETITION_FILTER_SLOTS];
    *count = (uint16_t)(*count < MANY ? *count + 1 : MANY);
}

void worker_visit_root(struct worker *worker, const struct kw_position *position) {
    const struct search_shared *shared = worker->shared;
    memset(worker->repetition_filter, 0, sizeof worker->repetition_filter);
    history_visit(shared->history, shared->linear ? position->store : NULL, search_visit_history,
                  worker);
    search_visit(worker, position, search_hash(worker, position), 0);
}

void worker_hash_children(const struct worker *worker, struct child *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        list[i].hash = search_hash(worker, &list[i].position);
}

/* ---- children -------------------------------------------------------------------------------- */

/* The score that orders a child: linear weights alone. */
static int search_static_eval(const struct search_shared *shared,
                              const struct kw_position *position) {
    return position->over != KW_GOING_ON ? search_end_value(shared, position, 0).score
                                         : evaluate_board(shared->game, shared->weights, position) +
                                               search_decided_step(shared, position);
}

/* Prefetches the entries of the children with numbers from..to - 1, and evaluates them. */
static void search_evaluate_children(struct worker *worker, struct child *list, size_t from,
                                     size_t to) {
    for (size_t i = from; i < to; i++) {
        list[i].hash = search_hash(worker, &list[i].position);
        transposition_prefetch(worker->shared->table, list[i].hash);
    }
    for (size_t i = from; i < to && !worker->proving; i++)
        list[i].static_eval = search_static_eval(worker->shared, &list[i].position);
}

struct child *worker_expand(struct worker *worker, const struct kw_position *position,
                            size_t *count) {
    struct child *list = children_push(&worker->stack, worker->shared->game, position, sizeof *list,
                                       count, &worker->out_of_memory);
    worker->aborted = worker->aborted || worker->out_of_memory;
    search_evaluate_children(worker, list, 0, *count);
    return list;
}

enum { SCORE_FIRST = 1 << 30 };

/*
 * In a proof every line is searched to the end of the game, and static evaluation misleads: first
 * come moves with another turn, then the greatest gain, then the hole nearest to the end of the
 * row.
 */
KW_INLINE int search_proof_score(const struct search_shared *shared,
                                 const struct kw_position *parent, const struct child *child) {
    bool again = child->position.turn == parent->turn;
    return (again ? SCORE_FIRST / 2 : 0) +
           KW_HOLES * move_gain(shared->counts_seeds, parent, &child->position) +
           (int)kw_move_hole(child->move);
}

KW_INLINE int search_move_score(const struct worker *worker, const struct kw_position *parent,
                                const struct child *child, kw_move first) {
    if (child->move == first)
        return SCORE_FIRST;
    return worker->proving ? search_proof_score(worker->shared, parent, child)
                           : eval_score(parent, child);
}

/* ---- the search ------------------------------------------------------------------------------ */

enum { POLL_NODES = 512 };

bool worker_poll_clock(void *context) {
    struct worker *worker = context;
    struct search_shared *shared = worker->shared;
    if (worker->first && (clock_now() >= shared->deadline ||
                          atomic_load_explicit(shared->stop_requested, memory_order_relaxed)))
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    return !atomic_load_explicit(&shared->stop, memory_order_relaxed);
}

void worker_poll(struct worker *worker) {
    struct search_shared *shared = worker->shared;
    worker->next_poll = worker->nodes + POLL_NODES;
    if (worker->most < worker->next_poll)
        worker->next_poll = worker->most;
    if (worker->first) {
        if (worker->nodes >= shared->nodes)
            atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
        if (shared->nodes < worker->next_poll)
            worker->next_poll = shared->nodes;
    }
    if (worker->nodes >= worker->most || !worker_poll_clock(worker))
        worker->aborted = true;
}

static struct value search_negate(struct value value) {
    const unsigned step = PROVEN_UPPER / PROVEN_LOWER;
    return (struct value){-value.score, (value.proven & PROVEN_LOWER) * step |
                                            (value.proven & PROVEN_UPPER) / step};
}

static struct value search_node(struct worker *worker, const struct child *child, int depth,
                                int alpha, int beta, unsigned ply);

KW_INLINE struct value search_enter(struct worker *worker, const struct kw_position *parent,
                                    const struct child *child, int depth, int alpha, int beta,
                                    unsigned ply) {
    if (child->position.turn == parent->turn)
        return search_node(worker, child, depth, alpha, beta, ply + 1);
    return search_negate(search_node(worker, child, depth, -beta, -alpha, ply + 1));
}

struct value search_child(struct worker *worker, const struct kw_position *parent,
                          const struct child *child, int depth, int alpha, int beta, unsigned ply) {
    return search_enter(worker, parent, child, depth, alpha, beta, ply);
}

/* The principal variation of a node: its best move, and that of the child. */
static void search_update_pv(struct worker *worker, kw_move move, unsigned ply) {
    unsigned rest = worker->length[ply + 1];
    worker->line[ply][0] = move;
    memcpy(worker->line[ply] + 1, worker->line[ply + 1], rest * sizeof(kw_move));
    worker->length[ply] = rest + 1;
}

struct best best_begin(int alpha, int beta) {
    return (struct best){
        .value = {-SCORE_INFINITE, PROVEN_UPPER}, .move = NO_MOVE, .alpha = alpha, .beta = beta};
}

/* Takes over a value that is better than the best, or as good and newly proven. */
static void search_change_best(struct worker *worker, struct best *best, kw_move move,
                               struct value value, bool surer, unsigned ply) {
    best->value.score = value.score;
    best->value.proven = (best->value.proven & PROVEN_UPPER) | (value.proven & PROVEN_LOWER);
    if (value.score > best->alpha || (surer && best->move != NO_MOVE)) {
        best->alpha = value.score;
        best->move = move;
        search_update_pv(worker, move, ply);
    }
}

KW_INLINE bool search_update_best(struct worker *worker, struct best *best, kw_move move,
                                  struct value value, unsigned ply) {
    unsigned newly = value.proven & ~best->value.proven & PROVEN_LOWER;
    bool surer = value.score == best->value.score && newly != 0;
    best->value.proven &= value.proven | PROVEN_LOWER;
    if (value.score > best->value.score || surer)
        search_change_best(worker, best, move, value, surer, ply);
    if (best->alpha < best->beta)
        return false;
    best->value.proven &= PROVEN_LOWER; /* moves that were not searched may be better */
    return true;
}

bool best_update(struct worker *worker, struct best *best, kw_move move, struct value value,
                 unsigned ply) {
    return search_update_best(worker, best, move, value, ply);
}

/*
 * Quiescence search: the mover may stand pat, or play a move that captures at least
 * QUIESCENCE_SEEDS, up to QUIESCENCE_PLIES plies deep.  Delta pruning: a position that is farther
 * below alpha than QUIESCENCE_REACH is not searched.  Nor is it where moves share their sowing
 * (Bulto), since their number is too great.
 */
static struct value search_quiescence(struct worker *worker, const struct kw_position *position,
                                      int plies, int alpha, int beta, unsigned ply) {
    const struct search_shared *shared = worker->shared;
    const struct kw_game *game = shared->game;
    if (KW_UNLIKELY(shared->due_key != 0) && history_is_due(shared->history, position))
        return search_repetition_value(worker, position, ply);
    struct tablebase_bounds bounds;
    struct value best;
    bool known = KW_UNLIKELY(search_near_the_end(shared, position)) &&
                 search_table_value(shared, position, alpha, beta, &bounds, &best);
    if (known && best.proven)
        return best;
    best = search_leaf_value(shared, position, alpha, beta, ply);
    work_check();
    if (known && !best.proven)
        best.score = search_clamp_to_table(shared, &bounds, best.score);
    if (best.proven || plies == 0 || ply >= PLY_MOST - 1 || best.score >= beta ||
        best.score + QUIESCENCE_REACH <= alpha || game_many_moves(game))
        return best;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    for (size_t i = 0; i < count && best.score < beta && !worker->aborted; i++) {
        struct kw_position child;
        game->play(game->rules, position, moves[i], &child);
        if (move_gain(shared->counts_seeds, position, &child) < QUIESCENCE_SEEDS)
            continue;
        int low = best.score > alpha ? best.score : alpha;
        worker->nodes++;
        struct value value =
            child.turn == position->turn
                ? search_quiescence(worker, &child, plies - 1, low, beta, ply + 1)
                : search_negate(search_quiescence(worker, &child, plies - 1, -beta, -low, ply + 1));
        if (value.score > best.score)
            best = (struct value){value.score, value.proven & PROVEN_LOWER};
    }
    return best;
}

/* Depth 1: children go to the quiescence search unordered.  Returns how many there are. */
static size_t search_frontier(struct worker *worker, const struct kw_position *position,
                              struct best *best, unsigned ply) {
    const struct kw_game *game = worker->shared->game;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    worker->length[ply + 1] = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position child;
        game->play(game->rules, position, moves[i], &child);
        worker->nodes++;
        struct value value =
            child.turn == position->turn
                ? search_quiescence(worker, &child, QUIESCENCE_PLIES, best->alpha, best->beta,
                                    ply + 1)
                : search_negate(search_quiescence(worker, &child, QUIESCENCE_PLIES, -best->beta,
                                                  -best->alpha, ply + 1));
        if (worker->aborted || search_update_best(worker, best, moves[i], value, ply))
            break;
    }
    return count;
}

uint64_t search_task(const struct worker *worker, const struct child *child, int depth) {
    uint64_t kind = (uint64_t)depth << 2 | (worker->proving ? 2 + worker->prover : 0);
    return child->hash ^ (kind + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

/* Late move reduction: by how many plies a late quiet move is searched less deep. */
KW_INLINE int search_reduction(const struct worker *worker, const struct kw_position *parent,
                               const struct kw_position *child, int depth, size_t number) {
    if (depth < 3 || number < 2 || worker->proving || child->turn == parent->turn ||
        move_gain(worker->shared->counts_seeds, parent, child) > 0)
        return 0;
    return 1 + (number >= 6 && depth >= 5) + (number >= 12 && depth >= 6);
}

/* A position whose children are being searched. */
struct search_node {
    struct worker *worker;
    const struct kw_position *position;
    struct child *list;
    struct best *best;
    int depth, below; /* of the node, and of its children */
    unsigned ply;
};

KW_INLINE uint64_t search_node_task(const void *context, size_t i) {
    const struct search_node *node = context;
    return search_task(node->worker, &node->list[i], node->below);
}

/*
 * Searches a child: the first with the whole window; others with a null window, late ones with
 * reduced depth, and again if that fails high.
 */
KW_INLINE bool search_node_child(void *context, size_t i, size_t number) {
    struct search_node *node = context;
    struct worker *worker = node->worker;
    const struct kw_position *position = node->position;
    const struct child *child = &node->list[i];
    struct best *best = node->best;
    int below = node->below, alpha = best->alpha;
    unsigned ply = node->ply;
    struct value value;
    if (number == 0) {
        value = search_enter(worker, position, child, below, alpha, best->beta, ply);
    } else {
        int less = search_reduction(worker, position, &child->position, node->depth, number);
        value = search_enter(worker, position, child, below - less, alpha, alpha + 1, ply);
        if (value.score > alpha && less > 0)
            value = search_enter(worker, position, child, below, alpha, alpha + 1, ply);
        if (value.score > alpha && value.score < best->beta)
            value = search_enter(worker, position, child, below, alpha, best->beta, ply);
    }
    return worker->aborted || search_update_best(worker, best, child->move, value, ply);
}

/* Brings a move to the front, and the others keep their order; false if it is none of them. */
KW_INLINE bool search_bring_first(kw_move *moves, size_t count, kw_move first) {
    size_t at = 0;
    while (at < count && moves[at] != first)
        at++;
    if (at == count)
        return false;
    for (; at > 0; at--)
        moves[at] = moves[at - 1];
    moves[0] = first;
    return true;
}

/* Scores and searches the children with numbers from..to - 1; true if the node is settled. */
KW_INLINE bool search_some_children(struct search_node *node, struct move_score *scores,
                                    kw_move first, size_t from, size_t to) {
    struct worker *worker = node->worker;
    bool shares = node->depth >= ABDADA_DEPTH;
    for (size_t i = from; i < to; i++)
        scores[i] = (struct move_score){
            search_move_score(worker, node->position, &node->list[i], first), (uint32_t)i};
    return abdada_search(shares ? worker->shared->in_progress : NULL, scores, from, to,
                         search_node_task, search_node_child, node);
}

/*
 * Plays and searches the children of a node, and returns how many there are.  The move that was the
 * best before is played and searched alone, since often no other is needed.
 */
static size_t search_children(struct search_node *node, kw_move first) {
    struct worker *worker = node->worker;
    const struct kw_game *game = worker->shared->game;
    kw_move moves[KW_MOVES];
    size_t count, from = 0;
    bool settled = false, all = game_many_moves(game);
    if (all) {
        node->list = worker_expand(worker, node->position, &count);
    } else {
        count = game->moves(game->rules, node->position, moves, KW_MOVES);
        node->list = child_stack_push(&worker->stack, count * sizeof *node->list);
    }
    struct move_score *scores = child_stack_push(&worker->stack, count * sizeof *scores);
    if (KW_UNLIKELY(node->list == NULL || scores == NULL || worker->out_of_memory)) {
        worker->out_of_memory = worker->aborted = true;
        return count;
    }
    node->below = node->depth - (count > 1);
    while (from < count && !settled) {
        bool alone =
            !all && from == 0 && first != NO_MOVE && search_bring_first(moves, count, first);
        size_t to = alone ? 1 : count;
        if (!all) {
            children_play(game, node->position, moves, from, to, node->list, sizeof *node->list);
            search_evaluate_children(worker, node->list, from, to);
        }
        settled = search_some_children(node, scores, first, from, to);
        from = to;
    }
    return count;
}

/* Searches the moves of a position, and returns how many there are. */
static size_t search_moves(struct worker *worker, const struct kw_position *position, kw_move first,
                           int depth, struct best *best, unsigned ply) {
    struct search_node node = {
        .worker = worker, .position = position, .best = best, .depth = depth, .ply = ply};
    struct child_mark mark = worker->stack.top;
    size_t count = search_children(&node, first);
    child_stack_reset(&worker->stack, mark);
    return count;
}

/*
 * Scores in the table are relative to the node: seeds without its lead in the stores, and wins by
 * their distance from it.
 */
static int search_score_offset(const struct search_shared *shared,
                               const struct kw_position *position) {
    return shared->linear ? SCORE_SEED * store_lead(position) : 0;
}

static int search_score_from_tt(const struct worker *worker, const struct kw_position *position,
                                int score, unsigned ply) {
    const struct search_shared *shared = worker->shared;
    if (score > SCORE_WON || score < -SCORE_WON)
        return score > 0 ? score - (int)ply : score + (int)ply;
    if (!search_stores_seeds(worker, position))
        return score;
    int step = search_decided_step(shared, position);
    score += search_score_offset(shared, position);
    return step != 0 ? search_clamp_estimate(shared, step, score + step)
                     : score_of_result(shared, score);
}

static int search_score_to_tt(const struct worker *worker, const struct kw_position *position,
                              int score, unsigned ply) {
    const struct search_shared *shared = worker->shared;
    int kept = score;
    if (score > SCORE_WON || score < -SCORE_WON)
        kept += score > 0 ? (int)ply : -(int)ply;
    else if (search_stores_seeds(worker, position))
        kept = score_in_seeds(shared, score) - search_score_offset(shared, position);
    return kept > SCORE_INFINITE ? SCORE_INFINITE : kept < -SCORE_INFINITE ? -SCORE_INFINITE : kept;
}

/* Whether an entry decides the window; bounds that are not proven count in null windows only. */
static bool search_tt_cutoff(const struct tt_entry *entry, struct value *value, int depth,
                             int alpha, int beta) {
    bool deep = entry->depth >= depth && beta - alpha == 1;
    bool low = entry->flags & (deep ? BOUND_LOWER | PROVEN_LOWER : PROVEN_LOWER);
    bool high = entry->flags & (deep ? BOUND_UPPER | PROVEN_UPPER : PROVEN_UPPER);
    value->proven = entry->flags & (PROVEN_LOWER | PROVEN_UPPER);
    return (low && value->score >= beta) || (high && value->score <= alpha) || (low && high);
}

/* Stores a node.  Where all moves failed low it keeps the move that was the best before. */
static void search_store(struct worker *worker, const struct kw_position *position,
                         const struct best *best, kw_move before, int alpha, int depth,
                         unsigned ply) {
    struct tt_entry entry = {
        .move = best->move != NO_MOVE ? best->move : before,
        .score = (int16_t)search_score_to_tt(worker, position, best->value.score, ply),
        .depth = (uint8_t)(depth < 0 ? 0 : depth),
        .flags = (uint8_t)(best->value.proven | (best->value.score > alpha ? BOUND_LOWER : 0) |
                           (best->value.score < best->beta ? BOUND_UPPER : 0))};
    transposition_store(worker->shared->table, worker->step[ply].hash, entry);
}

void worker_learn(struct worker *worker, const struct child *child, int score, unsigned proven) {
    struct tt_entry entry = {.move = NO_MOVE};
    transposition_probe(worker->shared->table, child->hash, &entry);
    entry.score = (int16_t)search_score_to_tt(worker, &child->position, score, 1);
    entry.flags = (uint8_t)(proven | (proven & PROVEN_LOWER ? BOUND_LOWER : 0) |
                            (proven & PROVEN_UPPER ? BOUND_UPPER : 0));
    transposition_store(worker->shared->table, child->hash, entry);
}

/* Whether the seeds left on the board cannot bring the value into the window: proven. */
static bool search_score_bounds_cutoff(const struct search_shared *shared,
                                       const struct kw_position *position, int alpha, int beta,
                                       struct value *value) {
    if (!shared->linear)
        return false;
    int lead = SCORE_SEED * store_lead(position);
    int left = SCORE_SEED * ((int)shared->seeds - position->store[0] - position->store[1]);
    int upper = score_of_result(shared, lead + left);
    int lower = score_of_result(shared, lead - left);
    if (upper <= alpha) {
        *value = (struct value){upper, PROVEN_UPPER};
        return true;
    }
    *value = (struct value){lower, PROVEN_LOWER};
    return lower >= beta;
}

/*
 * Reverse futility pruning: whether the evaluation is above beta by so much that the depth left
 * will hardly bring the value below beta.
 */
static bool search_reverse_futility(const struct search_shared *shared, const struct child *child,
                                    int depth, int beta, struct value *value) {
    const struct kw_game *game = shared->game;
    const struct kw_position *position = &child->position;
    int enough = beta + shared->weights->eval_volatility * depth / REVERSE_FUTILITY_DIVISOR;
    int step = search_decided_step(shared, position);
    if (shared->win_step > 0 && beta < -shared->win_step && step == 0)
        return false; /* no estimate shows that the opponent cannot decide the game */
    if (child->static_eval + shared->weights->eval_margin < enough)
        return false;
    size_t choices = game_mobility(game, position);
    if (choices == 0)
        return false;
    *value = (struct value){score_clamp_unproven(child->static_eval), 0};
    if (child->static_eval - shared->weights->eval_margin < enough)
        value->score = evaluate(game, shared->weights, position, choices, child->static_eval);
    value->score = search_clamp_estimate(shared, step, value->score);
    return value->score >= enough;
}

/* The value of a child from the side of its own mover. */
static struct value search_node(struct worker *worker, const struct child *child, int depth,
                                int alpha, int beta, unsigned ply) {
    const struct kw_position *position = &child->position;
    uint64_t hash = child->hash;
    const struct search_shared *shared = worker->shared;
    const struct kw_game *game = shared->game;
    struct value value;
    worker->nodes++;
    worker->length[ply] = 0;
    if (KW_UNLIKELY(worker->nodes >= worker->next_poll))
        worker_poll(worker);
    work_check();
    if (worker->aborted)
        return (struct value){0, 0};
    if (depth <= 0 || ply >= PLY_MOST - 1)
        return search_quiescence(worker, position, QUIESCENCE_PLIES, alpha, beta, ply);
    if (position->over != KW_GOING_ON)
        return search_end_value(shared, position, ply);
    struct visits visits = search_visits(worker, position, hash, ply);
    if (visits.count >= (worker->proving ? 1 : history_limit(worker->shared->history) - 1))
        return search_repetition_value(worker, position, ply);
    if (search_score_bounds_cutoff(shared, position, alpha, beta, &value))
        return value;
    struct tablebase_bounds bounds;
    if (KW_UNLIKELY(search_near_the_end(shared, position)) &&
        search_table_value(shared, position, alpha, beta, &bounds, &value) && value.proven)
        return value;

    struct tt_entry entry = {.move = NO_MOVE};
    if (transposition_probe(shared->table, hash, &entry)) {
        bool proven = entry.flags & (PROVEN_LOWER | PROVEN_UPPER);
        int enough = worker->proving ? INT_MAX : depth;
        value.score = search_score_from_tt(worker, position, entry.score, ply);
        /* A position of the game is searched again: its entry may come from cycling to it. */
        if (!visits.in_game && search_tt_cutoff(&entry, &value, enough, alpha, beta))
            return value;
        if (worker->proving && !proven)
            entry.move = NO_MOVE;
    }
    if (depth <= REVERSE_FUTILITY_PLIES && beta - alpha == 1 && !worker->proving &&
        search_reverse_futility(shared, child, depth, beta, &value))
        return value;
    struct best best = best_begin(alpha, beta);
    size_t count;
    search_visit(worker, position, hash, ply);
    if (depth == 1 && !game_many_moves(game))
        count = search_frontier(worker, position, &best, ply);
    else
        count = search_moves(worker, position, entry.move, depth, &best, ply);
    search_leave(worker, ply);
    if (worker->aborted)
        return (struct value){0, 0};
    if (count == 0)
        return search_end_value(shared, position, ply);
    bool reached = best.value.score >= beta;
    if (!worker->proving || (best.value.proven & (reached ? PROVEN_LOWER : PROVEN_UPPER)))
        search_store(worker, position, &best, entry.move, alpha, depth, ply);
    return best.value;
}

struct value search_position(struct worker *worker, const struct kw_position *position, int depth,
                             int alpha, int beta) {
    struct child child = {.static_eval = search_static_eval(worker->shared, position),
                          .hash = search_hash(worker, position),
                          .position = *position};
    return search_node(worker, &child, depth, alpha, beta, 1);
}
