/*
 * The work of a thread, counted in seeds sown.
 *
 * A long call has to look now and then at a clock, or whether it is to stop.  Positions do not say
 * when: the moves of a single one can sow millions of seeds.  So moves count what they sow, and
 * after so many seeds the thread looks, wherever it is.  If the look ends the work, sowing stops
 * there: the move at work and all that follow sow next to nothing, and what they lead to means
 * nothing; so whoever watches throws away what was found since then, as work_ended reports.
 */
#ifndef KOMWE_BASE_WORK_H
#define KOMWE_BASE_WORK_H

#include "base/cpu.h"

enum {
    WORK_SEEDS = 1 << 14, /* sown between two looks, and those of one step more: */
    WORK_STEP = 1 << 12,  /* seeds that a move sows at most before it counts them */
    WORK_AROUND = 8       /* what an action counts beside the seeds, if it goes from hole to hole */
};

/* Looks; false: the work ends.  It is called in the working thread, and may call the library. */
typedef bool work_poll_fn(void *context);

/* A watch over the calling thread, from work_begin to work_end. */
struct work_watch {
    work_poll_fn *poll;
    void *context;
    bool *flag;               /* set when the work is ended; NULL: work_ended alone says so */
    bool ended;               /* it, or one around it, has ended the work */
    int64_t most;             /* seeds that were sown between two polls, for tests, */
    int64_t after;            /* and since the work was ended */
    struct work_watch *outer; /* which looks as well, or NULL */
};

struct work {
    int64_t left; /* seeds until the next look */
    bool ended;
    struct work_watch *watch; /* the innermost one; NULL: nobody looks */
};

/*
 * Of each thread; zero at first, which is no watch.  Where the library may be loaded by a running
 * program, a variable of this model still needs no call to be found; few bytes are free for that.
 */
#if defined(__GLIBC__)
#define WORK_OF_THREAD _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define WORK_OF_THREAD _Thread_local
#endif
extern WORK_OF_THREAD struct work work_of_thread;

/* Watches end in the reverse order of their beginning. */
void work_begin(struct work_watch *watch, work_poll_fn *poll, void *context, bool *flag);
void work_end(struct work_watch *watch);

/*
 * Sets the watches aside while a callback runs, which may have work of its own, and takes them up
 * again.
 */
struct work work_pause(void);
void work_resume(struct work paused);

/* What work_check calls when it is time. */
void work_poll(void);

/* Whether the work has been ended: what was sown since then means nothing. */
KW_INLINE bool work_ended(void) { return work_of_thread.ended; }

/*
 * Counts seeds that were sown.  That is enough where moves are fast: a look would make room for a
 * call in them, and whoever watches looks once for each position.
 */
KW_INLINE void work_count(unsigned seeds) { work_of_thread.left -= seeds; }

/* Looks if it is time: to be called for each position. */
KW_INLINE void work_check(void) {
    if (KW_UNLIKELY(work_of_thread.left < 0))
        work_poll();
}

/* Counts seeds that were sown, and looks if it is time. */
KW_INLINE void work_sow(unsigned seeds) {
    work_count(seeds);
    work_check();
}

#endif
