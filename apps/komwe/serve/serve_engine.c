#include "serve/serve.h"

#include "base/clock.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    SESSIONS_MOST = 256,
    LINE_MOST = 64 << 10,     /* bytes of a message */
    INPUT_MOST = 256,         /* bytes that are read before others have their turn */
    QUEUE_MOST = 512 << 10,   /* bytes that wait for a client who reads slowly */
    SOCKET_MOST = 256 << 10,  /* and those that have been sent to it */
    BATCH = 16 << 10,         /* bytes of frames that are sent in one call of the system */
    SECOND = 1000000,         /* microseconds */
    OBEY_MOST = SECOND / 200, /* for lines, before others have their turn; the last may go beyond */
    TICK = SECOND / 4,
    TURN = SECOND,               /* of a search, after which it gives way if others wait */
    CLOSE_TIME = 3 * SECOND,     /* for a client to read why it is closed */
    PING_TIME = 120 * SECOND,    /* of silence, after which a client is asked whether it is there */
    SILENCE_MOST = 900 * SECOND, /* after which it is taken to be gone */
    STUCK_MOST = 10 * SECOND     /* in which it reads nothing of what waits for it */
};

/*
 * A message is a line.  Those that have come whole wait in `messages` until the session takes the
 * next one, each behind its length; at the end stands the one that is being received:
 *
 *      messages.text:  obeyed lines | size_t, line | size_t, line | size_t, part of a line
 *                                   ^obeyed                       ^open
 *
 * Nothing is read before all whole ones are obeyed, so that there are few.
 */
struct talk {
    struct watch watch; /* its socket */
    struct talk *previous, *following;
    struct connection *connection;
    struct MHD_UpgradeResponseHandle *handle;
    wslay_event_context_ptr frames;
    struct call call;
    struct ugi ugi;
    struct output early; /* bytes that came before the upgrade */
    size_t early_used;
    size_t budget; /* bytes that may be read in this turn */
    struct output messages;
    size_t obeyed, open; /* offsets in it */
    struct output batch; /* frames to be sent */
    size_t batch_sent;   /* bytes of it */
    bool control;        /* the frame being received is not of a message */
    bool gone;           /* the client, or its socket is of no more use */
    bool closing;        /* a close frame stands in the queue, or is sent */
    bool ended;          /* the session; the connection waits for its client to close it */
    bool pinged;         /* since the last frame */
    uint32_t events;     /* that its socket is watched for */
    int64_t heard;       /* the instant of the last bytes from it */
    int64_t read;        /* the instant at which it last read some, or nothing was left to read */
    int64_t end;         /* the instant at which it is closed in any case; 0: none */
    atomic_bool slow;    /* more would have had to wait for the client than may */
    /* These are under the lock of the server. */
    struct output queue; /* lines to be sent */
    size_t sent;         /* bytes of it */
    bool woken;          /* it stands in the list of the server */
    struct talk *next;   /* there */
};

bool engine_full(const struct server *server) { return server->sessions >= SESSIONS_MOST; }

/* ---- answers, from any thread ------------------------------------------------------------- */

static void engine_wake_server(struct server *server) {
    const uint64_t one = 1;
    while (write(server->wake.file, &one, sizeof one) < 0 && errno == EINTR)
        continue; /* of an event counter that is full nothing need be added */
}

/* Sees to it that the thread of the server looks after it; under the lock. */
static void engine_wake(struct talk *talk) {
    struct server *server = talk->watch.server;
    if (talk->woken)
        return;
    talk->woken = true;
    talk->next = server->woken;
    server->woken = talk;
    engine_wake_server(server);
}

static void engine_tell(void *client, const char *lines, size_t length) {
    struct talk *talk = client;
    pthread_mutex_lock(&talk->watch.server->lock);
    if (talk->queue.length - talk->sent + length > QUEUE_MOST)
        talk->slow = true;
    else if (!talk->slow)
        output_bytes(&talk->queue, lines, length);
    engine_wake(talk);
    pthread_mutex_unlock(&talk->watch.server->lock);
}

static struct talk *engine_next_woken(struct server *server) {
    pthread_mutex_lock(&server->lock);
    struct talk *talk = server->woken;
    if (talk != NULL) {
        server->woken = talk->next;
        talk->woken = false;
    }
    pthread_mutex_unlock(&server->lock);
    return talk;
}

