#include "exact/kalah_search.h"

#include "base/huge_pages.h"
#include "exact/abdada.h"

#include <stdlib.h>

/* ---- what is known --------------------------------------------------------------------------- */

/* A board's number, shuffled: another one for each. */
static uint64_t key_of(const struct race *race, const struct compact_board *seen) {
    unsigned bits = race->ranks->bits, half = (bits + 1) / 2;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    uint64_t key = ranks_number(race->ranks, seen);
    key = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
    key = (key ^ key >> half) * UINT64_C(0xD6E8FEB86659FD93) & mask;
    return (key ^ key >> half) * UINT64_C(0xCA5A826395121157) & mask;
}

static struct race_bucket *bucket_of(const struct race *race, uint64_t key) {
    return &race->bucket[key >> race->low_bits];
}

static uint64_t check_of(const struct race *race, uint64_t key) {
    return (key & ((UINT64_C(1) << race->low_bits) - 1)) << (64 - RACE_CHECK);
}

enum { NO_HOLE = 15 };

/* What is known of a board: its worth lies between. */
struct known {
    int low, high;
    unsigned first;  /* the hole to be tried first, or NO_HOLE */
    unsigned effort; /* 0: nothing was known */
};

static uint64_t known_pack(const struct known *known, int seeds) {
    return (uint64_t)((unsigned)(known->low + seeds) / 2) |
           (uint64_t)((unsigned)(known->high + seeds) / 2) << 7 |
           (uint64_t)((known->first + 1) & 15) << 14 | (uint64_t)known->effort << 18;
}

static struct known known_unpack(uint64_t data, int seeds) {
    return (struct known){.low = 2 * (int)(data & 0x7F) - seeds,
                          .high = 2 * (int)(data >> 7 & 0x7F) - seeds,
                          .first = ((unsigned)(data >> 14) - 1) & 15,
                          .effort = data >> 18 & 0x3F};
}

static unsigned effort_in(uint64_t data) { return data >> 18 & 0x3F; }

static struct known known_find(const struct race *race, uint64_t key, int seeds) {
    const struct race_bucket *bucket = bucket_of(race, key);
    uint64_t check = check_of(race, key);
    for (unsigned i = 0; i < RACE_SLOTS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (data == 0)
            break;
        if ((data ^ check) >> (64 - RACE_CHECK) == 0)
            return known_unpack(data, seeds);
    }
    return (struct known){.low = -seeds, .high = seeds, .first = NO_HOLE};
}

/* The board's own slot, a free one, or that of what cost the least. */
static _Atomic uint64_t *slot_for(struct race_bucket *bucket, uint64_t check, uint64_t *data) {
    _Atomic uint64_t *place = NULL;
    unsigned least = 64;
    for (unsigned i = 0; i < RACE_SLOTS; i++) {
        *data = atomic_load_explicit(&bucket->slot[i], memory_order_relaxed);
        if (*data == 0 || (*data ^ check) >> (64 - RACE_CHECK) == 0)
            return &bucket->slot[i];
        if (effort_in(*data) < least) {
            least = effort_in(*data);
            place = &bucket->slot[i];
        }
    }
    *data = 0;
    return place;
}

static void known_keep(const struct race *race, uint64_t key, int seeds, struct known known) {
    uint64_t check = check_of(race, key), data;
    _Atomic uint64_t *slot = slot_for(bucket_of(race, key), check, &data);
    if (data != 0) { /* what was known stays true */
        struct known before = known_unpack(data, seeds);
        known.low = before.low > known.low ? before.low : known.low;
        known.high = before.high < known.high ? before.high : known.high;
        known.first = known.first == NO_HOLE ? before.first : known.first;
        known.effort = before.effort > known.effort ? before.effort : known.effort;
    }
    atomic_store_explicit(slot, check | known_pack(&known, seeds), memory_order_relaxed);
}

