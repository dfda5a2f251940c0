#include "tree/board_search.h"

#include "base/memory.h"
#include "tree/abdada.h"
#include "tree/bounds.h"

#include <stdlib.h>

/* ---- the table ------------------------------------------------------------------------------- */

/* A board's index, shuffled: no two boards have the same key. */
static uint64_t board_key(const struct board_search *search, const struct compact_board *board) {
    unsigned bits = search->index->bits, half = (bits + 1) / 2;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint64_t key = board_index_of(search->index, board);
    key = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
    key = (key ^ key >> half) * UINT64_C(0xD6E8FEB86659FD93) & mask;
    return (key ^ key >> half) * UINT64_C(0xCA5A826395121157) & mask;
}

static struct board_bucket *board_bucket_of(const struct board_search *search, uint64_t key) {
    return &search->bucket[key >> search->low_bits];
}

static uint64_t board_check(const struct board_search *search, uint64_t key) {
    return (key & ((UINT64_C(1) << search->low_bits) - 1)) << (64 - BOARD_CHECK);
}

enum { BOARD_NO_HOLE = 15 };

/* What is known of a board. */
struct board_entry {
    int low, high;
    unsigned first;  /* the hole to be searched first, or BOARD_NO_HOLE */
    unsigned effort; /* 2 log2 of the nodes that it took; 0: nothing is known */
};

static uint64_t board_pack(const struct board_entry *entry, int seeds) {
    return (uint64_t)((unsigned)(entry->low + seeds) / 2) |
           (uint64_t)((unsigned)(entry->high + seeds) / 2) << 7 |
           (uint64_t)((entry->first + 1) & 15) << 14 | (uint64_t)entry->effort << 18;
}

static struct board_entry board_unpack(uint64_t data, int seeds) {
    return (struct board_entry){.low = 2 * (int)(data & 0x7F) - seeds,
                                .high = 2 * (int)(data >> 7 & 0x7F) - seeds,
                                .first = ((unsigned)(data >> 14) - 1) & 15,
                                .effort = data >> 18 & 0x3F};
}

static unsigned board_effort(uint64_t data) { return data >> 18 & 0x3F; }

static struct board_entry board_find(const struct board_search *search, uint64_t key, int seeds) {
    const struct board_bucket *bucket = board_bucket_of(search, key);
    uint64_t check = board_check(search, key);
    for (unsigned i = 0; i < BOARD_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (data == 0)
            break;
        if ((data ^ check) >> (64 - BOARD_CHECK) == 0)
            return board_unpack(data, seeds);
    }
    return (struct board_entry){.low = -seeds, .high = seeds, .first = BOARD_NO_HOLE};
}

/* The board's own slot, a free one, or that of the least effort. */
static _Atomic uint64_t *board_slot(struct board_bucket *bucket, uint64_t check, uint64_t *data) {
    _Atomic uint64_t *place = NULL;
    unsigned least = 64;
    for (unsigned i = 0; i < BOARD_SLOTS; i++) {
        *data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (*data == 0 || (*data ^ check) >> (64 - BOARD_CHECK) == 0)
            return &bucket->slot[i];
        if (board_effort(*data) < least) {
            least = board_effort(*data);
            place = &bucket->slot[i];
        }
    }
    *data = 0;
    return place;
}

static void board_store(const struct board_search *search, uint64_t key, int seeds,
                        struct board_entry entry) {
    uint64_t check = board_check(search, key), data;
    _Atomic uint64_t *slot = board_slot(board_bucket_of(search, key), check, &data);
    if (data != 0) { /* it stays true */
        struct board_entry before = board_unpack(data, seeds);
        entry.low = before.low > entry.low ? before.low : entry.low;
        entry.high = before.high < entry.high ? before.high : entry.high;
        entry.first = entry.first == BOARD_NO_HOLE ? before.first : entry.first;
        entry.effort = before.effort > entry.effort ? before.effort : entry.effort;
    }
    atomic_store_explicit(slot, check | board_pack(&entry, seeds), memory_order_relaxed);
}

bool board_search_open(struct board_search *search, const struct board_index *index, size_t bytes) {
    unsigned log = 0, bits = index->bits;
    *search = (struct board_search){.index = index};
    while (log + 1 < bits && sizeof *search->bucket << (log + 1) <= bytes)
        log++;
    if (index->holes == 0 || bits > log + BOARD_CHECK)
        return false;
    search->log = log;
    search->low_bits = bits - log;
    search->bucket = huge_pages_alloc(sizeof *search->bucket << log);
    return search->bucket != NULL;
}

void board_search_close(struct board_search *search) {
    free(search->bucket);
    *search = (struct board_search){0};
}

bool board_search_grow(struct board_search *search, size_t bytes) {
    struct board_search larger;
    if (!board_search_open(&larger, search->index, bytes))
        return false;
    larger.model = search->model;
    larger.database = search->database;
    for (uint64_t i = 0; i < UINT64_C(1) << search->log; i++) {
        for (unsigned k = 0; k < BOARD_SLOTS && search->bucket[i].slot[k] != 0; k++) {
            uint64_t data = search->bucket[i].slot[k], before;
            uint64_t key = i << search->low_bits | data >> (64 - BOARD_CHECK);
            uint64_t check = board_check(&larger, key);
            _Atomic uint64_t *slot = board_slot(board_bucket_of(&larger, key), check, &before);
            *slot = check | (data & ((UINT64_C(1) << (64 - BOARD_CHECK)) - 1));
        }
    }
    board_search_close(search);
    *search = larger;
    return true;
}

