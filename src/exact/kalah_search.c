#include "exact/kalah_search.h"

#include "base/huge_pages.h"
#include "exact/abdada.h"

#include <stdlib.h>

/* ---- what is known --------------------------------------------------------------------------- */

/* A board's number, shuffled: another one for each. */
static uint64_t kalah_key(const struct kalah_search *kalah, const struct compact_board *board) {
    unsigned bits = kalah->index->bits, half = (bits + 1) / 2;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint64_t key = board_index_of(kalah->index, board);
    key = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
    key = (key ^ key >> half) * UINT64_C(0xD6E8FEB86659FD93) & mask;
    return (key ^ key >> half) * UINT64_C(0xCA5A826395121157) & mask;
}

static struct kalah_bucket *kalah_bucket_of(const struct kalah_search *kalah, uint64_t key) {
    return &kalah->bucket[key >> kalah->low_bits];
}

static uint64_t kalah_check(const struct kalah_search *kalah, uint64_t key) {
    return (key & ((UINT64_C(1) << kalah->low_bits) - 1)) << (64 - KALAH_CHECK);
}

enum { KALAH_NO_HOLE = 15 };

/* What is known of a board: its worth lies between. */
struct kalah_entry {
    int low, high;
    unsigned first;  /* the hole to be tried first, or NO_HOLE */
    unsigned effort; /* 0: nothing was known */
};

static uint64_t kalah_pack(const struct kalah_entry *entry, int seeds) {
    return (uint64_t)((unsigned)(entry->low + seeds) / 2) |
           (uint64_t)((unsigned)(entry->high + seeds) / 2) << 7 |
           (uint64_t)((entry->first + 1) & 15) << 14 | (uint64_t)entry->effort << 18;
}

static struct kalah_entry kalah_unpack(uint64_t data, int seeds) {
    return (struct kalah_entry){.low = 2 * (int)(data & 0x7F) - seeds,
                                .high = 2 * (int)(data >> 7 & 0x7F) - seeds,
                                .first = ((unsigned)(data >> 14) - 1) & 15,
                                .effort = data >> 18 & 0x3F};
}

static unsigned kalah_effort(uint64_t data) { return data >> 18 & 0x3F; }

static struct kalah_entry kalah_find(const struct kalah_search *kalah, uint64_t key, int seeds) {
    const struct kalah_bucket *bucket = kalah_bucket_of(kalah, key);
    uint64_t check = kalah_check(kalah, key);
    for (unsigned i = 0; i < KALAH_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (data == 0)
            break;
        if ((data ^ check) >> (64 - KALAH_CHECK) == 0)
            return kalah_unpack(data, seeds);
    }
    return (struct kalah_entry){.low = -seeds, .high = seeds, .first = KALAH_NO_HOLE};
}

/* The board's own slot, a free one, or that of what cost the least. */
static _Atomic uint64_t *kalah_slot(struct kalah_bucket *bucket, uint64_t check, uint64_t *data) {
    _Atomic uint64_t *place = NULL;
    unsigned least = 64;
    for (unsigned i = 0; i < KALAH_SLOTS; i++) {
        *data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (*data == 0 || (*data ^ check) >> (64 - KALAH_CHECK) == 0)
            return &bucket->slot[i];
        if (kalah_effort(*data) < least) {
            least = kalah_effort(*data);
            place = &bucket->slot[i];
        }
    }
    *data = 0;
    return place;
}

static void kalah_store(const struct kalah_search *kalah, uint64_t key, int seeds,
                        struct kalah_entry entry) {
    uint64_t check = kalah_check(kalah, key), data;
    _Atomic uint64_t *slot = kalah_slot(kalah_bucket_of(kalah, key), check, &data);
    if (data != 0) { /* what was known stays true */
        struct kalah_entry before = kalah_unpack(data, seeds);
        entry.low = before.low > entry.low ? before.low : entry.low;
        entry.high = before.high < entry.high ? before.high : entry.high;
        entry.first = entry.first == KALAH_NO_HOLE ? before.first : entry.first;
        entry.effort = before.effort > entry.effort ? before.effort : entry.effort;
    }
    atomic_store_explicit(slot, check | kalah_pack(&entry, seeds), memory_order_relaxed);
}

