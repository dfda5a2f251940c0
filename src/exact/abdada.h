/* Threads that work on one question of an inquiry. */
#ifndef KOMWE_EXACT_ABDADA_H
#define KOMWE_EXACT_ABDADA_H

#include "base/cpu.h"
#include "exact/null_window_search.h"

/*
 * What the threads are at, so that none does what another one does already: it leaves such a move
 * for later, when the table mostly holds what it is worth (after Weill's ABDADA, 1996, as Kerrigan
 * simplified it).  An entry is lost when another one takes its place, which costs time alone.
 */
enum { BUSY_SLOTS = 1 << 14 };
struct busy {
    _Atomic uint64_t task[BUSY_SLOTS]; /* odd; 0: none */
};

static inline bool busy_at(const struct busy *busy, uint64_t task) {
    return atomic_load_explicit(&busy->task[(task >> 1) % BUSY_SLOTS], memory_order_relaxed) ==
           task;
}

static inline void busy_set(struct busy *busy, uint64_t task, uint64_t now) {
    atomic_store_explicit(&busy->task[(task >> 1) % BUSY_SLOTS], now, memory_order_relaxed);
}

struct team {
    struct nws *nws;
    struct busy *busy;         /* NULL: there is one thread */
    uint64_t most;             /* nodes that each thread may enter */
    atomic_bool done;          /* one has the answer */
    atomic_bool out_of_memory; /* one had no memory */
};

/* One of the threads. */
struct member {
    struct team *team;
    bool first;           /* it minds stops and tells */
    bool halted;          /* it is to give up */
    uint64_t nodes, told; /* entered; those that `entered` knows of */
};

/*
 * Lets one thread work alone for so many nodes, and then, if there is no answer, all that the
 * inquiry may have.  What is called begins with member_of and ends with member_answers.
 */
void team_work(struct team *team, uint64_t alone, void (*work)(void *context, size_t member),
               void *context);

static inline struct member member_of(struct team *team, size_t member) {
    return (struct member){.team = team, .first = member == 0};
}

/* True if this thread is the one that has the answer. */
bool member_answers(struct member *member);

/* Counts what was entered, and halts where the search shall end. */
void member_reports(struct member *member);

/* The same, now and then: to be called for each node. */
static inline void member_looks_up(struct member *member) {
    enum { NODES_A_LOOK = 1024 };
    if (KW_UNLIKELY(member->nodes - member->told >= NODES_A_LOOK))
        member_reports(member);
}

static inline void member_starves(struct member *member) {
    atomic_store(&member->team->out_of_memory, true);
    member->halted = true;
}

#endif
