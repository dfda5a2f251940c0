/*
 * Tasks queued for one thread: the order of their turns (search_turns_test.c has the rules).  A
 * caller that waits for the end of a task must not wait for the tasks of others, which may never
 * end.
 */
#include "engine/search_scheduler.h"
#include "support/test.h"

#include <pthread.h>

/* Tasks note their names; `first` is held up in its first turn until it may go on. */
struct bench {
    struct search_scheduler *scheduler;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool begun, may_go_on;
    char order[8];
    struct search_task first, second;
};

static void note(struct bench *bench, char name) {
    pthread_mutex_lock(&bench->lock);
    bench->order[strlen(bench->order)] = name;
    pthread_mutex_unlock(&bench->lock);
}

/* Wants two turns. */
static bool run_first(void *context) {
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

static bool run_second(void *context) {
    note(context, 'b');
    return false;
}

static void ignore_preemption(void *context) { (void)context; }

/* The first task is in its first turn, the second waits. */
static void bench_open(struct bench *bench) {
    *bench = (struct bench){.scheduler = scheduler_new(1)};
    pthread_mutex_init(&bench->lock, NULL);
    pthread_cond_init(&bench->changed, NULL);
    bench->first =
        (struct search_task){.run = run_first, .preempt = ignore_preemption, .context = bench};
    bench->second =
        (struct search_task){.run = run_second, .preempt = ignore_preemption, .context = bench};
    bench->first.threads = bench->second.threads = 1;
    scheduler_submit(bench->scheduler, &bench->first);
    pthread_mutex_lock(&bench->lock);
    while (!bench->begun)
        pthread_cond_wait(&bench->changed, &bench->lock);
    pthread_mutex_unlock(&bench->lock);
    scheduler_submit(bench->scheduler, &bench->second);
}

static void bench_go_on(struct bench *bench) {
    pthread_mutex_lock(&bench->lock);
    bench->may_go_on = true;
    pthread_cond_broadcast(&bench->changed);
    pthread_mutex_unlock(&bench->lock);
}

static void bench_close(struct bench *bench, struct test *test, const char *order) {
    bench_go_on(bench);
    scheduler_join(bench->scheduler, &bench->first);
    scheduler_join(bench->scheduler, &bench->second);
    test_expect(test, strcmp(bench->order, order) == 0, "the turns are %s, not %s", bench->order,
                order);
    scheduler_free(bench->scheduler);
    pthread_cond_destroy(&bench->changed);
    pthread_mutex_destroy(&bench->lock);
}

static void is_queued_again(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    bench_close(&bench, test, "aba");
}

static void is_queued_first(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    test_expect(test, !scheduler_withdraw(bench.scheduler, &bench.first),
                "a running task is withdrawn");
    bench_close(&bench, test, "aab");
}

static void is_withdrawn(struct test *test) {
    struct bench bench;
    bench_open(&bench);
    test_expect(test, scheduler_withdraw(bench.scheduler, &bench.second),
                "a queued task is not withdrawn");
    bench_close(&bench, test, "aa");
}

int main(void) {
    struct test test = {0};
    is_queued_again(&test);
    is_queued_first(&test);
    is_withdrawn(&test);
    return test_end(&test);
}
