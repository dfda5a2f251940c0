/*
 * A server of the site and of the engine, on libwebsockets: one thread does all that is asked, but
 * for searches.
 *
 *      serve.c         the command: where it listens, how it ends
 *      serve_files.c   HTTP: the files of the site (site.c)
 *      serve_engine.c  WebSocket: a session of the engine for each connection (origin.c, ugi.c)
 */
#ifndef SERVE_H
#define SERVE_H

#include "site.h"
#include "ugi.h"

#include <libwebsockets.h>

#define ENGINE_PATH "/engine"
#define ENGINE_PROTOCOL "komwe-ugi"

/* A connection to the engine. */
struct talk;

struct server {
    struct site site;
    const char *origin; /* of pages that may speak to the engine beside its own; or NULL */
    bool local;         /* only this machine is served */
    bool over;          /* it shall end */
    struct ugi_means means;
    struct lws_context *context;
    size_t talks;
    lws_sorted_usec_list_t timer; /* while there are talks */
    pthread_mutex_t lock;         /* of what follows, and of what waits to be sent */
    struct talk *woken;           /* there is something to do for them */
};

/* The callbacks of libwebsockets, and the bytes that it shall keep for each connection. */
int files_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length);
int engine_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);
extern const size_t talk_size;

/* The HTTP status with which a request to speak to the engine is refused, or 0. */
unsigned engine_refuses(const struct server *server, struct lws *wsi);

/* The value of a header of the request, or NULL if it has none or a longer one. */
const char *header_read(struct lws *wsi, enum lws_token_indexes header, char *value, int capacity);

#endif