static void engine_forget_woken(struct talk *talk) {
    struct server *server = talk->watch.server;
    pthread_mutex_lock(&server->lock);
    for (struct talk **place = &server->woken; *place != NULL; place = &(*place)->next)
        if (*place == talk) {
            *place = talk->next;
            break;
        }
    pthread_mutex_unlock(&server->lock);
}

/* ---- sending ------------------------------------------------------------------------------ */

/* Takes the next line out of the queue, without its end; false if there is none. */
static bool engine_take_line(struct talk *talk, struct output *message) {
    struct output *queue = &talk->queue;
    pthread_mutex_lock(&talk->watch.server->lock);
    bool more = talk->sent < queue->length;
    if (more) {
        const char *line = queue->text + talk->sent;
        size_t length =
            (size_t)((const char *)memchr(line, '\n', queue->length - talk->sent) - line);
        output_bytes(message, line, length);
        talk->sent += length + 1;
    }
    if (talk->sent == queue->length) {
        output_free(queue);
        talk->sent = 0;
    } else if (talk->sent > queue->length / 2) {
        /* Whoever always lags behind a little must not make it grow; each byte is moved once. */
        queue->length -= talk->sent;
        memmove(queue->text, queue->text + talk->sent, queue->length);
        talk->sent = 0;
    }
    pthread_mutex_unlock(&talk->watch.server->lock);
    return more;
}

/*
 * Answers are plain but for what a client has said, which can come back cut in the middle of a
 * character; no text may hold that.
 */
static void engine_make_plain(unsigned char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] >= 0x80)
            text[i] = '?';
}

/* Ends it in good order: its client is sent the reason, and has some seconds to read it. */
static void engine_leave(struct talk *talk, enum wslay_status_code status, const char *reason) {
    ugi_stop(&talk->ugi, true);
    if (talk->closing)
        return;
    talk->closing = true;
    talk->end = clock_now() + CLOSE_TIME;
    wslay_event_shutdown_read(talk->frames);
    if (wslay_event_queue_close(talk->frames, status, (const uint8_t *)reason, strlen(reason)) != 0)
        talk->gone = true;
}

/* Queues the next line for its client; false if there is none, or it was the last. */
static bool engine_queue_line(struct talk *talk) {
    struct output line = {0};
    bool more = engine_take_line(talk, &line);
    if (more) {
        engine_make_plain((unsigned char *)line.text, line.length);
        const struct wslay_event_msg message = {
            .opcode = WSLAY_TEXT_FRAME, .msg = (uint8_t *)line.text, .msg_length = line.length};
        talk->gone = talk->gone || wslay_event_queue_msg(talk->frames, &message) != 0;
        limits_touch(&talk->watch.server->limits, talk->connection, CONNECTION_ENGINE, clock_now());
    } else if (talk->ugi.left) {
        engine_leave(talk, WSLAY_CODE_NORMAL_CLOSURE, "");
    }
    output_free(&line);
    return more || talk->ugi.left;
}

/* Takes the bytes of a frame into the batch, if there is room. */
static ssize_t engine_send_bytes(wslay_event_context_ptr frames, const uint8_t *bytes,
                                 size_t length, int flags, void *user) {
    struct talk *talk = user;
    (void)flags;
    if (talk->batch.length < BATCH) {
        output_bytes(&talk->batch, (const char *)bytes, length);
        return (ssize_t)length;
    }
    wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    return -1;
}

/* Sends as much of the batch as its socket takes; true if that is all. */
static bool engine_send_batch(struct talk *talk) {
    struct output *batch = &talk->batch;
    while (talk->batch_sent < batch->length) {
        ssize_t sent = send(talk->watch.file, batch->text + talk->batch_sent,
                            batch->length - talk->batch_sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            talk->gone = talk->gone || errno != EAGAIN;
            return false;
        }
        talk->batch_sent += (size_t)sent;
        talk->read = clock_now();
    }
    output_free(batch);
    talk->batch_sent = 0;
    return true;
}

/* True if something waits until its socket takes it. */
static bool engine_sends(const struct talk *talk) {
    return talk->batch.length > 0 || wslay_event_want_write(talk->frames);
}