/* ---- a node ---------------------------------------------------------------------------------- */

/* A search by all threads. */
struct board_query {
    struct abdada abdada;
    const struct board_search *search;
    const struct board_known *known;
    const struct compact_board *board;
    int least;
    atomic_int bound; /* what the answer proves */
};

struct board_thread {
    struct abdada_thread abdada;
    const struct board_search *search;
    const struct row_database *database;
    const struct board_known *known;
    struct in_progress *in_progress;
};

/* A board, and its window: is the value >= least? */
struct board_child {
    struct compact_board board;
    uint64_t at; /* its place in the database, if it is there */
    int least;
    int seeds;
    /* The move that led to it. */
    int gain;
    unsigned hole;
    bool again;
};

/* A board whose children are being searched. */
struct board_node {
    struct board_thread *thread;
    const struct board_child *self;
    bool deep;     /* the search below it is large, as a rule */
    int high;      /* no child that was decided has a greater value */
    unsigned best; /* the hole that decided */
    int bound;     /* what is proven, once the node is decided */
    size_t count;
    struct move_score scores[COMPACT_ROW]; /* of the children that are to be searched */
    struct board_child list[COMPACT_ROW];
};

/* Takes in that a move's value is >= low and <= high; true if that decides the node. */
static bool board_take(struct board_node *node, const struct board_child *child, int low,
                       int high) {
    if (low >= node->self->least) {
        node->best = child->hole;
        node->bound = low;
        return true;
    }
    node->high = high > node->high ? high : node->high;
    return false;
}

/* The same by the span of the child; *open if that leaves open whether the move is enough. */
static bool board_take_span(struct board_node *node, const struct board_child *child,
                            struct span span, bool *open) {
    int low = model_value_before(child->gain, child->again, child->again ? span.low : span.high);
    int high = model_value_before(child->gain, child->again, child->again ? span.high : span.low);
    *open = low < node->self->least && high >= node->self->least;
    return !*open && board_take(node, child, low, high);
}

static bool board_in_database(const struct board_thread *thread, const struct board_child *child) {
    return child->seeds <= thread->database->most;
}

/*
 * Lists the children but for those that cannot be enough, with their scores; true if one must be.
 * Their entries in the database are prefetched.
 */
static bool board_list_children(struct board_node *node, const struct compact_move *moves,
                                size_t count) {
    const struct board_thread *thread = node->thread;
    const struct board_child *self = node->self;
    for (size_t i = 0; i < count; i++) {
        const struct compact_move *move = &moves[i];
        struct board_child *child = &node->list[i];
        bool open;
        child->seeds = self->seeds - move->gain;
        child->gain = move->gain;
        child->again = move->again;
        child->hole = move->hole;
        if (board_take_span(node, child, (struct span){-child->seeds, child->seeds}, &open))
            return true;
        if (!open)
            continue;
        child->board = move->board;
        /* The parity of `least` is that of the seeds. */
        child->least = child->again ? self->least - child->gain : child->gain - self->least + 2;
        if (board_in_database(thread, child)) {
            child->at = row_database_at(thread->database, &child->board);
            row_database_prefetch(thread->database, child->at);
        }
        node->scores[node->count++] = (struct move_score){
            exact_move_score(2 * COMPACT_ROW, child->gain, child->again, child->hole), (uint32_t)i};
    }
    return false;
}

static bool board_take_entry(struct board_node *node, const struct board_child *child, bool *open) {
    const struct board_search *search = node->thread->search;
    struct board_entry entry = board_find(search, board_key(search, &child->board), child->seeds);
    return board_take_span(node, child, (struct span){entry.low, entry.high}, open);
}

/*
 * Removes the children that the database or the table decides; true if one decides the node.  The
 * child with the hole `first` is to be searched first.
 */
static bool board_probe_children(struct board_node *node, unsigned first) {
    const struct row_database *database = node->thread->database;
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct move_score score = node->scores[i];
        const struct board_child *child = &node->list[score.child];
        bool open = true;
        if (board_in_database(node->thread, child)) {
            int value = model_value_before(child->gain, child->again, database->value[child->at]);
            if (board_take(node, child, value, value))
                return true;
            continue;
        }
        if (node->deep && board_take_entry(node, child, &open))
            return true;
        if (child->hole == first)
            score.score = INT32_MAX;
        if (open)
            node->scores[kept++] = score;
    }
    node->count = kept;
    return false;
}

/* ---- the search ------------------------------------------------------------------------------ */

static int board_search_node(struct board_thread *thread, const struct board_child *self);

