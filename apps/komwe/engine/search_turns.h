/*
 * Which search runs next on a number of processors, and which running one yields to it.  It has no
 * threads and no clock: the caller says what time it is.  search_scheduler.c is that caller.
 *
 * - Visitors come first: the one who has used least lately (search_share.h) has the next turn, and
 *   of his searches the one that has used least.  A search of N threads uses N processors.
 * - A search that waits takes the place of a running one that has used more: at once if it has used
 *   less than half of that, else when that one has had a turn of a second.  So turns are long while
 *   few wait, shorter the more there are, and a newcomer waits for MIN_TURN.
 * - One that needs more processors than are idle begins when enough others that have used more have
 *   yielded to it, all asked together.  Until they are asked, and where those in its way cannot be
 *   asked, others may begin on what is idle: it blocks none.
 * - A search that has not had a turn yet goes before those that have, so that whoever asks has some
 *   answer soon; but all first turns together have no more than half of the time while others wait.
 * - One that needs no processor (`ready`: its time is up, and it has an answer) begins first.
 */
#ifndef SEARCH_TURNS_H
#define SEARCH_TURNS_H

#include "engine/search_share.h"

#include <stdbool.h>

struct search_task {
    /* Runs it; returns true if it was preempted and has to be queued again. */
    bool (*run)(void *context);
    /* Asks it to return soon.  Called from any thread while it runs, with the scheduler's lock. */
    void (*preempt)(void *context);
    /* True if it would return at once.  Called while it is queued, with that lock; may be NULL. */
    bool (*ready)(void *context, int64_t now);
    void *context;
    unsigned threads;             /* that it uses, at least 1; more than there are count as all */
    struct search_share *visitor; /* on whose behalf it runs, which outlives it; NULL: nobody's */

    struct search_task *next; /* the rest belongs to the turns */
    enum { TASK_DONE, TASK_QUEUED, TASK_RUNNING } stage;
    bool urgent;              /* if it is queued again, then as the first */
    bool fresh;               /* it has had no turn since it was submitted */
    bool opening;             /* its turn is the first one */
    struct search_share used; /* by itself */
    double rank[2];           /* what its visitor and it have used, as at the last choice */
    int level;                /* as at the last choice: 2 urgent or ready, 1 a first turn, 0 */
    int64_t began, charged;   /* its turn; and up to when what it uses is counted */
    int64_t asked;            /* to yield; 0: not in this turn */
};

struct search_turns {
    unsigned idle;    /* processors; at the beginning all */
    unsigned threads; /* all processors */
    struct search_task *queued, *running;
    struct search_share opening, other; /* what first turns have used, and what the others */
};

/* Queues a task, which is in neither list; `fresh` is set where it is a new search. */
void turns_add(struct search_turns *turns, struct search_task *task);
/* Takes a queued one out. */
void turns_remove(struct search_turns *turns, struct search_task *task);

/*
 * The queued task that may begin now; NULL: none.  Asks running ones to yield to the one that is to
 * be next.
 */
struct search_task *turns_find(struct search_turns *turns, int64_t now);
/* Begins one that was found. */
void turns_begin(struct search_turns *turns, struct search_task *task, int64_t now);
/* A running one has returned; it is in neither list then. */
void turns_end(struct search_turns *turns, struct search_task *task, int64_t now);

#endif
