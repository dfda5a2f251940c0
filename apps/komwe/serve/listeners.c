#define _GNU_SOURCE /* accept4 */

#include "serve/listeners.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    ACCEPTED_MOST = 16, /* connections, before others have their turn */
    PAUSE = 100000      /* microseconds for which none is accepted where there is no room */
};

/* New connections wait in the system's queue up to that instant, or until one is closed. */
static void listeners_pause(struct listeners *listeners, int64_t until) {
    for (size_t i = 0; i < LISTENERS && listeners->paused == 0; i++)
        if (listeners->watch[i].file >= 0)
            watch_change(&listeners->watch[i], 0);
    listeners->paused = until;
}

void listeners_resume(struct listeners *listeners, int64_t now) {
    if (listeners->paused == 0 || now < listeners->paused)
        return;
    for (size_t i = 0; i < LISTENERS; i++)
        if (listeners->watch[i].file >= 0)
            watch_change(&listeners->watch[i], EPOLLIN);
    listeners->paused = 0;
}

/* True if accept failed for want of files or memory, which others hold. */
static bool listeners_lack_resources(int error) {
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

/* Accepts a connection; false if there is none, or no room for it. */
static bool listeners_accept_one(struct watch *watch) {
    struct listeners *listeners = watch->context;
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int64_t now = clock_now();
    if (!limits_have_room(listeners->limits, now)) {
        listeners_pause(listeners, now + PAUSE);
        return false;
    }
    int file =
        accept4(watch->file, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0 && listeners_lack_resources(errno)) {
        limits_starve(listeners->limits, errno, now);
        listeners_pause(listeners, now + PAUSE);
    }
    if (file < 0)
        return false;
    struct connection *connection = limits_admit(listeners->limits, file, &address, now);
    if (connection == NULL)
        close(file);
    else
        gate_add(listeners->gate, connection);
    return true;
}

/* After every event, whatever it was: pages do not wait until all sessions have had their turn. */
void listeners_accept(struct listeners *listeners) {
    for (size_t i = 0; i < LISTENERS; i++)
        for (int many = 0; many < ACCEPTED_MOST && listeners->paused == 0; many++)
            if (listeners->watch[i].file < 0 || !listeners_accept_one(&listeners->watch[i]))
                break;
}

static void listeners_ready(struct watch *watch, uint32_t events) {
    (void)watch, (void)events; /* listeners_accept follows */
}

/* A socket that listens at an address, or -1: errno says why not. */
static int listeners_open_one(const char *address, int port) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    bool is_four = inet_pton(AF_INET, address, &four.sin_addr) == 1;
    const void *place = is_four ? (const void *)&four : (const void *)&six;
    const int yes = 1, no = 0;
    if (!is_four)
        inet_pton(AF_INET6, address, &six.sin6_addr);
    int file = socket(is_four ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!is_four) /* :: is every address, those of IPv4 too */
        setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    if (bind(file, place, is_four ? sizeof four : sizeof six) == 0 && listen(file, SOMAXCONN) == 0)
        return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

static int listeners_port(int file) {
    union {
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address = {0};
    socklen_t length = sizeof address;
    getsockname(file, (struct sockaddr *)&address, &length);
    return ntohs(address.four.sin_port); /* at the same offset in both */
}

static enum status listeners_fail(struct call *call, const char *address, int port) {
    return call_fail(call, "cannot listen on port %d of %s: %s", port, address, strerror(errno));
}

enum status listeners_open(struct call *call, struct listeners *listeners, const char *host,
                           int port, int *bound) {
    const char *address = host != NULL ? host : "127.0.0.1";
    for (size_t i = 0; i < LISTENERS; i++)
        listeners->watch[i] = (struct watch){
            .file = -1, .ready = listeners_ready, .loop = listeners->loop, .context = listeners};
    listeners->watch[0].file = listeners_open_one(address, port);
    if (listeners->watch[0].file < 0)
        return listeners_fail(call, address, port);
    *bound = listeners_port(listeners->watch[0].file);
    /* "localhost" is ::1 too, if the machine has it; another server there would be reached. */
    if (host == NULL) {
        listeners->watch[1].file = listeners_open_one("::1", *bound);
        if (listeners->watch[1].file < 0 && errno == EADDRINUSE)
            return listeners_fail(call, "::1", *bound);
    }
    for (size_t i = 0; i < LISTENERS; i++)
        if (listeners->watch[i].file >= 0 && !watch_begin(&listeners->watch[i], EPOLLIN))
            return call_fail(call, "the server cannot be started: %s", strerror(errno));
    return STATUS_OK;
}

void listeners_close(struct listeners *listeners) {
    for (size_t i = 0; i < LISTENERS; i++)
        if (listeners->watch[i].file >= 0)
            close(listeners->watch[i].file);
}
