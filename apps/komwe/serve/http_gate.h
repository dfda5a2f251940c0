/*
 * The gate before libmicrohttpd, which reads requests leniently: a connection waits here until the
 * head of its request is whole and good by http_head.c, and is only then passed on, with all of its
 * bytes.  What is not good is refused here.  A connection carries one request, so that nothing that
 * follows it is ever read as another one.
 */
#ifndef HTTP_GATE_H
#define HTTP_GATE_H

#include "serve/serve_http.h"

/* All members are set by the caller. */
struct http_gate {
    struct event_loop *loop;
    struct limits *limits;
    struct http_server *http;
};

/* Takes over an accepted socket, which it closes or passes on, and the connection. */
void gate_add(struct http_gate *gate, struct connection *connection);
/* Closes connections whose request has not come in time. */
void gate_expire(struct http_gate *gate, int64_t now);
/* The instant at which gate_expire is due; INT64_MAX: never. */
int64_t gate_due(const struct http_gate *gate);
/* Closes all connections that wait. */
void gate_close(struct http_gate *gate);

#endif