bool race_open(struct race *race, const struct ranks *ranks, size_t bytes) {
    unsigned log = 0, bits = ranks->bits;
    *race = (struct race){.ranks = ranks};
    while (log + 1 < bits && sizeof *race->bucket << (log + 1) <= bytes)
        log++;
    if (ranks->holes == 0 || bits > log + RACE_CHECK)
        return false;
    race->log = log;
    race->low_bits = bits - log;
    race->bucket = huge_pages_alloc(sizeof *race->bucket << log);
    return race->bucket != NULL;
}

void race_close(struct race *race) {
    free(race->bucket);
    *race = (struct race){0};
}

bool race_grow(struct race *race, size_t bytes) {
    struct race larger;
    if (!race_open(&larger, race->ranks, bytes))
        return false;
    larger.terms = race->terms;
    larger.ends = race->ends;
    for (uint64_t i = 0; i < UINT64_C(1) << race->log; i++) {
        for (unsigned k = 0; k < RACE_SLOTS && race->bucket[i].slot[k] != 0; k++) {
            uint64_t data = race->bucket[i].slot[k], before;
            uint64_t key = i << race->low_bits | data >> (64 - RACE_CHECK);
            uint64_t check = check_of(&larger, key);
            _Atomic uint64_t *slot = slot_for(bucket_of(&larger, key), check, &before);
            *slot = check | (data & ((UINT64_C(1) << (64 - RACE_CHECK)) - 1));
        }
    }
    race_close(race);
    *race = larger;
    return true;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* A question. */
struct shared {
    struct team team;
    const struct compact_board *seen;
    int least;
    atomic_int bound; /* what the answer proves */
};

/* One thread at work. */
struct runner {
    struct member member;
    const struct race *race;
    const struct ends *ends;
    const struct outside *outside;
    struct busy *busy;
};

/* A board and what it is asked for: is it worth `least` or more? */
struct step {
    struct compact_board seen;
    uint64_t at; /* where an endgame is */
    int least;
    int seeds;
    /* How it was come by. */
    int gain, order;
    unsigned hole;
    bool again;
};

/* What a worth of the board after a move means to who made it. */
static int worth_before(const struct step *step, int worth) {
    return step->gain + (step->again ? worth : -worth);
}

/*
 * Every board is searched to the end of the game, and what looks good misleads: the greatest gain
 * comes first, and to move again counts as one of four seeds; then the hole that is the nearest to
 * the end of the row.
 */
static int order_of(const struct step *step) {
    enum { AGAIN = 4 };
    return 2 * COMPACT_ROW * (step->gain + (step->again ? AGAIN : 0)) + (int)step->hole;
}

/* A board whose moves are being searched. */
struct node {
    const struct step *step;
    bool deep;     /* much is to be searched below it, as a rule */
    int high;      /* no move that was answered is worth more */
    unsigned best; /* the hole that settled it */
    size_t count;
    struct step *left[COMPACT_ROW]; /* the moves that are left */
    struct step list[COMPACT_ROW];
};

/* Takes in that a move is worth so much or more, and so much or less; true if it is enough. */
static bool take(struct node *node, const struct step *step, int low, int high, int *bound) {
    if (low >= node->step->least) {
        node->best = step->hole;
        *bound = low;
        return true;
    }
    node->high = high > node->high ? high : node->high;
    return false;
}

/* The same for what the board after it is worth; `open` if that does not settle the move. */
static bool take_span(struct node *node, const struct step *step, struct span span, bool *open,
                      int *bound) {
    int low = worth_before(step, step->again ? span.low : span.high);
    int high = worth_before(step, step->again ? span.high : span.low);
    *open = low < node->step->least && high >= node->step->least;
    return !*open && take(node, step, low, high, bound);
}

/*
 * Lists the moves but for those that cannot be enough; true if one must be.  What is known of
 * endgames will be wanted soon.
 */
static bool list_moves(const struct runner *runner, struct node *node,
                       const struct compact_move *fan, size_t count, int *bound) {
    const struct step *from = node->step;
    for (size_t i = 0; i < count; i++) {
        const struct compact_move *move = &fan[i];
        struct step *step = &node->list[i];
        bool open;
        step->seeds = from->seeds - move->gain;
        step->gain = move->gain;
        step->again = move->again;
        step->hole = move->hole;
        if (take_span(node, step, (struct span){-step->seeds, step->seeds}, &open, bound))
            return true;
        if (!open)
            continue;
        step->seen = move->seen;
        /* The parity of what is asked for is that of the seeds. */
        step->least = step->again ? from->least - step->gain : step->gain - from->least + 2;
        step->order = order_of(step);
        if (step->seeds <= runner->ends->most) {
            step->at = ends_at(runner->ends, &step->seen);
            ends_prefetch(runner->ends, step->at);
        }
        node->left[node->count++] = step;
    }
    return false;
}

/* What is known of a move that leads to no endgame. */
static bool peek(const struct runner *runner, struct node *node, const struct step *step,
                 bool *open, int *bound) {
    struct known known = known_find(runner->race, key_of(runner->race, &step->seen), step->seeds);
    return take_span(node, step, (struct span){known.low, known.high}, open, bound);
}

/* Asks of each move what is known; those that fail are struck off.  True if one is enough. */
static bool glance_at_moves(struct runner *runner, struct node *node, int *bound) {
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++) {
        struct step *step = node->left[i];
        bool open = true;
        if (step->seeds <= runner->ends->most) {
            int worth = worth_before(step, runner->ends->worth[step->at]);
            if (take(node, step, worth, worth, bound))
                return true;
            continue;
        }
        if (node->deep && peek(runner, node, step, &open, bound))
            return true;
        if (open)
            node->left[kept++] = step;
    }
    node->count = kept;
    return false;
}

