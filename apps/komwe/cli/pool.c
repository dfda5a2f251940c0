#include "cli/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pool {
    void (*work)(void *context);
    void *context;
};

enum status pool_size(struct call *call, unsigned *threads) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t count = processors < 1              ? 1
                     : processors > THREADS_MOST ? THREADS_MOST
                                                 : (uint64_t)processors;
    enum status status = call_number(call, FLAG_THREADS, "--threads", 1, THREADS_MOST, &count);
    *threads = (unsigned)count;
    return status;
}

static void *pool_thread(void *argument) {
    const struct pool *pool = argument;
    pool->work(pool->context);
    return NULL;
}

void pool_run(unsigned threads, void (*work)(void *context), void *context) {
    struct pool pool = {work, context};
    pthread_t *thread = memory_new(threads, sizeof *thread);
    unsigned started = 0;
    while (started + 1 < threads && pthread_create(&thread[started], NULL, pool_thread, &pool) == 0)
        started++;
    work(context);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    free(thread);
}
