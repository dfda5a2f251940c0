#include "serve/serve_session.h"

#include "base/clock.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    QUEUE_MOST = 512 << 10, /* bytes that wait for a client that reads slowly */
    BATCH = 16 << 10        /* bytes of frames that are sent by one system call */
};

/* ---- answers, from any thread ------------------------------------------------------------- */

static void session_wake_server(struct engine_server *server) {
    const uint64_t one = 1;
    while (write(server->wake.file, &one, sizeof one) < 0 && errno == EINTR)
        continue; /* of an event counter that is full nothing need be added */
}

/* Has the thread of the server give it a turn; under the lock. */
static void session_wake(struct engine_session *session) {
    struct engine_server *server = session->server;
    if (session->woken)
        return;
    session->woken = true;
    session->next = server->woken;
    server->woken = session;
    session_wake_server(server);
}

void session_queue_lines(void *client, const char *lines, size_t length) {
    struct engine_session *session = client;
    pthread_mutex_lock(&session->server->lock);
    if (session->queue.length - session->sent + length > QUEUE_MOST)
        session->slow = true;
    else if (!session->slow)
        output_bytes(&session->queue, lines, length);
    session_wake(session);
    pthread_mutex_unlock(&session->server->lock);
}

/* ---- sending, on the server's thread ------------------------------------------------------ */

/* Takes the next line out of the queue, without its end; false if there is none. */
static bool session_take_line(struct engine_session *session, struct string_builder *message) {
    struct string_builder *queue = &session->queue;
    pthread_mutex_lock(&session->server->lock);
    bool more = session->sent < queue->length;
    if (more) {
        const char *line = queue->text + session->sent;
        size_t length =
            (size_t)((const char *)memchr(line, '\n', queue->length - session->sent) - line);
        output_bytes(message, line, length);
        session->sent += length + 1;
    }
    if (session->sent == queue->length) {
        output_free(queue);
        session->sent = 0;
    } else if (session->sent > queue->length / 2) {
        /* A client that always lags a little must not make it grow; each byte is moved once. */
        queue->length -= session->sent;
        memmove(queue->text, queue->text + session->sent, queue->length);
        session->sent = 0;
    }
    pthread_mutex_unlock(&session->server->lock);
    return more;
}

/* Ends it in good order: its client is sent the reason, and has some seconds to read it. */
void session_leave(struct engine_session *session, enum wslay_status_code status,
                   const char *reason) {
    ugi_stop(&session->ugi, true);
    if (session->closing)
        return;
    session->closing = true;
    session->end = clock_now() + CLOSE_TIME;
    wslay_event_shutdown_read(session->frames);
    if (wslay_event_queue_close(session->frames, status, (const uint8_t *)reason, strlen(reason)) !=
        0)
        session->gone = true;
}

/* Queues the next line for its client; false if there is none, or it was the last. */
static bool session_queue_frame(struct engine_session *session) {
    struct string_builder line = {0};
    bool more = session_take_line(session, &line);
    if (more) {
        struct string_builder shown = {0}; /* UTF-8, as a text message must be */
        text_show(line.text, line.length, TEXT_LINES, output_piece, &shown);
        const struct wslay_event_msg message = {
            .opcode = WSLAY_TEXT_FRAME, .msg = (uint8_t *)shown.text, .msg_length = shown.length};
        session->gone = session->gone || wslay_event_queue_msg(session->frames, &message) != 0;
        output_free(&shown);
        limits_touch(session->server->limits, session->connection, CONNECTION_ENGINE, clock_now());
    } else if (session->ugi.left) {
        session_leave(session, WSLAY_CODE_NORMAL_CLOSURE, "");
    }
    output_free(&line);
    return more || session->ugi.left;
}

/* Takes the bytes of a frame into the batch, if there is room. */
ssize_t session_send_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length,
                           int flags, void *user) {
    struct engine_session *session = user;
    (void)flags;
    if (session->batch.length < BATCH) {
        output_bytes(&session->batch, (const char *)bytes, length);
        return (ssize_t)length;
    }
    wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    return -1;
}

/* Sends as much of the batch as its socket takes; true if that is all. */
static bool session_send_batch(struct engine_session *session) {
    struct string_builder *batch = &session->batch;
    while (session->batch_sent < batch->length) {
        ssize_t sent = send(session->watch.file, batch->text + session->batch_sent,
                            batch->length - session->batch_sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            session->gone = session->gone || errno != EAGAIN;
            return false;
        }
        session->batch_sent += (size_t)sent;
        session->sent_at = clock_now();
    }
    output_free(batch);
    session->batch_sent = 0;
    return true;
}

/* True if something waits until its socket takes it. */
bool session_is_sending(const struct engine_session *session) {
    return session->batch.length > 0 || wslay_event_want_write(session->frames);
}

/* True if the last that it is ever sent, a close frame, is sent. */
bool session_close_sent(const struct engine_session *session) {
    return wslay_event_get_close_sent(session->frames) && session->batch.length == 0;
}

/* Sends what its socket takes. */
void session_send(struct engine_session *session) {
    bool more = true;
    if (session->slow)
        session_leave(session, WSLAY_CODE_POLICY_VIOLATION, "answers are not read");
    while (more && !session->gone) {
        if (wslay_event_send(session->frames) != 0)
            session->gone = true;
        if (wslay_event_want_write(session->frames)) /* the batch is full */
            more = session_send_batch(session);
        else
            more = !session->closing && session_queue_frame(session);
    }
    if (!session->gone)
        session_send_batch(session);
}
