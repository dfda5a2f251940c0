#include "search/search.h"

#include "base/clock.h"

#include <limits.h>
#include <stdlib.h>

/* ---- what is known without looking further ----------------------------------------------------
 */

KW_INLINE uint64_t fold(uint64_t a, uint64_t b) { return a * b ^ multiply_high(a, b); }

KW_INLINE uint64_t word_of(const struct kw_position *position, unsigned i) {
    uint64_t word;
    memcpy(&word, (const char *)position + sizeof word * i, sizeof word);
    return word;
}

/*
 * Of all that the value of a position depends on, the seeds in the stores apart.  Where positions
 * have stood twice, what was proven before they had does not hold any more: it may lead there.
 */
KW_INLINE uint64_t board_hash(const struct common *common, const struct kw_position *position) {
    const uint64_t k2 = UINT64_C(0xD6E8FEB86659FD93), k3 = UINT64_C(0xA0761D6478BD642F);
    uint64_t near = fold(word_of(position, 0) ^ UINT64_C(0x9E3779B97F4A7C15),
                         word_of(position, 1) ^ UINT64_C(0xBF58476D1CE4E5B9));
    uint64_t far = fold(k2, k3); /* the last sixteen holes, if there are any */
    if (!common->small)
        far = fold(word_of(position, 2) ^ k2, word_of(position, 3) ^ k3);
    uint64_t rest = word_of(position, 5) & ~common->apart;
    return fold(near ^ word_of(position, 4) ^ UINT64_C(0x94D049BB133111EB),
                far ^ rest ^ UINT64_C(0xE7037ED1A0B428DB)) ^
           common->twice;
}

static struct value value_of(const struct common *common, const struct kw_result *result,
                             unsigned mover, unsigned ply) {
    int sign = mover == KW_SOUTH ? 1 : -1, score = 0;
    if (result->scored)
        score = SCORE_SEED * sign * ((int)result->score[0] - (int)result->score[1]);
    else if (result->outcome != KW_DRAW)
        score =
            (result->outcome == KW_SOUTH_WINS ? sign : -sign) *
            (common->counts_seeds ? SCORE_SEED * common->game->rules->seeds : SCORE_WIN - (int)ply);
    return (struct value){score, PROVEN_LOWER | PROVEN_UPPER};
}

/* A finished position. */
static struct value end_value(const struct common *common, const struct kw_position *position,
                              unsigned ply) {
    struct kw_result result;
    kw_state(common->game, position, &result);
    return value_of(common, &result, position->turn, ply);
}

/* A position where nothing is looked at but itself; outside alpha and beta it may be coarse. */
KW_INLINE struct value leaf_value(const struct common *common, const struct kw_position *position,
                                  int alpha, int beta, unsigned ply) {
    const struct kw_game *game = common->game;
    size_t choices = position->over != KW_GOING_ON ? 0 : game->count(game->rules, position);
    if (KW_UNLIKELY(choices == 0))
        return end_value(common, position, ply);
    int board = evaluate_board(game, common->weights, position);
    if (board + common->weights->margin <= alpha || board - common->weights->margin >= beta)
        return (struct value){guessed(board), 0};
    return (struct value){evaluate(game, common->weights, position, choices, board), 0};
}

static uint16_t stores_of(const struct kw_position *position) {
    uint16_t stores;
    memcpy(&stores, position->store, sizeof stores);
    return stores;
}

/* How often a position has stood before, and whether it has in the game itself. */
struct visits {
    unsigned count; /* 2: twice or more often */
    bool in_game;
};

static struct visits visits_before(const struct worker *worker, const struct kw_position *position,
                                   uint64_t hash, unsigned ply) {
    const struct common *common = worker->common;
    uint16_t stores = stores_of(position);
    if (KW_LIKELY(worker->stood[hash % STOOD_SLOTS] == 0))
        return (struct visits){0};
    unsigned count = common->alone ? 0 : history_count(common->history, position);
    struct visits visits = {.in_game = count > 0};
    for (unsigned i = ply; i-- > !common->alone && count < 2;) { /* else the root is counted */
        const struct step *before = &worker->step[i];
        if (before->stores != stores && common->linear)
            break; /* seeds never leave a store */
        bool same = before->hash == hash && before->stores == stores;
        count += same;
        visits.in_game = visits.in_game || (same && i == 0);
    }
    visits.count = count < 2 ? count : 2;
    return visits;
}

