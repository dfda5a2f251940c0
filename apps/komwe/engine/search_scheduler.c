#include "engine/search_scheduler.h"

#include "base/clock.h"
#include "io/output.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { TICK = 10000 /* microseconds between two choices while a task is queued */ };

struct search_scheduler {
    pthread_mutex_t lock;   /* of all that follows, of the tasks, and of their visitors' shares */
    pthread_cond_t changed; /* a thread may find something to do */
    pthread_cond_t queued;  /* a task is, or the scheduler closes */
    pthread_cond_t done;    /* a task is done */
    struct search_turns turns;
    bool closing;
    pthread_t clock; /* runs scheduler_tick */
    unsigned threads;
    pthread_t thread[];
};

/* ---- the threads -------------------------------------------------------------------------- */

static void *scheduler_thread(void *context) {
    struct search_scheduler *scheduler = context;
    struct search_turns *turns = &scheduler->turns;
    pthread_mutex_lock(&scheduler->lock);
    while (!scheduler->closing) {
        struct search_task *task = turns_find(turns, clock_now());
        if (task == NULL) {
            pthread_cond_wait(&scheduler->changed, &scheduler->lock);
            continue;
        }
        turns_begin(turns, task, clock_now());
        pthread_mutex_unlock(&scheduler->lock);
        bool again = task->run(task->context);
        pthread_mutex_lock(&scheduler->lock);
        turns_end(turns, task, clock_now());
        if (again) {
            turns_add(turns, task);
            pthread_cond_signal(&scheduler->queued);
        } else { /* it may be freed by its owner: it is not touched afterwards */
            pthread_cond_broadcast(&scheduler->done);
        }
        pthread_cond_broadcast(&scheduler->changed); /* others may fit into what is idle now */
    }
    pthread_mutex_unlock(&scheduler->lock);
    return NULL;
}

/* While a task is queued, a choice every TICK, since all threads may be busy. */
static void *scheduler_tick(void *context) {
    struct search_scheduler *scheduler = context;
    pthread_mutex_lock(&scheduler->lock);
    while (!scheduler->closing) {
        if (scheduler->turns.queued == NULL) {
            pthread_cond_wait(&scheduler->queued, &scheduler->lock);
            continue;
        }
        if (turns_find(&scheduler->turns, clock_now()) != NULL)
            pthread_cond_broadcast(&scheduler->changed);
        pthread_mutex_unlock(&scheduler->lock);
        nanosleep(&(struct timespec){.tv_nsec = TICK * 1000L}, NULL);
        pthread_mutex_lock(&scheduler->lock);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return NULL;
}

/* Starts them; fewer where the system has no more. */
static void scheduler_start(struct search_scheduler *scheduler, unsigned threads) {
    pthread_mutex_lock(&scheduler->lock);
    if (pthread_create(&scheduler->clock, NULL, scheduler_tick, scheduler) == 0) {
        while (scheduler->threads < threads &&
               pthread_create(&scheduler->thread[scheduler->threads], NULL, scheduler_thread,
                              scheduler) == 0)
            scheduler->threads++;
        scheduler->turns.idle = scheduler->turns.threads = scheduler->threads;
    } else {
        scheduler->closing = true; /* there is no thread to be joined */
    }
    pthread_mutex_unlock(&scheduler->lock);
}

static void scheduler_stop(struct search_scheduler *scheduler) {
    pthread_mutex_lock(&scheduler->lock);
    bool started = !scheduler->closing;
    scheduler->closing = true;
    pthread_cond_broadcast(&scheduler->changed);
    pthread_cond_broadcast(&scheduler->queued);
    pthread_mutex_unlock(&scheduler->lock);
    for (unsigned i = 0; i < scheduler->threads; i++)
        pthread_join(scheduler->thread[i], NULL);
    if (started)
        pthread_join(scheduler->clock, NULL);
}

struct search_scheduler *scheduler_new(unsigned threads) {
    struct search_scheduler *scheduler =
        memory_new(1, sizeof *scheduler + threads * sizeof(pthread_t));
    pthread_mutex_init(&scheduler->lock, NULL);
    pthread_cond_init(&scheduler->changed, NULL);
    pthread_cond_init(&scheduler->queued, NULL);
    pthread_cond_init(&scheduler->done, NULL);
    scheduler_start(scheduler, threads);
    if (scheduler->threads > 0)
        return scheduler;
    scheduler_free(scheduler);
    return NULL;
}

void scheduler_free(struct search_scheduler *scheduler) {
    if (scheduler == NULL)
        return;
    scheduler_stop(scheduler);
    pthread_cond_destroy(&scheduler->done);
    pthread_cond_destroy(&scheduler->queued);
    pthread_cond_destroy(&scheduler->changed);
    pthread_mutex_destroy(&scheduler->lock);
    free(scheduler);
}

/* ---- tasks -------------------------------------------------------------------------------- */

void scheduler_submit(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    task->urgent = false;
    task->fresh = true;
    turns_add(&scheduler->turns, task);
    pthread_cond_signal(&scheduler->queued);
    pthread_cond_broadcast(&scheduler->changed);
    pthread_mutex_unlock(&scheduler->lock);
}

bool scheduler_withdraw(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    bool queued = task->stage == TASK_QUEUED;
    task->urgent = true;
    if (queued) {
        turns_remove(&scheduler->turns, task);
        pthread_cond_broadcast(&scheduler->changed); /* the next one may need fewer threads */
    }
    pthread_mutex_unlock(&scheduler->lock);
    return queued;
}

bool scheduler_is_done(struct search_scheduler *scheduler, const struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    bool done = task->stage == TASK_DONE;
    pthread_mutex_unlock(&scheduler->lock);
    return done;
}

void scheduler_join(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    while (task->stage != TASK_DONE)
        pthread_cond_wait(&scheduler->done, &scheduler->lock);
    pthread_mutex_unlock(&scheduler->lock);
}
