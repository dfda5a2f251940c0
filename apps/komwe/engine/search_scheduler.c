#include "engine/search_scheduler.h"

#include "base/clock.h"
#include "io/output.h"

#include <pthread.h>
#include <stdlib.h>

struct search_scheduler {
    pthread_mutex_t lock;      /* of all that follows, and of the tasks */
    pthread_cond_t changed;    /* a thread may find something to do */
    pthread_cond_t done;       /* a task is done */
    struct search_task *first; /* of the queue */
    struct search_task **end;  /* where its next one is linked */
    struct search_task *running;
    unsigned idle; /* threads that running tasks leave free */
    bool closing;
    unsigned threads;
    pthread_t thread[];
};

static unsigned scheduler_threads_for(const struct search_scheduler *scheduler,
                                      const struct search_task *task) {
    return task->threads < scheduler->threads ? task->threads : scheduler->threads;
}

/* ---- the queue, under the lock ------------------------------------------------------------ */

static void scheduler_enqueue(struct search_scheduler *scheduler, struct search_task *task) {
    struct search_task **place = task->urgent ? &scheduler->first : scheduler->end;
    task->stage = TASK_QUEUED;
    task->next = *place;
    *place = task;
    if (task->next == NULL)
        scheduler->end = &task->next;
    pthread_cond_broadcast(&scheduler->changed);
}

static void scheduler_dequeue(struct search_scheduler *scheduler, struct search_task *task) {
    struct search_task **place = &scheduler->first;
    while (*place != task)
        place = &(*place)->next;
    *place = task->next;
    if (task->next == NULL)
        scheduler->end = place;
}

/* Only the first may begin, so that one that needs many threads is not overtaken for ever. */
static bool scheduler_can_begin(const struct search_scheduler *scheduler) {
    return scheduler->first != NULL &&
           scheduler_threads_for(scheduler, scheduler->first) <= scheduler->idle;
}

static struct search_task *scheduler_begin_first(struct search_scheduler *scheduler) {
    struct search_task *task = scheduler->first;
    scheduler_dequeue(scheduler, task);
    scheduler->idle -= scheduler_threads_for(scheduler, task);
    task->stage = TASK_RUNNING;
    task->began = clock_now();
    task->next = scheduler->running;
    scheduler->running = task;
    return task;
}

/* A task that is done may be freed by its owner: it is not touched afterwards. */
static void scheduler_end_task(struct search_scheduler *scheduler, struct search_task *task,
                               bool again) {
    struct search_task **place = &scheduler->running;
    while (*place != task)
        place = &(*place)->next;
    *place = task->next;
    scheduler->idle += scheduler_threads_for(scheduler, task);
    if (again) {
        scheduler_enqueue(scheduler, task);
        return;
    }
    task->stage = TASK_DONE;
    pthread_cond_broadcast(&scheduler->done);
    pthread_cond_broadcast(&scheduler->changed);
}

/* ---- the threads -------------------------------------------------------------------------- */

static void *scheduler_thread(void *context) {
    struct search_scheduler *scheduler = context;
    pthread_mutex_lock(&scheduler->lock);
    for (;;) {
        while (!scheduler->closing && !scheduler_can_begin(scheduler))
            pthread_cond_wait(&scheduler->changed, &scheduler->lock);
        if (scheduler->closing)
            break;
        struct search_task *task = scheduler_begin_first(scheduler);
        pthread_mutex_unlock(&scheduler->lock);
        bool again = task->run(task->context);
        pthread_mutex_lock(&scheduler->lock);
        scheduler_end_task(scheduler, task, again);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return NULL;
}

struct search_scheduler *scheduler_new(unsigned threads) {
    struct search_scheduler *scheduler =
        memory_new(1, sizeof *scheduler + threads * sizeof(pthread_t));
    pthread_mutex_init(&scheduler->lock, NULL);
    pthread_cond_init(&scheduler->changed, NULL);
    pthread_cond_init(&scheduler->done, NULL);
    scheduler->end = &scheduler->first;
    pthread_mutex_lock(&scheduler->lock);
    while (scheduler->threads < threads && pthread_create(&scheduler->thread[scheduler->threads],
                                                          NULL, scheduler_thread, scheduler) == 0)
        scheduler->threads++;
    scheduler->idle = scheduler->threads;
    pthread_mutex_unlock(&scheduler->lock);
    if (scheduler->threads > 0)
        return scheduler;
    scheduler_free(scheduler);
    return NULL;
}

void scheduler_free(struct search_scheduler *scheduler) {
    if (scheduler == NULL)
        return;
    pthread_mutex_lock(&scheduler->lock);
    scheduler->closing = true;
    pthread_cond_broadcast(&scheduler->changed);
    pthread_mutex_unlock(&scheduler->lock);
    for (unsigned i = 0; i < scheduler->threads; i++)
        pthread_join(scheduler->thread[i], NULL);
    pthread_cond_destroy(&scheduler->done);
    pthread_cond_destroy(&scheduler->changed);
    pthread_mutex_destroy(&scheduler->lock);
    free(scheduler);
}

/* ---- tasks -------------------------------------------------------------------------------- */

void scheduler_submit(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    task->urgent = false;
    scheduler_enqueue(scheduler, task);
    pthread_mutex_unlock(&scheduler->lock);
}

bool scheduler_withdraw(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    bool queued = task->stage == TASK_QUEUED;
    task->urgent = true;
    if (queued) {
        scheduler_dequeue(scheduler, task);
        task->stage = TASK_DONE;
        pthread_cond_broadcast(&scheduler->changed); /* the next one may need fewer threads */
    }
    pthread_mutex_unlock(&scheduler->lock);
    return queued;
}

void scheduler_join(struct search_scheduler *scheduler, struct search_task *task) {
    pthread_mutex_lock(&scheduler->lock);
    while (task->stage != TASK_DONE)
        pthread_cond_wait(&scheduler->done, &scheduler->lock);
    pthread_mutex_unlock(&scheduler->lock);
}

void scheduler_preempt(struct search_scheduler *scheduler, int64_t turn) {
    pthread_mutex_lock(&scheduler->lock);
    int64_t since = clock_now() - turn;
    for (struct search_task *task = scheduler->running; task != NULL && scheduler->first != NULL;
         task = task->next)
        if (task->began <= since)
            task->preempt(task->context);
    pthread_mutex_unlock(&scheduler->lock);
}