static int search(struct runner *runner, const struct step *step);

static uint64_t task_of(const struct step *step) {
    uint64_t own = compact_half(&step->seen, 0), other = compact_half(&step->seen, 1);
    return (own * UINT64_C(0x9E3779B97F4A7C15) ^
            (other + (unsigned)step->least) * UINT64_C(0xD6E8FEB86659FD93)) |
           1;
}

/* Searches one move; true if it is enough. */
static bool search_move(struct runner *runner, struct node *node, const struct step *step,
                        int *bound) {
    struct busy *busy = node->deep ? runner->busy : NULL;
    uint64_t task = task_of(step);
    if (busy != NULL)
        busy_set(busy, task, task);
    int worth = worth_before(step, search(runner, step));
    if (busy != NULL)
        busy_set(busy, task, 0);
    return runner->member.halted || take(node, step, worth, worth, bound);
}

/* The best of the moves from `at` on. */
static struct step *pick(struct step *list[], size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i]->order > list[best]->order)
            best = i;
    struct step *taken = list[best];
    list[best] = list[at];
    return list[at] = taken;
}

/* Searches the moves, those that another thread is at last; true if one is enough. */
static bool search_moves(struct runner *runner, struct node *node, unsigned first, int *bound) {
    const struct busy *busy = node->deep ? runner->busy : NULL;
    struct step **list = node->left;
    size_t later = 0;
    for (size_t i = 0; i < node->count; i++)
        if (list[i]->hole == first)
            list[i]->order = INT32_MAX;
    for (size_t i = 0; i < node->count; i++) {
        struct step *step = pick(list, i, node->count);
        if (busy != NULL && i > 0 && busy_at(busy, task_of(step)))
            list[later++] = step; /* the places before `i` are free */
        else if (search_move(runner, node, step, bound))
            return true;
    }
    for (size_t i = 0; i < later; i++)
        if (search_move(runner, node, list[i], bound))
            return true;
    return false;
}

