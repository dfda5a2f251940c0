/*
 * Tasks in a line, on one thread: in which order they have their turns.  Whoever waits for a task
 * that he has asked to end must not wait for those of others, which may never end.
 */
#include "engine/search_scheduler.h"
#include "support/test.h"

#include <pthread.h>

/* Tasks note their names; `first` is held up in its first turn until it may go on. */
struct bench {
    struct workers *workers;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool begun, may_go_on;
    char order[8];
    struct task first, second;
};

static void note(struct bench *bench, char name) {
    pthread_mutex_lock(&bench->lock);
    bench->order[strlen(bench->order)] = name;
    pthread_mutex_unlock(&bench->lock);
}

/* Wants two turns. */
static bool work_first(void *context) {
    struct bench *bench = context;
    note(bench, 'a');
    pthread_mutex_lock(&bench->lock);
    bool again = !bench->begun;
    bench->begun = true;
    pthread_cond_broadcast(&bench->changed);
    while (!bench->may_go_on)
        pthread_cond_wait(&bench->changed, &bench->lock);
    pthread_mutex_unlock(&bench->lock);
    return again;
}

static bool work_second(void *context) {
    note(context, 'b');
    return false;
}

static void hurry(void *context) { (void)context; }

/* The first task is in its first turn, the second waits. */
static void bench_open(struct bench *bench) {
    *bench = (struct bench){.workers = workers_new(1)};
    pthread_mutex_init(&bench->lock, NULL);
    pthread_cond_init(&bench->changed, NULL);
    bench->first = (struct task){.work = work_first, .hurry = hurry, .context = bench};
    bench->second = (struct task){.work = work_second, .hurry = hurry, .context = bench};
    bench->first.threads = bench->second.threads = 1;
    workers_give(bench->workers, &bench->first);
    pthread_mutex_lock(&bench->lock);
    while (!bench->begun)
        pthread_cond_wait(&bench->changed, &bench->lock);
    pthread_mutex_unlock(&bench->lock);
    workers_give(bench->workers, &bench->second);
}

static void bench_go_on(struct bench *bench) {
    pthread_mutex_lock(&bench->lock);
    bench->may_go_on = true;
    pthread_cond_broadcast(&bench->changed);
    pthread_mutex_unlock(&bench->lock);
}

static void bench_close(struct bench *bench, struct test *test, const char *order) {
    bench_go_on(bench);
    workers_join(bench->workers, &bench->first);
    workers_join(bench->workers, &bench->second);
    test_expect(test, strcmp(bench->order, order) == 0, "the turns are %s, not %s", bench->order,
                order);
    workers_free(bench->workers);
    pthread_cond_destroy(&bench->changed);
    pthread_mutex_destroy(&bench->lock);
}

static void gives_way(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    bench_close(&bench, test, "aba");
}

static void gives_way_no_more(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    test_expect(test, !workers_take_back(bench.workers, &bench.first), "a task at work is back");
    bench_close(&bench, test, "aab");
}

static void is_taken_back(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    test_expect(test, workers_take_back(bench.workers, &bench.second), "a task waits in vain");
    bench_close(&bench, test, "aa");
}

int main(void) {
    struct test test = {0};
    gives_way(&test);
    gives_way_no_more(&test);
    is_taken_back(&test);
    return test_end(&test);
}
