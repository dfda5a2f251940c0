#include "serve/serve_engine.h"

#include "base/clock.h"

#include <errno.h>
#include <malloc.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SOCKET_MOST = 256 << 10, /* bytes in a socket's buffer that a client has not read */
    TICK = SECOND / 4,
    SOON = SECOND / 100,         /* until the next one, while a search is to end */
    PING_TIME = 120 * SECOND,    /* of silence, after which a client is pinged */
    SILENCE_MOST = 900 * SECOND, /* after which it is taken to be gone */
    STUCK_MOST = 10 * SECOND     /* in which it reads nothing of what waits for it */
};

/* ---- sessions with work to do ------------------------------------------------------------- */

static struct engine_session *serve_engine_next_woken(struct engine_server *server) {
    pthread_mutex_lock(&server->lock);
    struct engine_session *session = server->woken;
    if (session != NULL) {
        server->woken = session->next;
        session->woken = false;
    }
    pthread_mutex_unlock(&server->lock);
    return session;
}

static void serve_engine_forget_woken(struct engine_session *session) {
    struct engine_server *server = session->server;
    pthread_mutex_lock(&server->lock);
    for (struct engine_session **place = &server->woken; *place != NULL; place = &(*place)->next)
        if (*place == session) {
            *place = session->next;
            break;
        }
    pthread_mutex_unlock(&server->lock);
}

/* ---- a session ---------------------------------------------------------------------------- */

/* Frees all but what its connection needs; waits for the end of its search. */
static void serve_engine_end_session(struct engine_session *session) {
    if (session->ended)
        return;
    session->ended = true;
    session->server->freed = true;
    ugi_close(&session->ugi);
    serve_engine_forget_woken(session);
    call_free(&session->call);
    output_free(&session->early);
    output_free(&session->messages);
    output_free(&session->queue);
    limits_end_session(session->server->limits, session->connection);
}

/* The same if there is no search to be waited for; else false, and serve_engine_tick tries again.
 */
static bool serve_engine_leave_session(struct engine_session *session) {
    bool left = session->ended || ugi_leave(&session->ugi);
    if (left)
        serve_engine_end_session(session);
    else
        session->server->next_tick = clock_now() + SOON;
    return left;
}

/* After the close frame is sent: waits for the end of the stream, which is read and dropped.
 */
static void serve_engine_drain(struct engine_session *session) {
    char bytes[4096];
    serve_engine_leave_session(session);
    shutdown(session->watch.file, SHUT_WR);
    ssize_t received = recv(session->watch.file, bytes, sizeof bytes, 0);
    session->gone =
        session->gone || received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR);
}

static void serve_engine_free_session(struct engine_session *session) {
    struct engine_server *server = session->server;
    serve_engine_end_session(session);
    if (session->previous != NULL)
        session->previous->following = session->following;
    else
        server->sessions = session->following;
    if (session->following != NULL)
        session->following->previous = session->previous;
    output_free(&session->batch);
    wslay_event_context_free(session->frames);
    MHD_upgrade_action(session->handle, MHD_UPGRADE_ACTION_CLOSE);
    free(session);
}

/* Its client is gone; it goes too when its search has ended. */
static void serve_engine_close_session(struct engine_session *session) {
    if (!session->unwatched)
        watch_end(&session->watch);
    session->unwatched = session->gone = true;
    if (serve_engine_leave_session(session))
        serve_engine_free_session(session);
}

/* The events of its socket that matter now. */
static uint32_t serve_engine_events(const struct engine_session *session) {
    uint32_t events = EPOLLRDHUP;
    bool early = session->early_used < session->early.length && session_may_read(session);
    if (session_is_sending(session) || early ||
        session_has_line(session)) /* which its next turn passes on */
        events |= EPOLLOUT;
    if (session_close_sent(session) || session_may_read(session))
        events |= EPOLLIN;
    return events;
}

/* Closes it if it is over; else has its socket watched for what matters now. */
static void serve_engine_settle(struct engine_session *session) {
    if (session_close_sent(session))
        serve_engine_drain(session);
    if (session->gone) {
        serve_engine_close_session(session);
        return;
    }
    uint32_t events = serve_engine_events(session);
    if (events != session->events)
        watch_change(&session->watch, events);
    session->events = events;
}

/* Does all that can be done for it. */
static void serve_engine_work(struct engine_session *session, bool readable) {
    for (bool again = true; again; readable = false) {
        session_pass_lines(session);
        session_send(session);
        again =
            session_may_read(session) && (readable || session->early_used < session->early.length);
        if (again)
            session_read(session);
    }
    serve_engine_settle(session);
}

static void serve_engine_ready(struct watch *watch, uint32_t events) {
    struct engine_session *session = watch->context;
    bool has_work = session_has_line(session) && !session_is_sending(session);
    /* A client that sends no more and is not read from has left; no other event would show it. */
    if ((events & (EPOLLERR | EPOLLHUP)) != 0 ||
        ((events & EPOLLRDHUP) != 0 && (events & EPOLLIN) == 0 && !has_work))
        session->gone = true;
    serve_engine_work(session, (events & EPOLLIN) != 0);
}

