#include "base/parallel.h"

#if defined(__wasi__)

/* WebAssembly as the page has it knows no threads: none but the calling one can be had. */
void parallel_for(size_t count, void (*work)(void *context, size_t member), void *context) {
    (void)count;
    work(context, 0);
}

#else

#include <pthread.h>
#include <stdlib.h>

/* Who has been called waits here until it is known whether all can be. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opens;
    enum { GATE_SHUT, GATE_OPEN, GATE_GO_HOME } state;
};

struct member {
    pthread_t thread;
    size_t number;
    void (*work)(void *context, size_t member);
    void *context;
    struct gate *gate; /* NULL: there is none */
};

static bool gate_pass(struct gate *gate) {
    if (gate == NULL)
        return true;
    pthread_mutex_lock(&gate->lock);
    while (gate->state == GATE_SHUT)
        pthread_cond_wait(&gate->opens, &gate->lock);
    bool open = gate->state == GATE_OPEN;
    pthread_mutex_unlock(&gate->lock);
    return open;
}

static void gate_open(struct gate *gate, bool open) {
    if (gate == NULL)
        return;
    pthread_mutex_lock(&gate->lock);
    gate->state = open ? GATE_OPEN : GATE_GO_HOME;
    pthread_cond_broadcast(&gate->opens);
    pthread_mutex_unlock(&gate->lock);
}

static void *member_work(void *argument) {
    struct member *member = argument;
    if (gate_pass(member->gate))
        member->work(member->context, member->number);
    return NULL;
}

/* Calls all that can be had; with a gate none is called unless all are, and false returned. */
static bool work_behind(struct gate *gate, size_t count, void (*work)(void *context, size_t member),
                        void *context) {
    struct member *crew = count > 1 ? calloc(count, sizeof *crew) : NULL;
    size_t started = 1;
    for (; crew != NULL && started < count; started++) {
        struct member *member = &crew[started];
        *member =
            (struct member){.number = started, .work = work, .context = context, .gate = gate};
        if (pthread_create(&member->thread, NULL, member_work, member) != 0)
            break;
    }
    bool open = gate == NULL || started >= count;
    gate_open(gate, open);
    if (open)
        work(context, 0);
    while (crew != NULL && started-- > 1)
        pthread_join(crew[started].thread, NULL);
    free(crew);
    return open;
}

void parallel_for(size_t count, void (*work)(void *context, size_t member), void *context) {
    work_behind(NULL, count, work, context);
}

bool parallel_for_all(size_t count, void (*work)(void *context, size_t member), void *context) {
    struct gate gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .opens = PTHREAD_COND_INITIALIZER};
    return work_behind(&gate, count, work, context);
}

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t complete;
    size_t members, here;
    size_t number; /* of times that all were here */
};

struct barrier *barrier_new(size_t members) {
    struct barrier *barrier = calloc(1, sizeof *barrier);
    if (barrier == NULL)
        return NULL;
    barrier->members = members;
    pthread_mutex_init(&barrier->lock, NULL);
    pthread_cond_init(&barrier->complete, NULL);
    return barrier;
}

void barrier_free(struct barrier *barrier) {
    if (barrier == NULL)
        return;
    pthread_mutex_destroy(&barrier->lock);
    pthread_cond_destroy(&barrier->complete);
    free(barrier);
}

void barrier_wait(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->lock);
    size_t number = barrier->number;
    if (++barrier->here == barrier->members) {
        barrier->here = 0;
        barrier->number++;
        pthread_cond_broadcast(&barrier->complete);
    }
    while (barrier->number == number)
        pthread_cond_wait(&barrier->complete, &barrier->lock);
    pthread_mutex_unlock(&barrier->lock);
}

#endif
