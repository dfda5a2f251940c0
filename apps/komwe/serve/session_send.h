/* Sends the answers of a session. */
#ifndef SESSION_SEND_H
#define SESSION_SEND_H

#include "serve/serve_session.h"

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