/* ---- all sessions ------------------------------------------------------------------------- */

static void serve_engine_woken(struct watch *watch, uint32_t events) {
    struct engine_server *server = watch->context;
    struct engine_session *session;
    uint64_t count;
    (void)events;
    if (read(watch->file, &count, sizeof count) < 0)
        return; /* it was empty */
    while ((session = serve_engine_next_woken(server)) != NULL) {
        if (session->ugi.waits)
            ugi_searches(&session->ugi); /* which clears `waits` if it is done */
        if (session->unwatched)
            continue;
        session_send(session); /* its lines are passed on when it has its turn */
        serve_engine_settle(session);
    }
}

/*
 * True if its client must read before anything more is done for it.  A socket reports that it is
 * writable only while a third of its buffer is free, but takes bytes until the buffer is full:
 * lines may wait, too, while nothing is left to send.
 */
static bool serve_engine_is_stuck(const struct engine_session *session) {
    struct pollfd socket = {.fd = session->watch.file, .events = POLLOUT};
    return session_is_sending(session) || (session_has_line(session) && poll(&socket, 1, 0) == 0);
}

static void serve_engine_check(struct engine_session *session, int64_t now) {
    if (session->unwatched || (session_close_sent(session) && !session->ended)) {
        serve_engine_settle(session);
        return;
    }
    if (!serve_engine_is_stuck(session))
        session->sent_at = now;
    if ((session->closing && now >= session->end) || now - session->received_at >= SILENCE_MOST ||
        now - session->sent_at >= STUCK_MOST) {
        session->gone = true;
    } else if (!session->closing && !session->pinged && now - session->received_at >= PING_TIME) {
        const struct wslay_event_msg ping = {.opcode = WSLAY_PING};
        session->pinged = true;
        session->gone = wslay_event_queue_msg(session->frames, &ping) != 0;
    } else {
        return;
    }
    serve_engine_work(session, false);
}

void serve_engine_tick(struct engine_server *server) {
    int64_t now = clock_now();
    server->next_tick = now + TICK;
    if (server->freed)
        malloc_trim(0); /* what visitors have left is the system's again */
    server->freed = false;
    for (struct engine_session *session = server->sessions, *following; session != NULL;
         session = following) {
        following = session->following;
        serve_engine_check(session, now);
    }
}

void serve_engine_begin(struct engine_server *server, struct connection *connection,
                        struct MHD_UpgradeResponseHandle *handle, const char *early,
                        size_t early_length) {
    const int room = SOCKET_MOST, yes = 1;
    struct engine_session *session = memory_new(1, sizeof *session);
    session->watch = (struct watch){.file = connection->socket,
                                    .ready = serve_engine_ready,
                                    .loop = server->loop,
                                    .context = session,
                                    .visitor = &connection->visitor->lines};
    session->server = server;
    session->connection = connection;
    session->handle = handle;
    session->received_at = session->sent_at = clock_now();
    session->ugi = (struct ugi){.call = &session->call,
                                .shared = &server->shared,
                                .send = session_queue_lines,
                                .client = session,
                                .engine.visitor = &connection->visitor->engine};
    session_open_frames(session);
    if (early != NULL)
        output_bytes(&session->early, early, early_length);
    session->following = server->sessions;
    if (session->following != NULL)
        session->following->previous = session;
    server->sessions = session;
    setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    limits_begin_session(server->limits, connection, session->received_at);
    if (ugi_open(&session->ugi) != STATUS_OK)
        session_leave(session, WSLAY_CODE_INTERNAL_SERVER_ERROR, session->call.error.text);
    else if (early == NULL && early_length > 0)
        session_leave(session, WSLAY_CODE_MESSAGE_TOO_BIG, "too much was sent with the request");
    session->events = EPOLLIN | EPOLLOUT | EPOLLRDHUP; /* so that it gets its first turn at once */
    if (!watch_begin(&session->watch, session->events))
        serve_engine_close_session(session);
}

bool serve_engine_open(struct engine_server *server) {
    pthread_mutex_init(&server->lock, NULL);
    server->wake = (struct watch){.file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
                                  .ready = serve_engine_woken,
                                  .loop = server->loop,
                                  .context = server};
    return server->wake.file >= 0 && watch_begin(&server->wake, EPOLLIN);
}

void serve_engine_close(struct engine_server *server) {
    for (struct engine_session *session = server->sessions, *following; session != NULL;
         session = following) {
        following = session->following;
        session_leave(session, WSLAY_CODE_GOING_AWAY, "the server ends");
        session_send(session);
        if (!session->unwatched)
            watch_end(&session->watch);
        serve_engine_free_session(session);
    }
    if (server->wake.file >= 0)
        close(server->wake.file);
    pthread_mutex_destroy(&server->lock);
}
