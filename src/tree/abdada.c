#include "tree/abdada.h"

#include "base/parallel.h"

#include <stdlib.h>

void abdada_run(struct abdada *abdada, uint64_t alone, void (*work)(void *context, size_t thread),
                void *context) {
    const struct poll_limits *limits = abdada->limits;
    abdada->nodes = limits->threads > 1 ? alone : UINT64_MAX;
    parallel_for(1, work, context);
    if (limits->threads == 1 || atomic_load(&abdada->done) || atomic_load(limits->stop) ||
        atomic_load(&abdada->out_of_memory))
        return;
    abdada->nodes = UINT64_MAX;
    abdada->in_progress = calloc(1, sizeof *abdada->in_progress);
    parallel_for(abdada->in_progress != NULL ? limits->threads : 1, work, context);
    free(abdada->in_progress);
}

/* A work_poll_fn: reports; false where the search is stopped or done. */
static bool abdada_poll_stop(void *context) {
    struct abdada_thread *thread = context;
    const struct abdada *abdada = thread->abdada;
    const struct poll_limits *limits = abdada->limits;
    if (thread->first && limits->report != NULL)
        limits->report(limits->context);
    return !atomic_load_explicit(limits->stop, memory_order_relaxed) &&
           !atomic_load_explicit(&abdada->done, memory_order_relaxed);
}

void abdada_thread_begin(struct abdada_thread *thread, struct abdada *abdada, size_t number) {
    *thread = (struct abdada_thread){.abdada = abdada, .first = number == 0};
    work_begin(&thread->watch, abdada_poll_stop, thread, &thread->aborted);
}

bool abdada_thread_finish(struct abdada_thread *thread) {
    struct abdada *abdada = thread->abdada;
    work_end(&thread->watch);
    atomic_fetch_add(abdada->limits->entered, thread->nodes - thread->counted);
    return !thread->aborted && !atomic_exchange(&abdada->done, true);
}

void abdada_poll_limits(struct abdada_thread *thread) {
    struct abdada *abdada = thread->abdada;
    const struct poll_limits *limits = abdada->limits;
    uint64_t more = thread->nodes - thread->counted;
    uint64_t entered =
        atomic_fetch_add_explicit(limits->entered, more, memory_order_relaxed) + more;
    thread->counted = thread->nodes;
    if (!abdada_poll_stop(thread) || entered >= limits->nodes || thread->nodes >= abdada->nodes)
        thread->aborted = true;
}
