#define _GNU_SOURCE /* accept4 */

#include "serve/serve.h"

#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/tables_flag.h"
#include "serve/origin.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    PORT_USUAL = 8080,
    HASH_EACH = 1,     /* mebibytes of a table, where nothing else is asked for */
    HASH_MOST = 64,    /* of one table */
    HASH_USUAL = 1024, /* of all tables together */
    SEARCH_MS = 300000,
    CONNECTIONS_USUAL = 4096,
    CONNECTIONS_MOST = 1 << 20,
    ADDRESS_USUAL = 64, /* connections of one address */
    ACCEPTED_MOST = 16, /* connections, before others have their turn */
    PAUSE = 100000      /* microseconds for which none is accepted where there is no room */
};

/* ---- what is asked for -------------------------------------------------------------------- */

struct wish {
    uint64_t port, hash, threads, connections, per_address;
    const char *host;
};

static bool is_address(const char *text) {
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

static enum status read_wish(struct call *call, const struct server *server, struct wish *wish) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *wish = (struct wish){.port = PORT_USUAL,
                          .connections = CONNECTIONS_USUAL,
                          .per_address = ADDRESS_USUAL,
                          .hash = HASH_USUAL,
                          .threads = processors < 1              ? 1
                                     : processors > THREADS_MOST ? THREADS_MOST
                                                                 : (uint64_t)processors,
                          .host = call->arguments.value[FLAG_HOST]};
    if (wish->host != NULL && !is_address(wish->host))
        return call_misuse(call, "--host is an address as 0.0.0.0 or ::1, not '%s'", wish->host);
    if (server->origin != NULL && !origin_is_one(server->origin))
        return call_misuse(call, "--origin is as https://example.org, not '%s'", server->origin);
    enum status status = call_number(call, FLAG_PORT, "--port", 0, 65535, &wish->port);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_THREADS, "--threads", 1, THREADS_MOST, &wish->threads);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_HASH, "--hash", 1, 1 << 20, &wish->hash);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_CONNECTIONS, "--connections", 1, CONNECTIONS_MOST,
                             &wish->connections);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_PER_ADDRESS, "--per-address", 1, CONNECTIONS_MOST,
                             &wish->per_address);
    return status;
}

/* Opens the site beside the program: where it is installed, or where it is built. */
static bool open_usual_site(struct site *site) {
    static const char *const places[] = {"../share/komwe/web", "../web/site"};
    char program[PATH_MAX], folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if ((size_t)snprintf(folder, sizeof folder, "%s/%s", program, places[i]) < sizeof folder &&
            site_open(site, folder))
            return true;
    return false;
}

static enum status find_site(struct call *call, struct site *site) {
    const char *folder = call->arguments.value[FLAG_DIR];
    if (folder == NULL && !open_usual_site(site))
        return call_fail(call, "the site is neither installed nor built: name its folder by --dir");
    if (folder != NULL && !site_open(site, folder))
        return call_fail(call, "there is no site in '%s': its index.html cannot be opened (%s)",
                         folder, strerror(errno));
    return STATUS_OK;
}

/* ---- the event loop ----------------------------------------------------------------------- */

bool watch_begin(struct watch *watch, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    return epoll_ctl(watch->server->epoll, EPOLL_CTL_ADD, watch->file, &event) == 0;
}

void watch_change(struct watch *watch, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    epoll_ctl(watch->server->epoll, EPOLL_CTL_MOD, watch->file, &event);
}

void watch_end(struct watch *watch) {
    epoll_ctl(watch->server->epoll, EPOLL_CTL_DEL, watch->file, NULL);
}

/* Once a signal has come the pipe that is watched can be read. */
static void signal_ready(struct watch *watch, uint32_t events) {
    (void)events;
    watch->server->over = true;
}

/* ---- where it listens --------------------------------------------------------------------- */

/* New connections wait in the system's queue up to that instant, or until one is closed. */
static void listeners_pause(struct server *server, int64_t until) {
    for (size_t i = 0; i < LISTENERS && server->paused == 0; i++)
        if (server->listener[i].file >= 0)
            watch_change(&server->listener[i], 0);
    server->paused = until;
}

