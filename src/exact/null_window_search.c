#include "exact/null_window_search.h"

#include "exact/abdada.h"
#include "exact/kalah_search.h"

#include <stdlib.h>

/* A move and where it leads, on a thread's pile. */
struct nws_child {
    struct kw_position position;
    struct board_key key;
    kw_move move;
    unsigned number; /* in the order of kw_moves */
    int least;       /* what the position after it is asked for */
    int score;       /* the greatest is searched first */
};

/* A question. */
struct nws_query {
    struct team team;
    const struct kw_position *position;
    int least;
    unsigned depth;
    enum nws_prover prover;
    atomic_int answer; /* enum answer, OPEN until there is one */
    atomic_int bound;  /* what it proves */
};

/* One thread at work. */
struct nws_thread {
    struct member member;
    const struct nws_query *query;
    const struct value_model *model;
    struct nws_child *stack; /* the moves of all positions on the way here */
    size_t top, room;
};

/* An answer, and what it proves: worth `bound` or more (YES), or `bound` or less (NO). */
struct nws_result {
    enum answer answer;
    int bound;
};

static const struct nws_result NWS_OPEN = {.answer = ANSWER_OPEN};

/* ---- the moves ------------------------------------------------------------------------------- */

static bool nws_reserve(struct nws_thread *thread, size_t more) {
    if (thread->room - thread->top >= more)
        return true;
    size_t room = 2 * thread->room + more;
    struct nws_child *stack = realloc(thread->stack, room * sizeof *stack);
    if (stack == NULL) {
        member_starves(&thread->member);
        return false;
    }
    thread->stack = stack;
    thread->room = room;
    return true;
}

/* Bulto's moves from a hole share their sowing. */
static size_t nws_list_chances(struct nws_thread *thread, const struct kw_position *position) {
    const struct kw_game *game = thread->model->game;
    struct kw_child few[KW_MOVES], *list = few;
    size_t count = kw_children(game, position, few, KW_MOVES);
    if (!nws_reserve(thread, count))
        return 0;
    if (KW_UNLIKELY(count > KW_MOVES)) {
        list = malloc(count * sizeof *list);
        if (list == NULL) {
            member_starves(&thread->member);
            return 0;
        }
        kw_children(game, position, list, count);
    }
    for (size_t i = 0; i < count; i++) {
        thread->stack[thread->top + i].move = list[i].move;
        thread->stack[thread->top + i].position = list[i].position;
    }
    if (list != few)
        free(list);
    return count;
}

/* Puts the children of a position on top of the pile; returns how many there are. */
static size_t nws_list_children(struct nws_thread *thread, const struct kw_position *position) {
    const struct kw_game *game = thread->model->game;
    if (game_many_moves(game))
        return nws_list_chances(thread, position);
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    if (!nws_reserve(thread, count))
        return 0;
    struct nws_child *list = &thread->stack[thread->top];
    for (size_t i = 0; i < count; i++) {
        list[i].move = moves[i];
        game->play(game->rules, position, moves[i], &list[i].position);
    }
    return count;
}

/* Seeds on the player's side, of Bao. */
static int nws_side_seeds(const struct kw_position *position, unsigned player) {
    int seeds = position->store[player];
    for (unsigned i = 0; i < KW_HOLES / 2; i++)
        seeds += position->hole[KW_HOLES / 2 * player + i];
    return seeds;
}

/* How many seeds a move wins its player. */
static int nws_move_gain(const struct value_model *model, const struct kw_position *parent,
                         const struct kw_position *child) {
    unsigned mover = parent->turn;
    if (model->linear)
        return model_gain(model, parent, child);
    return model->counts ? child->store[mover] - parent->store[mover]
                         : nws_side_seeds(child, mover) - nws_side_seeds(parent, mover);
}

/*
 * Every node is searched to the end of the game, and what looks good misleads: the greatest gain
 * comes first, and to move again counts as one of four seeds; then the hole that is the nearest to
 * the end of his row.
 */
static int nws_move_score(const struct value_model *model, const struct kw_position *parent,
                          const struct nws_child *child) {
    enum { AGAIN = 4 };
    bool again = child->position.turn == parent->turn;
    return KW_HOLES * (nws_move_gain(model, parent, &child->position) + (again ? AGAIN : 0)) +
           (int)kw_move_hole(child->move);
}

