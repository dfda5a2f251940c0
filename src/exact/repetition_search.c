#include "exact/repetition_search.h"

#include <stdlib.h>

enum { PLIES_MOST = 5000, MEMORY_SLOTS = 1 << 18 };

/*
 * What was asked of a position after some positions, in whatever order they stood; only those with
 * the same stores count.  Of two that share a slot the last one stays.
 */
struct remembered {
    uint64_t check;
    int32_t least;
    enum answer answer; /* NO or YES */
};

struct search {
    const struct third_plan *plan;
    struct history way;        /* positions between the root and here */
    struct remembered *memory; /* MEMORY_SLOTS, by position and what has stood */
    uint64_t entered;
    bool failed; /* no memory, too long, or stopped */
};

/* A position on the way. */
struct stop {
    struct kw_position position;
    /* Positions that stand twice since the graph was made and can come again: spans fail there. */
    unsigned doubled;
    unsigned ply;
    uint64_t stood; /* tells apart what has stood with these stores since the root, in any order */
};

static unsigned times(const struct search *search, const struct kw_position *position) {
    return history_count(search->plan->history, position) + history_count(&search->way, position);
}

/* Whether what is remembered of the graph answers; only where nothing stands twice. */
static enum answer graph_answer(const struct search *search, const struct kw_position *position,
                                int least) {
    struct span span;
    if (!graph_span(search->plan->graph, position, &span))
        return ANSWER_OPEN;
    return span.low >= least ? ANSWER_YES : span.high < least ? ANSWER_NO : ANSWER_OPEN;
}

/* Slot and check for a position, after what has stood. */
static struct remembered *memory_slot(const struct search *search, const struct stop *here,
                                      uint64_t *check) {
    uint64_t hash = kw_hash(&here->position);
    *check = hash + 3 * here->stood;
    return &search->memory[(hash ^ here->stood >> 17 ^ here->stood) % MEMORY_SLOTS];
}

static enum answer turned(enum answer answer, bool same) {
    if (same || answer == ANSWER_OPEN)
        return answer;
    return answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

static enum answer ask(struct search *search, const struct stop *here, int least, kw_move *move);

/* Where a move leads, and what is asked there. */
static int least_after(const struct search *search, const struct stop *here,
                       const struct kw_position *next, int least) {
    int gain = terms_gain(search->plan->terms, &here->position, next);
    return next->turn == here->position.turn ? least - gain : gain - least + 1;
}

/* Goes to a position, asks, and comes back. */
static enum answer ask_next(struct search *search, const struct stop *here,
                            const struct kw_position *next, int least) {
    const struct terms *terms = search->plan->terms;
    bool new_stores = memcmp(next->store, here->position.store, 2) != 0;
    /* Seeds never leave a store: what stood before cannot come again. */
    struct stop there = {.position = *next,
                         .doubled = terms->linear && new_stores ? 0 : here->doubled,
                         .ply = here->ply + 1};
    there.stood = kw_hash(next) * UINT64_C(0x9E3779B97F4A7C15) +
                  (terms->linear && new_stores ? 0 : here->stood);
    unsigned before = times(search, next);
    if (before + 1 >= history_limit(search->plan->history))
        return terms_repeated(terms, next) >= least ? ANSWER_YES : ANSWER_NO;
    there.doubled += before == 1;
    if (!history_add(&search->way, next)) {
        search->failed = true;
        return ANSWER_OPEN;
    }
    enum answer answer = ask(search, &there, least, NULL);
    history_remove(&search->way, next);
    return answer;
}

/* First those moves that the graph answers, then the others; OPEN: the search has failed. */
static enum answer ask_moves(struct search *search, const struct stop *here,
                             const struct kw_child *list, size_t count, int least, kw_move *move) {
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count && !search->failed; i++) {
            const struct kw_position *next = &list[i].position;
            bool same = next->turn == here->position.turn;
            int asked = least_after(search, here, next, least);
            bool told = here->doubled == 0 && times(search, next) == 0;
            enum answer found = told ? graph_answer(search, next, asked) : ANSWER_OPEN;
            if (found == ANSWER_OPEN && pass == 1)
                found = ask_next(search, here, next, asked);
            if (turned(found, same) == ANSWER_YES) {
                if (move != NULL)
                    *move = list[i].move;
                return ANSWER_YES;
            }
        }
    }
    return search->failed ? ANSWER_OPEN : ANSWER_NO;
}

/* The game is at `here`, which is counted; is it worth `least` to the mover? */
static enum answer ask(struct search *search, const struct stop *here, int least, kw_move *move) {
    const struct third_plan *plan = search->plan;
    struct kw_result result;
    if (kw_state(plan->terms->game, &here->position, &result))
        return terms_worth(plan->terms, &here->position, &result) >= least ? ANSWER_YES : ANSWER_NO;
    if (search->entered++ >= plan->nodes || here->ply > PLIES_MOST ||
        atomic_load_explicit(plan->stop, memory_order_relaxed))
        search->failed = true;
    if (search->failed)
        return ANSWER_OPEN;
    uint64_t check;
    struct remembered *slot = memory_slot(search, here, &check);
    if (slot->check == check && slot->least == least && move == NULL)
        return slot->answer;
    size_t count = kw_move_count(plan->terms->game, &here->position);
    struct kw_child *list = malloc(count * sizeof *list);
    if (list == NULL) {
        search->failed = true;
        return ANSWER_OPEN;
    }
    kw_children(plan->terms->game, &here->position, list, count);
    enum answer answer = ask_moves(search, here, list, count, least, move);
    free(list);
    if (answer != ANSWER_OPEN)
        *slot = (struct remembered){.check = check, .least = least, .answer = answer};
    return answer;
}

enum answer third_ask(const struct third_plan *plan, const struct kw_position *root, int least,
                      kw_move *move, uint64_t *entered) {
    struct search search = {.plan = plan, .memory = calloc(MEMORY_SLOTS, sizeof *search.memory)};
    struct stop here = {.position = *root};
    enum answer answer = search.memory != NULL ? ask(&search, &here, least, move) : ANSWER_OPEN;
    *entered += search.entered;
    free(search.memory);
    history_free(&search.way);
    return answer;
}
