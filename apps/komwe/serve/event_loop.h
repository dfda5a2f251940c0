/* An event loop on epoll: one thread waits for many files. */
#ifndef EVENT_LOOP_H
#define EVENT_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct event_loop {
    int file; /* of epoll, or -1 */
};

/* A file that the loop waits for.  `ready` is called with its events (EPOLLIN and so on). */
struct watch {
    int file;
    void (*ready)(struct watch *watch, uint32_t events);
    struct event_loop *loop;
    void *context;
};

/* False if the system cannot; errno says why. */
bool event_loop_open(struct event_loop *loop);
void event_loop_close(struct event_loop *loop);

/*
 * Waits for one event, so many milliseconds at most (-1: any time), and calls its watch, which may
 * end other watches.  False if it cannot wait; errno says why.
 */
bool event_loop_turn(struct event_loop *loop, int milliseconds);

/* Waits for `events` of a file too, from now on; false if the system cannot. */
bool watch_begin(struct watch *watch, uint32_t events);
void watch_change(struct watch *watch, uint32_t events);
/* The file is not closed. */
void watch_end(struct watch *watch);

#endif