/* ---- what is known --------------------------------------------------------------------------- */

static struct board_key nws_key(const struct nws *nws, const struct kw_position *position) {
    struct board_key key = model_key(nws->model, position);
    key.check ^= nws->twice;
    return key;
}

/* What a span says. */
static struct nws_result nws_result_of(struct span span, int least) {
    if (span.low >= least)
        return (struct nws_result){ANSWER_YES, span.low};
    if (span.high < least)
        return (struct nws_result){ANSWER_NO, span.high};
    return NWS_OPEN;
}

/*
 * Looks a position up.  If nothing is known `bounds` are those that hold for any position; OPEN
 * with bound 1: the same was asked in vain before.
 */
static struct nws_result nws_probe(const struct nws *nws, const struct kw_position *position,
                                   struct board_key key, int least, unsigned depth, bool attack,
                                   struct bounds *bounds) {
    if (!bounds_find(nws->table, key, bounds)) {
        int most = model_most(nws->model, position);
        *bounds = (struct bounds){.low = -most, .high = most, .first = BOUNDS_NO_MOVE};
        return nws_result_of((struct span){-most, most}, least);
    }
    struct nws_result result = nws_result_of((struct span){bounds->low, bounds->high}, least);
    if (result.answer == ANSWER_OPEN)
        result.bound = bounds->depth >= depth && bounds->attack == attack &&
                       (attack ? bounds->asked <= least : bounds->asked >= least);
    return result;
}

unsigned nws_first_move(const struct nws *nws, const struct kw_position *position) {
    if (nws->kalah != NULL)
        return kalah_search_first_move(nws->kalah, position);
    struct bounds bounds;
    bool found = bounds_find(nws->table, nws_key(nws, position), &bounds);
    return found ? bounds.first : BOUNDS_NO_MOVE;
}

/* ---- the search ------------------------------------------------------------------------------ */

static uint64_t nws_task(const struct nws_child *child, unsigned depth) {
    return (child->key.check ^ (uint64_t)(unsigned)(child->least + BOUNDS_MOST) << 20 ^ depth) | 1;
}

/* The answer for the mover of the position before: what a child's answer means to him. */
static struct nws_result nws_result_before(const struct kw_position *parent,
                                           const struct nws_child *child, int gain,
                                           struct nws_result result) {
    if (result.answer == ANSWER_OPEN)
        return NWS_OPEN;
    if (child->position.turn == parent->turn)
        return (struct nws_result){result.answer, gain + result.bound};
    return (struct nws_result){result.answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES,
                               gain - result.bound};
}

/* A position whose moves are being searched. */
struct nws_node {
    const struct kw_position *position; /* not on the pile, which may move */
    struct board_key key;
    int least;
    unsigned depth;
    bool attack;         /* the mover is the prover */
    bool open;           /* a move's answer was */
    int high;            /* no move that was answered is worth more */
    unsigned best;       /* the number of the move that settled it */
    size_t begin, count; /* its moves on the pile */
};

static bool nws_attacks_after(const struct nws_node *node, const struct nws_child *child) {
    return node->attack == (child->position.turn == node->position->turn);
}

/* Takes in what a move has come to; true, with what the position is worth, if that settles it. */
static bool nws_take(struct nws_node *node, const struct nws_child *child, struct nws_result board,
                     struct nws_result *settled) {
    switch (board.answer) {
    case ANSWER_YES:
        node->best = child->number;
        *settled = board;
        return true;
    case ANSWER_NO:
        node->high = board.bound > node->high ? board.bound : node->high;
        return false;
    default:
        node->open = true;
        node->best = child->number;
        *settled = NWS_OPEN;
        return !node->attack;
    }
}

/* The game ends where a position that stood twice comes again. */
static bool nws_game_ends_at(const struct nws *nws, const struct kw_position *position,
                             struct nws_result *result, int least) {
    if (KW_LIKELY(nws->twice == 0) || !history_is_due(nws->history, position))
        return false;
    int value = model_repetition_value(nws->model, position);
    *result = (struct nws_result){value >= least ? ANSWER_YES : ANSWER_NO, value};
    return true;
}

/*
 * What a move is asked for, and what is known of it without what is remembered; OPEN with bound 1:
 * to ask any further is in vain.
 */
