/*
 * Whose turn it is, played on processors that are simulated, by a clock of the test's own: endless
 * searches of one visitor or of many, and what is left for others.
 */
#include "engine/search_turns.h"
#include "support/test.h"

enum { MS = 1000, SECOND = 1000 * MS, TASKS = 64 };

struct work {
    struct search_task task;
    int64_t wanted; /* microseconds after which it is to answer; 0: it searches without end */
    int64_t worked;
    int64_t came, first, done; /* instants; 0: not yet */
    bool deaf;                 /* it does not yield */
};

struct bench {
    struct search_turns turns;
    int64_t now, idle; /* microseconds of processors on which nothing ran while something waited */
    unsigned turns_begun;
    struct work work[TASKS];
    size_t count;
    struct search_share visitor[TASKS];
};

static void note_nothing(void *context) { (void)context; }

/* Its time is up, and it has an answer. */
static bool work_is_ready(void *context, int64_t now) {
    const struct work *work = context;
    return work->worked > 0 && work->wanted > 0 && now - work->came >= work->wanted;
}

static struct bench *bench_new(unsigned processors) {
    struct bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL)
        exit(1);
    bench->turns.idle = bench->turns.threads = processors;
    bench->now = SECOND;
    return bench;
}

static struct work *bench_add(struct bench *bench, int visitor, unsigned threads, int64_t wanted) {
    struct work *work = &bench->work[bench->count++];
    *work = (struct work){.wanted = wanted, .came = bench->now};
    work->task = (struct search_task){.preempt = note_nothing,
                                      .ready = work_is_ready,
                                      .context = work,
                                      .threads = threads,
                                      .fresh = true,
                                      .visitor = &bench->visitor[visitor]};
    turns_add(&bench->turns, &work->task);
    return work;
}

static void bench_begin_turns(struct bench *bench) {
    struct search_task *task;
    while ((task = turns_find(&bench->turns, bench->now)) != NULL) {
        struct work *work = task->context;
        bool ready = work_is_ready(work, bench->now);
        turns_begin(&bench->turns, task, bench->now);
        if (ready) {
            turns_end(&bench->turns, task, bench->now);
            work->done = bench->now;
        }
        work->first = work->first == 0 ? bench->now : work->first;
        bench->turns_begun++;
    }
}

/* A millisecond: a task ends its turn in the one after that in which it is asked to. */
static void bench_step(struct bench *bench) {
    bench_begin_turns(bench);
    if (bench->turns.queued != NULL)
        bench->idle += (int64_t)bench->turns.idle * MS;
    bench->now += MS;
    for (size_t i = 0; i < bench->count; i++) {
        struct work *work = &bench->work[i];
        struct search_task *task = &work->task;
        if (task->stage != TASK_RUNNING)
            continue;
        work->worked += MS;
        bool done = work_is_ready(work, bench->now);
        if (!done && (task->asked == 0 || work->deaf))
            continue;
        turns_end(&bench->turns, task, bench->now);
        if (done)
            work->done = bench->now;
        else
            turns_add(&bench->turns, task);
    }
}

static void bench_run(struct bench *bench, int64_t time) {
    for (int64_t end = bench->now + time; bench->now < end;)
        bench_step(bench);
}

/* The processor time of some tasks since `before`, or in all. */
static double worked(const struct bench *bench, size_t first, size_t end) {
    double sum = 0;
    for (size_t i = first; i < end; i++)
        sum += (double)bench->work[i].worked * bench->work[i].task.threads;
    return sum;
}

static void forget_work(struct bench *bench) {
    for (size_t i = 0; i < bench->count; i++)
        bench->work[i].worked = 0;
}

/*
 * 50 search for ever, on behalf of so many visitors.  Another one has moves searched for 300 ms,
 * which are answered in time, and if he pauses between them his search has the processor all the
 * time.
 */
static void newcomer(struct test *test, int visitors, int own, unsigned threads, int64_t pause) {
    struct bench *bench = bench_new(2);
    for (int i = 0; i < 50; i++)
        bench_add(bench, i % visitors, threads, 0);
    bench_run(bench, 30 * SECOND);
    for (int i = 0; i < 5; i++, bench->count--) {
        struct work *work = bench_add(bench, own, 1, 300 * MS);
        bench_run(bench, 400 * MS);
        test_expect(test, work->first > 0 && work->first - work->came <= 20 * MS,
                    "%d visitors: the newcomer's first turn is after %lld ms", visitors,
                    (long long)(work->first - work->came) / MS);
        test_expect(test, work->done > 0 && work->done - work->came <= 310 * MS,
                    "%d visitors: what is to take 300 ms takes %lld", visitors,
                    (long long)(work->done - work->came) / MS);
        test_expect(test, pause < 10 * SECOND || own < visitors || work->worked >= 250 * MS,
                    "%d visitors: the newcomer's search has %lld ms", visitors,
                    (long long)work->worked / MS);
        bench_run(bench, pause);
    }
    free(bench);
}

