/* The sockets that accept connections, and pass them on within the limits. */
#ifndef LISTENERS_H
#define LISTENERS_H

#include "cli/command.h"
#include "serve/http_gate.h"

enum { LISTENERS = 2 };

/* The first members are set by the caller, the rest is zero. */
struct listeners {
    struct event_loop *loop;
    struct limits *limits;
    struct http_gate *gate;

    struct watch watch[LISTENERS]; /* 127.0.0.1 and ::1, or the address of --host; files or -1 */
    int64_t paused;                /* no connection is accepted up to this instant; 0: they are */
};

/*
 * Listens at an address, or on this machine alone if `host` is NULL; writes the port, which is a
 * free one if `port` is 0.  listeners_close is due even if it fails.
 */
enum status listeners_open(struct call *call, struct listeners *listeners, const char *host,
                           int port, int *bound);
void listeners_close(struct listeners *listeners);

/* Accepts what waits; pauses where there is no room. */
void listeners_accept(struct listeners *listeners);
/* Ends a pause that is over. */
void listeners_resume(struct listeners *listeners, int64_t now);

#endif
