/* Searches that share processors: queued in turn, as many at a time as there are free threads. */
#ifndef SEARCH_SCHEDULER_H
#define SEARCH_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

struct search_scheduler;

struct search_task {
    /* Runs it; returns true if it was preempted and has to be queued again. */
    bool (*run)(void *context);
    /* Asks it to return soon.  Called from any thread while it runs, with the scheduler's lock. */
    void (*preempt)(void *context);
    void *context;
    unsigned threads; /* that it uses, at least 1; more than the scheduler has count as all */

    struct search_task *next; /* the rest belongs to the scheduler */
    enum { TASK_DONE, TASK_QUEUED, TASK_RUNNING } stage;
    bool urgent;   /* if it is queued again, then as the first */
    int64_t began; /* microseconds */
};

/* A scheduler with so many threads, at least 1.  NULL if the system can start none. */
struct search_scheduler *scheduler_new(unsigned threads);
/* No task may be queued or running.  NULL is allowed. */
void scheduler_free(struct search_scheduler *scheduler);

/* Any thread may call these, one at a time for one task. */

/* Queues a task, which is done or new, as the last. */
void scheduler_submit(struct search_scheduler *scheduler, struct search_task *task);
/*
 * Takes a task out of the queue, which makes it done; false if it is not queued.  If it is running
 * and is preempted, it is queued as the first: a caller that waits for its end does not wait for
 * other tasks, which may be endless.
 */
bool scheduler_withdraw(struct search_scheduler *scheduler, struct search_task *task);
/* Returns when the task is done. */
void scheduler_join(struct search_scheduler *scheduler, struct search_task *task);

/* If a task is queued, preempts those that have been running for so many microseconds. */
void scheduler_preempt(struct search_scheduler *scheduler, int64_t turn);

#endif
