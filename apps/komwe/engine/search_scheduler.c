#include "engine/search_scheduler.h"

#include "base/clock.h"
#include "cli/output.h"

#include <pthread.h>
#include <stdlib.h>

struct workers {
    pthread_mutex_t lock;   /* of all that follows, and of the tasks */
    pthread_cond_t changed; /* there is something to do */
    pthread_cond_t done;    /* a task is done */
    struct task *first;     /* of the line */
    struct task **end;
    struct task *busy; /* those being carried out */
    unsigned room;     /* threads that may yet be taken */
    bool over;
    unsigned threads;
    pthread_t thread[];
};

static unsigned room_for(const struct workers *workers, const struct task *task) {
    return task->threads < workers->threads ? task->threads : workers->threads;
}

/* ---- the line, under the lock ------------------------------------------------------------- */

static void line_add(struct workers *workers, struct task *task) {
    struct task **place = task->urgent ? &workers->first : workers->end;
    task->stage = TASK_WAITS;
    task->next = *place;
    *place = task;
    if (task->next == NULL)
        workers->end = &task->next;
    pthread_cond_broadcast(&workers->changed);
}

static void line_remove(struct workers *workers, struct task *task) {
    struct task **place = &workers->first;
    while (*place != task)
        place = &(*place)->next;
    *place = task->next;
    if (task->next == NULL)
        workers->end = place;
}

static void busy_remove(struct workers *workers, struct task *task) {
    struct task **place = &workers->busy;
    while (*place != task)
        place = &(*place)->next;
    *place = task->next;
}

/* Only the first may begin, so that one that needs much room is not overtaken for ever. */
static bool first_can_begin(const struct workers *workers) {
    return workers->first != NULL && room_for(workers, workers->first) <= workers->room;
}

static void task_begin(struct workers *workers, struct task *task) {
    line_remove(workers, task);
    workers->room -= room_for(workers, task);
    task->stage = TASK_WORKS;
    task->began = clock_now();
    task->next = workers->busy;
    workers->busy = task;
}

/* Of one that is done nothing may be touched afterwards: it can be gone. */
static void task_end(struct workers *workers, struct task *task, bool again) {
    busy_remove(workers, task);
    workers->room += room_for(workers, task);
    if (again) {
        line_add(workers, task);
        return;
    }
    task->stage = TASK_DONE;
    pthread_cond_broadcast(&workers->done);
    pthread_cond_broadcast(&workers->changed);
}

/* ---- the threads -------------------------------------------------------------------------- */

static void *worker(void *context) {
    struct workers *workers = context;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (!workers->over && !first_can_begin(workers))
            pthread_cond_wait(&workers->changed, &workers->lock);
        if (workers->over)
            break;
        struct task *task = workers->first;
        task_begin(workers, task);
        pthread_mutex_unlock(&workers->lock);
        bool again = task->work(task->context);
        pthread_mutex_lock(&workers->lock);
        task_end(workers, task, again);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct workers *workers_new(unsigned threads) {
    struct workers *workers = memory_new(1, sizeof *workers + threads * sizeof(pthread_t));
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->changed, NULL);
    pthread_cond_init(&workers->done, NULL);
    workers->end = &workers->first;
    pthread_mutex_lock(&workers->lock);
    while (workers->threads < threads &&
           pthread_create(&workers->thread[workers->threads], NULL, worker, workers) == 0)
        workers->threads++;
    workers->room = workers->threads;
    pthread_mutex_unlock(&workers->lock);
    if (workers->threads > 0)
        return workers;
    workers_free(workers);
    return NULL;
}

void workers_free(struct workers *workers) {
    if (workers == NULL)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->over = true;
    pthread_cond_broadcast(&workers->changed);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->threads; i++)
        pthread_join(workers->thread[i], NULL);
    pthread_cond_destroy(&workers->done);
    pthread_cond_destroy(&workers->changed);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

/* ---- tasks -------------------------------------------------------------------------------- */

void workers_give(struct workers *workers, struct task *task) {
    pthread_mutex_lock(&workers->lock);
    task->urgent = false;
    line_add(workers, task);
    pthread_mutex_unlock(&workers->lock);
}

bool workers_take_back(struct workers *workers, struct task *task) {
    pthread_mutex_lock(&workers->lock);
    bool waits = task->stage == TASK_WAITS;
    task->urgent = true;
    if (waits) {
        line_remove(workers, task);
        task->stage = TASK_DONE;
        pthread_cond_broadcast(&workers->changed); /* the next one may need less room */
    }
    pthread_mutex_unlock(&workers->lock);
    return waits;
}

void workers_join(struct workers *workers, struct task *task) {
    pthread_mutex_lock(&workers->lock);
    while (task->stage != TASK_DONE)
        pthread_cond_wait(&workers->done, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

void workers_hurry(struct workers *workers, int64_t turn) {
    pthread_mutex_lock(&workers->lock);
    int64_t since = clock_now() - turn;
    for (struct task *task = workers->busy; task != NULL && workers->first != NULL;
         task = task->next)
        if (task->began <= since)
            task->hurry(task->context);
    pthread_mutex_unlock(&workers->lock);
}