static void listeners_resume(struct server *server) {
    for (size_t i = 0; i < LISTENERS; i++)
        if (server->listener[i].file >= 0)
            watch_change(&server->listener[i], EPOLLIN);
    server->paused = 0;
}

/* True if accept failed for want of files or memory, which others hold. */
static bool is_starved(int error) {
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

/* Accepts a connection; false if there is none, or no room for it. */
static bool listener_accept(struct watch *watch) {
    struct server *server = watch->server;
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    int64_t now = clock_now();
    if (!limits_have_room(&server->limits, now)) {
        listeners_pause(server, now + PAUSE);
        return false;
    }
    int file =
        accept4(watch->file, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0 && is_starved(errno)) {
        limits_starve(&server->limits, errno, now);
        listeners_pause(server, now + PAUSE);
    }
    if (file < 0)
        return false;
    struct connection *connection = limits_admit(&server->limits, file, &address, now);
    if (connection == NULL)
        close(file);
    else
        http_add(server, connection, &address, length);
    return true;
}

/* After every event, whatever it was: pages do not wait until all sessions have had their turn. */
static void listeners_accept(struct server *server) {
    for (size_t i = 0; i < LISTENERS; i++)
        for (int many = 0; many < ACCEPTED_MOST && server->paused == 0; many++)
            if (server->listener[i].file < 0 || !listener_accept(&server->listener[i]))
                break;
}

static void listener_ready(struct watch *watch, uint32_t events) {
    (void)watch, (void)events; /* listeners_accept follows */
}

/* A socket that listens at an address, or -1: errno says why not. */
static int listener_open(const char *address, int port) {
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

static int listener_port(int file) {
    union {
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address = {0};
    socklen_t length = sizeof address;
    getsockname(file, (struct sockaddr *)&address, &length);
    return ntohs(address.four.sin_port); /* which stands at the same place in both */
}

static enum status fail_to_listen(struct call *call, const char *address, int port) {
    return call_fail(call, "cannot listen on port %d of %s: %s", port, address, strerror(errno));
}

static enum status fail_to_start(struct call *call) {
    return call_fail(call, "the server cannot be started: %s", strerror(errno));
}

/* Listens, and tells the port. */
static enum status begin_listening(struct call *call, struct server *server,
                                   const struct wish *wish, int *port) {
    const char *address = wish->host != NULL ? wish->host : "127.0.0.1";
    int file = listener_open(address, (int)wish->port);
    if (file < 0)
        return fail_to_listen(call, address, (int)wish->port);
    *port = listener_port(file);
    server->listener[0] = (struct watch){.file = file, .ready = listener_ready, .server = server};
    /* "localhost" is this one too, if the machine has it; another server there would be reached. */
    file = wish->host == NULL ? listener_open("::1", *port) : -1;
    if (file < 0 && wish->host == NULL && errno == EADDRINUSE)
        return fail_to_listen(call, "::1", *port);
    server->listener[1] = (struct watch){.file = file, .ready = listener_ready, .server = server};
    for (size_t i = 0; i < LISTENERS; i++)
        if (server->listener[i].file >= 0 && !watch_begin(&server->listener[i], EPOLLIN))
            return fail_to_start(call);
    return STATUS_OK;
}

static void print_address(const struct wish *wish, int port) {
    const char *host = wish->host == NULL ? "localhost" : wish->host;
    bool six = strchr(host, ':') != NULL;
    printf("http://%s%s%s:%d/\n", six ? "[" : "", host, six ? "]" : "", port);
    fflush(stdout);
}

/* ---- serving ------------------------------------------------------------------------------ */

static void close_file(int file) {
    if (file >= 0)
        close(file);
}

/* Makes all but the sockets that listen. */
static bool server_open(struct server *server) {
    server->listener[0].file = server->listener[1].file = -1;
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->signal =
        (struct watch){.file = interrupt_file(), .ready = signal_ready, .server = server};
    server->wake = (struct watch){
        .file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .ready = engine_woken, .server = server};
    return server->epoll >= 0 && server->wake.file >= 0 && watch_begin(&server->wake, EPOLLIN) &&
           (server->signal.file < 0 || watch_begin(&server->signal, EPOLLIN)) && http_open(server);
}

static void server_close(struct server *server) {
    engine_end(server);
    http_close(server);
    for (size_t i = 0; i < LISTENERS; i++)
        close_file(server->listener[i].file);
    close_file(server->wake.file);
    close_file(server->epoll);
}

/* Milliseconds after which something is to be done even if no file is ready; -1: never. */
static int server_timeout(const struct server *server, int64_t now) {
    int64_t due = INT64_MAX;
    if (server->talks != NULL)
        due = server->next_tick;
    if (server->paused != 0 && server->paused < due)
        due = server->paused;
    int http = http_timeout(server);
    int own = due == INT64_MAX ? -1 : due <= now ? 0 : (int)((due - now) / 1000) + 1;
    return own < 0 || (http >= 0 && http < own) ? http : own;
}

/* Waits for the next event and does what it asks for; false if it cannot wait. */
static bool server_turn(struct server *server) {
    struct epoll_event event; /* one at a time: what it does may end what another is of */
    int count = epoll_wait(server->epoll, &event, 1, server_timeout(server, clock_now()));
    if (count < 0 && errno != EINTR)
        return false;
    if (count > 0) {
        struct watch *watch = event.data.ptr;
        watch->ready(watch, event.events);
    }
    int64_t now = clock_now();
    if (server->talks != NULL && now >= server->next_tick)
        engine_tick(server);
    if (server->paused != 0 && now >= server->paused)
        listeners_resume(server);
    listeners_accept(server);
    http_run(server); /* the last: it closes too what the others have ended */
    return true;
}

/* Names a table that has turned out to be damaged, once; the searches do without it. */
static void name_damage(const struct server *server, bool *named) {
    const struct kw_tables *tables = server->shared.tables;
    struct kw_error error;
    if (*named || tables == NULL || kw_tables_sound(tables, &error))
        return;
    *named = true;
    call_tell("%s", error.message);
}

static enum status serve(struct call *call, struct server *server, const struct wish *wish) {
    int port = 0;
    if (!limits_open(&server->limits, clock_now()))
        return call_fail(call, "the limit of open files is too low for a server (ulimit -n)");
    enum status status = STATUS_OK;
    if (!server_open(server))
        status = fail_to_start(call);
    if (status == STATUS_OK)
        status = begin_listening(call, server, wish, &port);
    if (status == STATUS_OK)
        print_address(wish, port);
    bool damage_named = false;
    while (status == STATUS_OK && !server->over) {
        if (!server_turn(server))
            status = call_fail(call, "the server cannot go on: %s", strerror(errno));
        name_damage(server, &damage_named);
    }
    server_close(server);
    return status;
}

/* What clients may ask of the engine. */
static struct ugi_shared serve_shared(const struct wish *wish, struct kw_tables *tables) {
    return (struct ugi_shared){.scheduler = scheduler_new((unsigned)wish->threads),
                               .tables = tables,
                               .ranges = {.hash_default = HASH_EACH,
                                          .hash_most = HASH_MOST,
                                          .threads_most = wish->threads},
                               .memory_left = wish->hash,
                               .milliseconds_most = SEARCH_MS};
}

enum status serve_run(struct call *call) {
    struct server server = {.origin = call->arguments.value[FLAG_ORIGIN]};
    struct wish wish;
    struct kw_tables *tables = NULL;
    enum status status = read_wish(call, &server, &wish);
    if (status == STATUS_OK)
        status = find_site(call, &server.site);
    if (status == STATUS_OK)
        status = tables_open(call, &tables);
    if (status != STATUS_OK)
        return status;
    server.local = wish.host == NULL || host_is_local(wish.host);
    server.limits =
        (struct limits){.total = wish.connections,
                        .per_address = wish.per_address,
                        .loopback_exempt = call->arguments.value[FLAG_PER_ADDRESS] == NULL};
    server.shared = serve_shared(&wish, tables);
    if (server.shared.scheduler == NULL) {
        kw_tables_close(tables);
        return call_fail(call, "no thread can be started");
    }
    pthread_mutex_init(&server.lock, NULL);
    signal(SIGPIPE, SIG_IGN); /* a client that has left is noticed by what is sent to it */
    interrupt_begin();
    status = serve(call, &server, &wish);
    interrupt_end();
    scheduler_free(server.shared.scheduler);
    kw_tables_close(tables);
    pthread_mutex_destroy(&server.lock);
    return status;
}
