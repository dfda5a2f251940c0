#include "exact/null_window_search.h"

#include "exact/abdada.h"
#include "exact/kalah_search.h"

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

/* A question. */
struct shared {
    struct team team;
    const struct kw_position *position;
    int least;
    unsigned depth;
    enum prover prover;
    atomic_int answer; /* enum answer, OPEN until there is one */
    atomic_int bound;  /* what it proves */
};

/* One thread at work. */
struct asker {
    struct member member;
    const struct shared *shared;
    const struct terms *terms;
    struct branch *pile; /* the moves of all positions on the way here */
    size_t height, room;
};

/* An answer, and what it proves: worth `bound` or more (YES), or `bound` or less (NO). */
struct reply {
    enum answer answer;
    int bound;
};

static const struct reply OPEN = {.answer = ANSWER_OPEN};

/* ---- the moves ------------------------------------------------------------------------------- */

static bool pile_room(struct asker *asker, size_t more) {
    if (asker->room - asker->height >= more)
        return true;
    size_t room = 2 * asker->room + more;
    struct branch *pile = realloc(asker->pile, room * sizeof *pile);
    if (pile == NULL) {
        member_starves(&asker->member);
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
            member_starves(&asker->member);
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
    if (KW_LIKELY(inquiry->twice == 0) || !history_is_due(inquiry->history, position))
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
    const struct inquiry *inquiry = asker->shared->team.inquiry;
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
    const struct inquiry *inquiry = asker->shared->team.inquiry;
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
    struct busy *busy = asker->shared->team.busy;
    struct branch branch = asker->pile[at];
    int gain = terms_gain(asker->terms, node->position, &branch.position);
    uint64_t task = task_of(&branch, node->depth);
    if (busy != NULL)
        busy_set(busy, task, task);
    unsigned depth = node->depth == DEPTH_WHOLE ? DEPTH_WHOLE : node->depth - 1;
    struct reply reply = ask(asker, &branch, depth, attacks_after(node, &branch));
    if (busy != NULL)
        busy_set(busy, task, 0);
    if (asker->member.halted)
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
    const struct busy *busy = asker->shared->team.busy;
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
    bounds_keep(asker->shared->team.inquiry->table, node->print, bounds);
}

/* Is the position after a move worth branch->least?  If the asker is halted the reply means
 * nothing. */
static struct reply ask(struct asker *asker, const struct branch *branch, unsigned depth,
                        bool attack) {
    const struct inquiry *inquiry = asker->shared->team.inquiry;
    uint64_t entered = asker->member.nodes++;
    struct bounds bounds;
    member_looks_up(&asker->member);
    struct reply reply =
        look(inquiry, &branch->position, branch->print, branch->least, depth, attack, &bounds);
    if (asker->member.halted || reply.answer != ANSWER_OPEN || reply.bound != 0 || depth == 0)
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
    if (asker->member.halted)
        return OPEN;
    if (node.count == 0) {
        int worth = terms_end(inquiry->terms, node.position);
        return (struct reply){worth >= node.least ? ANSWER_YES : ANSWER_NO, worth};
    }
    asker->height += node.count;
    if (!glance_at_moves(asker, &node, bounds.first, &reply) && !search_moves(asker, &node, &reply))
        reply = node.open ? OPEN : (struct reply){ANSWER_NO, node.high};
    asker->height = node.begin;
    if (asker->member.halted)
        return OPEN;
    keep(asker, &node, bounds, reply, asker->member.nodes - entered);
    return reply;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void ask_member(void *context, size_t member) {
    struct shared *shared = context;
    const struct inquiry *inquiry = shared->team.inquiry;
    struct asker asker = {
        .member = member_of(&shared->team, member), .shared = shared, .terms = inquiry->terms};
    struct branch root = {.position = *shared->position,
                          .print = print_of(inquiry, shared->position),
                          .least = shared->least};
    struct reply reply = ask(&asker, &root, shared->depth, shared->prover == MOVER_PROVES);
    if (member_answers(&asker.member)) {
        atomic_store(&shared->bound, reply.bound);
        atomic_store(&shared->answer, (int)reply.answer);
    }
    free(asker.pile);
}

enum answer inquiry_ask(struct inquiry *inquiry, const struct kw_position *position, int least,
                        unsigned depth, enum prover prover, int *bound) {
    if (inquiry->race != NULL)
        return race_ask(inquiry, position, least, bound);
    enum { ALONE = 1 << 15 };
    struct shared shared = {.team.inquiry = inquiry,
                            .position = position,
                            .least = least,
                            .depth = depth,
                            .prover = prover};
    atomic_init(&shared.answer, (int)ANSWER_OPEN);
    team_work(&shared.team, ALONE, ask_member, &shared);
    inquiry->starved = inquiry->starved || atomic_load(&shared.team.starved);
    *bound = atomic_load(&shared.bound);
    return (enum answer)atomic_load(&shared.answer);
}
