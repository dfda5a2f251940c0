#include "serve.h"

#include "origin.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>

enum {
    TALKS_MOST = 256,
    LINE_MOST = 64 << 10,    /* bytes of a message */
    QUEUE_MOST = 512 << 10,  /* bytes that wait for a client who reads slowly */
    SOCKET_MOST = 256 << 10, /* and those that have been sent to him */
    TURN_MS = 1000,          /* of a search, after which it gives way if others wait */
    DROP_SECONDS = 3         /* for a client who is dropped to read why */
};

struct talk {
    struct lws *wsi;
    struct server *server;
    struct call call;
    struct ugi ugi;
    struct output line; /* being received */
    atomic_bool slow;   /* more would have had to wait for him than may */
    /* These are under the lock of the server. */
    struct output queue; /* lines to be sent */
    size_t sent;         /* bytes of it */
    bool woken;          /* it stands in the list of the server */
    struct talk *next;   /* there */
};

const size_t talk_size = sizeof(struct talk);

/* ---- who is let in ------------------------------------------------------------------------ */

/* True if the list of protocols that the client speaks has the engine's. */
static bool speaks_protocol(const char *list) {
    size_t length = strlen(ENGINE_PROTOCOL);
    for (; *list != '\0'; list += strcspn(list, ",")) {
        list += strspn(list, ", \t");
        if (strncmp(list, ENGINE_PROTOCOL, length) == 0 && strcspn(list, ", \t") == length)
            return true;
    }
    return false;
}

unsigned engine_refuses(const struct server *server, struct lws *wsi) {
    char path[64], protocols[256], origin[256], host[256];
    const char *page = NULL;
    if (header_read(wsi, WSI_TOKEN_GET_URI, path, sizeof path) == NULL ||
        strcmp(path, ENGINE_PATH) != 0)
        return HTTP_STATUS_NOT_FOUND;
    if (header_read(wsi, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols) == NULL ||
        !speaks_protocol(protocols))
        return HTTP_STATUS_BAD_REQUEST;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0) {
        page = header_read(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
        if (page == NULL)
            return HTTP_STATUS_FORBIDDEN; /* none of ours is so long */
    }
    if (!origin_allowed(page, header_read(wsi, WSI_TOKEN_HOST, host, sizeof host), server->local,
                        server->origin))
        return HTTP_STATUS_FORBIDDEN;
    return server->talks < TALKS_MOST ? 0 : HTTP_STATUS_SERVICE_UNAVAILABLE;
}

/* ---- answers, from any thread ------------------------------------------------------------- */

/* Sees to it that the thread of the server looks after it; under the lock. */
static void wake(struct talk *talk) {
    struct server *server = talk->server;
    if (talk->woken)
        return;
    talk->woken = true;
    talk->next = server->woken;
    server->woken = talk;
    lws_cancel_service(server->context);
}

static void tell(void *client, const char *lines, size_t length) {
    struct talk *talk = client;
    pthread_mutex_lock(&talk->server->lock);
    if (talk->queue.length - talk->sent + length > QUEUE_MOST)
        talk->slow = true;
    else if (!talk->slow)
        output_bytes(&talk->queue, lines, length);
    wake(talk);
    pthread_mutex_unlock(&talk->server->lock);
}

static struct talk *next_woken(struct server *server) {
    pthread_mutex_lock(&server->lock);
    struct talk *talk = server->woken;
    if (talk != NULL) {
        server->woken = talk->next;
        talk->woken = false;
    }
    pthread_mutex_unlock(&server->lock);
    return talk;
}

static void forget_woken(struct talk *talk) {
    struct server *server = talk->server;
    pthread_mutex_lock(&server->lock);
    for (struct talk **place = &server->woken; *place != NULL; place = &(*place)->next)
        if (*place == talk) {
            *place = talk->next;
            break;
        }
    pthread_mutex_unlock(&server->lock);
}

/* ---- sending ------------------------------------------------------------------------------ */

/* Takes the next line out of the queue, without its end; false if there is none. */
static bool queue_take(struct talk *talk, struct output *message) {
    struct output *queue = &talk->queue;
    pthread_mutex_lock(&talk->server->lock);
    bool more = talk->sent < queue->length;
    if (more) {
        const char *line = queue->text + talk->sent;
        size_t length =
            (size_t)((const char *)memchr(line, '\n', queue->length - talk->sent) - line);
        output_bytes(message, line, length);
        talk->sent += length + 1;
    }
    if (talk->sent == queue->length) {
        output_free(queue);
        talk->sent = 0;
    } else if (talk->sent > queue->length / 2) {
        /* Whoever always lags behind a little must not make it grow; each byte is moved once. */
        queue->length -= talk->sent;
        memmove(queue->text, queue->text + talk->sent, queue->length);
        talk->sent = 0;
    }
    pthread_mutex_unlock(&talk->server->lock);
    return more;
}

/*
 * Answers are plain but for what a client has said, which can come back cut in the middle of a
 * character; no text may hold that.
 */
