/* Receives the lines of a session and passes them to its `ugi`. */
#ifndef SESSION_RECEIVE_H
#define SESSION_RECEIVE_H

#include "serve/serve_session.h"

/* Makes its WebSocket context. */
void session_open_frames(struct engine_session *session);

/* Passes the complete lines on, as far as the session and its turn allow. */
void session_pass_lines(struct engine_session *session);
/* True if a complete line waits and can be passed on. */
bool session_has_line(const struct engine_session *session);

/* True if its socket may be read now: all lines are passed on, and answers are not stuck. */
bool session_may_read(const struct engine_session *session);
void session_read(struct engine_session *session);

#endif