/*
 * What a third occurrence pays.  In a proof a second one counts as the worst for one player: he is
 * not worse off in any case, and no proof leads back to where it began.
 */
static struct value repetition_value(const struct worker *worker,
                                     const struct kw_position *position, unsigned ply) {
    const struct common *common = worker->common;
    if (worker->proving) {
        int all = SCORE_SEED * common->game->rules->seeds;
        return position->turn == worker->prover ? (struct value){-all, PROVEN_LOWER}
                                                : (struct value){all, PROVEN_UPPER};
    }
    struct kw_result result;
    kw_repetition_result(common->game, position, &result);
    struct value value = value_of(common, &result, position->turn, ply);
    value.proven = 0;
    return value;
}

/* ---- endgame tables -------------------------------------------------------------------------- */

/* Whether a position has no more seeds than that. */
KW_INLINE bool seeds_within(const struct common *common, const struct kw_position *position,
                            unsigned most) {
    const struct rules *rules = common->game->rules;
    return rules->stores ? rules->seeds - position->store[0] - position->store[1] <= (int)most
                         : common->endings->seeds(common->endgame, position) <= most;
}

/* Whether the tables may know a position; in Bulto they have to be asked. */
KW_INLINE bool near_the_end(const struct common *common, const struct kw_position *position) {
    return common->endings != NULL &&
           (!common->game->rules->stores || seeds_within(common, position, common->endgame_most));
}

/*
 * What a table says of a position; false if nothing.  Of two bounds that differ, the one that
 * answers the window, or both without a proof.  Where positions have stood twice that can come
 * again, its bounds are the best guess there is, and no proof.
 */
static bool table_value(const struct common *common, const struct kw_position *position, int alpha,
                        int beta, struct ending *ending, struct value *value) {
    if (!common->endings->probe(common->endgame, position, common->endgame_most, false, ending))
        return false;
    int lower = SCORE_SEED * ending->lower, upper = SCORE_SEED * ending->upper;
    if (!seeds_within(common, position, common->endgame_proves))
        *value = (struct value){lower, 0};
    else
        *value = lower == upper   ? (struct value){lower, PROVEN_LOWER | PROVEN_UPPER}
                 : lower >= beta  ? (struct value){lower, PROVEN_LOWER}
                 : upper <= alpha ? (struct value){upper, PROVEN_UPPER}
                                  : (struct value){lower, 0};
    return true;
}

/* A guess within what a table knows. */
static int within(const struct ending *ending, int score) {
    int lower = SCORE_SEED * ending->lower, upper = SCORE_SEED * ending->upper;
    return score < lower ? lower : score > upper ? upper : score;
}

/* ---- the moves ------------------------------------------------------------------------------ */

void worker_begin(struct worker *worker, struct common *common) {
    worker->common = common;
    worker->nodes = worker->look = 0;
    worker->halted = worker->starved = false;
    worker_prove(worker, UINT64_MAX);
    memset(worker->step, 0, sizeof worker->step);
    memset(worker->stood, 0, sizeof worker->stood);
}

/* Makes room for so many; false, and what there was stays, if there is no memory. */
static bool branches_grow(struct branches *branches, size_t capacity) {
    struct branch *list = realloc(branches->list, capacity * sizeof *list);
    if (list != NULL)
        branches->list = list;
    struct rank *rank = realloc(branches->rank, capacity * sizeof *rank);
    if (rank != NULL)
        branches->rank = rank;
    if (list == NULL || rank == NULL)
        return false;
    branches->capacity = capacity;
    return true;
}

bool worker_open(struct worker *worker) {
    *worker = (struct worker){0};
    for (unsigned ply = 0; ply <= PLY_MOST; ply++) {
        struct branches *branches = &worker->branches[ply];
        if (!branches_grow(branches, KW_MOVES)) {
            worker_close(worker);
            return false;
        }
    }
    return true;
}

