/* Searches that share processors: search_turns.h says whose turn it is; here are the threads. */
#ifndef SEARCH_SCHEDULER_H
#define SEARCH_SCHEDULER_H

#include "engine/search_turns.h"

struct search_scheduler;

/*
 * A scheduler of so many processors, at least 1, each a thread, and one more that makes running
 * tasks yield.  NULL if the system can start none.
 */
struct search_scheduler *scheduler_new(unsigned threads);
/* No task may be queued or running.  NULL is allowed. */
void scheduler_free(struct search_scheduler *scheduler);

/* Any thread may call these, one at a time for one task. */

/* Queues a task, which is done or new. */
void scheduler_submit(struct search_scheduler *scheduler, struct search_task *task);
/*
 * Takes a task out of the queue, which makes it done; false if it is not queued.  If it is running
 * and is preempted, it is queued as the first: a caller that waits for its end does not wait for
 * other tasks, which may be endless.
 */
bool scheduler_withdraw(struct search_scheduler *scheduler, struct search_task *task);
/* True if it is neither queued nor running. */
bool scheduler_is_done(struct search_scheduler *scheduler, const struct search_task *task);
/* Returns when the task is done. */
void scheduler_join(struct search_scheduler *scheduler, struct search_task *task);

#endif
