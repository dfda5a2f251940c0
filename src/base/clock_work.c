/* The clocks of the system, and the work of a thread, whose watches look at them. */
#include "base/clock.h"

#include "base/work.h"

#include <time.h>

static int64_t clock_read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_now(void) { return clock_read(CLOCK_MONOTONIC); }

int64_t clock_thread(void) { return clock_read(CLOCK_THREAD_CPUTIME_ID); }

/* ---- work (base/work.h) ---------------------------------------------------------------------- */

WORK_OF_THREAD struct work work_of_thread;

/* Of a thread that nobody watches: it is never used up. */
#define WORK_UNWATCHED (INT64_C(1) << 62)

void work_begin(struct work_watch *watch, work_poll_fn *poll, void *context, bool *flag) {
    struct work *work = &work_of_thread;
    *watch = (struct work_watch){
        .poll = poll, .context = context, .flag = flag, .ended = work->ended, .outer = work->watch};
    if (watch->ended && flag != NULL)
        *flag = true;
    if (work->watch == NULL) /* else the outer one has counted seeds already */
        work->left = WORK_SEEDS;
    work->watch = watch;
}

void work_end(struct work_watch *watch) {
    struct work *work = &work_of_thread;
    work->watch = watch->outer;
    work->ended = watch->outer != NULL && watch->outer->ended;
    if (watch->outer == NULL)
        work->left = WORK_UNWATCHED;
    else if (watch->ended && !work->ended)
        work->left = WORK_SEEDS;
}

struct work work_pause(void) {
    struct work paused = work_of_thread;
    work_of_thread = (struct work){.left = WORK_UNWATCHED};
    return paused;
}

void work_resume(struct work paused) { work_of_thread = paused; }

/* Lets a watch and those around it look; true if one of them ends its work. */
static bool work_is_over(struct work_watch *watch) {
    if (watch == NULL)
        return false;
    bool over = work_is_over(watch->outer);
    watch->ended = watch->ended || over || !watch->poll(watch->context);
    if (watch->ended && watch->flag != NULL)
        *watch->flag = true;
    return watch->ended;
}

/* Notes for all watches what has been sown since the last poll. */
static void work_note(struct work_watch *watch, int64_t seeds) {
    if (watch->ended)
        watch->after += seeds;
    else if (seeds > watch->most)
        watch->most = seeds;
    if (watch->outer != NULL)
        work_note(watch->outer, seeds);
}

void work_poll(void) {
    struct work paused = work_pause();
    if (paused.watch == NULL) {
        paused.left = WORK_UNWATCHED;
    } else {
        work_note(paused.watch, (paused.ended ? 0 : WORK_SEEDS) - paused.left);
        paused.ended = paused.ended || work_is_over(paused.watch);
        paused.left = paused.ended ? 0 : WORK_SEEDS;
    }
    work_resume(paused);
}
