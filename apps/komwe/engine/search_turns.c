#include "engine/search_turns.h"

#include <limits.h>
#include <stddef.h>

enum {
    MIN_TURN = 10000, /* microseconds, before a task is asked to yield */
    TURN = 1000000,   /* after which it yields to any that has used less */
    GRACE = 100000    /* in which one that was asked is expected to */
};

static unsigned turns_needs(const struct search_turns *turns, const struct search_task *task) {
    return task->threads < turns->threads ? task->threads : turns->threads;
}

/* ---- lists -------------------------------------------------------------------------------- */

static void turns_unlink(struct search_task **place, const struct search_task *task) {
    while (*place != task)
        place = &(*place)->next;
    *place = task->next;
}

void turns_add(struct search_turns *turns, struct search_task *task) {
    struct search_task **last = &turns->queued;
    while (*last != NULL)
        last = &(*last)->next;
    task->stage = TASK_QUEUED;
    task->next = NULL;
    *last = task;
}

void turns_remove(struct search_turns *turns, struct search_task *task) {
    turns_unlink(&turns->queued, task);
    task->stage = TASK_DONE;
}

/* ---- ranks -------------------------------------------------------------------------------- */

/* Counts what running tasks have used up to now. */
static void turns_charge(struct search_turns *turns, struct search_task *task, int64_t now) {
    double used = (double)(now - task->charged) * turns_needs(turns, task);
    share_add(&task->used, used, now);
    if (task->visitor != NULL)
        share_add(task->visitor, used, now);
    share_add(task->opening ? &turns->opening : &turns->other, used, now);
    task->charged = now;
}

static void turns_rank(struct search_task *task, int64_t now) {
    task->rank[0] = task->visitor != NULL ? share_used(task->visitor, now) : 0;
    task->rank[1] = share_used(&task->used, now);
}

static void turns_refresh(struct search_turns *turns, int64_t now) {
    for (struct search_task *task = turns->running; task != NULL; task = task->next)
        turns_charge(turns, task, now);
    for (struct search_task *task = turns->running; task != NULL; task = task->next)
        turns_rank(task, now);
    double openings = share_used(&turns->opening, now) - MIN_TURN;
    bool may_open = openings <= share_used(&turns->other, now);
    for (struct search_task *task = turns->queued; task != NULL; task = task->next) {
        turns_rank(task, now);
        bool ready = task->urgent || (task->ready != NULL && task->ready(task->context, now));
        task->level = ready ? 2 : task->fresh && may_open ? 1 : 0;
    }
}

/* Whether `task` has used less than so large a part of what `other` has. */
static bool turns_used_less(const struct search_task *task, const struct search_task *other,
                            double part) {
    size_t of = task->visitor == other->visitor; /* two of one visitor are compared by themselves */
    return task->rank[of] < other->rank[of] * part;
}

/* The queued task to be next that needs less than so many processors; NULL: none. */
static struct search_task *turns_least(const struct search_turns *turns, unsigned needs) {
    struct search_task *best = NULL;
    for (struct search_task *task = turns->queued; task != NULL; task = task->next)
        if (turns_needs(turns, task) < needs &&
            (best == NULL || (task->level == best->level ? turns_used_less(task, best, 1)
                                                         : task->level > best->level)))
            best = task;
    return best;
}

/* ---- yielding ----------------------------------------------------------------------------- */

/* Whether a running task was asked to yield, and is expected to do so soon. */
static bool turns_yields(const struct search_task *running, int64_t now) {
    return running->asked != 0 && now - running->asked < GRACE;
}

/* Whether a running task can be made to yield to a queued one. */
static bool turns_may_yield(const struct search_task *running, const struct search_task *task) {
    return running->asked == 0 && (task->level > 0 || turns_used_less(task, running, 1));
}

/* Whether it is time that it does. */
static bool turns_must_yield(const struct search_task *running, const struct search_task *task,
                             int64_t now) {
    int64_t turn = now - running->began;
    return turns_may_yield(running, task) && turn >= MIN_TURN &&
           (turn >= TURN || task->level > 0 || turns_used_less(task, running, 0.5));
}

/* Processors that would be idle if all yielded that can. */
static unsigned turns_reach(const struct search_turns *turns, const struct search_task *task,
                            int64_t now) {
    unsigned reach = turns->idle;
    for (const struct search_task *at = turns->running; at != NULL; at = at->next)
        if (turns_yields(at, now) || turns_may_yield(at, task))
            reach += turns_needs(turns, at);
    return reach;
}

/* The running task that has used most of those that can yield. */
static struct search_task *turns_most(const struct search_turns *turns,
                                      const struct search_task *task) {
    struct search_task *most = NULL;
    for (struct search_task *at = turns->running; at != NULL; at = at->next)
        if (turns_may_yield(at, task) && (most == NULL || turns_used_less(most, at, 1)))
            most = at;
    return most;
}

/* Has as many yield to the task as it needs, if it is time; false if it is not. */
static bool turns_make_room(const struct search_turns *turns, const struct search_task *task,
                            int64_t now) {
    unsigned room = turns->idle;
    bool due = false;
    for (const struct search_task *at = turns->running; at != NULL; at = at->next) {
        room += turns_yields(at, now) ? turns_needs(turns, at) : 0;
        due = due || turns_yields(at, now) || turns_must_yield(at, task, now);
    }
    while (due && room < turns_needs(turns, task)) {
        struct search_task *most = turns_most(turns, task);
        most->asked = now;
        most->preempt(most->context);
        room += turns_needs(turns, most);
    }
    return due;
}

/* ---- turns -------------------------------------------------------------------------------- */

struct search_task *turns_find(struct search_turns *turns, int64_t now) {
    turns_refresh(turns, now);
    struct search_task *task = turns_least(turns, UINT_MAX);
    while (task != NULL && turns_reach(turns, task, now) < turns_needs(turns, task))
        task = turns_least(turns, turns_needs(turns, task));
    if (task == NULL || turns_needs(turns, task) <= turns->idle)
        return task;
    bool comes = turns_make_room(turns, task, now);
    return comes || turns->idle == 0 ? NULL : turns_least(turns, turns->idle + 1);
}

void turns_begin(struct search_turns *turns, struct search_task *task, int64_t now) {
    turns_unlink(&turns->queued, task);
    turns->idle -= turns_needs(turns, task);
    task->stage = TASK_RUNNING;
    task->began = task->charged = now;
    task->asked = 0;
    task->opening = task->fresh;
    task->fresh = false;
    task->next = turns->running;
    turns->running = task;
}

void turns_end(struct search_turns *turns, struct search_task *task, int64_t now) {
    turns_charge(turns, task, now);
    turns_unlink(&turns->running, task);
    turns->idle += turns_needs(turns, task);
    task->stage = TASK_DONE;
}
