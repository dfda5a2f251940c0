#include "serve/event_loop.h"

#include "base/clock.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { READY_MOST = 256 /* that are compared; of more the system chooses */ };

bool event_loop_open(struct event_loop *loop) {
    loop->file = epoll_create1(EPOLL_CLOEXEC);
    return loop->file >= 0;
}

void event_loop_close(struct event_loop *loop) {
    if (loop->file >= 0)
        close(loop->file);
}

/* Whether a watch is called before another one. */
static bool event_loop_prefers(const struct watch *one, const struct watch *other, int64_t now) {
    if (one->visitor == other->visitor)
        return one->turn < other->turn;
    double used = one->visitor == NULL ? -1 : share_used(one->visitor, now);
    return used < (other->visitor == NULL ? -1 : share_used(other->visitor, now));
}

static void event_loop_call(struct event_loop *loop, struct watch *watch, uint32_t events,
                            int64_t now) {
    struct search_share *visitor = watch->visitor;
    watch->turn = ++loop->turns;
    watch->ready(watch, events); /* which may free it */
    if (visitor != NULL) {
        int64_t end = clock_now();
        share_add(visitor, (double)(end - now), end);
    }
}

bool event_loop_turn(struct event_loop *loop, int milliseconds) {
    /* The others are ready the next time too: this one may end their watches. */
    struct epoll_event event[READY_MOST], *best = event;
    int count = epoll_wait(loop->file, event, READY_MOST, milliseconds);
    int64_t now = clock_now();
    for (int i = 1; i < count; i++)
        if (event_loop_prefers(event[i].data.ptr, best->data.ptr, now))
            best = &event[i];
    if (count > 0)
        event_loop_call(loop, best->data.ptr, best->events, now);
    return count >= 0 || errno == EINTR;
}

bool watch_begin(struct watch *watch, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    return epoll_ctl(watch->loop->file, EPOLL_CTL_ADD, watch->file, &event) == 0;
}

void watch_change(struct watch *watch, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    epoll_ctl(watch->loop->file, EPOLL_CTL_MOD, watch->file, &event);
}

void watch_end(struct watch *watch) {
    epoll_ctl(watch->loop->file, EPOLL_CTL_DEL, watch->file, NULL);
}
