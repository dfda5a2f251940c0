#include "serve/serve_http.h"

#include "base/clock.h"
#include "base/file.h"
#include "io/output.h"
#include "picture/board_picture.h"
#include "picture/shared_link.h"
#include "serve/origin.h"

#include <fcntl.h>
#include <microhttpd.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENGINE_PATH "/engine"
#define EMBED_PATH "/embed"
#define EMBED_FILE "/embed.html"    /* of the site: what others may frame */
#define PICTURE_PATH "/picture.png" /* of the position that the query names */
#define ENGINE_PROTOCOL "komwe-ugi"

enum {
    IDLE_SECONDS = 20, /* in which nothing is received or sent, after which a connection ends */
    REQUEST_MOST = 16 << 10, /* bytes of a request, and of the head of its answer */
    HASH_SIZE = 16           /* bytes of Sec-WebSocket-Key */
};

/* A request that is being answered; libmicrohttpd's handle and ours. */
struct http_request {
    struct http_server *server;
    struct MHD_Connection *http;
    const char *path, *method, *version;
    bool open; /* what it asks for is made for pages of other places, to be framed or shown */
};

static struct connection *http_connection(struct MHD_Connection *http) {
    return MHD_get_connection_info(http, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static const char *http_header(const struct http_request *request, const char *name) {
    return MHD_lookup_connection_value(request->http, MHD_HEADER_KIND, name);
}

/* ---- answers ------------------------------------------------------------------------------ */

/* What a page may do: nothing but use what comes from here, and compile WebAssembly; and who may
 * frame it. */
#define POLICY                                                                                     \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "               \
    "worker-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "                \
    "form-action 'none'; frame-ancestors "

/* Headers of an answer that this server's pages alone may frame and use, or any page. */
static const char *const closed_guards[][2] = {
    {"Content-Security-Policy", POLICY "'none'"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};
static const char *const open_guards[][2] = {
    {"Content-Security-Policy", POLICY "*"},
    {"Cross-Origin-Resource-Policy", "cross-origin"},
};
enum { FRAME_GUARDS = sizeof closed_guards / sizeof *closed_guards };

/* Headers of every answer.  Being alone in its process lets a page measure time well and share
 * memory. */
static const char *const guards[][2] = {
    {"Permissions-Policy",
     "accelerometer=(), autoplay=(self), browsing-topics=(), camera=(), "
     "display-capture=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), "
     "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), "
     "xr-spatial-tracking=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Komwe-Engine", "engine"}, /* its path, so that the page need not try */
};

void http_write_guards(struct string_builder *out) {
    for (size_t i = 0; i < FRAME_GUARDS; i++)
        output_format(out, "%s: %s\r\n", closed_guards[i][0], closed_guards[i][1]);
    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
        output_format(out, "%s: %s\r\n", guards[i][0], guards[i][1]);
}

/* Adds a header; false if there is no memory. */
static bool http_add_header(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* Answers, and gives the response back, which may be NULL; MHD_NO ends the connection. */
static enum MHD_Result http_answer(const struct http_request *request, unsigned status,
                                   struct MHD_Response *response) {
    const char *const(*frame)[2] = request->open ? open_guards : closed_guards;
    bool good = response != NULL;
    for (size_t i = 0; good && i < FRAME_GUARDS; i++)
        good = http_add_header(response, frame[i][0], frame[i][1]);
    for (size_t i = 0; good && i < sizeof guards / sizeof *guards; i++)
        good = http_add_header(response, guards[i][0], guards[i][1]);
    if (good && status != MHD_HTTP_SWITCHING_PROTOCOLS) /* a connection carries one request */
        good = http_add_header(response, "Connection", "close");
    if (good && request->server->engine->shared.tables != NULL)
        good =
            http_add_header(response, "Komwe-Tables", "yes"); /* the page probes them only then */
    enum MHD_Result result = good ? MHD_queue_response(request->http, status, response) : MHD_NO;
    if (response != NULL)
        MHD_destroy_response(response);
    return result;
}

/* What a request is refused by. */
struct http_refusal {
    unsigned status;          /* 0: it is not refused */
    const char *reason;       /* a sentence; NULL: the name of the status */
    const char *name, *value; /* a header more, or NULL */
};

static enum MHD_Result http_refuse(const struct http_request *request,
                                   struct http_refusal refusal) {
    char text[128];
    const char *reason =
        refusal.reason != NULL ? refusal.reason : MHD_get_reason_phrase_for(refusal.status);
    int length = snprintf(text, sizeof text, "%s\n", reason);
    struct MHD_Response *response =
        MHD_create_response_from_buffer((size_t)length, text, MHD_RESPMEM_MUST_COPY);
    if (response != NULL &&
        (!http_add_header(response, "Content-Type", "text/plain") ||
         (refusal.name != NULL && !http_add_header(response, refusal.name, refusal.value)))) {
        MHD_destroy_response(response);
        return MHD_NO;
    }
    return http_answer(request, refusal.status, response);
}

/* ---- files -------------------------------------------------------------------------------- */

/* Adds what goes with a file, found or unchanged. */
static bool http_add_file_headers(struct MHD_Response *response, const struct site_file *file) {
    return http_add_header(response, "ETag", file->tag) &&
           http_add_header(response, "Vary", "accept-encoding") &&
           http_add_header(response, "Cache-Control",
                           file->lasting ? "public, max-age=31536000, immutable" : "no-cache") &&
           (file->coding == NULL || http_add_header(response, "Content-Encoding", file->coding));
}

/* The file as a response; NULL with the status of the failure. */
static struct MHD_Response *http_open_file(const struct site_file *file, unsigned *status) {
    static const struct file_kind page = {.name = "a page", .most = 1 << 30, .itself = true};
    uint64_t bytes;
    int opened = file_open(file->path, &page);
    *status = MHD_HTTP_SERVICE_UNAVAILABLE;
    if (opened < 0)
        return NULL;
    struct MHD_Response *response = NULL;
    if (file_size(opened, &bytes))
        response = MHD_create_response_from_fd64(bytes, opened);
    if (response == NULL)
        file_close(opened);
    *status = MHD_HTTP_OK;
    return response;
}

static enum MHD_Result http_send_file(const struct http_request *request,
                                      const struct site_file *file) {
    const char *known = http_header(request, "If-None-Match");
    unsigned status = MHD_HTTP_NOT_MODIFIED;
    struct MHD_Response *response;
    if (known != NULL && strstr(known, file->tag) != NULL)
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    else
        response = http_open_file(file, &status);
    if (response == NULL)
        return http_refuse(request, (struct http_refusal){.status = MHD_HTTP_SERVICE_UNAVAILABLE});
    if (http_add_file_headers(response, file) &&
        (status != MHD_HTTP_OK || http_add_header(response, "Content-Type", file->type)))
        return http_answer(request, status, response);
    MHD_destroy_response(response);
    return MHD_NO;
}

/* ---- links that are shared ---------------------------------------------------------------- */

enum { PAGE_MOST = 1 << 20 /* bytes of index.html */ };

/* To open a game with options, of which a visitor may think up ever new ones, takes a millisecond
 * of the server's thread, and to draw a picture some 10. */
static const struct shared_limit link_limit = {.of_all = {.at_once = 200, .each_second = 50},
                                               .of_one = {.at_once = 40, .each_second = 5}};
static const struct shared_limit picture_limit = {.of_all = {.at_once = 20, .each_second = 5},
                                                  .of_one = {.at_once = 10, .each_second = 1}};

/* A field of a query, decoded; `value` is NULL if it is not there. */
struct http_field {
    char text[KW_TEXT];
    const char *value;
};

/* False if it is there and cannot be decoded, or is too long for anything that is meant. */
static bool http_read_field(const struct http_request *request, const char *name,
                            struct http_field *field) {
    const char *escaped = MHD_lookup_connection_value(request->http, MHD_GET_ARGUMENT_KIND, name);
    field->value = escaped != NULL ? field->text : NULL;
    return escaped == NULL || site_decode(escaped, field->text, sizeof field->text);
}

/* What a query says of a link. */
struct http_link_fields {
    struct http_field game, options, position, side;
};

/* False if it names no game, or says something that cannot be meant. */
static bool http_read_link(const struct http_request *request, struct http_link_fields *fields) {
    return http_read_field(request, "game", &fields->game) &&
           http_read_field(request, "options", &fields->options) &&
           http_read_field(request, "position", &fields->position) &&
           http_read_field(request, "side", &fields->side) && fields->game.value != NULL;
}

/* False if that is no position; else the link is to be closed. */
static bool http_open_link(const struct http_link_fields *fields, struct shared_link *link) {
    const struct shared_words words = {fields->game.value, fields->options.value,
                                       fields->position.value, fields->side.value};
    return shared_link_read(&words, link);
}

/* Whether a link is read now for the visitor; else the page is answered as if it named nothing. */
static bool http_may_read(const struct http_request *request, int64_t now) {
    struct visitor *visitor = http_connection(request->http)->visitor;
    return visitors_may_spend(visitor, &visitor->links, &request->server->links, &link_limit, now);
}

/* Whether another picture is drawn now for the visitor. */
static bool http_may_draw(const struct http_request *request, int64_t now) {
    struct http_server *server = request->server;
    struct visitor *visitor = http_connection(request->http)->visitor;
    return pictures_have_place(&server->pictures, server->limits, visitor, now) &&
           visitors_may_spend(visitor, &visitor->pictures, &server->drawn, &picture_limit, now);
}

/* The picture of a link as a response; NULL if there is no memory. */
static struct MHD_Response *http_draw(const struct http_request *request,
                                      const struct shared_link *link) {
    struct http_server *server = request->server;
    size_t length = 0;
    void *bytes = board_picture_make(link->game, &link->position, link->bottom, &length);
    if (bytes == NULL)
        return NULL;
    struct picture *picture = pictures_begin(&server->pictures, server->limits,
                                             http_connection(request->http), bytes, clock_now());
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
        length, bytes, pictures_end, picture);
    if (response == NULL)
        pictures_end(picture);
    return response;
}

/* Answers with a response of that type, which caches may keep so; it may be NULL. */
static enum MHD_Result http_send(const struct http_request *request, struct MHD_Response *response,
                                 const char *type, const char *kept) {
    if (response == NULL)
        return http_refuse(request, (struct http_refusal){.status = MHD_HTTP_SERVICE_UNAVAILABLE});
    if (http_add_header(response, "Content-Type", type) &&
        http_add_header(response, "Cache-Control", kept))
        return http_answer(request, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return MHD_NO;
}

/* What names no position costs as much as a picture, so that it is of no use to try. */
static enum MHD_Result http_send_picture(struct http_request *request) {
    static const struct http_refusal unknown = {MHD_HTTP_NOT_FOUND,
                                                "this names no position of a game", NULL, NULL};
    struct http_link_fields fields;
    struct shared_link link;
    if (!http_read_link(request, &fields))
        return http_refuse(request, unknown);
    if (!http_may_draw(request, clock_now()))
        return http_refuse(request, (struct http_refusal){MHD_HTTP_SERVICE_UNAVAILABLE,
                                                          "too many pictures are asked for",
                                                          "Retry-After", "2"});
    if (!http_open_link(&fields, &link))
        return http_refuse(request, unknown);
    struct MHD_Response *response = http_draw(request, &link);
    shared_link_close(&link);
    request->open = true;
    return http_send(request, response, "image/png", "public, max-age=86400");
}

/* Where the server is reached, with a slash at the end; "" where the request does not say it. */
static void http_add_base(const struct http_request *request, struct string_builder *out) {
    static const char signs[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.:[]";
    const char *host = http_header(request, "Host"), *origin = request->server->origin;
    if (origin != NULL)
        output_format(out, "%s/", origin);
    else if (host != NULL && strspn(host, signs) == strlen(host))
        output_format(out, "http://%s/", host);
}

/* The bytes of index.html, ended by a NUL; NULL if they cannot be read. */
static char *http_read_page(const struct http_request *request) {
    static const struct file_kind kind = {.name = "a page", .most = PAGE_MOST, .itself = true};
    struct site_file file;
    uint64_t size;
    int opened =
        site_find(&request->server->site, "/", NULL, &file) ? file_open(file.path, &kind) : -1;
    if (opened < 0)
        return NULL;
    char *html = file_size(opened, &size) ? calloc(size + 1, 1) : NULL;
    if (html != NULL && file_read_at(opened, 0, html, size) != 0) {
        free(html);
        html = NULL;
    }
    file_close(opened);
    return html;
}

/* The page, with the position in its head for whoever is sent the link.  Closes the link. */
static enum MHD_Result http_send_linked_page(const struct http_request *request,
                                             struct shared_link *link) {
    struct string_builder base = {0}, page = {0};
    char *html = http_read_page(request);
    http_add_base(request, &base);
    if (html != NULL)
        shared_link_write_page(link, base.text != NULL ? base.text : "", html, &page);
    free(html);
    output_free(&base);
    shared_link_close(link);
    struct MHD_Response *response = NULL;
    if (page.text != NULL)
        response = MHD_create_response_from_buffer(page.length, page.text, MHD_RESPMEM_MUST_FREE);
    if (response == NULL)
        output_free(&page);
    return http_send(request, response, "text/html; charset=utf-8", "no-cache");
}

/* ---- upgrades ----------------------------------------------------------------------------- */

/* True if a list, "a, b", has the word. */
static bool http_list_has(const char *list, const char *word) {
    size_t length = strlen(word);
    for (; *list != '\0'; list += strcspn(list, ",")) {
        list += strspn(list, ", \t");
        if (strncasecmp(list, word, length) == 0 && strcspn(list, ", \t") == length)
            return true;
    }
    return false;
}

/* The values of a header, of which a request may hold several. */
struct http_values {
    const char *name, *word;
    const char *first;
    size_t count;
    bool listed; /* the word, in one of them */
};

static enum MHD_Result http_take_value(void *context, enum MHD_ValueKind kind, const char *name,
                                       const char *value) {
    struct http_values *values = context;
    (void)kind;
    if (strcasecmp(name, values->name) != 0 || value == NULL)
        return MHD_YES;
    if (values->count++ == 0)
        values->first = value;
    values->listed = values->listed || http_list_has(value, values->word);
    return MHD_YES;
}

static struct http_values http_header_values(const struct http_request *request, const char *name,
                                             const char *word) {
    struct http_values values = {.name = name, .word = word};
    MHD_get_connection_values(request->http, MHD_HEADER_KIND, http_take_value, &values);
    return values;
}

/* The value of a header that the request must have once; otherwise NULL. */
static const char *http_header_once(const struct http_request *request, const char *name) {
    struct http_values values = http_header_values(request, name, "");
    return values.count == 1 ? values.first : NULL;
}

/* True if the request's headers of that name list the word. */
static bool http_lists(const struct http_request *request, const char *name, const char *word) {
    return http_header_values(request, name, word).listed;
}

/* True for sixteen bytes in base64. */
static bool http_key_is_good(const char *key) {
    struct base64_decode_ctx decoder;
    uint8_t bytes[BASE64_DECODE_LENGTH(BASE64_ENCODE_RAW_LENGTH(HASH_SIZE))];
    size_t length = sizeof bytes;
    if (strlen(key) != BASE64_ENCODE_RAW_LENGTH(HASH_SIZE))
        return false;
    base64_decode_init(&decoder);
    return base64_decode_update(&decoder, &length, bytes, strlen(key), key) == 1 &&
           base64_decode_final(&decoder) == 1 && length == HASH_SIZE;
}

/* What refuses an upgrade to a WebSocket by its head alone: RFC 6455, 4.2.1. */
static struct http_refusal http_check_handshake(const struct http_request *request) {
    const char *key = http_header_once(request, "Sec-WebSocket-Key");
    const char *version = http_header_once(request, "Sec-WebSocket-Version");
    struct http_refusal refusal = {.status = MHD_HTTP_BAD_REQUEST};
    if (strcmp(request->version, "HTTP/1.1") != 0)
        refusal.reason = "a WebSocket is begun by HTTP/1.1";
    else if (!http_lists(request, "Connection", "upgrade"))
        refusal.reason = "Connection does not list upgrade";
    else if (key == NULL || !http_key_is_good(key))
        refusal.reason = "Sec-WebSocket-Key must be there once: sixteen bytes in base64";
    else if (!http_lists(request, "Sec-WebSocket-Protocol", ENGINE_PROTOCOL))
        refusal.reason = "the engine speaks the WebSocket subprotocol " ENGINE_PROTOCOL;
    else if (version == NULL || strcmp(version, "13") != 0)
        refusal = (struct http_refusal){.status = MHD_HTTP_UPGRADE_REQUIRED,
                                        .reason = "the engine speaks version 13 of WebSocket",
                                        .name = "Sec-WebSocket-Version",
                                        .value = "13"};
    else
        refusal.status = 0;
    return refusal;
}

/* The reason to refuse an upgrade; only to a WebSocket, and only for allowed origins. */
static struct http_refusal http_check_upgrade(const struct http_request *request) {
    const char *protocol = http_header_once(request, "Upgrade");
    struct http_server *server = request->server;
    if (protocol == NULL || strcasecmp(protocol, "websocket") != 0)
        return (struct http_refusal){MHD_HTTP_BAD_REQUEST, "only websocket is an upgrade here",
                                     NULL, NULL};
    if (strcmp(request->path, ENGINE_PATH) != 0)
        return (struct http_refusal){MHD_HTTP_NOT_FOUND, "the engine is at " ENGINE_PATH, NULL,
                                     NULL};
    if (strcmp(request->method, "GET") != 0)
        return (struct http_refusal){MHD_HTTP_METHOD_NOT_ALLOWED, NULL, "Allow", "GET"};
    struct http_refusal refusal = http_check_handshake(request);
    if (refusal.status != 0)
        return refusal;
    if (!origin_allowed(http_header(request, "Origin"), http_header(request, "Host"), server->local,
                        server->origin))
        return (struct http_refusal){MHD_HTTP_FORBIDDEN, "this origin may not use the engine", NULL,
                                     NULL};
    const char *taken =
        limits_refuse_session(server->limits, http_connection(request->http), clock_now());
    return (struct http_refusal){taken != NULL ? MHD_HTTP_SERVICE_UNAVAILABLE : 0, taken, NULL,
                                 NULL};
}

/* What proves that the key was understood: RFC 6455, 4.2.2. */
static void http_answer_key(const char *key,
                            char proof[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1]) {
    static const char known[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&hash);
    sha1_update(&hash, strlen(key), (const uint8_t *)key);
    sha1_update(&hash, strlen(known), (const uint8_t *)known);
    sha1_digest(&hash, sizeof digest, digest);
    base64_encode_raw(proof, sizeof digest, digest);
    proof[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = '\0';
}

static void http_upgraded(void *context, struct MHD_Connection *http, void *request_context,
                          const char *early, size_t early_length, MHD_socket socket,
                          struct MHD_UpgradeResponseHandle *handle) {
    (void)request_context, (void)socket;
    struct http_server *server = context;
    serve_engine_begin(server->engine, http_connection(http), handle, early, early_length);
}

static enum MHD_Result http_upgrade(const struct http_request *request) {
    char proof[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1];
    struct http_refusal refusal = http_check_upgrade(request);
    if (refusal.status != 0)
        return http_refuse(request, refusal);
    struct MHD_Response *response = MHD_create_response_for_upgrade(http_upgraded, request->server);
    http_answer_key(http_header(request, "Sec-WebSocket-Key"), proof);
    if (response != NULL && http_add_header(response, "Upgrade", "websocket") &&
        http_add_header(response, "Sec-WebSocket-Accept", proof) &&
        http_add_header(response, "Sec-WebSocket-Protocol", ENGINE_PROTOCOL))
        return http_answer(request, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    if (response != NULL)
        MHD_destroy_response(response);
    return MHD_NO;
}

/* ---- requests ----------------------------------------------------------------------------- */

static enum MHD_Result http_get(struct http_request *request) {
    char path[PATH_MAX];
    struct site_file file;
    struct shared_link link;
    struct http_link_fields fields;
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0)
        return http_refuse(request, (struct http_refusal){MHD_HTTP_METHOD_NOT_ALLOWED, NULL,
                                                          "Allow", "GET, HEAD"});
    if (!site_decode(request->path, path, sizeof path))
        return http_refuse(request, (struct http_refusal){.status = MHD_HTTP_BAD_REQUEST});
    if (strcmp(path, ENGINE_PATH) == 0)
        return http_refuse(request, (struct http_refusal){MHD_HTTP_UPGRADE_REQUIRED,
                                                          "the engine is spoken to by WebSocket",
                                                          "Upgrade", "websocket"});
    const char *name = strcmp(path, EMBED_PATH) == 0 ? EMBED_FILE : path;
    request->open = strcmp(name, EMBED_FILE) == 0;
    if (strcmp(name, PICTURE_PATH) == 0)
        return http_send_picture(request);
    if ((strcmp(name, "/") == 0 || strcmp(name, "/index.html") == 0) &&
        http_read_link(request, &fields) && http_may_read(request, clock_now()) &&
        http_open_link(&fields, &link))
        return http_send_linked_page(request, &link);
    if (!site_find(&request->server->site, name, http_header(request, "Accept-Encoding"), &file))
        return http_refuse(request, (struct http_refusal){.status = MHD_HTTP_NOT_FOUND});
    return http_send_file(request, &file);
}

/* The library calls twice: with the head, and with the end. */
/* NOLINTBEGIN(readability-non-const-parameter): its type is the library's */
static enum MHD_Result http_handle(void *context, struct MHD_Connection *http, const char *path,
                                   const char *method, const char *version, const char *body,
                                   size_t *body_length, void **request_context) {
    /* NOLINTEND(readability-non-const-parameter) */
    static int head_seen;
    struct http_server *server = context;
    struct http_request request = {
        .server = server, .http = http, .path = path, .method = method, .version = version};
    (void)body, (void)body_length;
    if (*request_context == NULL) {
        *request_context = &head_seen;
        return MHD_YES;
    }
    if (http_header(&request, "Upgrade") != NULL)
        return http_upgrade(&request);
    struct search_share *used = &http_connection(http)->visitor->lines;
    int64_t begun = clock_now();
    enum MHD_Result result = http_get(&request);
    int64_t end = clock_now();
    share_add(used, (double)(end - begun), end);
    return result;
}

/* ---- connections -------------------------------------------------------------------------- */

static void http_notice(void *context, struct MHD_Connection *http, void **connection,
                        enum MHD_ConnectionNotificationCode what) {
    struct http_server *server = context;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        int socket = MHD_get_connection_info(http, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *connection = limits_find(server->limits, socket);
    } else if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (server->admitted == *connection)
            server->admitted = NULL;
        pictures_forget(&server->pictures, *connection);
        limits_forget(server->limits, *connection);
        server->closed_some = true;
    }
}

/* libmicrohttpd 0.9 begins the connection at once, 1.0 at its next run. */
void http_add(struct http_server *server, struct connection *connection, const void *address,
              size_t address_length) {
    server->admitted = connection;
    enum MHD_Result added =
        MHD_add_connection(server->daemon, connection->socket, address, (socklen_t)address_length);
    if (added != MHD_YES && server->admitted != NULL) /* it was neither begun nor closed */
        limits_forget(server->limits, connection);
    server->admitted = NULL;
}

/* ---- the daemon --------------------------------------------------------------------------- */

/* site_decode decodes paths, so that malformed ones can be refused. */
static size_t http_keep_escapes(void *context, struct MHD_Connection *http, char *text) {
    (void)context, (void)http;
    return strlen(text);
}

static void http_ready(struct watch *watch, uint32_t events) {
    (void)watch, (void)events; /* http_run follows every event */
}

bool http_open(struct http_server *server) {
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_UPGRADE, 0, NULL, NULL, http_handle,
        server, MHD_OPTION_CONNECTION_LIMIT, (unsigned)(2 * server->limits->total + 64),
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)REQUEST_MOST, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_UNESCAPE_CALLBACK,
        http_keep_escapes, NULL, MHD_OPTION_NOTIFY_CONNECTION, http_notice, server, MHD_OPTION_END);
    if (server->daemon == NULL)
        return false;
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->watch =
        (struct watch){.file = info->epoll_fd, .ready = http_ready, .loop = server->loop};
    return watch_begin(&server->watch, EPOLLIN);
}

void http_close(struct http_server *server) {
    if (server->daemon != NULL)
        MHD_stop_daemon(server->daemon);
}

void http_run(struct http_server *server) { MHD_run(server->daemon); }

int http_timeout(const struct http_server *server) {
    MHD_UNSIGNED_LONG_LONG milliseconds;
    if (MHD_get_timeout(server->daemon, &milliseconds) != MHD_YES)
        return -1;
    return milliseconds > INT_MAX ? INT_MAX : (int)milliseconds;
}
