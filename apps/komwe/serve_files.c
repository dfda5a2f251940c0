#include "serve.h"

#include <string.h>

enum { HEADER_SIZE = 512 };

const char *header_read(struct lws *wsi, enum lws_token_indexes header, char *value, int capacity) {
    return lws_hdr_copy(wsi, value, capacity, header) > 0 ? value : NULL;
}

/* What goes with a file, found or unchanged. */
static void write_headers(const struct site_file *file, struct output *out) {
    output_format(out, "etag: %s\r\nvary: accept-encoding\r\ncache-control: %s\r\n", file->tag,
                  file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
    if (file->coding != NULL)
        output_format(out, "content-encoding: %s\r\n", file->coding);
}

/* True if the browser has the file as it is. */
static bool is_known(struct lws *wsi, const struct site_file *file) {
    char tags[HEADER_SIZE];
    const char *known = header_read(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags);
    return known != NULL && strstr(known, file->tag) != NULL;
}

/* Says that the browser has it as it is. */
static int send_unchanged(struct lws *wsi, const struct output *headers) {
    unsigned char buffer[LWS_PRE + 2048], *start = buffer + LWS_PRE, *at = start,
                                          *end = buffer + sizeof buffer - 1;
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_NOT_MODIFIED, NULL, 0, &at, end) != 0 ||
        (size_t)(end - at) <= headers->length)
        return -1;
    memcpy(at, headers->text, headers->length);
    at += headers->length;
    if (lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

static int send_file(struct lws *wsi, const struct site_file *file) {
    struct output headers = {0};
    write_headers(file, &headers);
    int result;
    if (is_known(wsi, file))
        result = send_unchanged(wsi, &headers);
    else
        result =
            lws_serve_http_file(wsi, file->path, file->type, headers.text, (int)headers.length);
    output_free(&headers);
    /* The file is sent whole, and the connection may go on, or not. */
    if (result > 0)
        result = lws_http_transaction_completed(wsi);
    return result != 0 ? -1 : 0;
}

static int refuse(struct lws *wsi, unsigned status) {
    return lws_return_http_status(wsi, status, NULL) != 0 ||
                   lws_http_transaction_completed(wsi) != 0
               ? -1
               : 0;
}

static int answer(const struct server *server, struct lws *wsi, const char *path) {
    struct site_file file;
    char codings[HEADER_SIZE], *uri;
    int length;
    int method = lws_http_get_uri_and_method(wsi, &uri, &length);
    if (method != LWSHUMETH_GET && method != LWSHUMETH_HEAD)
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (strcmp(path, ENGINE_PATH) == 0)
        return refuse(wsi, 426); /* a WebSocket is expected there */
    if (!site_find(&server->site, path,
                   header_read(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, codings, sizeof codings),
                   &file))
        return refuse(wsi, HTTP_STATUS_NOT_FOUND);
    return send_file(wsi, &file);
}

/* Other upgrades are not asked about: libwebsockets passes over those that it cannot do. */
static int confirm_upgrade(const struct server *server, struct lws *wsi, const char *name) {
    unsigned status = strcasecmp(name, "websocket") == 0 ? engine_refuses(server, wsi) : 0;
    if (status == 0)
        return 0;
    return lws_return_http_status(wsi, status, NULL) != 0 ? -1 : 1;
}

int files_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    const struct server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return answer(server, wsi, in);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(server, wsi, in);
    case LWS_CALLBACK_HTTP_FILE_COMPLETION:
        return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a WebSocket with no protocol */
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}
