#include "solve/inquiry.h"

#include "base/crew.h"
#include "solve/busy.h"
#include "solve/race.h"

#include <stdlib.h>

/* A move and where it leads, on a thread's pile. */
struct branch {
    struct kw_position position;
    struct print print;
    kw_move move;
    unsigned number; /* in the order of kw_moves */
    int least;       /* what the position after it is asked for */
    int order;       /* the greatest is searched first */
};

/* A question that several threads work on. */
struct shared {
    struct inquiry *inquiry;
    const struct kw_position *position;
    int least;
    unsigned depth;
    enum prover prover;
    struct busy *busy; /* NULL: there is one thread */
    uint64_t most;     /* nodes that the one thread may enter */
    atomic_bool done;  /* one has the answer */
    atomic_int answer; /* enum answer, OPEN until then */
    atomic_int bound;  /* what it proves */
    atomic_bool starved;
};

/* One thread at work. */
struct asker {
    struct shared *shared;
    const struct terms *terms;
    bool first; /* the thread that minds stops and tells */
    bool halted;
    uint64_t nodes, told; /* entered; those that `entered` knows of */
    struct branch *pile;  /* the moves of all positions on the way here */
    size_t height, room;
};

/* An answer, and what it proves: worth `bound` or more (YES), or `bound` or less (NO). */
struct reply {
    enum answer answer;
    int bound;
};

static const struct reply OPEN = {.answer = ANSWER_OPEN};

enum { NODES_A_LOOK = 1024, FRESH = 1 << 15 };

/* Whether the search shall end: looked at now and then. */
static void look_up(struct asker *asker) {
    struct shared *shared = asker->shared;
    struct inquiry *inquiry = shared->inquiry;
    uint64_t entered = atomic_fetch_add_explicit(inquiry->entered, asker->nodes - asker->told,
                                                 memory_order_relaxed) +
                       asker->nodes - asker->told;
    asker->told = asker->nodes;
    if (asker->first && inquiry->tell != NULL)
        inquiry->tell(inquiry->context);
    if (entered >= inquiry->nodes || asker->nodes >= shared->most ||
        atomic_load_explicit(inquiry->stop, memory_order_relaxed) ||
        atomic_load_explicit(&shared->done, memory_order_relaxed))
        asker->halted = true;
}

/* ---- the moves ------------------------------------------------------------------------------- */

static bool pile_room(struct asker *asker, size_t more) {
    if (asker->room - asker->height >= more)
        return true;
    size_t room = 2 * asker->room + more;
    struct branch *pile = realloc(asker->pile, room * sizeof *pile);
    if (pile == NULL) {
        atomic_store(&asker->shared->starved, true);
        asker->halted = true;
        return false;
    }
    asker->pile = pile;
    asker->room = room;
    return true;
}

/* Bulto's moves from a hole share their sowing. */
static size_t pile_shared(struct asker *asker, const struct kw_position *position) {
    const struct kw_game *game = asker->terms->game;
    struct kw_child few[KW_MOVES], *list = few;
    size_t count = kw_children(game, position, few, KW_MOVES);
    if (!pile_room(asker, count))
        return 0;
    if (KW_UNLIKELY(count > KW_MOVES)) {
        list = malloc(count * sizeof *list);
        if (list == NULL) {
            atomic_store(&asker->shared->starved, true);
            asker->halted = true;
            return 0;
        }
        kw_children(game, position, list, count);
    }
    for (size_t i = 0; i < count; i++) {
        asker->pile[asker->height + i].move = list[i].move;
        asker->pile[asker->height + i].position = list[i].position;
    }
    if (list != few)
        free(list);
    return count;
}

/* Puts the children of a position on top of the pile; returns how many there are. */
static size_t pile_children(struct asker *asker, const struct kw_position *position) {
    const struct kw_game *game = asker->terms->game;
    if (game->family->children != NULL)
        return pile_shared(asker, position);
    kw_move moves[KW_MOVES];
    size_t count = game->moves(game->rules, position, moves, KW_MOVES);
    if (!pile_room(asker, count))
        return 0;
    struct branch *list = &asker->pile[asker->height];
    for (size_t i = 0; i < count; i++) {
        list[i].move = moves[i];
        game->play(game->rules, position, moves[i], &list[i].position);
    }
    return count;
}

/* Seeds on the player's side, of Bao. */
static int side_seeds(const struct kw_position *position, unsigned player) {
    int seeds = position->store[player];
    for (unsigned i = 0; i < KW_HOLES / 2; i++)
        seeds += position->hole[KW_HOLES / 2 * player + i];
    return seeds;
}