static uint64_t board_task(const void *context, size_t i) {
    const struct board_node *node = context;
    const struct board_child *child = &node->list[i];
    uint64_t own = compact_half(&child->board, 0), other = compact_half(&child->board, 1);
    return own * UINT64_C(0x9E3779B97F4A7C15) ^
           (other + (unsigned)child->least) * UINT64_C(0xD6E8FEB86659FD93);
}

static bool board_search_child(void *context, size_t i, size_t number) {
    struct board_node *node = context;
    const struct board_child *child = &node->list[i];
    int value =
        model_value_before(child->gain, child->again, board_search_node(node->thread, child));
    (void)number;
    return node->thread->abdada.aborted || board_take(node, child, value, value);
}

/* Whether more than the database is known of a board: its value. */
static bool board_is_tabled(const struct board_thread *thread, const struct board_child *self,
                            int *value) {
    const struct board_known *known = thread->known;
    if (KW_LIKELY(self->seeds > known->most))
        return false;
    struct kw_position position = compact_board_position(&self->board);
    return known->value(known->context, &position, value);
}

/* Searches a node whose children have been listed; the bound that is proven. */
static int board_search_children(struct board_node *node, uint64_t key, unsigned first,
                                 uint64_t entered) {
    struct board_thread *thread = node->thread;
    int seeds = node->self->seeds;
    bool enough = board_probe_children(node, first) ||
                  abdada_search(node->deep ? thread->in_progress : NULL, node->scores, 0,
                                node->count, board_task, board_search_child, node);
    if (thread->abdada.aborted)
        return 0;
    int bound = enough ? node->bound : node->high;
    board_store(thread->search, key, seeds,
                (struct board_entry){.low = enough ? bound : -seeds,
                                     .high = enough ? seeds : bound,
                                     .first = node->best,
                                     .effort = bounds_effort(thread->abdada.nodes - entered) | 1});
    return bound;
}

/*
 * Is the value of a board >= self->least?  What is returned is a lower bound of it if so, else an
 * upper bound, and means nothing if the thread is aborted.
 *
 * While the table's bucket is fetched the moves are played.
 */
static int board_search_node(struct board_thread *thread, const struct board_child *self) {
    enum { DEEP = 12 /* seeds more than in the database */ };
    const struct board_search *search = thread->search;
    const struct kw_game *game = search->model->game;
    uint64_t entered = thread->abdada.nodes++, key = board_key(search, &self->board);
    struct compact_move moves[COMPACT_ROW];
    struct board_node node; /* its list is large, and need not be empty */
    __builtin_prefetch(board_bucket_of(search, key));
    int value;
    abdada_poll(&thread->abdada);
    if (thread->abdada.aborted)
        return 0;
    if (board_is_tabled(thread, self, &value))
        return value;
    size_t count = game_expand_compact(game, &self->board, moves);
    if (count == 0)
        return compact_board_end_value(search->model, &self->board);
    node.thread = thread;
    node.self = self;
    node.deep = self->seeds > thread->database->most + DEEP;
    node.high = -BOUNDS_VALUE;
    node.best = BOARD_NO_HOLE;
    node.bound = 0;
    node.count = 0;
    if (board_list_children(&node, moves, count))
        return node.bound;
    struct board_entry entry = board_find(search, key, self->seeds);
    if (entry.low >= self->least)
        return entry.low;
    if (entry.high < self->least)
        return entry.high;
    return board_search_children(&node, key, entry.first, entered);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void board_thread_run(void *context, size_t number) {
    struct board_query *query = context;
    struct board_thread thread = {.search = query->search,
                                  .database = query->search->database,
                                  .known = query->known,
                                  .in_progress = query->abdada.in_progress};
    const struct board_child root = {.board = *query->board,
                                     .least = query->least,
                                     .seeds = (int)compact_board_seeds(query->board)};
    abdada_thread_begin(&thread.abdada, &query->abdada, number);
    int bound = board_search_node(&thread, &root);
    if (abdada_thread_finish(&thread.abdada))
        atomic_store(&query->bound, bound);
}

enum answer board_search_run(const struct board_search *search, const struct poll_limits *limits,
                             const struct board_known *known, const struct kw_position *position,
                             int least, int *bound) {
    enum { ALONE = 1 << 13 };
    struct compact_board board = compact_board_of(search->model->game, position);
    int odd = (least ^ (int)compact_board_seeds(&board)) & 1;
    struct board_query query = {.abdada.limits = limits,
                                .search = search,
                                .known = known,
                                .board = &board,
                                .least = least + odd};
    abdada_run(&query.abdada, ALONE, board_thread_run, &query);
    *bound = atomic_load(&query.bound);
    return atomic_load(&query.abdada.done) ? model_answer(*bound, least) : ANSWER_OPEN;
}

unsigned board_search_first_move(const struct board_search *search,
                                 const struct kw_position *position) {
    const struct kw_game *game = search->model->game;
    struct compact_board board = compact_board_of(game, position);
    struct compact_move moves[COMPACT_ROW];
    unsigned first =
        board_find(search, board_key(search, &board), (int)compact_board_seeds(&board)).first;
    size_t count = game_expand_compact(game, &board, moves);
    for (unsigned i = 0; i < count; i++)
        if (moves[i].hole == first)
            return i;
    return BOUNDS_NO_MOVE;
}
