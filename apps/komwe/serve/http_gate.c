#include "serve/http_gate.h"

#include "base/clock.h"
#include "serve/http_head.h"

#include <errno.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    HEAD_TIME = 20 * 1000000, /* microseconds for the head of a request to come */
    DRAIN_MOST = 64 << 10     /* bytes that are read and dropped before a socket is closed */
};

/* Ends it in good order: bytes left unread would make the system take back what was sent. */
static void gate_end_connection(struct http_gate *gate, struct connection *connection) {
    static char bytes[DRAIN_MOST];
    shutdown(connection->socket, SHUT_WR);
    while (recv(connection->socket, bytes, sizeof bytes, MSG_DONTWAIT) < 0 && errno == EINTR)
        continue;
    watch_end(&connection->watch);
    close(connection->socket);
    limits_forget(gate->limits, connection);
    gate->http->closed_some = true;
}

/* A client that takes no kilobyte at once does without an answer. */
static void gate_refuse(struct http_gate *gate, struct connection *connection,
                        const struct http_head_result *result) {
    struct string_builder out = {0};
    char date[64];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    output_format(&out, "HTTP/1.1 %u %s\r\nDate: %s\r\nConnection: close\r\n", result->status,
                  MHD_get_reason_phrase_for(result->status), date);
    output_format(&out, "Content-Type: text/plain\r\nContent-Length: %zu\r\n",
                  strlen(result->reason) + 1);
    http_write_guards(&out);
    output_format(&out, "\r\n%s\n", result->reason);
    send(connection->socket, out.text, out.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    output_free(&out);
    gate_end_connection(gate, connection);
}

/* The socket is ready when there are so many bytes: those that are looked at stay in it. */
static void gate_await(const struct connection *connection, int bytes) {
    setsockopt(connection->socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

static void gate_pass_on(struct http_gate *gate, struct connection *connection, int64_t now) {
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (getpeername(connection->socket, (struct sockaddr *)&address, &length) != 0) {
        gate_end_connection(gate, connection);
        return;
    }
    gate_await(connection, 1);
    watch_end(&connection->watch);
    connection->waits = false;
    limits_touch(gate->limits, connection, CONNECTION_ANSWERS, now);
    http_add(gate->http, connection, &address, length);
}

/* Bytes have come, which stay in the socket, or the end. */
static void gate_ready(struct watch *watch, uint32_t events) {
    static char bytes[HEAD_MOST];
    struct connection *connection = watch->context;
    struct http_gate *gate = connection->gate;
    ssize_t received = recv(watch->file, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    bool ended = received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR);
    struct http_head_result result = {.whole = false};
    if (received > 0)
        result = http_head_read(bytes, (size_t)received);
    if (result.status != 0)
        gate_refuse(gate, connection, &result);
    else if (result.whole)
        gate_pass_on(gate, connection, clock_now());
    else if (ended || (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
        gate_end_connection(gate, connection);
    else if (received > 0)
        gate_await(connection, (int)received + 1);
}

/* Closes those that were shut down for a new one: their sockets are needed. */
static void gate_end_doomed(struct http_gate *gate) {
    for (struct connection *at = gate->limits->first[CONNECTION_DOOMED], *next; at != NULL;
         at = next) {
        next = at->next;
        if (at->waits)
            gate_end_connection(gate, at);
    }
}

void gate_add(struct http_gate *gate, struct connection *connection) {
    gate_end_doomed(gate);
    connection->gate = gate;
    connection->waits = true;
    connection->watch = (struct watch){.file = connection->socket,
                                       .ready = gate_ready,
                                       .loop = gate->loop,
                                       .context = connection,
                                       .visitor = &connection->visitor->lines};
    if (!watch_begin(&connection->watch, EPOLLIN | EPOLLRDHUP))
        gate_end_connection(gate, connection);
}

void gate_expire(struct http_gate *gate, int64_t now) {
    while (gate_due(gate) <= now)
        gate_end_connection(gate, gate->limits->first[CONNECTION_WAITS]);
}

int64_t gate_due(const struct http_gate *gate) {
    const struct connection *first = gate->limits->first[CONNECTION_WAITS];
    return first != NULL ? first->since + HEAD_TIME : INT64_MAX;
}

void gate_close(struct http_gate *gate) {
    gate_end_doomed(gate);
    while (gate->limits->first[CONNECTION_WAITS] != NULL)
        gate_end_connection(gate, gate->limits->first[CONNECTION_WAITS]);
}
