/*
 * A session of the engine by WebSocket, of which the server has one for each connection.  The
 * thread of the server does everything but the searches.
 *
 *      serve_engine.c      begins, watches and ends sessions
 *      session_receive.c   frames that come in, and the lines that they hold
 *      session_send.c      lines from any thread, and frames that go out
 *
 * A file calls those below it only.
 */
#ifndef SERVE_SESSION_H
#define SERVE_SESSION_H

#include "engine/ugi.h"
#include "serve/event_loop.h"
#include "serve/serve_limits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <wslay/wslay.h>

enum {
    LINE_MOST = 64 << 10,   /* bytes of a message */
    SECOND = 1000000,       /* microseconds */
    CLOSE_TIME = 3 * SECOND /* for a client to read why it is closed */
};

struct MHD_UpgradeResponseHandle;
struct engine_session;

/* The engine's part of the server. */
struct engine_server {
    struct event_loop *loop;
    struct limits *limits;
    struct ugi_shared shared;
    struct engine_session *sessions; /* all of them */
    bool freed;                      /* sessions have ended since the last tick */
    int64_t next_tick;               /* of serve_engine_tick, an instant */
    struct watch wake;               /* an event counter: sessions are woken */
    pthread_mutex_t lock;            /* of what follows, and of what waits to be sent */
    struct engine_session *woken;    /* those with work to do */
};

/*
 * A message is a line.  Complete ones wait in `messages`, each after its length, until the session
 * takes the next one; the last one is being received:
 *
 *      messages.text:  passed lines | size_t, line | size_t, line | size_t, part of a line
 *                                   ^passed                       ^open
 *
 * Nothing is read before all complete ones are passed on, so that there are few.
 */
struct engine_session {
    struct watch watch; /* its socket */
    struct engine_server *server;
    struct engine_session *previous, *following;
    struct connection *connection;
    struct MHD_UpgradeResponseHandle *handle;
    wslay_event_context_ptr frames;
    struct call call;
    struct ugi ugi;
    struct string_builder early; /* bytes that came before the upgrade */
    size_t early_used;
    size_t budget; /* bytes that may be read in this turn */
    struct string_builder messages;
    size_t passed, open;         /* offsets in it */
    struct string_builder batch; /* frames to be sent */
    size_t batch_sent;           /* bytes of it */
    bool control;                /* the frame being received is not of a message */
    bool gone;                   /* the client, or its socket is of no more use */
    bool closing;                /* a close frame is queued, or sent */
    bool unwatched;              /* its client is gone, and its search is to end */
    bool ended;                  /* the session; the connection waits for its client to close it */
    bool pinged;                 /* since the last frame */
    uint32_t events;             /* that its socket is watched for */
    int64_t received_at;         /* the instant of the last bytes from it */
    int64_t sent_at;  /* the instant at which it last took some, or nothing was left to send */
    int64_t end;      /* the instant at which it is closed in any case; 0: none */
    atomic_bool slow; /* more would have had to wait for the client than may */
    /* These are under the lock of the server. */
    struct string_builder queue; /* lines to be sent */
    size_t sent;                 /* bytes of it */
    bool woken;                  /* it is in the list of the server */
    struct engine_session *next; /* in that list */
};

/* ---- session_receive.c: lines that come in, passed to its `ugi` ------------------------------ */

/* Makes its WebSocket context. */
void session_open_frames(struct engine_session *session);

/* Passes the complete lines on, as far as the session and its turn allow. */
void session_pass_lines(struct engine_session *session);
/* True if a complete line waits and can be passed on. */
bool session_has_line(const struct engine_session *session);

/* True if its socket may be read now: all lines are passed on, and answers are not stuck. */
bool session_may_read(const struct engine_session *session);
void session_read(struct engine_session *session);

/* ---- session_send.c: answers ----------------------------------------------------------------- */

/* Queues whole lines for a session: the ugi_send_fn of its `ugi`.  Any thread. */
void session_queue_lines(void *client, const char *lines, size_t length);

/* Sends what its socket takes. */
void session_send(struct engine_session *session);
/* True if something waits until its socket takes it. */
bool session_is_sending(const struct engine_session *session);

/* Closes it in good order: its client is sent the reason, and has some seconds to read it. */
void session_leave(struct engine_session *session, enum wslay_status_code status,
                   const char *reason);
/* True if the close frame, after which nothing is sent, has been sent. */
bool session_close_sent(const struct engine_session *session);

/* The send_callback of wslay. */
ssize_t session_send_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length,
                           int flags, void *user);

#endif