bool kalah_search_open(struct kalah_search *kalah, const struct board_index *index, size_t bytes) {
    unsigned log = 0, bits = index->bits;
    *kalah = (struct kalah_search){.index = index};
    while (log + 1 < bits && sizeof *kalah->bucket << (log + 1) <= bytes)
        log++;
    if (index->holes == 0 || bits > log + KALAH_CHECK)
        return false;
    kalah->log = log;
    kalah->low_bits = bits - log;
    kalah->bucket = huge_pages_alloc(sizeof *kalah->bucket << log);
    return kalah->bucket != NULL;
}

void kalah_search_close(struct kalah_search *kalah) {
    free(kalah->bucket);
    *kalah = (struct kalah_search){0};
}

bool kalah_search_grow(struct kalah_search *kalah, size_t bytes) {
    struct kalah_search larger;
    if (!kalah_search_open(&larger, kalah->index, bytes))
        return false;
    larger.model = kalah->model;
    larger.database = kalah->database;
    for (uint64_t i = 0; i < UINT64_C(1) << kalah->log; i++) {
        for (unsigned k = 0; k < KALAH_SLOTS && kalah->bucket[i].slot[k] != 0; k++) {
            uint64_t data = kalah->bucket[i].slot[k], before;
            uint64_t key = i << kalah->low_bits | data >> (64 - KALAH_CHECK);
            uint64_t check = kalah_check(&larger, key);
            _Atomic uint64_t *slot = kalah_slot(kalah_bucket_of(&larger, key), check, &before);
            *slot = check | (data & ((UINT64_C(1) << (64 - KALAH_CHECK)) - 1));
        }
    }
    kalah_search_close(kalah);
    *kalah = larger;
    return true;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* A question. */
struct kalah_query {
    struct team team;
    const struct compact_board *board;
    int least;
    atomic_int bound; /* what the answer proves */
};

/* One thread at work. */
struct kalah_thread {
    struct member member;
    const struct kalah_search *kalah;
    const struct row_database *database;
    const struct endgame_probe *probe;
    struct busy *busy;
};

/* A board and what it is asked for: is it worth `least` or more? */
struct kalah_child {
    struct compact_board board;
    uint64_t at; /* where an endgame is */
    int least;
    int seeds;
    /* How it was come by. */
    int gain, score;
    unsigned hole;
    bool again;
};

/* What a worth of the board after a move means to who made it. */
static int kalah_value_before(const struct kalah_child *child, int value) {
    return child->gain + (child->again ? value : -value);
}

/*
 * Every board is searched to the end of the game, and what looks good misleads: the greatest gain
 * comes first, and to move again counts as one of four seeds; then the hole that is the nearest to
 * the end of the row.
 */
static int kalah_score(const struct kalah_child *child) {
    enum { AGAIN = 4 };
    return 2 * COMPACT_ROW * (child->gain + (child->again ? AGAIN : 0)) + (int)child->hole;
}

/* A board whose moves are being searched. */
struct kalah_node {
    const struct kalah_child *child;
    bool deep;     /* much is to be searched below it, as a rule */
    int high;      /* no move that was answered is worth more */
    unsigned best; /* the hole that settled it */
    size_t count;
    struct kalah_child *open[COMPACT_ROW]; /* the moves that are left */
    struct kalah_child list[COMPACT_ROW];
};

/* Takes in that a move is worth so much or more, and so much or less; true if it is enough. */
static bool kalah_take(struct kalah_node *node, const struct kalah_child *child, int low, int high,
                       int *bound) {
    if (low >= node->child->least) {
        node->best = child->hole;
        *bound = low;
        return true;
    }
    node->high = high > node->high ? high : node->high;
    return false;
}

/* The same for what the board after it is worth; `open` if that does not settle the move. */
static bool kalah_take_bounds(struct kalah_node *node, const struct kalah_child *child,
                              struct span span, bool *open, int *bound) {
    int low = kalah_value_before(child, child->again ? span.low : span.high);
    int high = kalah_value_before(child, child->again ? span.high : span.low);
    *open = low < node->child->least && high >= node->child->least;
    return !*open && kalah_take(node, child, low, high, bound);
}

/*
 * Lists the moves but for those that cannot be enough; true if one must be.  What is known of
 * endgames will be wanted soon.
 */
static bool kalah_list_children(const struct kalah_thread *thread, struct kalah_node *node,
                                const struct compact_move *moves, size_t count, int *bound) {
    const struct kalah_child *from = node->child;
    for (size_t i = 0; i < count; i++) {
        const struct compact_move *move = &moves[i];
        struct kalah_child *child = &node->list[i];
        bool open;
        child->seeds = from->seeds - move->gain;
        child->gain = move->gain;
        child->again = move->again;
        child->hole = move->hole;
        if (kalah_take_bounds(node, child, (struct span){-child->seeds, child->seeds}, &open,
                              bound))
            return true;
        if (!open)
            continue;
        child->board = move->seen;
        /* The parity of what is asked for is that of the seeds. */
        child->least = child->again ? from->least - child->gain : child->gain - from->least + 2;
        child->score = kalah_score(child);
        if (child->seeds <= thread->database->most) {
            child->at = row_database_at(thread->database, &child->board);
            row_database_prefetch(thread->database, child->at);
        }
        node->open[node->count++] = child;
    }
    return false;
}

/* What is known of a move that leads to no endgame. */
static bool kalah_probe_child(const struct kalah_thread *thread, struct kalah_node *node,
                              const struct kalah_child *child, bool *open, int *bound) {
    struct kalah_entry entry =
        kalah_find(thread->kalah, kalah_key(thread->kalah, &child->board), child->seeds);
    return kalah_take_bounds(node, child, (struct span){entry.low, entry.high}, open, bound);
}

/* Asks of each move what is known; those that fail are struck off.  True if one is enough. */
static bool kalah_probe_children(struct kalah_thread *thread, struct kalah_node *node, int *bound) {
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct kalah_child *child = node->open[i];
        bool open = true;
        if (child->seeds <= thread->database->most) {
            int value = kalah_value_before(child, thread->database->value[child->at]);
            if (kalah_take(node, child, value, value, bound))
                return true;
            continue;
        }
        if (node->deep && kalah_probe_child(thread, node, child, &open, bound))
            return true;
        if (open)
            node->open[kept++] = child;
    }
    node->count = kept;
    return false;
}