static void newcomers(struct test *test) {
    for (int64_t pause = 0; pause <= 10 * SECOND; pause += 10 * SECOND) {
        newcomer(test, 1, 1, 1, pause);   /* all of one address, and one of another */
        newcomer(test, 50, 50, 1, pause); /* each of its own */
        newcomer(test, 1, 0, 1, pause);   /* all by one proxy */
        newcomer(test, 1, 1, 2, pause);
        newcomer(test, 50, 50, 2, pause);
        newcomer(test, 1, 0, 9, pause);
    }
}

/* They are asked for again as soon as they are answered; how late the latest of their first turns
 * is. */
static int64_t bench_repeat(struct bench *bench, size_t first, int64_t time) {
    int64_t late = 0;
    for (int64_t end = bench->now + time; bench->now < end; bench_step(bench))
        for (size_t i = first; i < bench->count; i++) {
            struct work *work = &bench->work[i];
            if (work->task.stage != TASK_DONE)
                continue;
            late = work->first - work->came > late ? work->first - work->came : late;
            *work = (struct work){.task = work->task, .wanted = work->wanted, .came = bench->now};
            work->task.fresh = true;
            turns_add(&bench->turns, &work->task);
        }
    return late;
}

/* 50 begin again and again, so that first turns are wanted without end: others have the half. */
static void first_turns_are_bounded(struct test *test, int visitors, int64_t least) {
    struct bench *bench = bench_new(2);
    struct work *steady = bench_add(bench, 0, 1, 0);
    for (int i = 0; i < 50; i++)
        bench_add(bench, 1 + i % visitors, 1, 20 * MS);
    bench_repeat(bench, 1, 60 * SECOND);
    steady->worked = 0;
    int64_t late = bench_repeat(bench, 1, 20 * SECOND);
    test_expect(test, steady->worked >= least, "the steady search has %lld ms of 20 seconds, %d",
                (long long)steady->worked / MS, visitors);
    test_expect(test, late <= SECOND, "a first turn is after %lld ms", (long long)late / MS);
    free(bench);
}

static void expect_part(struct test *test, const char *what, double part, double whole,
                        double wanted) {
    test_expect(test, part > (wanted - 0.05) * whole && part < (wanted + 0.05) * whole,
                "%s: %.3f of the time, not %.3f", what, part / whole, wanted);
}

/* Two visitors without end, with one session and with many: to each the half. */
static void visitors_are_equal(struct test *test, unsigned processors, unsigned threads) {
    struct bench *bench = bench_new(processors);
    for (int i = 0; i < 20; i++)
        bench_add(bench, 0, threads, 0);
    bench_add(bench, 1, processors, 0);
    bench_run(bench, 60 * SECOND);
    forget_work(bench);
    bench_run(bench, 200 * SECOND);
    expect_part(test, "a visitor with one session", worked(bench, 20, 21), worked(bench, 0, 21),
                0.5);
    test_expect(test, worked(bench, 0, 21) > 0.98 * processors * 200 * SECOND,
                "processors are idle");
    free(bench);
}

/* Sessions of one visitor share evenly, one with two threads and those with one. */
static void sessions_are_equal(struct test *test) {
    struct bench *bench = bench_new(2);
    for (unsigned i = 0; i < 5; i++)
        bench_add(bench, 0, i == 0 ? 2 : 1, 0);
    bench_run(bench, 60 * SECOND);
    forget_work(bench);
    bench_run(bench, 400 * SECOND);
    for (size_t i = 0; i < 5; i++)
        expect_part(test, i == 0 ? "the session with two threads" : "a session",
                    worked(bench, i, i + 1), worked(bench, 0, 5), 0.2);
    test_expect(test, bench->idle < 10 * SECOND, "%lld ms of processors are idle",
                (long long)bench->idle / MS);
    free(bench);
}