static void make_plain(unsigned char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] >= 0x80)
            text[i] = '?';
}

static bool send_line(struct talk *talk, struct output *message) {
    unsigned char *text = (unsigned char *)message->text + LWS_PRE;
    size_t length = message->length - LWS_PRE;
    make_plain(text, length);
    return lws_write(talk->wsi, text, length, LWS_WRITE_TEXT) >= (int)length;
}

static int leave(struct talk *talk, enum lws_close_status status, const char *reason) {
    char text[124];
    size_t length = (size_t)snprintf(text, sizeof text, "%s", reason);
    lws_close_reason(talk->wsi, status, (unsigned char *)text, length);
    return -1;
}

static int send_lines(struct talk *talk) {
    static const char room[LWS_PRE];
    struct output message = {0};
    if (talk->slow)
        return leave(talk, LWS_CLOSE_STATUS_POLICY_VIOLATION, "answers are not read");
    bool good = true, more = true;
    while (good && more && !lws_send_pipe_choked(talk->wsi)) {
        output_clear(&message);
        output_bytes(&message, room, sizeof room);
        more = queue_take(talk, &message);
        good = !more || send_line(talk, &message);
    }
    output_free(&message);
    if (!good)
        return -1;
    if (more)
        lws_callback_on_writable(talk->wsi);
    else if (talk->ugi.left)
        return leave(talk, LWS_CLOSE_STATUS_NORMAL, "");
    return 0;
}

/* ---- receiving ---------------------------------------------------------------------------- */

static void obey(struct talk *talk) {
    char *line = talk->line.text;
    size_t length = talk->line.length;
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    if (memchr(line, '\0', length) != NULL)
        ugi_refuse(&talk->ugi, "the line holds a NUL byte");
    else if (memchr(line, '\n', length) != NULL)
        ugi_refuse(&talk->ugi, "the message holds more than a line");
    else
        ugi_obey(&talk->ugi, line);
    output_clear(&talk->line);
}

static int hear(struct talk *talk, const char *bytes, size_t length) {
    if (talk->ugi.left || talk->slow)
        return 0;
    if (lws_frame_is_binary(talk->wsi))
        return leave(talk, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "lines are text");
    if (talk->line.length + length > LINE_MOST)
        return leave(talk, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the line is too long");
    output_bytes(&talk->line, bytes, length);
    if (!lws_is_final_fragment(talk->wsi))
        return 0;
    obey(talk);
    if (talk->ugi.waits)
        lws_rx_flow_control(talk->wsi, 0);
    if (talk->ugi.left) {
        ugi_stop(&talk->ugi, true);
        lws_callback_on_writable(talk->wsi);
    }
    return 0;
}

/* ---- its life ----------------------------------------------------------------------------- */

/* Looks after those to whom something was told. */
static void serve_woken(struct server *server) {
    struct talk *talk;
    while ((talk = next_woken(server)) != NULL) {
        if (talk->ugi.waits && !ugi_searches(&talk->ugi))
            lws_rx_flow_control(talk->wsi, 1);
        if (talk->slow) {
            ugi_stop(&talk->ugi, true);
            lws_set_timeout(talk->wsi, PENDING_TIMEOUT_CLOSE_SEND, DROP_SECONDS);
        }
        lws_callback_on_writable(talk->wsi);
    }
}

static void begin_turns(struct server *server);

static void end_turns(lws_sorted_usec_list_t *timer) {
    struct server *server = lws_container_of(timer, struct server, timer);
    workers_hurry(server->means.workers, TURN_MS * 1000);
    if (server->talks > 0)
        begin_turns(server);
}

static void begin_turns(struct server *server) {
    lws_sul_schedule(server->context, 0, &server->timer, end_turns, TURN_MS / 4 * LWS_US_PER_MS);
}

static int talk_open(struct talk *talk, struct server *server, struct lws *wsi) {
    const int room = SOCKET_MOST;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    talk->wsi = wsi;
    talk->server = server;
    talk->ugi =
        (struct ugi){.call = &talk->call, .means = &server->means, .tell = tell, .client = talk};
    if (server->talks++ == 0)
        begin_turns(server);
    if (ugi_open(&talk->ugi) != STATUS_OK)
        return leave(talk, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, talk->call.error.text);
    return 0;
}

static void talk_close(struct talk *talk) {
    if (talk->server == NULL)
        return; /* it was not opened */
    ugi_close(&talk->ugi);
    forget_woken(talk);
    call_free(&talk->call);
    output_free(&talk->line);
    output_free(&talk->queue);
    talk->server->talks--;
    talk->server = NULL;
}

int engine_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length) {
    struct server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return talk_open(user, server, wsi);
    case LWS_CALLBACK_RECEIVE:
        return hear(user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_lines(user);
    case LWS_CALLBACK_CLOSED:
        talk_close(user);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        serve_woken(server);
        return 0;
    default:
        return 0;
    }
}
