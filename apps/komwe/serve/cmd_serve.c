/* The command serve: its flags, the site, and the parts of the server put together. */
#include "base/clock.h"
#include "cli/data_places.h"
#include "cli/interrupt.h"
#include "cli/number_limits.h"
#include "cli/search_flags.h"
#include "serve/listeners.h"
#include "serve/origin.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    PORT_USUAL = 8080,
    HASH_EACH = 1,     /* mebibytes of a table, unless a client sets another */
    HASH_USUAL = 1024, /* of all tables together */
    HASH_PART = 4,     /* of that one address may take the fourth part */
    SEARCH_MS = 300000,
    PLIES_MOST = 10000, /* of a game: two mebibytes */
    CONNECTIONS_USUAL = 4096,
    ADDRESS_USUAL = 64,    /* connections of one address */
    SESSIONS_MOST = 256,   /* of the engine */
    SESSIONS_ADDRESS = 32, /* of one address */
    MMAP_LEAST = 256 << 10 /* bytes of a block that the system has again as soon as it is freed */
};

/* ---- flags -------------------------------------------------------------------------------- */

struct serve_flags {
    uint64_t port, hash, threads, connections, per_address;
    const char *host, *origin;
};

static bool cmd_serve_is_address(const char *text) {
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

static enum status cmd_serve_read_flags(struct call *call, struct serve_flags *flags) {
    *flags =
        (struct serve_flags){.port = call_number(call, FLAG_PORT, PORT_USUAL),
                             .connections = call_number(call, FLAG_CONNECTIONS, CONNECTIONS_USUAL),
                             .per_address = call_number(call, FLAG_PER_ADDRESS, ADDRESS_USUAL),
                             .hash = call_number(call, FLAG_HASH, HASH_USUAL),
                             .threads = threads_read(call),
                             .host = call->arguments.value[FLAG_HOST],
                             .origin = call->arguments.value[FLAG_ORIGIN]};
    if (flags->host != NULL && !cmd_serve_is_address(flags->host))
        return call_misuse(call, "--host is an address as 0.0.0.0 or ::1, not '%s'", flags->host);
    if (flags->origin != NULL && !origin_is_one(flags->origin))
        return call_misuse(call, "--origin is as https://example.org, not '%s'", flags->origin);
    return STATUS_OK;
}

/* Opens the site beside the program where both are built, else that of a standard place. */
static bool cmd_serve_open_usual_site(struct site *site) {
    char program[PATH_MAX], folder[PATH_MAX];
    struct data_places places;
    if (data_program_folder(program) &&
        (size_t)snprintf(folder, sizeof folder, "%s/../web/site", program) < sizeof folder &&
        site_open(site, folder))
        return true;
    data_places_find(&places, "web");
    for (size_t i = 0; i < places.count; i++)
        if (site_open(site, places.folder[i]))
            return true;
    return false;
}

static enum status cmd_serve_find_site(struct call *call, struct site *site) {
    const char *folder = call->arguments.value[FLAG_DIR];
    if (folder == NULL && !cmd_serve_open_usual_site(site))
        return call_fail(call, "the site is neither installed nor built: name its folder by --dir");
    if (folder != NULL && !site_open(site, folder))
        return call_fail(call, "there is no site in '%s': its index.html cannot be opened (%s)",
                         folder, strerror(errno));
    return STATUS_OK;
}

/* ---- serving ------------------------------------------------------------------------------ */

/* All parts of a server.  One thread does everything but the searches. */
struct server {
    struct event_loop loop;
    struct limits limits;
    struct engine_server engine;
    struct http_server http;
    struct http_gate gate;
    struct listeners listeners;
    struct watch signal; /* the pipe of Ctrl-C and other signals */
    bool over;           /* a signal has come */
};

static void cmd_serve_signal(struct watch *watch, uint32_t events) {
    struct server *server = watch->context;
    (void)events;
    server->over = true;
}

static enum status cmd_serve_fail(struct call *call) {
    return call_fail(call, "the server cannot be started: %s", strerror(errno));
}

/* Opens all but the sockets that listen. */
static bool cmd_serve_open(struct server *server) {
    server->signal = (struct watch){.file = interrupt_file(),
                                    .ready = cmd_serve_signal,
                                    .loop = &server->loop,
                                    .context = server};
    return event_loop_open(&server->loop) && serve_engine_open(&server->engine) &&
           (server->signal.file < 0 || watch_begin(&server->signal, EPOLLIN)) &&
           http_open(&server->http);
}

static void cmd_serve_close(struct server *server) {
    serve_engine_close(&server->engine);
    gate_close(&server->gate);
    http_close(&server->http);
    listeners_close(&server->listeners);
    limits_close(&server->limits);
    event_loop_close(&server->loop);
}

/* Milliseconds after which something is to be done even if no file is ready; -1: never. */
static int cmd_serve_timeout(const struct server *server, int64_t now) {
    int64_t due = gate_due(&server->gate), paused = server->listeners.paused;
    if (server->engine.sessions != NULL && server->engine.next_tick < due)
        due = server->engine.next_tick;
    if (paused != 0 && paused < due)
        due = paused;
    int http = http_timeout(&server->http);
    int own = due == INT64_MAX ? -1 : due <= now ? 0 : (int)((due - now) / 1000) + 1;
    return own < 0 || (http >= 0 && http < own) ? http : own;
}

/* Waits for the next event and handles it; false if it cannot wait. */
static bool cmd_serve_turn(struct server *server) {
    if (!event_loop_turn(&server->loop, cmd_serve_timeout(server, clock_now())))
        return false;
    int64_t now = clock_now();
    if (server->engine.sessions != NULL && now >= server->engine.next_tick)
        serve_engine_tick(&server->engine);
    gate_expire(&server->gate, now);
    listeners_resume(&server->listeners, now);
    listeners_accept(&server->listeners);
    http_run(&server->http); /* the last: it closes too what the others have ended */
    if (server->http.closed_some && server->listeners.paused != 0)
        server->listeners.paused = 1; /* there is room again: the pause is over */
    server->http.closed_some = false;
    return true;
}

/* Names a table that has turned out to be damaged, once; the searches continue without it. */
static void cmd_serve_report_damage(const struct server *server, bool *reported) {
    const struct kw_tables *tables = server->engine.shared.tables;
    struct kw_error error;
    if (*reported || tables == NULL || kw_tables_are_sound(tables, &error))
        return;
    *reported = true;
    call_warn("%s", error.message);
}

static void cmd_serve_print_address(const char *host, int port) {
    const char *name = host == NULL ? "localhost" : host;
    bool six = strchr(name, ':') != NULL;
    output_print(stdout, "http://%s%s%s:%d/\n", six ? "[" : "", name, six ? "]" : "", port);
    fflush(stdout);
}

static enum status cmd_serve_run(struct call *call, struct server *server,
                                 const struct serve_flags *flags) {
    int port = 0;
    if (!limits_open(&server->limits, clock_now()))
        return call_fail(call, "the limit of open files is too low for a server (ulimit -n)");
    for (size_t i = 0; i < LISTENERS; i++)
        server->listeners.watch[i].file = -1;
    server->loop.file = server->engine.wake.file = -1;
    enum status status = cmd_serve_open(server) ? STATUS_OK : cmd_serve_fail(call);
    if (status == STATUS_OK)
        status = listeners_open(call, &server->listeners, flags->host, (int)flags->port, &port);
    if (status == STATUS_OK)
        cmd_serve_print_address(flags->host, port);
    bool reported = false;
    while (status == STATUS_OK && !server->over) {
        if (!cmd_serve_turn(server))
            status = call_fail(call, "the server cannot go on: %s", strerror(errno));
        cmd_serve_report_damage(server, &reported);
    }
    cmd_serve_close(server);
    return status;
}

/* Connects the parts; `engine.shared` is set. */
static void cmd_serve_compose(struct call *call, struct server *server,
                              const struct serve_flags *flags) {
    server->limits =
        (struct limits){.total = flags->connections,
                        .per_address = flags->per_address,
                        .sessions = SESSIONS_MOST,
                        .sessions_each = SESSIONS_ADDRESS,
                        .visitors.memory_each = (flags->hash + HASH_PART - 1) / HASH_PART,
                        .loopback_exempt = call->arguments.value[FLAG_PER_ADDRESS] == NULL};
    server->engine.loop = server->http.loop = server->listeners.loop = &server->loop;
    server->engine.limits = server->http.limits = server->listeners.limits = &server->limits;
    server->http.engine = &server->engine;
    server->http.origin = flags->origin;
    server->http.local = flags->host == NULL || host_is_local(flags->host);
    server->gate =
        (struct http_gate){.loop = &server->loop, .limits = &server->limits, .http = &server->http};
    server->listeners.gate = &server->gate;
}

/* What the sessions of the engine share, and their limits. */
static struct ugi_shared cmd_serve_shared(const struct serve_flags *flags,
                                          const struct open_tables *tables) {
    return (struct ugi_shared){.scheduler = scheduler_new((unsigned)flags->threads),
                               .tables = tables->tables,
                               .cache = tables->cache,
                               .ranges = {.hash_default = HASH_EACH,
                                          .hash_most = number_limit(LIMIT_SERVED_HASH)->most,
                                          .threads_most = flags->threads,
                                          .plies_most = PLIES_MOST},
                               .memory_left = flags->hash,
                               .milliseconds_most = SEARCH_MS};
}

enum status serve_run(struct call *call) {
    struct server server = {.over = false};
    struct serve_flags flags;
    struct open_tables tables = {0};
    enum status status = cmd_serve_read_flags(call, &flags);
    if (status == STATUS_OK)
        status = cmd_serve_find_site(call, &server.http.site);
    if (status == STATUS_OK)
        status = tables_open(call, &tables);
    if (status != STATUS_OK)
        return status;
    cmd_serve_compose(call, &server, &flags);
    server.limits.tables = tables.tables != NULL ? kw_tables_files(tables.tables) : 0;
    server.engine.shared = cmd_serve_shared(&flags, &tables);
    if (server.engine.shared.scheduler == NULL) {
        return tables_close(call, &tables, call_fail(call, "no thread can be started"));
    }
    signal(SIGPIPE, SIG_IGN); /* a client that has left is noticed when it is sent something */
    mallopt(M_MMAP_THRESHOLD, MMAP_LEAST);
    interrupt_begin();
    status = cmd_serve_run(call, &server, &flags);
    interrupt_end();
    scheduler_free(server.engine.shared.scheduler);
    kw_tables_close(tables.opened);
    kw_table_cache_close(tables.cache);
    return status;
}