/* Turns are long where few wait, so that a search of great depth comes on. */
static void turns_are_long(struct test *test) {
    struct bench *bench = bench_new(2);
    for (int i = 0; i < 3; i++)
        bench_add(bench, i, 1, 0);
    bench_run(bench, 30 * SECOND);
    unsigned before = bench->turns_begun;
    bench_run(bench, 100 * SECOND);
    test_expect(test, bench->turns_begun - before <= 220, "%u turns in 200 seconds of processors",
                bench->turns_begun - before);
    free(bench);
}

/* One that does not yield keeps a processor; what needs both waits, and what needs one does not. */
static void nothing_is_blocked(struct test *test) {
    struct bench *bench = bench_new(2);
    bench_add(bench, 0, 1, 0)->deaf = true;
    bench_run(bench, SECOND);
    struct work *wide = bench_add(bench, 1, 2, 5 * SECOND);
    bench_run(bench, 2 * SECOND);
    struct work *small = bench_add(bench, 2, 1, 50 * MS);
    bench_run(bench, 200 * MS);
    test_expect(test, small->done > 0, "a task waits for one that waits");
    bench->work[0].deaf = false;
    bench_run(bench, 3 * SECOND);
    test_expect(test, wide->first > 0, "what needs both processors does not begin");
    free(bench);
}

/* Who comes with a new session each time has used what those before have used. */
static void sessions_are_not_forgotten(struct test *test) {
    struct bench *bench = bench_new(1);
    struct work *steady = bench_add(bench, 0, 1, 0);
    bench_run(bench, 10 * SECOND);
    steady->worked = 0;
    for (int i = 0; i < 1000; i++) {
        struct work *work = bench_add(bench, 1, 1, 100 * MS);
        bench_run(bench, 100 * MS);
        if (work->task.stage == TASK_QUEUED)
            turns_remove(&bench->turns, &work->task);
        else if (work->task.stage == TASK_RUNNING)
            turns_end(&bench->turns, &work->task, bench->now);
        bench->count--;
    }
    test_expect(test, steady->worked > 0.4 * 100 * SECOND, "the other has %lld ms of 100 seconds",
                (long long)steady->worked / MS);
    free(bench);
}

/* What needs both processors waits for the end of a turn; meanwhile the idle one is used. */
static void what_is_idle_is_used(struct test *test) {
    struct bench *bench = bench_new(2);
    bench_add(bench, 0, 1, 0);
    bench_run(bench, 60 * SECOND);
    turns_end(&bench->turns, &bench->work[0].task, bench->now);
    turns_add(&bench->turns, &bench->work[0].task);
    bench_run(bench, 100 * MS);
    share_add(&bench->visitor[1], 0.9 * share_used(&bench->visitor[0], bench->now), bench->now);
    share_add(&bench->visitor[2], 1.5 * share_used(&bench->visitor[0], bench->now), bench->now);
    struct work *wide = bench_add(bench, 1, 2, 0);
    struct work *last = bench_add(bench, 2, 1, 0);
    wide->task.fresh = last->task.fresh = false;
    bench_run(bench, 100 * MS);
    test_expect(test, wide->first == 0 && last->worked >= 90 * MS, "a processor is idle: %d, %lld",
                wide->first == 0, (long long)last->worked);
    bench_run(bench, SECOND);
    test_expect(test, wide->first > 0, "what needs both is overtaken for ever");
    free(bench);
}

static void the_ready_go_first(struct test *test) {
    struct bench *bench = bench_new(1);
    bench_add(bench, 0, 1, 0);
    bench_run(bench, 60 * SECOND);
    struct work *ready = bench_add(bench, 0, 1, 300 * MS);
    bench_run(bench, 30 * MS);
    share_add(&ready->task.used, 1000 * SECOND, bench->now);
    bench_run(bench, 285 * MS);
    test_expect(test, ready->done > 0, "what is ready waits for others");
    free(bench);
}

int main(void) {
    struct test test = {0};
    newcomers(&test);
    first_turns_are_bounded(&test, 1, 18 * SECOND);
    first_turns_are_bounded(&test, 50, 20 * SECOND / 51);
    visitors_are_equal(&test, 2, 1);
    visitors_are_equal(&test, 2, 2);
    visitors_are_equal(&test, 8, 1);
    visitors_are_equal(&test, 8, 4);
    sessions_are_equal(&test);
    turns_are_long(&test);
    nothing_is_blocked(&test);
    sessions_are_not_forgotten(&test);
    what_is_idle_is_used(&test);
    the_ready_go_first(&test);
    return test_end(&test);
}