/* Whether endgame tables know what a board is worth. */
static bool is_tabled(const struct runner *runner, const struct step *step, int *worth) {
    if (KW_LIKELY(step->seeds > runner->outside->most))
        return false;
    struct kw_position position = compact_position(&step->seen);
    return outside_worth(runner->outside, &position, worth);
}

/*
 * Answers a question: the board is worth what is returned or more, if that is what was asked for,
 * else so much or less.  If the runner is halted it means nothing.
 *
 * While the memory of what is known arrives the moves are played.
 */
static int search(struct runner *runner, const struct step *step) {
    enum { DEEP = 12 /* seeds more than the endgames' */ };
    const struct race *race = runner->race;
    const struct kw_game *game = race->terms->game;
    uint64_t entered = runner->member.nodes++, key = key_of(race, &step->seen);
    struct compact_move fan[COMPACT_ROW];
    struct node node; /* its list is large, and need not be empty */
    __builtin_prefetch(bucket_of(race, key));
    int bound;
    member_looks_up(&runner->member);
    if (runner->member.halted)
        return 0;
    if (is_tabled(runner, step, &bound))
        return bound;
    size_t count = game->family->expand_compact(game->rules, &step->seen, fan);
    if (count == 0)
        return compact_end(race->terms, &step->seen);
    node.step = step;
    node.deep = step->seeds > runner->ends->most + DEEP;
    node.high = -BOUNDS_MOST;
    node.best = NO_HOLE;
    node.count = 0;
    if (list_moves(runner, &node, fan, count, &bound))
        return bound;
    struct known known = known_find(race, key, step->seeds);
    if (known.low >= step->least)
        return known.low;
    if (known.high < step->least)
        return known.high;
    bool enough =
        glance_at_moves(runner, &node, &bound) || search_moves(runner, &node, known.first, &bound);
    if (runner->member.halted)
        return 0;
    if (!enough)
        bound = node.high;
    known_keep(race, key, step->seeds,
               (struct known){.low = enough ? bound : -step->seeds,
                              .high = enough ? step->seeds : bound,
                              .first = node.best,
                              .effort = effort_of(runner->member.nodes - entered) | 1});
    return bound;
}

/* ---- threads --------------------------------------------------------------------------------- */

static void ask_member(void *context, size_t member) {
    struct shared *shared = context;
    const struct inquiry *inquiry = shared->team.inquiry;
    struct runner runner = {.member = member_of(&shared->team, member),
                            .race = inquiry->race,
                            .ends = inquiry->race->ends,
                            .outside = inquiry->outside,
                            .busy = shared->team.busy};
    const struct step root = {
        .seen = *shared->seen, .least = shared->least, .seeds = (int)compact_seeds(shared->seen)};
    int bound = search(&runner, &root);
    if (member_answers(&runner.member))
        atomic_store(&shared->bound, bound);
}

enum answer race_ask(struct inquiry *inquiry, const struct kw_position *position, int least,
                     int *bound) {
    enum { ALONE = 1 << 13 };
    struct compact_board seen = compact_of(inquiry->terms->game, position);
    int odd = (least ^ (int)compact_seeds(&seen)) & 1;
    struct shared shared = {.team.inquiry = inquiry, .seen = &seen, .least = least + odd};
    team_work(&shared.team, ALONE, ask_member, &shared);
    *bound = atomic_load(&shared.bound);
    return !atomic_load(&shared.team.done) ? ANSWER_OPEN : *bound >= least ? ANSWER_YES : ANSWER_NO;
}

unsigned race_first(const struct race *race, const struct kw_position *position) {
    const struct kw_game *game = race->terms->game;
    struct compact_board seen = compact_of(game, position);
    struct compact_move fan[COMPACT_ROW];
    unsigned first = known_find(race, key_of(race, &seen), (int)compact_seeds(&seen)).first;
    size_t count = game->family->expand_compact(game->rules, &seen, fan);
    for (unsigned i = 0; i < count; i++)
        if (fan[i].hole == first)
            return i;
    return BOUNDS_NO_MOVE;
}
