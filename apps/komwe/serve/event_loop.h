/*
 * An event loop on epoll: one thread waits for many files.  Of those that are ready, those of
 * nobody come first, then those of the visitor who has used least of the thread, one event at a
 * time; those of one visitor take turns.
 */
#ifndef EVENT_LOOP_H
#define EVENT_LOOP_H

#include "engine/search_share.h"

#include <stdbool.h>
#include <stdint.h>

struct event_loop {
    int file;       /* of epoll, or -1 */
    uint64_t turns; /* that it has had */
};

/* A file that the loop waits for.  `ready` is called with its events (EPOLLIN and so on). */
struct watch {
    int file;
    void (*ready)(struct watch *watch, uint32_t events);
    struct event_loop *loop;
    void *context;
    struct search_share *visitor; /* by whom the thread is used; NULL: nobody */
    uint64_t turn;                /* of the loop, the last in which it was called */
};

/* False if the system cannot; errno says why. */
bool event_loop_open(struct event_loop *loop);
void event_loop_close(struct event_loop *loop);

/*
 * Waits for an event, so many milliseconds at most (-1: any time), and calls its watch, which may
 * end other watches, but not free its visitor.  False if it cannot wait; errno says why.
 */
bool event_loop_turn(struct event_loop *loop, int milliseconds);

/* Waits for `events` of a file too, from now on; false if the system cannot. */
bool watch_begin(struct watch *watch, uint32_t events);
void watch_change(struct watch *watch, uint32_t events);
/* The file is not closed. */
void watch_end(struct watch *watch);

#endif