/* How many seeds a move wins its player. */
static int gain_of(const struct terms *terms, const struct kw_position *parent,
                   const struct kw_position *child) {
    unsigned mover = parent->turn;
    if (terms->linear)
        return terms_gain(terms, parent, child);
    return terms->counts ? child->store[mover] - parent->store[mover]
                         : side_seeds(child, mover) - side_seeds(parent, mover);
}

/*
 * Every node is searched to the end of the game, and what looks good misleads: the greatest gain
 * comes first, and to move again counts as one of four seeds; then the hole that is the nearest to
 * the end of his row.
 */
static int order_of(const struct terms *terms, const struct kw_position *parent,
                    const struct branch *branch) {
    enum { AGAIN = 4 };
    bool again = branch->position.turn == parent->turn;
    return KW_HOLES * (gain_of(terms, parent, &branch->position) + (again ? AGAIN : 0)) +
           (int)kw_move_hole(branch->move);
}

/* ---- what is known --------------------------------------------------------------------------- */

static struct print print_of(const struct inquiry *inquiry, const struct kw_position *position) {
    struct print print = terms_print(inquiry->terms, position);
    print.check ^= inquiry->twice;
    return print;
}

/* What a span says. */
static struct reply reply_of(struct span span, int least) {
    if (span.low >= least)
        return (struct reply){ANSWER_YES, span.low};
    if (span.high < least)
        return (struct reply){ANSWER_NO, span.high};
    return OPEN;
}

/*
 * Looks a position up.  If nothing is known `bounds` are those that hold for any position; OPEN
 * with bound 1: the same was asked in vain before.
 */
static struct reply look(const struct inquiry *inquiry, const struct kw_position *position,
                         struct print print, int least, unsigned depth, bool attack,
                         struct bounds *bounds) {
    if (!bounds_find(inquiry->table, print, bounds)) {
        int most = terms_most(inquiry->terms, position);
        *bounds = (struct bounds){.low = -most, .high = most, .first = BOUNDS_NO_MOVE};
        return reply_of((struct span){-most, most}, least);
    }
    struct reply reply = reply_of((struct span){bounds->low, bounds->high}, least);
    if (reply.answer == ANSWER_OPEN)
        reply.bound = bounds->depth >= depth && bounds->attack == attack &&
                      (attack ? bounds->asked <= least : bounds->asked >= least);
    return reply;
}

unsigned inquiry_first(const struct inquiry *inquiry, const struct kw_position *position) {
    if (inquiry->race != NULL)
        return race_first(inquiry->race, position);
    struct bounds bounds;
    bool found = bounds_find(inquiry->table, print_of(inquiry, position), &bounds);
    return found ? bounds.first : BOUNDS_NO_MOVE;
}

/* ---- the search ------------------------------------------------------------------------------ */

static uint64_t task_of(const struct branch *branch, unsigned depth) {
    return (branch->print.check ^ (uint64_t)(unsigned)(branch->least + BOUNDS_MOST) << 20 ^ depth) |
           1;
}

/* The answer for the mover of the position before: what a child's answer means to him. */
static struct reply seen_from(const struct kw_position *parent, const struct branch *branch,
                              int gain, struct reply reply) {
    if (reply.answer == ANSWER_OPEN)
        return OPEN;
    if (branch->position.turn == parent->turn)
        return (struct reply){reply.answer, gain + reply.bound};
    return (struct reply){reply.answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES, gain - reply.bound};
}

/* A position whose moves are being searched. */
struct node {
    const struct kw_position *position; /* not on the pile, which may move */
    struct print print;
    int least;
    unsigned depth;
    bool attack;         /* the mover is the prover */
    bool open;           /* a move's answer was */
    int high;            /* no move that was answered is worth more */
    unsigned best;       /* the number of the move that settled it */
    size_t begin, count; /* its moves on the pile */
};

static bool attacks_after(const struct node *node, const struct branch *branch) {
    return node->attack == (branch->position.turn == node->position->turn);
}

/* Takes in what a move has come to; true, with what the position is worth, if that settles it. */
static bool take(struct node *node, const struct branch *branch, struct reply seen,
                 struct reply *settled) {
    switch (seen.answer) {
    case ANSWER_YES:
        node->best = branch->number;
        *settled = seen;
        return true;
    case ANSWER_NO:
        node->high = seen.bound > node->high ? seen.bound : node->high;
        return false;
    default:
        node->open = true;
        node->best = branch->number;
        *settled = OPEN;
        return !node->attack;
    }
}

/* The game ends where a position that stood twice comes again. */
static bool stands_again(const struct inquiry *inquiry, const struct kw_position *position,
                         struct reply *reply, int least) {
    if (KW_LIKELY(inquiry->twice == 0) || history_count(inquiry->history, position) < 2)
        return false;
    int worth = terms_repeated(inquiry->terms, position);
    *reply = (struct reply){worth >= least ? ANSWER_YES : ANSWER_NO, worth};
    return true;
}

