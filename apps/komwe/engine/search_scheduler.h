/* Searches that share processors: each in its turn, and as many at a time as there is room for. */
#ifndef SEARCH_SCHEDULER_H
#define SEARCH_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

struct workers;

struct task {
    /* Carries it out; true if it has given way to others and shall have another turn. */
    bool (*work)(void *context);
    /* It shall give way.  Called from any thread while it is carried out; takes its time later. */
    void (*hurry)(void *context);
    void *context;
    unsigned threads; /* that it works with, at least 1; more than there is room for: all */

    struct task *next; /* these belong to the workers */
    enum { TASK_DONE, TASK_WAITS, TASK_WORKS } stage;
    bool urgent;   /* another turn of it comes before all others */
    int64_t began; /* microseconds */
};

/* Workers for so many threads at a time, at least 1.  NULL if the system starts none. */
struct workers *workers_new(unsigned threads);
/* No task may be left.  NULL is allowed. */
void workers_free(struct workers *workers);

/* Any thread may call these, one at a time for one task. */

/* The task, which is done or new, is the last in the line. */
void workers_give(struct workers *workers, struct task *task);
/*
 * Takes the task out of the line, so that it is done; false if it is not in it.  If it is being
 * carried out and gives way, its next turn follows at once: who waits for its end need not wait for
 * others, which may be endless.
 */
bool workers_take_back(struct workers *workers, struct task *task);
/* Returns when the task is done. */
void workers_join(struct workers *workers, struct task *task);

/* If any task waits, hurries those that have been carried out for so many microseconds. */
void workers_hurry(struct workers *workers, int64_t turn);

#endif