static int kalah_search_node(struct kalah_thread *thread, const struct kalah_child *child);

static uint64_t kalah_task(const struct kalah_child *child) {
    uint64_t own = compact_half(&child->board, 0), other = compact_half(&child->board, 1);
    return (own * UINT64_C(0x9E3779B97F4A7C15) ^
            (other + (unsigned)child->least) * UINT64_C(0xD6E8FEB86659FD93)) |
           1;
}

/* Searches one move; true if it is enough. */
static bool kalah_search_child(struct kalah_thread *thread, struct kalah_node *node,
                               const struct kalah_child *child, int *bound) {
    struct busy *busy = node->deep ? thread->busy : NULL;
    uint64_t task = kalah_task(child);
    if (busy != NULL)
        busy_set(busy, task, task);
    int value = kalah_value_before(child, kalah_search_node(thread, child));
    if (busy != NULL)
        busy_set(busy, task, 0);
    return thread->member.halted || kalah_take(node, child, value, value, bound);
}

/* The best of the moves from `at` on. */
static struct kalah_child *kalah_select_best(struct kalah_child *list[], size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i]->score > list[best]->score)
            best = i;
    struct kalah_child *taken = list[best];
    list[best] = list[at];
    return list[at] = taken;
}

/* Searches the moves, those that another thread is at last; true if one is enough. */
static bool kalah_search_children(struct kalah_thread *thread, struct kalah_node *node,
                                  unsigned first, int *bound) {
    const struct busy *busy = node->deep ? thread->busy : NULL;
    struct kalah_child **list = node->open;
    size_t later = 0;
    for (size_t i = 0; i < node->count; i++)
        if (list[i]->hole == first)
            list[i]->score = INT32_MAX;
    for (size_t i = 0; i < node->count; i++) {
        struct kalah_child *child = kalah_select_best(list, i, node->count);
        if (busy != NULL && i > 0 && busy_at(busy, kalah_task(child)))
            list[later++] = child; /* the places before `i` are free */
        else if (kalah_search_child(thread, node, child, bound))
            return true;
    }
    for (size_t i = 0; i < later; i++)
        if (kalah_search_child(thread, node, list[i], bound))
            return true;
    return false;
}

