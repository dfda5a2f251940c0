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

/* Shuts it down: it counts no longer, and its owner notices the end of the stream and closes it. */
void limits_doom(struct limits *limits, struct connection *connection);

/* It has been active just now, and is in that state. */
void limits_touch(struct limits *limits, struct connection *connection, enum connection_state state,
                  int64_t now);

/* Its socket is closed, or about to be; frees it. */
void limits_forget(struct limits *limits, struct connection *connection);

/* ---- pictures of shared links ------------------------------------------------------------- */

/*
 * While a picture is sent it keeps its bytes, so there are places for so many.  An address has as
 * many at most as are free, so that one that takes all it can leaves some to others, and who takes
 * too long loses the place where another needs it.
 */
enum {
    PICTURES_SENT_MOST = 32, /* at a time */
    PICTURE_SECONDS = 20     /* after which a picture may lose its place */
};

struct picture;

/* All zero: none. */
struct pictures {
    struct picture *first, *last; /* the longest sent first */
    size_t count;                 /* but for those that have lost their places */
};

/*
 * Whether there is a place for one more picture of the visitor of a connection.  Where there is
 * none, that of the longest sent one goes to it if that has had its time, and its connection is
 * shut down.
 */
bool pictures_have_place(struct pictures *pictures, struct limits *limits,
                         const struct visitor *visitor, int64_t now);

/*
 * Takes a place, for bytes from malloc, which it frees in pictures_end.  The visitor is held until
 * then.
 */
struct picture *pictures_begin(struct pictures *pictures, struct limits *limits,
                               struct connection *connection, void *bytes, int64_t now);

/* Gives the place of a picture, `context`, back; its type is that of what libmicrohttpd calls. */
void pictures_end(void *context);

/* The connection is about to be closed: it is not shut down any more. */
void pictures_forget(struct pictures *pictures, const struct connection *connection);

#endif
