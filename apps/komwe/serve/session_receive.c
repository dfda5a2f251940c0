#include "serve/serve_session.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum {
    INPUT_MOST = 256,        /* bytes that are read before others have their turn */
    PASS_MOST = SECOND / 200 /* of lines, before others have their turn; the last may take longer */
};

/* ---- frames ------------------------------------------------------------------------------- */

/* The bytes that came early, and then those of the socket, up to the end of this turn. */
static ssize_t session_receive_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t length,
                                     int flags, void *user) {
    struct engine_session *session = user;
    ssize_t received = -1;
    (void)flags;
    length = length < session->budget ? length : session->budget;
    errno = EAGAIN;
    if (length > 0 && session->early_used < session->early.length) {
        size_t left = session->early.length - session->early_used;
        received = (ssize_t)(length < left ? length : left);
        memcpy(bytes, session->early.text + session->early_used, (size_t)received);
        session->early_used += (size_t)received;
    } else if (length > 0) {
        received = recv(session->watch.file, bytes, length, 0);
    }
    if (received > 0) {
        session->budget -= (size_t)received;
        session->received_at = clock_now();
        session->pinged = false;
        return received;
    }
    session->gone = session->gone || received == 0 || (errno != EAGAIN && errno != EINTR);
    wslay_event_set_error(frames,
                          session->gone ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static void session_begin_message(struct engine_session *session) {
    static const size_t unknown = 0;
    session->open = session->messages.length;
    output_bytes(&session->messages, (const char *)&unknown, sizeof unknown);
}

static size_t session_message_length(const struct engine_session *session) {
    return session->messages.length - session->open - sizeof(size_t);
}

static void session_frame_begun(wslay_event_context_ptr frames,
                                const struct wslay_event_on_frame_recv_start_arg *frame,
                                void *user) {
    struct engine_session *session = user;
    (void)frames;
    session->control = wslay_is_ctrl_frame(frame->opcode);
    if (frame->opcode == WSLAY_BINARY_FRAME)
        session_leave(session, WSLAY_CODE_UNSUPPORTED_DATA, "lines are text");
    else if (!session->control &&
             frame->payload_length > LINE_MOST - session_message_length(session))
        session_leave(session, WSLAY_CODE_MESSAGE_TOO_BIG, "the line is too long");
}

static void session_frame_bytes(wslay_event_context_ptr frames,
                                const struct wslay_event_on_frame_recv_chunk_arg *chunk,
                                void *user) {
    struct engine_session *session = user;
    (void)frames;
    if (!session->control && !session->closing)
        output_bytes(&session->messages, (const char *)chunk->data, chunk->data_length);
}

static void session_message_ended(wslay_event_context_ptr frames,
                                  const struct wslay_event_on_msg_recv_arg *message, void *user) {
    struct engine_session *session = user;
    (void)frames;
    if (wslay_is_ctrl_frame(message->opcode) || session->closing)
        return;
    size_t length = session_message_length(session);
    output_char(&session->messages, '\0');
    memcpy(session->messages.text + session->open, &length, sizeof length);
    session_begin_message(session);
}

void session_open_frames(struct engine_session *session) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = session_receive_bytes,
        .send_callback = session_send_bytes,
        .on_frame_recv_start_callback = session_frame_begun,
        .on_frame_recv_chunk_callback = session_frame_bytes,
        .on_msg_recv_callback = session_message_ended,
    };
    bool made = wslay_event_context_server_init(&session->frames, &callbacks, session) == 0;
    memory_check(made ? session : NULL);
    wslay_event_config_set_no_buffering(session->frames, 1);
    session_begin_message(session);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void session_pass_line(struct engine_session *session, char *line, size_t length) {
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    if (memchr(line, '\0', length) != NULL)
        ugi_reject(&session->ugi, "the line holds a NUL byte");
    else if (memchr(line, '\n', length) != NULL)
        ugi_reject(&session->ugi, "the message holds more than a line");
    else
        ugi_line(&session->ugi, line);
}

static bool session_takes_lines(const struct engine_session *session) {
    return !session->gone && !session->closing && !session->slow && !session->ugi.left &&
           !session->ugi.waits;
}

bool session_has_line(const struct engine_session *session) {
    return session_takes_lines(session) && session->passed < session->open;
}

void session_pass_lines(struct engine_session *session) {
    struct string_builder *messages = &session->messages;
    int64_t now = clock_now(), end = now + PASS_MOST;
    for (; session_has_line(session) && now < end; now = clock_now()) {
        size_t length;
        char *line = messages->text + session->passed + sizeof length;
        memcpy(&length, messages->text + session->passed, sizeof length);
        session->passed += sizeof length + length + 1;
        session_pass_line(session, line, length);
        limits_touch(session->server->limits, session->connection, CONNECTION_ENGINE, now);
    }
    if (session->passed > 0 && session->passed == session->open) {
        messages->length -= session->passed;
        memmove(messages->text, messages->text + session->passed, messages->length);
        session->passed = session->open = 0;
    }
    if (session->ugi.left)
        ugi_stop(&session->ugi, true);
}

bool session_may_read(const struct engine_session *session) {
    return session_takes_lines(session) && session->passed == session->open &&
           wslay_event_get_read_enabled(session->frames) && !session_is_sending(session);
}

void session_read(struct engine_session *session) {
    session->budget = INPUT_MOST;
    if (wslay_event_recv(session->frames) != 0)
        session->gone = true;
    if (!wslay_event_get_read_enabled(session->frames) && !session->closing) {
        /* It was closed by its client, or for a fault, and the answer is in the queue. */
        session->closing = true;
        session->end = clock_now() + CLOSE_TIME;
        ugi_stop(&session->ugi, true);
    }
}
