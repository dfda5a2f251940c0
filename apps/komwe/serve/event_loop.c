#include "serve/event_loop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

bool event_loop_open(struct event_loop *loop) {
    loop->file = epoll_create1(EPOLL_CLOEXEC);
    return loop->file >= 0;
}

void event_loop_close(struct event_loop *loop) {
    if (loop->file >= 0)
        close(loop->file);
}

bool event_loop_turn(struct event_loop *loop, int milliseconds) {
    struct epoll_event event; /* one at a time: its watch may end the one of another */
    int count = epoll_wait(loop->file, &event, 1, milliseconds);
    if (count > 0) {
        struct watch *watch = event.data.ptr;
        watch->ready(watch, event.events);
    }
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