void worker_close(struct worker *worker) {
    for (unsigned ply = 0; ply <= PLY_MOST; ply++) {
        free(worker->branches[ply].list);
        free(worker->branches[ply].rank);
        worker->branches[ply] = (struct branches){0};
    }
}

void worker_prove(struct worker *worker, uint64_t nodes) {
    worker->proving = nodes < UINT64_MAX;
    worker->prover = KW_SOUTH;
    worker->most = worker->proving ? worker->nodes + nodes : UINT64_MAX;
    worker->look = worker->nodes;
}

/* Takes note of a position for those that follow from it, until it is left. */
static void visit(struct worker *worker, const struct kw_position *position, uint64_t hash,
                  unsigned ply) {
    worker->step[ply] = (struct step){.hash = hash, .stores = stores_of(position)};
    worker->stood[hash % STOOD_SLOTS]++;
}

static void leave(struct worker *worker, unsigned ply) {
    worker->stood[worker->step[ply].hash % STOOD_SLOTS]--;
}

/* A position of the game before the root. */
static void recall(void *context, const struct kw_position *position) {
    enum { MANY = UINT16_MAX / 2 };
    struct worker *worker = context;
    uint16_t *stood = &worker->stood[board_hash(worker->common, position) % STOOD_SLOTS];
    *stood = (uint16_t)(*stood < MANY ? *stood + 1 : MANY);
}

void worker_visit_root(struct worker *worker, const struct kw_position *position) {
    const struct common *common = worker->common;
    history_visit(common->history, common->linear ? position->store : NULL, recall, worker);
    visit(worker, position, board_hash(common, position), 0);
}