/*
 * What a move is asked for, and what is known of it without what is remembered; OPEN with bound 1:
 * to ask any further is in vain.
 */
static struct reply begin_move(struct asker *asker, const struct node *node,
                               struct branch *branch) {
    const struct inquiry *inquiry = asker->shared->inquiry;
    bool same = branch->position.turn == node->position->turn;
    int gain = terms_gain(inquiry->terms, node->position, &branch->position);
    int most = terms_most(inquiry->terms, &branch->position);
    struct span span = {-most, most};
    struct reply reply;
    branch->least = same ? node->least - gain : gain - node->least + 1;
    if (KW_UNLIKELY(stands_again(inquiry, &branch->position, &reply, branch->least)))
        return reply;
    bool known = outside_span(inquiry->outside, &branch->position, &span);
    reply = reply_of(span, branch->least);
    if (known && reply.answer == ANSWER_OPEN)
        reply.bound = 1;
    return reply;
}

/* Moves a branch down to those that are kept. */
static void keep_branch(struct branch *list, size_t *kept, size_t i) {
    if (*kept < i)
        list[*kept] = list[i];
    ++*kept;
}

/*
 * Asks of each move what is known without a search; those that fail are struck off.  True if one
 * settles the position.
 */
static bool glance_at_moves(struct asker *asker, struct node *node, unsigned first,
                            struct reply *settled) {
    const struct inquiry *inquiry = asker->shared->inquiry;
    struct branch *list = &asker->pile[node->begin];
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct branch *branch = &list[i];
        int gain = terms_gain(inquiry->terms, node->position, &branch->position);
        branch->number = i < BOUNDS_NO_MOVE ? (unsigned)i : BOUNDS_NO_MOVE;
        struct reply reply = begin_move(asker, node, branch);
        if (reply.answer == ANSWER_OPEN && reply.bound == 0) {
            branch->print = print_of(inquiry, &branch->position);
            bounds_prefetch(inquiry->table, branch->print);
            keep_branch(list, &kept, i);
        } else if (take(node, branch, seen_from(node->position, branch, gain, reply), settled)) {
            return true; /* NOLINT(clang-analyzer-unix.Malloc): ask_member frees the pile */
        }
    }
    node->count = kept;
    kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct branch *branch = &list[i];
        struct bounds bounds;
        unsigned depth = node->depth == DEPTH_WHOLE ? DEPTH_WHOLE : node->depth - 1;
        struct reply reply = look(inquiry, &branch->position, branch->print, branch->least, depth,
                                  attacks_after(node, branch), &bounds);
        int gain = terms_gain(inquiry->terms, node->position, &branch->position);
        if (reply.answer == ANSWER_OPEN && reply.bound == 0) {
            bool best = branch->number == first && first != BOUNDS_NO_MOVE;
            branch->order = best ? INT32_MAX : order_of(inquiry->terms, node->position, branch);
            keep_branch(list, &kept, i);
        } else if (take(node, branch, seen_from(node->position, branch, gain, reply), settled)) {
            return true;
        }
    }
    node->count = kept;
    return false;
}

static struct reply ask(struct asker *asker, const struct branch *branch, unsigned depth,
                        bool attack);

/* Searches one move; true if it settles the position. */
static bool search_move(struct asker *asker, struct node *node, size_t at, struct reply *settled) {
    struct busy *busy = asker->shared->busy;
    struct branch branch = asker->pile[at];
    int gain = terms_gain(asker->terms, node->position, &branch.position);
    uint64_t task = task_of(&branch, node->depth);
    if (busy != NULL)
        busy_set(busy, task, task);
    unsigned depth = node->depth == DEPTH_WHOLE ? DEPTH_WHOLE : node->depth - 1;
    struct reply reply = ask(asker, &branch, depth, attacks_after(node, &branch));
    if (busy != NULL)
        busy_set(busy, task, 0);
    if (asker->halted)
        return true;
    return take(node, &branch, seen_from(node->position, &branch, gain, reply), settled);
}

/* Brings the best of the moves from `at` on to `at`. */
static void pick(struct branch *list, size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i].order > list[best].order)
            best = i;
    if (best == at)
        return;
    struct branch taken = list[best];
    list[best] = list[at];
    list[at] = taken;
}

/* Searches the moves, those that another thread is at last; true if one settles the position. */
static bool search_moves(struct asker *asker, struct node *node, struct reply *settled) {
    const struct busy *busy = asker->shared->busy;
    size_t later = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct branch *list = &asker->pile[node->begin];
        pick(list, i, node->count);
        if (busy != NULL && i > 0 && busy_at(busy, task_of(&list[i], node->depth))) {
            struct branch left = list[i]; /* the places before `i` are free */
            list[later++] = left;
            continue;
        }
        if (search_move(asker, node, node->begin + i, settled))
            return true;
    }
    for (size_t i = 0; i < later; i++)
        if (search_move(asker, node, node->begin + i, settled))
            return true;
    return false;
}