/* True if the last that it is ever sent, a close frame, is sent. */
static bool engine_close_sent(const struct talk *talk) {
    return wslay_event_get_close_sent(talk->frames) && talk->batch.length == 0;
}

/* Sends what its socket takes. */
static void engine_send(struct talk *talk) {
    bool more = true;
    if (talk->slow)
        engine_leave(talk, WSLAY_CODE_POLICY_VIOLATION, "answers are not read");
    while (more && !talk->gone) {
        if (wslay_event_send(talk->frames) != 0)
            talk->gone = true;
        if (wslay_event_want_write(talk->frames)) /* the batch is full */
            more = engine_send_batch(talk);
        else
            more = !talk->closing && engine_queue_line(talk);
    }
    if (!talk->gone)
        engine_send_batch(talk);
}

/* ---- receiving ---------------------------------------------------------------------------- */

/* The bytes that came early, and then those of the socket, up to the end of this turn. */
static ssize_t engine_receive_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t length,
                                    int flags, void *user) {
    struct talk *talk = user;
    ssize_t received = -1;
    (void)flags;
    length = length < talk->budget ? length : talk->budget;
    errno = EAGAIN;
    if (length > 0 && talk->early_used < talk->early.length) {
        size_t left = talk->early.length - talk->early_used;
        received = (ssize_t)(length < left ? length : left);
        memcpy(bytes, talk->early.text + talk->early_used, (size_t)received);
        talk->early_used += (size_t)received;
    } else if (length > 0) {
        received = recv(talk->watch.file, bytes, length, 0);
    }
    if (received > 0) {
        talk->budget -= (size_t)received;
        talk->heard = clock_now();
        talk->pinged = false;
        return received;
    }
    talk->gone = talk->gone || received == 0 || (errno != EAGAIN && errno != EINTR);
    wslay_event_set_error(frames, talk->gone ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static void engine_begin_message(struct talk *talk) {
    static const size_t unknown = 0;
    talk->open = talk->messages.length;
    output_bytes(&talk->messages, (const char *)&unknown, sizeof unknown);
}

static size_t engine_message_length(const struct talk *talk) {
    return talk->messages.length - talk->open - sizeof(size_t);
}

static void engine_frame_begun(wslay_event_context_ptr frames,
                               const struct wslay_event_on_frame_recv_start_arg *frame,
                               void *user) {
    struct talk *talk = user;
    (void)frames;
    talk->control = wslay_is_ctrl_frame(frame->opcode);
    if (frame->opcode == WSLAY_BINARY_FRAME)
        engine_leave(talk, WSLAY_CODE_UNSUPPORTED_DATA, "lines are text");
    else if (!talk->control && frame->payload_length > LINE_MOST - engine_message_length(talk))
        engine_leave(talk, WSLAY_CODE_MESSAGE_TOO_BIG, "the line is too long");
}

static void engine_frame_bytes(wslay_event_context_ptr frames,
                               const struct wslay_event_on_frame_recv_chunk_arg *chunk,
                               void *user) {
    struct talk *talk = user;
    (void)frames;
    if (!talk->control && !talk->closing)
        output_bytes(&talk->messages, (const char *)chunk->data, chunk->data_length);
}

static void engine_message_ended(wslay_event_context_ptr frames,
                                 const struct wslay_event_on_msg_recv_arg *message, void *user) {
    struct talk *talk = user;
    (void)frames;
    if (wslay_is_ctrl_frame(message->opcode) || talk->closing)
        return;
    size_t length = engine_message_length(talk);
    output_char(&talk->messages, '\0');
    memcpy(talk->messages.text + talk->open, &length, sizeof length);
    engine_begin_message(talk);
}

/* ---- obeying ------------------------------------------------------------------------------ */

static void engine_obey_line(struct talk *talk, char *line, size_t length) {
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    if (memchr(line, '\0', length) != NULL)
        ugi_reject(&talk->ugi, "the line holds a NUL byte");
    else if (memchr(line, '\n', length) != NULL)
        ugi_reject(&talk->ugi, "the message holds more than a line");
    else
        ugi_line(&talk->ugi, line);
}

static bool engine_may_obey(const struct talk *talk) {
    return !talk->gone && !talk->closing && !talk->slow && !talk->ugi.left && !talk->ugi.waits;
}

/* True if a whole line waits and can be obeyed. */
static bool engine_has_line(const struct talk *talk) {
    return engine_may_obey(talk) && talk->obeyed < talk->open;
}

/* Obeys the whole lines that have come, as far as the session and its turn take them. */
static void engine_obey(struct talk *talk) {
    struct output *messages = &talk->messages;
    int64_t now = clock_now(), end = now + OBEY_MOST;
    for (; engine_has_line(talk) && now < end; now = clock_now()) {
        size_t length;
        char *line = messages->text + talk->obeyed + sizeof length;
        memcpy(&length, messages->text + talk->obeyed, sizeof length);
        talk->obeyed += sizeof length + length + 1;
        engine_obey_line(talk, line, length);
        limits_touch(&talk->watch.server->limits, talk->connection, CONNECTION_ENGINE, now);
    }
    if (talk->obeyed > 0 && talk->obeyed == talk->open) {
        messages->length -= talk->obeyed;
        memmove(messages->text, messages->text + talk->obeyed, messages->length);
        talk->obeyed = talk->open = 0;
    }
    if (talk->ugi.left)
        ugi_stop(&talk->ugi, true);
}

/* True if what its client sends may be read now: all before is obeyed, and answers are not stuck.
 */
static bool engine_may_read(const struct talk *talk) {
    return engine_may_obey(talk) && talk->obeyed == talk->open &&
           wslay_event_get_read_enabled(talk->frames) && !engine_sends(talk);
}

static void engine_read(struct talk *talk) {
    talk->budget = INPUT_MOST;
    if (wslay_event_recv(talk->frames) != 0)
        talk->gone = true;
    if (!wslay_event_get_read_enabled(talk->frames) && !talk->closing) {
        /* It was closed by its client, or for a fault, and the answer is in the queue. */
        talk->closing = true;
        talk->end = clock_now() + CLOSE_TIME;
        ugi_stop(&talk->ugi, true);
    }
}

/* Frees all but what its connection needs. */
static void engine_end_session(struct talk *talk) {
    if (talk->ended)
        return;
    talk->ended = true;
    ugi_close(&talk->ugi);
    engine_forget_woken(talk);
    call_free(&talk->call);
    output_free(&talk->early);
    output_free(&talk->messages);
    output_free(&talk->queue);
    talk->watch.server->sessions--;
}

/* After the close frame is sent: waits for the end of the stream, which is read but not looked at.
 */
static void engine_drain(struct talk *talk) {
    char bytes[4096];
    engine_end_session(talk);
    shutdown(talk->watch.file, SHUT_WR);
    ssize_t received = recv(talk->watch.file, bytes, sizeof bytes, 0);
    talk->gone = talk->gone || received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR);
}

/* ---- its life ----------------------------------------------------------------------------- */

static void engine_close(struct talk *talk) {
    struct server *server = talk->watch.server;
    engine_end_session(talk);
    if (talk->previous != NULL)
        talk->previous->following = talk->following;
    else
        server->talks = talk->following;
    if (talk->following != NULL)
        talk->following->previous = talk->previous;
    output_free(&talk->batch);
    wslay_event_context_free(talk->frames);
    watch_end(&talk->watch);
    MHD_upgrade_action(talk->handle, MHD_UPGRADE_ACTION_CLOSE);
    free(talk);
}

/* The events of its socket that matter now. */
static uint32_t engine_events(const struct talk *talk) {
    uint32_t events = EPOLLRDHUP;
    if (engine_sends(talk) || engine_has_line(talk)) /* which its next turn obeys */
        events |= EPOLLOUT;
    if (engine_close_sent(talk) || engine_may_read(talk))
        events |= EPOLLIN;
    return events;
}

/* Does all that can be done for it, and closes it if it is over. */
static void engine_work(struct talk *talk, bool readable) {
    for (bool again = true; again; readable = false) {
        engine_obey(talk);
        engine_send(talk);
        again = engine_may_read(talk) && (readable || talk->early_used < talk->early.length);
        if (again)
            engine_read(talk);
    }
    if (engine_close_sent(talk))
        engine_drain(talk);
    if (talk->gone) {
        engine_close(talk);
        return;
    }
    uint32_t events = engine_events(talk);
    if (events != talk->events)
        watch_change(&talk->watch, events);
    talk->events = events;
}

static void engine_ready(struct watch *watch, uint32_t events) {
    struct talk *talk = (struct talk *)watch; /* it is the first member */
    bool obeys = engine_has_line(talk) && !engine_sends(talk);
    /* A client that sends no more and is not read from has left: nothing else would tell. */
    if ((events & (EPOLLERR | EPOLLHUP)) != 0 ||
        ((events & EPOLLRDHUP) != 0 && (events & EPOLLIN) == 0 && !obeys))
        talk->gone = true;
    engine_work(talk, (events & EPOLLIN) != 0);
}

void engine_woken(struct watch *watch, uint32_t events) {
    struct server *server = watch->server;
    struct talk *talk;
    uint64_t count;
    (void)events;
    if (read(watch->file, &count, sizeof count) < 0)
        return; /* it was for nothing */
    while ((talk = engine_next_woken(server)) != NULL) {
        if (talk->ugi.waits)
            ugi_searches(&talk->ugi); /* which notices that it is done */
        engine_work(talk, false);
    }
}

static void engine_check(struct talk *talk, int64_t now) {
    if (!engine_sends(talk))
        talk->read = now;
    if ((talk->closing && now >= talk->end) || now - talk->heard >= SILENCE_MOST ||
        now - talk->read >= STUCK_MOST) {
        talk->gone = true;
    } else if (!talk->closing && !talk->pinged && now - talk->heard >= PING_TIME) {
        const struct wslay_event_msg ping = {.opcode = WSLAY_PING};
        talk->pinged = true;
        talk->gone = wslay_event_queue_msg(talk->frames, &ping) != 0;
    } else {
        return;
    }
    engine_work(talk, false);
}

void engine_tick(struct server *server) {
    int64_t now = clock_now();
    server->next_tick = now + TICK;
    scheduler_preempt(server->shared.scheduler, TURN);
    for (struct talk *talk = server->talks, *following; talk != NULL; talk = following) {
        following = talk->following;
        engine_check(talk, now);
    }
}

void engine_begin(struct server *server, struct connection *connection,
                  struct MHD_UpgradeResponseHandle *handle, const char *early,
                  size_t early_length) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = engine_receive_bytes,
        .send_callback = engine_send_bytes,
        .on_frame_recv_start_callback = engine_frame_begun,
        .on_frame_recv_chunk_callback = engine_frame_bytes,
        .on_msg_recv_callback = engine_message_ended,
    };
    const int room = SOCKET_MOST, yes = 1;
    struct talk *talk = memory_new(1, sizeof *talk);
    talk->watch =
        (struct watch){.file = connection->socket, .ready = engine_ready, .server = server};
    talk->connection = connection;
    talk->handle = handle;
    talk->heard = talk->read = clock_now();
    talk->ugi = (struct ugi){
        .call = &talk->call, .shared = &server->shared, .send = engine_tell, .client = talk};
    memory_check(wslay_event_context_server_init(&talk->frames, &callbacks, talk) == 0 ? talk
                                                                                       : NULL);
    wslay_event_config_set_no_buffering(talk->frames, 1);
    if (early != NULL)
        output_bytes(&talk->early, early, early_length);
    engine_begin_message(talk);
    talk->following = server->talks;
    if (talk->following != NULL)
        talk->following->previous = talk;
    server->talks = talk;
    server->sessions++;
    setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    limits_touch(&server->limits, connection, CONNECTION_ENGINE, talk->heard);
    if (ugi_open(&talk->ugi) != STATUS_OK)
        engine_leave(talk, WSLAY_CODE_INTERNAL_SERVER_ERROR, talk->call.error.text);
    else if (early == NULL && early_length > 0)
        engine_leave(talk, WSLAY_CODE_MESSAGE_TOO_BIG, "too much was sent with the request");
    talk->events = EPOLLIN | EPOLLOUT | EPOLLRDHUP; /* that it is looked after at once */
    if (!watch_begin(&talk->watch, talk->events))
        engine_close(talk);
}

void engine_end(struct server *server) {
    for (struct talk *talk = server->talks, *following; talk != NULL; talk = following) {
        following = talk->following;
        engine_leave(talk, WSLAY_CODE_GOING_AWAY, "the server ends");
        engine_send(talk);
        engine_close(talk);
    }
}