/* Whether endgame tables know what a board is worth. */
static bool kalah_is_tabled(const struct kalah_thread *thread, const struct kalah_child *child,
                            int *value) {
    if (KW_LIKELY(child->seeds > thread->probe->most))
        return false;
    struct kw_position position = compact_board_position(&child->board);
    return probe_value(thread->probe, &position, value);
}

/*
 * Answers a question: the board is worth what is returned or more, if that is what was asked for,
 * else so much or less.  If the runner is halted it means nothing.
 *
 * While the memory of what is known arrives the moves are played.
 */
static int kalah_search_node(struct kalah_thread *thread, const struct kalah_child *child) {
    enum { DEEP = 12 /* seeds more than the endgames' */ };
    const struct kalah_search *kalah = thread->kalah;
    const struct kw_game *game = kalah->model->game;
    uint64_t entered = thread->member.nodes++, key = kalah_key(kalah, &child->board);
    struct compact_move moves[COMPACT_ROW];
    struct kalah_node node; /* its list is large, and need not be empty */
    __builtin_prefetch(kalah_bucket_of(kalah, key));
    int bound;
    member_looks_up(&thread->member);
    if (thread->member.halted)
        return 0;
    if (kalah_is_tabled(thread, child, &bound))
        return bound;
    size_t count = game_expand_compact(game, &child->board, moves);
    if (count == 0)
        return compact_board_end_value(kalah->model, &child->board);
    node.child = child;
    node.deep = child->seeds > thread->database->most + DEEP;
    node.high = -BOUNDS_MOST;
    node.best = KALAH_NO_HOLE;
    node.count = 0;
    if (kalah_list_children(thread, &node, moves, count, &bound))
        return bound;
    struct kalah_entry entry = kalah_find(kalah, key, child->seeds);
    if (entry.low >= child->least)
        return entry.low;
    if (entry.high < child->least)
        return entry.high;
    bool enough = kalah_probe_children(thread, &node, &bound) ||
                  kalah_search_children(thread, &node, entry.first, &bound);
    if (thread->member.halted)
        return 0;
    if (!enough)
        bound = node.high;
    kalah_store(kalah, key, child->seeds,
                (struct kalah_entry){.low = enough ? bound : -child->seeds,
                                     .high = enough ? child->seeds : bound,
                                     .first = node.best,
                                     .effort = bounds_effort(thread->member.nodes - entered) | 1});
    return bound;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void kalah_thread_run(void *context, size_t member) {
    struct kalah_query *query = context;
    const struct nws *nws = query->team.nws;
    struct kalah_thread thread = {.member = member_of(&query->team, member),
                                  .kalah = nws->kalah,
                                  .database = nws->kalah->database,
                                  .probe = nws->probe,
                                  .busy = query->team.busy};
    const struct kalah_child root = {.board = *query->board,
                                     .least = query->least,
                                     .seeds = (int)compact_board_seeds(query->board)};
    int bound = kalah_search_node(&thread, &root);
    if (member_answers(&thread.member))
        atomic_store(&query->bound, bound);
}

enum answer kalah_search_run(struct nws *nws, const struct kw_position *position, int least,
                             int *bound) {
    enum { ALONE = 1 << 13 };
    struct compact_board board = compact_board_of(nws->model->game, position);
    int odd = (least ^ (int)compact_board_seeds(&board)) & 1;
    struct kalah_query query = {.team.nws = nws, .board = &board, .least = least + odd};
    team_work(&query.team, ALONE, kalah_thread_run, &query);
    *bound = atomic_load(&query.bound);
    return !atomic_load(&query.team.done) ? ANSWER_OPEN : *bound >= least ? ANSWER_YES : ANSWER_NO;
}

unsigned kalah_search_first_move(const struct kalah_search *kalah,
                                 const struct kw_position *position) {
    const struct kw_game *game = kalah->model->game;
    struct compact_board board = compact_board_of(game, position);
    struct compact_move moves[COMPACT_ROW];
    unsigned first =
        kalah_find(kalah, kalah_key(kalah, &board), (int)compact_board_seeds(&board)).first;
    size_t count = game_expand_compact(game, &board, moves);
    for (unsigned i = 0; i < count; i++)
        if (moves[i].hole == first)
            return i;
    return BOUNDS_NO_MOVE;
}