/* Remembers what was found out. */
static void keep(const struct asker *asker, const struct node *node, struct bounds bounds,
                 struct reply reply, uint64_t nodes) {
    if (reply.answer == ANSWER_YES)
        bounds.low = reply.bound;
    else if (reply.answer == ANSWER_NO)
        bounds.high = reply.bound;
    else {
        bounds.asked = node->least;
        bounds.depth = node->depth;
        bounds.attack = node->attack;
    }
    bounds.first = node->best;
    bounds.effort = effort_of(nodes);
    bounds_keep(asker->shared->inquiry->table, node->print, bounds);
}

/* Is the position after a move worth branch->least?  If the asker is halted the reply means
 * nothing. */
static struct reply ask(struct asker *asker, const struct branch *branch, unsigned depth,
                        bool attack) {
    const struct inquiry *inquiry = asker->shared->inquiry;
    uint64_t entered = asker->nodes++;
    struct bounds bounds;
    if (KW_UNLIKELY(asker->nodes - asker->told >= NODES_A_LOOK))
        look_up(asker);
    struct reply reply =
        look(inquiry, &branch->position, branch->print, branch->least, depth, attack, &bounds);
    if (asker->halted || reply.answer != ANSWER_OPEN || reply.bound != 0 || depth == 0)
        return reply.answer != ANSWER_OPEN ? reply : OPEN;
    struct node node = {.position = &branch->position,
                        .print = branch->print,
                        .least = branch->least,
                        .depth = depth,
                        .attack = attack,
                        .high = -BOUNDS_MOST,
                        .best = BOUNDS_NO_MOVE,
                        .begin = asker->height,
                        .count = pile_children(asker, &branch->position)};
    if (asker->halted)
        return OPEN;
    if (node.count == 0) {
        int worth = terms_end(inquiry->terms, node.position);
        return (struct reply){worth >= node.least ? ANSWER_YES : ANSWER_NO, worth};
    }
    asker->height += node.count;
    if (!glance_at_moves(asker, &node, bounds.first, &reply) && !search_moves(asker, &node, &reply))
        reply = node.open ? OPEN : (struct reply){ANSWER_NO, node.high};
    asker->height = node.begin;
    if (asker->halted)
        return OPEN;
    keep(asker, &node, bounds, reply, asker->nodes - entered);
    return reply;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void ask_member(void *context, size_t member) {
    struct shared *shared = context;
    struct asker asker = {.shared = shared, .terms = shared->inquiry->terms, .first = member == 0};
    struct branch root = {.position = *shared->position,
                          .print = print_of(shared->inquiry, shared->position),
                          .least = shared->least};
    struct reply reply = ask(&asker, &root, shared->depth, shared->prover == MOVER_PROVES);
    if (!asker.halted && !atomic_exchange(&shared->done, true)) {
        atomic_store(&shared->bound, reply.bound);
        atomic_store(&shared->answer, (int)reply.answer);
    }
    atomic_fetch_add(shared->inquiry->entered, asker.nodes - asker.told);
    free(asker.pile);
}

/* Lets so many threads work on a question; true if they have answered it. */
static bool ask_crew(struct shared *shared, size_t threads, uint64_t most) {
    shared->most = most;
    crew_work(threads, ask_member, shared);
    return atomic_load(&shared->done);
}

enum answer inquiry_ask(struct inquiry *inquiry, const struct kw_position *position, int least,
                        unsigned depth, enum prover prover, int *bound) {
    if (inquiry->race != NULL)
        return race_ask(inquiry, position, least, bound);
    struct shared shared = {
        .inquiry = inquiry, .position = position, .least = least, .depth = depth, .prover = prover};
    atomic_init(&shared.answer, (int)ANSWER_OPEN);
    /* A thread is worth its while where one alone has not been done soon. */
    bool done = ask_crew(&shared, 1, inquiry->threads > 1 ? FRESH : UINT64_MAX);
    if (!done && inquiry->threads > 1 && !atomic_load(inquiry->stop) &&
        !atomic_load(&shared.starved)) {
        shared.busy = calloc(1, sizeof *shared.busy);
        ask_crew(&shared, shared.busy != NULL ? inquiry->threads : 1, UINT64_MAX);
        free(shared.busy);
    }
    inquiry->starved = inquiry->starved || atomic_load(&shared.starved);
    *bound = atomic_load(&shared.bound);
    return (enum answer)atomic_load(&shared.answer);
}