/* Bulto's moves from a hole share their sowing. */
static size_t shared_branches(struct worker *worker, const struct kw_position *position,
                              unsigned ply) {
    const struct kw_game *game = worker->common->game;
    struct branches *branches = &worker->branches[ply];
    struct kw_child few[KW_MOVES], *list = few;
    size_t count = kw_children(game, position, few, KW_MOVES);
    if (KW_UNLIKELY(count > KW_MOVES)) {
        struct kw_child *many = malloc(count * sizeof *many);
        if (many != NULL && (branches->capacity >= count || branches_grow(branches, count))) {
            kw_children(game, position, many, count);
            list = many;
        } else {
            free(many);
            count = KW_MOVES;
            worker->starved = worker->halted = true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        branches->list[i].move = list[i].move;
        branches->list[i].position = list[i].position;
    }
    if (list != few)
        free(list);
    return count;
}

/* What a position is worth at a glance. */
static int glance(const struct common *common, const struct kw_position *position) {
    return position->over != KW_GOING_ON ? end_value(common, position, 0).score
                                         : evaluate_board(common->game, common->weights, position);
}

/* Finds out what orders the branches from number `from` on, and leads to what is known of them. */
static void look_at(struct worker *worker, struct branch *list, size_t from, size_t count) {
    for (size_t i = from; i < count; i++) {
        list[i].hash = board_hash(worker->common, &list[i].position);
        transposition_prefetch(worker->common->table, list[i].hash);
    }
    for (size_t i = from; i < count && !worker->proving; i++)
        list[i].glance = glance(worker->common, &list[i].position);
}

/* Plays the moves from number `from` on. */
static void play_branches(struct worker *worker, const struct kw_position *position,
                          const kw_move *moves, size_t from, size_t count, unsigned ply) {
    const struct kw_game *game = worker->common->game;
    struct branch *list = worker->branches[ply].list;
    for (size_t i = from; i < count; i++) {
        list[i].move = moves[i];
        game->play(game->rules, position, moves[i], &list[i].position);
    }
    look_at(worker, list, from, count);
}

/* True in Bulto: moves that are sown alike are played together. */
static bool plays_together(const struct common *common) {
    return common->game->family->children != NULL;
}

size_t worker_branches(struct worker *worker, const struct kw_position *position, unsigned ply) {
    const struct kw_game *game = worker->common->game;
    kw_move moves[KW_MOVES];
    size_t count;
    if (plays_together(worker->common)) {
        count = shared_branches(worker, position, ply);
        look_at(worker, worker->branches[ply].list, 0, count);
    } else {
        count = game->moves(game->rules, position, moves, KW_MOVES);
        play_branches(worker, position, moves, 0, count, ply);
    }
    return count;
}

/* Seeds on the player's side, of Bao. */
static int side_seeds(const struct kw_position *position, unsigned player) {
    uint64_t word[2];
    const uint64_t bytes = UINT64_C(0x00FF00FF00FF00FF);
    memcpy(word, position->hole + 16 * player, sizeof word);
    uint64_t sum =
        (word[0] & bytes) + (word[0] >> 8 & bytes) + (word[1] & bytes) + (word[1] >> 8 & bytes);
    return (int)((sum * UINT64_C(0x0001000100010001)) >> 48) + position->store[player];
}

/* How many seeds a move wins its player. */
KW_INLINE int gain_of(const struct common *common, const struct kw_position *parent,
                      const struct kw_position *child) {
    unsigned mover = parent->turn;
    return common->counts_seeds ? child->store[mover] - parent->store[mover]
                                : side_seeds(child, mover) - side_seeds(parent, mover);
}

enum { ORDER_FIRST = 1 << 30, ORDER_LATER = INT_MIN };

/*
 * In a proof every node is searched to the end of the game, and what looks good misleads: first
 * come moves after which he moves again, then the greatest gain, then the hole that is the nearest
 * to the end of his row.
 */
KW_INLINE int proof_order(const struct common *common, const struct kw_position *parent,
                          const struct branch *branch) {
    bool again = branch->position.turn == parent->turn;
    return (again ? ORDER_FIRST / 2 : 0) + KW_HOLES * gain_of(common, parent, &branch->position) +
           (int)kw_move_hole(branch->move);
}

KW_INLINE int order_of(const struct worker *worker, const struct kw_position *parent,
                       const struct branch *branch, kw_move first) {
    if (branch->move == first)
        return ORDER_FIRST;
    return worker->proving ? proof_order(worker->common, parent, branch)
                           : glance_order(parent, branch);
}

/* Brings the best of the ranks from `at` on to `at`, and returns which branch it is. */
KW_INLINE size_t pick(struct rank *rank, size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (rank[i].order > rank[best].order)
            best = i;
    struct rank taken = rank[best];
    rank[best] = rank[at];
    rank[at] = taken;
    return taken.branch;
}

/* ---- the search ----------------------------------------------------------------------------- */

enum { NODES_A_LOOK = 512 };

/* Whether the search shall end: looked at now and then. */
static void look_up(struct worker *worker) {
    struct common *common = worker->common;
    worker->look = worker->nodes + NODES_A_LOOK;
    if (worker->most < worker->look)
        worker->look = worker->most;
    if (worker->first) {
        if (worker->nodes >= common->nodes || clock_now() >= common->deadline ||
            atomic_load_explicit(common->stop_asked, memory_order_relaxed))
            atomic_store_explicit(&common->stop, true, memory_order_relaxed);
        if (common->nodes < worker->look)
            worker->look = common->nodes;
    }
    if (worker->nodes >= worker->most || atomic_load_explicit(&common->stop, memory_order_relaxed))
        worker->halted = true;
}

static struct value turned(struct value value) {
    const unsigned step = PROVEN_UPPER / PROVEN_LOWER;
    return (struct value){-value.score, (value.proven & PROVEN_LOWER) * step |
                                            (value.proven & PROVEN_UPPER) / step};
}

static struct value search_position(struct worker *worker, const struct branch *branch, int depth,
                                    int alpha, int beta, unsigned ply);

KW_INLINE struct value enter(struct worker *worker, const struct kw_position *parent,
                             const struct branch *branch, int depth, int alpha, int beta,
                             unsigned ply) {
    if (branch->position.turn == parent->turn)
        return search_position(worker, branch, depth, alpha, beta, ply + 1);
    return turned(search_position(worker, branch, depth, -beta, -alpha, ply + 1));
}

struct value search_branch(struct worker *worker, const struct kw_position *parent,
                           const struct branch *branch, int depth, int alpha, int beta,
                           unsigned ply) {
    return enter(worker, parent, branch, depth, alpha, beta, ply);
}

/* Follows the best move and what comes after it. */
static void note_line(struct worker *worker, kw_move move, unsigned ply) {
    unsigned rest = worker->length[ply + 1];
    worker->line[ply][0] = move;
    memcpy(worker->line[ply] + 1, worker->line[ply + 1], rest * sizeof(kw_move));
    worker->length[ply] = rest + 1;
}

struct best best_begin(int alpha, int beta) {
    return (struct best){
        .value = {-SCORE_INFINITE, PROVEN_UPPER}, .move = NO_MOVE, .alpha = alpha, .beta = beta};
}

/* A move that is better than what was known, or as good and surer. */
static void best_change(struct worker *worker, struct best *best, kw_move move, struct value value,
                        bool surer, unsigned ply) {
    best->value.score = value.score;
    best->value.proven = (best->value.proven & PROVEN_UPPER) | (value.proven & PROVEN_LOWER);
    if (value.score > best->alpha || (surer && best->move != NO_MOVE)) {
        best->alpha = value.score;
        best->move = move;
        note_line(worker, move, ply);
    }
}

KW_INLINE bool take(struct worker *worker, struct best *best, kw_move move, struct value value,
                    unsigned ply) {
    unsigned newly = value.proven & ~best->value.proven & PROVEN_LOWER;
    bool surer = value.score == best->value.score && newly != 0;
    best->value.proven &= value.proven | PROVEN_LOWER;
    if (value.score > best->value.score || surer)
        best_change(worker, best, move, value, surer, ply);
    if (best->alpha < best->beta)
        return false;
    best->value.proven &= PROVEN_LOWER; /* the moves not searched may be better still */
    return true;
}

bool best_take(struct worker *worker, struct best *best, kw_move move, struct value value,
               unsigned ply) {
    return take(worker, best, move, value, ply);
}

enum { QUIET_PLIES = 4, QUIET_SEEDS = 3, QUIET_REACH = 6 * SCORE_SEED };

/*
 * The value of a position where the search ends, if from here on a player only goes on by taking
 * at least QUIET_SEEDS and may always stop.  Who could not reach alpha with QUIET_REACH need not
 * try.  Where moves have many choices (Bulto) nothing is tried.
 */
static struct value search_quiet(struct worker *worker, const struct kw_position *position,
                                 int plies, int alpha, int beta, unsigned ply) {
    const struct common *common = worker->common;
    const struct kw_game *game = common->game;
    if (KW_UNLIKELY(common->twice != 0) && history_is_due(common->history, position))
        return repetition_value(worker, position, ply);
    struct ending ending;
    struct value best;
    bool known = KW_UNLIKELY(near_the_end(common, position)) &&
                 table_value(common, position, alpha, beta, &ending, &best);
    if (known && best.proven)
        return best;
    best = leaf_value(common, position, alpha, beta, ply);
    if (known && !best.proven)
        best.score = within(&ending, best.score);
    if (best.proven || plies == 0 || ply >= PLY_MOST - 1 || best.score >= beta ||
        best.score + QUIET_REACH <= alpha || game->family->children != NULL)
        return best;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    for (size_t i = 0; i < count && best.score < beta; i++) {
        struct kw_position child;
        game->play(game->rules, position, moves[i], &child);
        if (gain_of(common, position, &child) < QUIET_SEEDS)
            continue;
        int low = best.score > alpha ? best.score : alpha;
        worker->nodes++;
        struct value value =
            child.turn == position->turn
                ? search_quiet(worker, &child, plies - 1, low, beta, ply + 1)
                : turned(search_quiet(worker, &child, plies - 1, -beta, -low, ply + 1));
        if (value.score > best.score)
            best = (struct value){value.score, value.proven & PROVEN_LOWER};
    }
    return best;
}

/* The last ply: children are only looked at, one after the other.  Returns how many there are. */
static size_t search_frontier(struct worker *worker, const struct kw_position *position,
                              struct best *best, unsigned ply) {
    const struct kw_game *game = worker->common->game;
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    worker->length[ply + 1] = 0;
    for (size_t i = 0; i < count; i++) {
        struct kw_position child;
        game->play(game->rules, position, moves[i], &child);
        worker->nodes++;
        struct value value =
            child.turn == position->turn
                ? search_quiet(worker, &child, QUIET_PLIES, best->alpha, best->beta, ply + 1)
                : turned(search_quiet(worker, &child, QUIET_PLIES, -best->beta, -best->alpha,
                                      ply + 1));
        if (take(worker, best, moves[i], value, ply))
            break;
    }
    return count;
}

/* Less is not worth the asking. */
enum { SHARED_DEPTH = 4 };

uint64_t task_of(const struct worker *worker, const struct branch *branch, int depth) {
    uint64_t kind = (uint64_t)depth << 2 | (worker->proving ? 2 + worker->prover : 0);
    return branch->hash ^ (kind + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

/*
 * Whether another thread is at this search of a branch; if none is, this one is from now on, until
 * task_end.  The first in the order is never left to others.
 */
static bool task_begin(struct worker *worker, const struct branch *branch, size_t number,
                       int depth) {
    uint64_t task = task_of(worker, branch, depth);
    _Atomic uint64_t *slot = &worker->common->busy->task[task % BUSY_SLOTS];
    if (number > 0 && atomic_load_explicit(slot, memory_order_relaxed) == task)
        return false;
    atomic_store_explicit(slot, task, memory_order_relaxed);
    return true;
}

static void task_end(struct worker *worker, const struct branch *branch, int depth) {
    uint64_t task = task_of(worker, branch, depth);
    _Atomic uint64_t *slot = &worker->common->busy->task[task % BUSY_SLOTS];
    if (atomic_load_explicit(slot, memory_order_relaxed) == task)
        atomic_store_explicit(slot, 0, memory_order_relaxed);
}

/* How many plies less a late and quiet move is searched. */
KW_INLINE int reduction(const struct worker *worker, const struct kw_position *parent,
                        const struct kw_position *child, int depth, size_t number) {
    if (depth < 3 || number < 2 || worker->proving || child->turn == parent->turn ||
        gain_of(worker->common, parent, child) > 0)
        return 0;
    return 1 + (number >= 6 && depth >= 5) + (number >= 12 && depth >= 6);
}

/*
 * Searches the move that stands at that number in the order, and takes its value in; true if no
 * other move need be searched.
 */
KW_INLINE bool search_move(struct worker *worker, const struct kw_position *position,
                           const struct branch *branch, size_t number, int depth, int below,
                           struct best *best, unsigned ply) {
    struct value value;
    if (number == 0) {
        value = enter(worker, position, branch, below, best->alpha, best->beta, ply);
    } else {
        int less = reduction(worker, position, &branch->position, depth, number);
        int alpha = best->alpha;
        value = enter(worker, position, branch, below - less, alpha, alpha + 1, ply);
        if (value.score > alpha && less > 0)
            value = enter(worker, position, branch, below, alpha, alpha + 1, ply);
        if (value.score > alpha && value.score < best->beta)
            value = enter(worker, position, branch, below, alpha, best->beta, ply);
    }
    return worker->halted || take(worker, best, branch->move, value, ply);
}

/* Brings a move to the front, and the others keep their order; false if it is none of them. */
KW_INLINE bool bring_first(kw_move *moves, size_t count, kw_move first) {
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

/*
 * The moves of a node on their way to be searched.  The one that was the best before is played
 * alone: often no other is needed.
 */
struct queue {
    kw_move moves[KW_MOVES]; /* unless they are played together */
    size_t count, ready;     /* moves; those that have been played and ranked */
    kw_move first;           /* that was the best, NO_MOVE: none is known */
};

static void queue_begin(struct queue *queue, struct worker *worker,
                        const struct kw_position *position, kw_move first, unsigned ply) {
    const struct kw_game *game = worker->common->game;
    queue->ready = 0;
    queue->first = first;
    queue->count = plays_together(worker->common)
                       ? worker_branches(worker, position, ply)
                       : game->moves(game->rules, position, queue->moves, KW_MOVES);
}

/* Plays and ranks the first move, or all that are left. */
static void queue_go_on(struct queue *queue, struct worker *worker,
                        const struct kw_position *position, unsigned ply) {
    struct branches *branches = &worker->branches[ply];
    size_t from = queue->ready, to = queue->count;
    if (!plays_together(worker->common)) {
        bool alone = from == 0 && queue->first != NO_MOVE &&
                     bring_first(queue->moves, queue->count, queue->first);
        to = alone ? 1 : queue->count;
        play_branches(worker, position, queue->moves, from, to, ply);
    }
    for (size_t i = from; i < to; i++)
        branches->rank[i] = (struct rank){
            order_of(worker, position, &branches->list[i], queue->first), (uint32_t)i};
    queue->ready = to;
}

/* Searches the moves of a position, and returns how many there are. */
static size_t search_moves(struct worker *worker, const struct kw_position *position, kw_move first,
                           int depth, struct best *best, unsigned ply) {
    const struct branches *branches = &worker->branches[ply];
    struct queue queue;
    queue_begin(&queue, worker, position, first, ply);
    const size_t count = queue.count;
    int below = depth - (count > 1);
    bool shares = worker->common->busy != NULL && depth >= SHARED_DEPTH, later = false;
    for (size_t i = 0; i < count; i++) {
        if (i == queue.ready)
            queue_go_on(&queue, worker, position, ply);
        struct rank *rank = branches->rank;
        const struct branch *branch = &branches->list[pick(rank, i, queue.ready)];
        if (shares && !task_begin(worker, branch, i, below)) {
            rank[i].order = ORDER_LATER;
            later = true;
            continue;
        }
        bool done = search_move(worker, position, branch, i, depth, below, best, ply);
        if (shares)
            task_end(worker, branch, below);
        if (done)
            return count;
    }
    for (size_t i = 0; i < count && later; i++)
        if (branches->rank[i].order == ORDER_LATER &&
            search_move(worker, position, &branches->list[branches->rank[i].branch], i, depth,
                        below, best, ply))
            break;
    return count;
}

/* What the table's score of a node is here: relative to the stores, wins to the node. */
static int score_offset(const struct common *common, const struct kw_position *position) {
    return common->linear ? SCORE_SEED * store_lead(position) : 0;
}

static int score_here(int score, int offset, unsigned ply) {
    return score > SCORE_WON    ? score - (int)ply
           : score < -SCORE_WON ? score + (int)ply
                                : score + offset;
}

static int score_kept(int score, int offset, unsigned ply) {
    int kept = score > SCORE_WON    ? score + (int)ply
               : score < -SCORE_WON ? score - (int)ply
                                    : score - offset;
    return kept > SCORE_INFINITE ? SCORE_INFINITE : kept < -SCORE_INFINITE ? -SCORE_INFINITE : kept;
}

/* Whether a finding is answer enough for the window. */
static bool answers(const struct tt_entry *finding, struct value *value, int depth, int alpha,
                    int beta) {
    bool deep = finding->depth >= depth && beta - alpha == 1;
    bool low = finding->flags & (deep ? BOUND_LOWER | PROVEN_LOWER : PROVEN_LOWER);
    bool high = finding->flags & (deep ? BOUND_UPPER | PROVEN_UPPER : PROVEN_UPPER);
    value->proven = finding->flags & (PROVEN_LOWER | PROVEN_UPPER);
    return (low && value->score >= beta) || (high && value->score <= alpha) || (low && high);
}

/* Where every move was too bad, the move that was good before stays the one to try first. */
static void keep(struct worker *worker, const struct best *best, kw_move before, int alpha,
                 int depth, int offset, unsigned ply) {
    struct tt_entry finding = {
        .move = best->move != NO_MOVE ? best->move : before,
        .score = (int16_t)score_kept(best->value.score, offset, ply),
        .depth = (uint8_t)(depth < 0 ? 0 : depth),
        .flags = (uint8_t)(best->value.proven | (best->value.score > alpha ? BOUND_LOWER : 0) |
                           (best->value.score < best->beta ? BOUND_UPPER : 0))};
    transposition_store(worker->common->table, worker->step[ply].hash, finding);
}

/* True if what is left on the board cannot bring the value into the window. */
static bool out_of_reach(const struct common *common, const struct kw_position *position, int alpha,
                         int beta, struct value *value) {
    if (!common->linear)
        return false;
    int lead = SCORE_SEED * store_lead(position);
    int left = SCORE_SEED * (common->game->rules->seeds - position->store[0] - position->store[1]);
    if (lead + left <= alpha) {
        *value = (struct value){lead + left, PROVEN_UPPER};
        return true;
    }
    *value = (struct value){lead - left, PROVEN_LOWER};
    return lead - left >= beta;
}

/* For each ply he has to be ahead by the evaluation's swing, divided by this. */
enum { AHEAD_PLIES = 7, AHEAD_PART = 5 };

/*
 * True if the mover stands so well that a few plies will hardly bring his value below beta again:
 * then he need not look for the move that keeps it.
 */
static bool far_ahead(const struct common *common, const struct branch *branch, int depth, int beta,
                      struct value *value) {
    const struct kw_game *game = common->game;
    const struct kw_position *position = &branch->position;
    int enough = beta + common->weights->swing * depth / AHEAD_PART;
    if (branch->glance + common->weights->margin < enough)
        return false;
    size_t choices = game->count(game->rules, position);
    if (choices == 0)
        return false;
    *value = (struct value){guessed(branch->glance), 0};
    if (branch->glance - common->weights->margin < enough)
        value->score = evaluate(game, common->weights, position, choices, branch->glance);
    return value->score >= enough;
}

/* The value of the position that a branch leads to, from its mover's side. */
static struct value search_position(struct worker *worker, const struct branch *branch, int depth,
                                    int alpha, int beta, unsigned ply) {
    const struct kw_position *position = &branch->position;
    uint64_t hash = branch->hash;
    const struct common *common = worker->common;
    struct value value;
    worker->nodes++;
    worker->length[ply] = 0;
    if (KW_UNLIKELY(worker->nodes >= worker->look))
        look_up(worker);
    if (worker->halted)
        return (struct value){0, 0};
    if (depth <= 0 || ply >= PLY_MOST - 1)
        return search_quiet(worker, position, QUIET_PLIES, alpha, beta, ply);
    if (position->over != KW_GOING_ON)
        return end_value(common, position, ply);
    struct visits visits = visits_before(worker, position, hash, ply);
    if (visits.count >= (worker->proving ? 1 : history_limit(worker->common->history) - 1))
        return repetition_value(worker, position, ply);
    if (out_of_reach(common, position, alpha, beta, &value))
        return value;
    struct ending ending;
    if (KW_UNLIKELY(near_the_end(common, position)) &&
        table_value(common, position, alpha, beta, &ending, &value) && value.proven)
        return value;

    int offset = score_offset(common, position);
    struct tt_entry finding = {.move = NO_MOVE};
    if (transposition_probe(common->table, hash, &finding)) {
        bool proven = finding.flags & (PROVEN_LOWER | PROVEN_UPPER);
        int enough = worker->proving ? INT_MAX : depth;
        value.score = score_here(finding.score, offset, ply);
        /* What stood in the game needs another way to its value than round in a circle. */
        if (!visits.in_game && answers(&finding, &value, enough, alpha, beta))
            return value;
        if (worker->proving && !proven)
            finding.move = NO_MOVE;
    }
    if (depth <= AHEAD_PLIES && beta - alpha == 1 && !worker->proving &&
        far_ahead(common, branch, depth, beta, &value))
        return value;
    struct best best = best_begin(alpha, beta);
    size_t count;
    visit(worker, position, hash, ply);
    if (depth == 1 && !plays_together(common))
        count = search_frontier(worker, position, &best, ply);
    else
        count = search_moves(worker, position, finding.move, depth, &best, ply);
    leave(worker, ply);
    if (count == 0)
        return end_value(common, position, ply);
    if (worker->halted)
        return (struct value){0, 0};
    bool reached = best.value.score >= beta;
    if (!worker->proving || (best.value.proven & (reached ? PROVEN_LOWER : PROVEN_UPPER)))
        keep(worker, &best, finding.move, alpha, depth, offset, ply);
    return best.value;
}

struct value search_alone(struct worker *worker, const struct kw_position *position, int depth,
                          int alpha, int beta) {
    struct branch branch = {.glance = glance(worker->common, position),
                            .hash = board_hash(worker->common, position),
                            .position = *position};
    return search_position(worker, &branch, depth, alpha, beta, 1);
}