static struct nws_result nws_begin_child(struct nws_thread *thread, const struct nws_node *node,
                                         struct nws_child *child) {
    const struct nws *nws = thread->query->team.nws;
    bool same = child->position.turn == node->position->turn;
    int gain = model_gain(nws->model, node->position, &child->position);
    int most = model_most(nws->model, &child->position);
    struct span span = {-most, most};
    struct nws_result result;
    child->least = same ? node->least - gain : gain - node->least + 1;
    if (KW_UNLIKELY(nws_game_ends_at(nws, &child->position, &result, child->least)))
        return result;
    bool known = probe_span(nws->probe, &child->position, &span);
    result = nws_result_of(span, child->least);
    if (known && result.answer == ANSWER_OPEN)
        result.bound = 1;
    return result;
}

/* Moves a branch down to those that are kept. */
static void nws_keep_child(struct nws_child *list, size_t *kept, size_t i) {
    if (*kept < i)
        list[*kept] = list[i];
    ++*kept;
}

/*
 * Asks of each move what is known without a search; those that fail are struck off.  True if one
 * settles the position.
 */
static bool nws_probe_children(struct nws_thread *thread, struct nws_node *node, unsigned first,
                               struct nws_result *settled) {
    const struct nws *nws = thread->query->team.nws;
    struct nws_child *list = &thread->stack[node->begin];
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct nws_child *child = &list[i];
        int gain = model_gain(nws->model, node->position, &child->position);
        child->number = i < BOUNDS_NO_MOVE ? (unsigned)i : BOUNDS_NO_MOVE;
        struct nws_result result = nws_begin_child(thread, node, child);
        if (result.answer == ANSWER_OPEN && result.bound == 0) {
            child->key = nws_key(nws, &child->position);
            bounds_prefetch(nws->table, child->key);
            nws_keep_child(list, &kept, i);
        } else if (nws_take(node, child, nws_result_before(node->position, child, gain, result),
                            settled)) {
            return true; /* NOLINT(clang-analyzer-unix.Malloc): ask_member frees the pile */
        }
    }
    node->count = kept;
    kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct nws_child *child = &list[i];
        struct bounds bounds;
        unsigned depth = node->depth == DEPTH_WHOLE ? DEPTH_WHOLE : node->depth - 1;
        struct nws_result result = nws_probe(nws, &child->position, child->key, child->least, depth,
                                             nws_attacks_after(node, child), &bounds);
        int gain = model_gain(nws->model, node->position, &child->position);
        if (result.answer == ANSWER_OPEN && result.bound == 0) {
            bool best = child->number == first && first != BOUNDS_NO_MOVE;
            child->score = best ? INT32_MAX : nws_move_score(nws->model, node->position, child);
            nws_keep_child(list, &kept, i);
        } else if (nws_take(node, child, nws_result_before(node->position, child, gain, result),
                            settled)) {
            return true;
        }
    }
    node->count = kept;
    return false;
}

static struct nws_result nws_search_node(struct nws_thread *thread, const struct nws_child *child,
                                         unsigned depth, bool attack);

/* Searches one move; true if it settles the position. */
static bool nws_search_child(struct nws_thread *thread, struct nws_node *node, size_t at,
                             struct nws_result *settled) {
    struct busy *busy = thread->query->team.busy;
    struct nws_child child = thread->stack[at];
    int gain = model_gain(thread->model, node->position, &child.position);
    uint64_t task = nws_task(&child, node->depth);
    if (busy != NULL)
        busy_set(busy, task, task);
    unsigned depth = node->depth == DEPTH_WHOLE ? DEPTH_WHOLE : node->depth - 1;
    struct nws_result result =
        nws_search_node(thread, &child, depth, nws_attacks_after(node, &child));
    if (busy != NULL)
        busy_set(busy, task, 0);
    if (thread->member.halted)
        return true;
    return nws_take(node, &child, nws_result_before(node->position, &child, gain, result), settled);
}

/* Brings the best of the moves from `at` on to `at`. */
static void nws_select_best(struct nws_child *list, size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i].score > list[best].score)
            best = i;
    if (best == at)
        return;
    struct nws_child taken = list[best];
    list[best] = list[at];
    list[at] = taken;
}

