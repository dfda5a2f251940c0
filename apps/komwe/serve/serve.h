/*
 * A server of the site and of the engine.  One thread does everything but the searches: it waits
 * for its files, sends pages, obeys lines and sends answers.
 *
 *      serve.c           the command: its flags, where it listens, the event loop
 *      serve_limits.c    connections: how many there may be, and which is closed for a new one
 *      serve_http.c      HTTP by libmicrohttpd: files of the site (site.c), upgrades to WebSocket
 *      serve_engine.c    WebSocket by wslay: a session of the engine for each connection (ugi.c)
 */
#ifndef SERVE_H
#define SERVE_H

#include "engine/ugi.h"
#include "serve/serve_limits.h"
#include "serve/site.h"

#include <stddef.h>

#define ENGINE_PATH "/engine"
#define ENGINE_PROTOCOL "komwe-ugi"

/* A file that epoll waits for.  `ready` is called with its events (EPOLLIN and so on). */
struct watch {
    int file;
    void (*ready)(struct watch *watch, uint32_t events);
    struct server *server;
};

enum { LISTENERS = 2 };

struct MHD_Daemon;
struct MHD_UpgradeResponseHandle;

/* A connection to the engine. */
struct talk;

struct server {
    struct site site;
    const char *origin; /* of pages that may use the engine beside the server's own; or NULL */
    bool local;         /* only this machine is served */
    bool over;          /* it shall end */
    struct ugi_shared shared;
    int epoll;
    struct watch signal, wake, http;  /* a signal has come; talks are woken; MHD's epoll */
    struct watch listener[LISTENERS]; /* 127.0.0.1 and ::1, or the address of --host; files or -1 */
    int64_t paused; /* no connection is accepted up to this instant; 0: they are */
    struct limits limits;
    struct MHD_Daemon *daemon;
    struct connection *admitted; /* that the daemon is being given */
    struct talk *talks;          /* all of them */
    size_t sessions;             /* of them, but for those that have ended */
    int64_t next_tick;           /* of engine_tick, an instant */
    pthread_mutex_t lock;        /* of what follows, and of what waits to be sent */
    struct talk *woken;          /* there is something to do for them */
};

/* ---- the event loop, serve.c -------------------------------------------------------------- */

/* Waits for `events` of a file too, from now on; false if the system cannot. */
bool watch_begin(struct watch *watch, uint32_t events);
void watch_change(struct watch *watch, uint32_t events);
/* The file is not closed. */
void watch_end(struct watch *watch);

/* ---- HTTP, serve_http.c ------------------------------------------------------------------- */

bool http_open(struct server *server);
/* No talk may be left. */
void http_close(struct server *server);
/* Takes over an accepted socket, which it closes in any case, and the connection. */
void http_add(struct server *server, struct connection *connection, const void *address,
              size_t address_length);
/* Does what there is to do. */
void http_run(struct server *server);
/* Milliseconds after which http_run is due even if no file is ready; -1: never. */
int http_timeout(const struct server *server);

/* ---- the engine, serve_engine.c ----------------------------------------------------------- */

bool engine_full(const struct server *server);
/*
 * A connection has been upgraded: begins a session on it.  `early` bytes have been received
 * already, which are copied; NULL with a length if the library had no room left for them, which
 * ends the session.  The socket belongs to `handle`.
 */
void engine_begin(struct server *server, struct connection *connection,
                  struct MHD_UpgradeResponseHandle *handle, const char *early, size_t early_length);
/* `watch` is that of server->wake: talks are woken. */
void engine_woken(struct watch *watch, uint32_t events);
/* To be called at about the instant server->next_tick, which it sets. */
void engine_tick(struct server *server);
/* Ends all sessions. */
void engine_end(struct server *server);

#endif
