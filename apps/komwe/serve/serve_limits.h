/*
 * Which connections a server accepts: so many of one address and so many in all; which sessions of
 * the engine it begins among them.  When there are too many, the one that has been idle longest is
 * closed for the new one.  One thread uses it.
 */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

#include "serve/event_loop.h"
#include "serve/serve_visitors.h"

#include <sys/socket.h>

enum connection_state {
    CONNECTION_WAITS,   /* for its request, or for the rest of it */
    CONNECTION_ANSWERS, /* a request */
    CONNECTION_ENGINE,  /* is a session of the engine */
    CONNECTION_DOOMED,  /* is shut down, and counts no longer */
    CONNECTION_STATES
};

struct connection {
    int socket;
    enum connection_state state;
    int64_t since; /* the instant of its last activity: accepted, answered, a line */
    struct visitor *visitor;
    struct http_gate *gate;             /* at which it waits for its request, if it */
    bool waits;                         /* there; */
    struct watch watch;                 /* its socket is watched then */
    struct connection *previous, *next; /* of its state, the longest idle first */
};

struct limits {
    size_t total;         /* connections */
    size_t tables;        /* files that endgame tables keep open at most */
    size_t per_address;   /* of them */
    size_t sessions;      /* of the engine */
    size_t sessions_each; /* of one address */
    bool loopback_exempt; /* from the limits per address, but not from the totals */
    size_t count;         /* but for doomed ones */
    size_t begun;         /* sessions that have not ended */
    struct visitors visitors;
    struct connection *first[CONNECTION_STATES], *last[CONNECTION_STATES];
    int64_t logged[4]; /* when each kind of line was last written */
};

/*
 * Raises the limit of open files as far as `total` connections need it and the system allows, and
 * lowers `total` to what is possible, saying so on stderr.  False if not even a few are.
 */
bool limits_open(struct limits *limits, int64_t now);

/* No connection may be left. */
void limits_close(struct limits *limits);

/* False if no connection can be accepted now: all are in use, and none of them is idle. */
bool limits_have_room(struct limits *limits, int64_t now);

/*
 * A connection by this socket, which counts; NULL if its address has too many.  Shuts the idlest
 * one down where that makes room.
 */
struct connection *limits_admit(struct limits *limits, int socket,
                                const struct sockaddr_storage *address, int64_t now);

/* The connection by that socket; NULL: there is none.  The latest ones are found at once. */
struct connection *limits_find(const struct limits *limits, int socket);

/*
 * Why no further session of the engine may begin on a connection, a sentence; NULL: it may.  Shuts
 * the idlest one down where that makes room.
 */
const char *limits_refuse_session(struct limits *limits, const struct connection *connection,
                                  int64_t now);
/* A session begins on it, which counts until it ends. */
void limits_begin_session(struct limits *limits, struct connection *connection, int64_t now);
void limits_end_session(struct limits *limits, struct connection *connection);

/* The system has no file left: shuts the idlest connection down. */
void limits_starve(struct limits *limits, int error, int64_t now);

/* It has been active just now, and is in that state. */
void limits_touch(struct limits *limits, struct connection *connection, enum connection_state state,
                  int64_t now);

/* Its socket is closed, or about to be; frees it. */
void limits_forget(struct limits *limits, struct connection *connection);

#endif
