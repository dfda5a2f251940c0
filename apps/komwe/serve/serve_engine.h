/* The engine by WebSocket: all sessions.  The thread of the server calls these. */
#ifndef SERVE_ENGINE_H
#define SERVE_ENGINE_H

#include "serve/serve_session.h"

/* `loop`, `limits` and `shared` are set.  False if the system cannot, errno says why. */
bool serve_engine_open(struct engine_server *server);
/* Ends all sessions. */
void serve_engine_close(struct engine_server *server);

/*
 * Begins a session on a connection that has been upgraded.  `early` bytes have been received
 * already, which are copied; NULL with a length if the library had no room for them, which ends the
 * session.  The socket belongs to `handle`.
 */
void serve_engine_begin(struct engine_server *server, struct connection *connection,
                        struct MHD_UpgradeResponseHandle *handle, const char *early,
                        size_t early_length);

/* To be called at about the instant server->next_tick, which it sets. */
void serve_engine_tick(struct engine_server *server);

#endif