/* Searches the moves, those that another thread is at last; true if one settles the position. */
static bool nws_search_children(struct nws_thread *thread, struct nws_node *node,
                                struct nws_result *settled) {
    const struct busy *busy = thread->query->team.busy;
    size_t later = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct nws_child *list = &thread->stack[node->begin];
        nws_select_best(list, i, node->count);
        if (busy != NULL && i > 0 && busy_at(busy, nws_task(&list[i], node->depth))) {
            struct nws_child left = list[i]; /* the places before `i` are free */
            list[later++] = left;
            continue;
        }
        if (nws_search_child(thread, node, node->begin + i, settled))
            return true;
    }
    for (size_t i = 0; i < later; i++)
        if (nws_search_child(thread, node, node->begin + i, settled))
            return true;
    return false;
}

/* Remembers what was found out. */
static void nws_store(const struct nws_thread *thread, const struct nws_node *node,
                      struct bounds bounds, struct nws_result result, uint64_t nodes) {
    if (result.answer == ANSWER_YES)
        bounds.low = result.bound;
    else if (result.answer == ANSWER_NO)
        bounds.high = result.bound;
    else {
        bounds.asked = node->least;
        bounds.depth = node->depth;
        bounds.attack = node->attack;
    }
    bounds.first = node->best;
    bounds.effort = bounds_effort(nodes);
    bounds_keep(thread->query->team.nws->table, node->key, bounds);
}

/* Is the position after a move worth branch->least?  If the asker is halted the reply means
 * nothing. */
static struct nws_result nws_search_node(struct nws_thread *thread, const struct nws_child *child,
                                         unsigned depth, bool attack) {
    const struct nws *nws = thread->query->team.nws;
    uint64_t entered = thread->member.nodes++;
    struct bounds bounds;
    member_looks_up(&thread->member);
    struct nws_result result =
        nws_probe(nws, &child->position, child->key, child->least, depth, attack, &bounds);
    if (thread->member.halted || result.answer != ANSWER_OPEN || result.bound != 0 || depth == 0)
        return result.answer != ANSWER_OPEN ? result : NWS_OPEN;
    struct nws_node node = {.position = &child->position,
                            .key = child->key,
                            .least = child->least,
                            .depth = depth,
                            .attack = attack,
                            .high = -BOUNDS_MOST,
                            .best = BOUNDS_NO_MOVE,
                            .begin = thread->top,
                            .count = nws_list_children(thread, &child->position)};
    if (thread->member.halted)
        return NWS_OPEN;
    if (node.count == 0) {
        int value = model_end_value(nws->model, node.position);
        return (struct nws_result){value >= node.least ? ANSWER_YES : ANSWER_NO, value};
    }
    thread->top += node.count;
    if (!nws_probe_children(thread, &node, bounds.first, &result) &&
        !nws_search_children(thread, &node, &result))
        result = node.open ? NWS_OPEN : (struct nws_result){ANSWER_NO, node.high};
    thread->top = node.begin;
    if (thread->member.halted)
        return NWS_OPEN;
    nws_store(thread, &node, bounds, result, thread->member.nodes - entered);
    return result;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void nws_thread_run(void *context, size_t member) {
    struct nws_query *query = context;
    const struct nws *nws = query->team.nws;
    struct nws_thread thread = {
        .member = member_of(&query->team, member), .query = query, .model = nws->model};
    struct nws_child root = {
        .position = *query->position, .key = nws_key(nws, query->position), .least = query->least};
    struct nws_result result =
        nws_search_node(&thread, &root, query->depth, query->prover == MOVER_PROVES);
    if (member_answers(&thread.member)) {
        atomic_store(&query->bound, result.bound);
        atomic_store(&query->answer, (int)result.answer);
    }
    free(thread.stack);
}

enum answer nws_search(struct nws *nws, const struct kw_position *position, int least,
                       unsigned depth, enum nws_prover prover, int *bound) {
    if (nws->kalah != NULL)
        return kalah_search_run(nws, position, least, bound);
    enum { ALONE = 1 << 15 };
    struct nws_query query = {
        .team.nws = nws, .position = position, .least = least, .depth = depth, .prover = prover};
    atomic_init(&query.answer, (int)ANSWER_OPEN);
    team_work(&query.team, ALONE, nws_thread_run, &query);
    nws->out_of_memory = nws->out_of_memory || atomic_load(&query.team.out_of_memory);
    *bound = atomic_load(&query.bound);
    return (enum answer)atomic_load(&query.answer);
}
