#define _GNU_SOURCE /* SCHED_IDLE */
#include "base/parallel.h"

#include "komwe/base.h"

unsigned parallel_threads(unsigned wanted) {
    return wanted == 0 ? 1 : wanted > KW_THREADS_MAX ? KW_THREADS_MAX : wanted;
}

#if defined(__wasi__)

/* WebAssembly without threads: call 0 is the only one. */
void parallel_for(size_t count, void (*work)(void *context, size_t thread), void *context) {
    (void)count;
    work(context, 0);
}

bool parallel_for_all(size_t count, void (*work)(void *context, size_t thread), void *context) {
    if (count > 1)
        return false;
    work(context, 0);
    return true;
}

struct barrier *barrier_new(size_t threads) {
    (void)threads;
    return NULL;
}

void barrier_free(struct barrier *barrier) { (void)barrier; }
void barrier_wait(struct barrier *barrier) { (void)barrier; }

struct lock {
    char none;
};

struct lock *lock_new(void) {
    static struct lock lock;
    return &lock;
}

void lock_free(struct lock *lock) { (void)lock; }
void lock_take(struct lock *lock) { (void)lock; }
void lock_release(struct lock *lock) { (void)lock; }

struct background *background_start(void (*work)(void *context), void *context) {
    (void)work, (void)context;
    return NULL;
}

void background_wake(struct background *background) { (void)background; }
void background_join(struct background *background) { (void)background; }
void background_yield(void) {}

#else

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

/* Started threads wait here until it is known whether all of them could be started. */
struct start_gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum { GATE_CLOSED, GATE_OPEN, GATE_CANCELLED } state;
};

struct parallel_thread {
    pthread_t thread;
    size_t index;
    void (*work)(void *context, size_t thread);
    void *context;
    struct start_gate *gate; /* NULL: it does not wait */
};

static bool parallel_gate_wait(struct start_gate *gate) {
    if (gate == NULL)
        return true;
    pthread_mutex_lock(&gate->lock);
    while (gate->state == GATE_CLOSED)
        pthread_cond_wait(&gate->changed, &gate->lock);
    bool open = gate->state == GATE_OPEN;
    pthread_mutex_unlock(&gate->lock);
    return open;
}

static void parallel_gate_release(struct start_gate *gate, bool open) {
    if (gate == NULL)
        return;
    pthread_mutex_lock(&gate->lock);
    gate->state = open ? GATE_OPEN : GATE_CANCELLED;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

static void *parallel_thread_main(void *argument) {
    struct parallel_thread *thread = argument;
    if (parallel_gate_wait(thread->gate))
        thread->work(thread->context, thread->index);
    return NULL;
}

/* Calls `work` in as many threads as can be started; with a gate in all of them or none (false). */
static bool parallel_run(struct start_gate *gate, size_t count,
                         void (*work)(void *context, size_t thread), void *context) {
    struct parallel_thread *threads = count > 1 ? calloc(count, sizeof *threads) : NULL;
    size_t started = 1;
    for (; threads != NULL && started < count; started++) {
        struct parallel_thread *thread = &threads[started];
        *thread = (struct parallel_thread){
            .index = started, .work = work, .context = context, .gate = gate};
        if (pthread_create(&thread->thread, NULL, parallel_thread_main, thread) != 0)
            break;
    }
    bool open = gate == NULL || started >= count;
    parallel_gate_release(gate, open);
    if (open)
        work(context, 0);
    while (threads != NULL && started-- > 1)
        pthread_join(threads[started].thread, NULL);
    free(threads);
    return open;
}

void parallel_for(size_t count, void (*work)(void *context, size_t thread), void *context) {
    parallel_run(NULL, count, work, context);
}

bool parallel_for_all(size_t count, void (*work)(void *context, size_t thread), void *context) {
    struct start_gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER,
                              .changed = PTHREAD_COND_INITIALIZER};
    return parallel_run(&gate, count, work, context);
}

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_arrived;
    size_t threads, waiting;
    size_t generation; /* how often all threads have met */
};

struct barrier *barrier_new(size_t threads) {
    struct barrier *barrier = calloc(1, sizeof *barrier);
    if (barrier == NULL)
        return NULL;
    barrier->threads = threads;
    pthread_mutex_init(&barrier->lock, NULL);
    pthread_cond_init(&barrier->all_arrived, NULL);
    return barrier;
}

void barrier_free(struct barrier *barrier) {
    if (barrier == NULL)
        return;
    pthread_mutex_destroy(&barrier->lock);
    pthread_cond_destroy(&barrier->all_arrived);
    free(barrier);
}

void barrier_wait(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->lock);
    size_t generation = barrier->generation;
    if (++barrier->waiting == barrier->threads) {
        barrier->waiting = 0;
        barrier->generation++;
        pthread_cond_broadcast(&barrier->all_arrived);
    }
    while (barrier->generation == generation)
        pthread_cond_wait(&barrier->all_arrived, &barrier->lock);
    pthread_mutex_unlock(&barrier->lock);
}

struct lock {
    pthread_mutex_t mutex;
};

struct lock *lock_new(void) {
    struct lock *lock = malloc(sizeof *lock);
    if (lock != NULL)
        pthread_mutex_init(&lock->mutex, NULL);
    return lock;
}

void lock_free(struct lock *lock) {
    if (lock == NULL)
        return;
    pthread_mutex_destroy(&lock->mutex);
    free(lock);
}

void lock_take(struct lock *lock) { pthread_mutex_lock(&lock->mutex); }

void lock_release(struct lock *lock) { pthread_mutex_unlock(&lock->mutex); }

struct background {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool woken, ended; /* what it is to do next; guarded by the lock */
    void (*work)(void *context);
    void *context;
};

/* Waits until there is work; false at the end. */
static bool parallel_background_wait(struct background *background) {
    pthread_mutex_lock(&background->lock);
    while (!background->woken && !background->ended)
        pthread_cond_wait(&background->changed, &background->lock);
    bool works = !background->ended;
    background->woken = false;
    pthread_mutex_unlock(&background->lock);
    return works;
}

static void *parallel_background_main(void *argument) {
    struct background *background = argument;
    while (parallel_background_wait(background))
        background->work(background->context);
    return NULL;
}

static void parallel_background_free(struct background *background) {
    pthread_cond_destroy(&background->changed);
    pthread_mutex_destroy(&background->lock);
    free(background);
}

struct background *background_start(void (*work)(void *context), void *context) {
    struct background *background = malloc(sizeof *background);
    if (background == NULL)
        return NULL;
    *background = (struct background){.work = work, .context = context};
    pthread_mutex_init(&background->lock, NULL);
    pthread_cond_init(&background->changed, NULL);
    if (pthread_create(&background->thread, NULL, parallel_background_main, background) == 0)
        return background;
    parallel_background_free(background);
    return NULL;
}

static void parallel_background_signal(struct background *background, bool ended) {
    pthread_mutex_lock(&background->lock);
    background->woken = true;
    background->ended = ended;
    pthread_cond_signal(&background->changed);
    pthread_mutex_unlock(&background->lock);
}

void background_wake(struct background *background) {
    if (background != NULL)
        parallel_background_signal(background, false);
}

void background_join(struct background *background) {
    if (background == NULL)
        return;
    parallel_background_signal(background, true);
    pthread_join(background->thread, NULL);
    parallel_background_free(background);
}

void background_yield(void) {
#if defined(SCHED_IDLE)
    const struct sched_param none = {.sched_priority = 0};
    pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
#endif
}

#endif
