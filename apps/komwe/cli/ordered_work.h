/*
 * Numbered tasks on several threads, such as games of self-play, whose results are taken in the
 * order of their numbers, so that they do not depend on the number of threads.  After a signal
 * (interrupt.h) or a failure no task begins, and those that are not taken by then are discarded.
 */
#ifndef ORDERED_WORK_H
#define ORDERED_WORK_H

#include <komwe.h>
#include <pthread.h>

struct ordered_work {
    uint64_t taken; /* results so far: the number of the next to be taken */
    uint64_t end;   /* the number after the last task */
    bool enough;    /* no result is wanted any more; set it during a turn */
    bool ended;     /* by a signal */
    bool failed;
    struct kw_error error; /* of the first failure */
    uint64_t next;         /* to begin */
    pthread_mutex_t lock;  /* of all this, and of what the caller takes results into */
    pthread_cond_t turn;   /* the next result may be taken */
};

/* Calls `thread` with `job` on so many threads at a time, whose tasks begin at `taken`. */
void ordered_run(struct ordered_work *work, unsigned threads,
                 void (*thread)(void *job, size_t index), void *job);

/*
 * The number of the thread's next task; false if there is none.  `good`: the task before did not
 * fail, with `error`.
 */
bool ordered_next(struct ordered_work *work, bool good, const struct kw_error *error,
                  uint64_t *number);

/*
 * Waits until the results of all tasks before are taken.  True if this one is to be taken, and then
 * it counts as taken.  ordered_turn_end follows, whatever it returns; between both the lock is
 * held.
 */
bool ordered_turn(struct ordered_work *work, uint64_t number);
void ordered_turn_end(struct ordered_work *work);

#endif
