#include "cli/ordered_work.h"

#include "base/parallel.h"
#include "cli/interrupt.h"

void ordered_run(struct ordered_work *work, unsigned threads,
                 void (*thread)(void *job, size_t index), void *job) {
    work->next = work->taken;
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->turn, NULL);
    parallel_for(threads, thread, job);
    pthread_cond_destroy(&work->turn);
    pthread_mutex_destroy(&work->lock);
}

bool ordered_next(struct ordered_work *work, bool good, const struct kw_error *error,
                  uint64_t *number) {
    pthread_mutex_lock(&work->lock);
    work->ended = work->ended || interrupted() != 0;
    if (!good && !work->failed) {
        work->failed = true;
        work->error = *error;
    }
    bool more = !work->failed && !work->ended && !work->enough && work->next < work->end;
    *number = work->next;
    work->next += more;
    if (!more)
        pthread_cond_broadcast(&work->turn);
    pthread_mutex_unlock(&work->lock);
    return more;
}

bool ordered_turn(struct ordered_work *work, uint64_t number) {
    pthread_mutex_lock(&work->lock);
    while (work->taken < number && !work->failed && !work->ended && !work->enough)
        pthread_cond_wait(&work->turn, &work->lock);
    bool takes = work->taken == number && !work->enough;
    work->taken += takes;
    return takes;
}

void ordered_turn_end(struct ordered_work *work) {
    pthread_cond_broadcast(&work->turn);
    pthread_mutex_unlock(&work->lock);
}
