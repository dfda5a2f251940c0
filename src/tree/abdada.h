/*
 * Several threads on one search: ABDADA (Weill, 1996), as Kerrigan simplified it.
 *
 * All threads search the same tree.  A thread marks the child that it searches; another one that
 * comes to it defers it, and searches it when the other children are done, as the shared table then
 * mostly holds its value.
 */
#ifndef KOMWE_TREE_ABDADA_H
#define KOMWE_TREE_ABDADA_H

#include "base/cpu.h"
#include "base/work.h"
#include "tree/move_order.h"
#include "tree/poll_limits.h"

/* ---- what is in progress --------------------------------------------------------------------- */

enum { IN_PROGRESS_SLOTS = 1 << 14 };

/* A mark is lost where another one takes its slot, which costs time alone. */
struct in_progress {
    _Atomic uint64_t task[IN_PROGRESS_SLOTS]; /* hashes of a position and its window; 0: none */
};

static inline bool in_progress_has(const struct in_progress *in_progress, uint64_t task) {
    return atomic_load_explicit(&in_progress->task[task % IN_PROGRESS_SLOTS],
                                memory_order_relaxed) == task;
}

static inline void in_progress_begin(struct in_progress *in_progress, uint64_t task) {
    atomic_store_explicit(&in_progress->task[task % IN_PROGRESS_SLOTS], task, memory_order_relaxed);
}

static inline void in_progress_end(struct in_progress *in_progress, uint64_t task) {
    if (in_progress_has(in_progress, task))
        atomic_store_explicit(&in_progress->task[task % IN_PROGRESS_SLOTS], 0,
                              memory_order_relaxed);
}

/* The task of searching a child of a node. */
typedef uint64_t abdada_task_fn(const void *node, size_t child);

/* Searches a child, the `number`th in the order; true if no other child need be searched. */
typedef bool abdada_search_fn(void *node, size_t child, size_t number);

/*
 * Searches the children with scores[from..to - 1], the greatest score first, and those last that
 * other threads search; the first child of a node is never deferred.  True if the node is
 * settled.  `in_progress` is NULL where children are not shared with other threads.
 */
KW_INLINE bool abdada_search(struct in_progress *in_progress, struct move_score *scores,
                             size_t from, size_t to, abdada_task_fn *task, abdada_search_fn *search,
                             void *node) {
    bool deferred = false;
    for (size_t i = from; i < to; i++) {
        size_t child = select_best(scores, i, to);
        uint64_t mark = 0;
        if (KW_UNLIKELY(in_progress != NULL)) {
            mark = task(node, child);
            if (i > 0 && in_progress_has(in_progress, mark)) {
                scores[i].score = SCORE_DEFERRED;
                deferred = true;
                continue;
            }
            in_progress_begin(in_progress, mark);
        }
        bool settled = search(node, child, i);
        if (KW_UNLIKELY(in_progress != NULL))
            in_progress_end(in_progress, mark);
        if (settled)
            return true;
    }
    for (size_t i = from; i < to && deferred; i++)
        if (scores[i].score == SCORE_DEFERRED && search(node, scores[i].child, i))
            return true;
    return false;
}

/* ---- threads --------------------------------------------------------------------------------- */

/* A search by several threads: the first that has the result ends it. */
struct abdada {
    const struct poll_limits *limits;
    struct in_progress *in_progress; /* NULL: there is one thread */
    uint64_t nodes;                  /* that each thread may enter */
    atomic_bool done;                /* a thread has the result */
    atomic_bool out_of_memory;       /* a thread had no memory */
};

struct abdada_thread {
    struct abdada *abdada;
    struct work_watch watch;
    bool first;              /* reports */
    bool aborted;            /* the search will not be finished: its results mean nothing */
    uint64_t nodes, counted; /* entered by this thread; those that limits->entered holds */
};

/*
 * Lets one thread search alone for `alone` nodes, which is enough for most searches, and then, if
 * there is no result, all of limits->threads.  `work` begins with abdada_thread_begin and ends with
 * abdada_thread_finish.
 */
void abdada_run(struct abdada *abdada, uint64_t alone, void (*work)(void *context, size_t thread),
                void *context);

/* Its place must not change until abdada_thread_finish. */
void abdada_thread_begin(struct abdada_thread *thread, struct abdada *abdada, size_t number);

/* True if this thread is the one that has the result. */
bool abdada_thread_finish(struct abdada_thread *thread);

/* Adds what was entered to limits->entered, reports, and aborts where a limit is reached. */
void abdada_poll_limits(struct abdada_thread *thread);

/* To be called for each node: polls the limits now and then. */
static inline void abdada_poll(struct abdada_thread *thread) {
    enum { POLL_NODES = 1024 };
    if (KW_UNLIKELY(thread->nodes - thread->counted >= POLL_NODES))
        abdada_poll_limits(thread);
    work_check();
}

static inline void abdada_out_of_memory(struct abdada_thread *thread) {
    atomic_store(&thread->abdada->out_of_memory, true);
    thread->aborted = true;
}

#endif
