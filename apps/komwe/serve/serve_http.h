/*
 * HTTP by libmicrohttpd: files of the site, and upgrades to the engine's WebSocket.  It is given
 * connections whose requests http_gate.c has found good, and closes each after its answer.
 */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "serve/event_loop.h"
#include "serve/serve_engine.h"
#include "serve/site.h"

struct MHD_Daemon;

/* The first members are set by the caller, the rest is zero. */
struct http_server {
    struct event_loop *loop;
    struct limits *limits;
    struct engine_server *engine;
    struct site site;
    const char *origin;  /* of pages that may use the engine beside the server's own; or NULL */
    bool local;          /* only this machine is served */
    struct budget links; /* that were followed, by all */
    struct budget drawn; /* pictures that were asked for, by all */
    struct pictures pictures;

    struct MHD_Daemon *daemon;
    struct watch watch;          /* the daemon's epoll */
    struct connection *admitted; /* that the daemon is being given, until it is closed */
    bool closed_some;            /* connections, since the caller cleared it */
};

bool http_open(struct http_server *server);
/* No session of the engine may be left. */
void http_close(struct http_server *server);
/* Takes over an accepted socket, which it closes in any case, and the connection. */
void http_add(struct http_server *server, struct connection *connection, const void *address,
              size_t address_length);
/* Writes the headers of every answer, each with the end of its line. */
void http_write_guards(struct string_builder *out);
/* Does what there is to do. */
void http_run(struct http_server *server);
/* Milliseconds after which http_run is due even if no file is ready; -1: never. */
int http_timeout(const struct http_server *server);

#endif
