#include "serve.h"
#include "tables_flag.h"

#include "interrupt.h"
#include "origin.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
    PORT_USUAL = 8080,
    HASH_EACH = 1,     /* mebibytes of a table, where nothing else is asked for */
    HASH_MOST = 256,   /* of one table */
    HASH_USUAL = 1024, /* of all tables together */
    SEARCH_MS = 300000
};

/* ---- what is asked for -------------------------------------------------------------------- */

struct wish {
    uint64_t port, hash, threads;
    const char *host;
};

static bool is_address(const char *text) {
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

static enum status read_wish(struct call *call, const struct server *server, struct wish *wish) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *wish = (struct wish){.port = PORT_USUAL,
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

/* ---- where it listens --------------------------------------------------------------------- */

/*
 * What a page may do: nothing but use what comes from here, and compile WebAssembly; being alone in
 * its process lets it measure time well and share memory.
 */
static const struct lws_protocol_vhost_options headers[] = {
    {&headers[1], NULL, "content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
     "worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {&headers[2], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&headers[3], NULL, "cross-origin-embedder-policy:", "require-corp"},
    {&headers[4], NULL, "cross-origin-resource-policy:", "same-origin"},
    {&headers[5], NULL, "x-content-type-options:", "nosniff"},
    {&headers[6], NULL, "referrer-policy:", "no-referrer"},
    {NULL, NULL, "komwe-engine:", "engine"}, /* where, so that the page need not try */
};

/* Once a signal has come the pipe that is watched can be read. */
static int signal_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length) {
    struct server *server = lws_context_user(lws_get_context(wsi));
    (void)user, (void)in, (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        server->over = true;
    return server->over ? -1 : 0;
}

enum { OF_FILES, OF_ENGINE, OF_SIGNAL, PROTOCOLS };

static const struct lws_protocols *list_protocols(void) {
    static struct lws_protocols protocols[PROTOCOLS + 1] = {
        [OF_FILES] = {.name = "http", .callback = files_callback},
        [OF_ENGINE] = {.name = ENGINE_PROTOCOL,
                       .callback = engine_callback,
                       .rx_buffer_size = 2048},
        [OF_SIGNAL] = {.name = "signal", .callback = signal_callback},
    };
    protocols[OF_ENGINE].per_session_data_size = talk_size;
    return protocols;
}

/* Connections that say nothing are asked whether they are still there, and at last closed. */
static const lws_retry_bo_t idle = {.secs_since_valid_ping = 120, .secs_since_valid_hangup = 900};

static struct lws_vhost *listen_at(struct server *server, const char *name, const char *address,
                                   int port) {
    struct lws_context_creation_info info = {
        .vhost_name = name,
        .iface = address,
        .port = port,
        .protocols = list_protocols(),
        .headers = headers,
        .server_string = "komwe",
        .retry_and_idle_policy = &idle,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(address, ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    return lws_create_vhost(server->context, &info);
}

static enum status fail_to_listen(struct call *call, const char *address, int port) {
    return call_fail(call, "cannot listen on port %d of %s: %s", port, address, strerror(errno));
}

/* Listens, and tells the port. */
static enum status begin_listening(struct call *call, struct server *server,
                                   const struct wish *wish, int *port) {
    const char *address = wish->host != NULL ? wish->host : "127.0.0.1";
    struct lws_vhost *vhost = listen_at(server, "komwe", address, (int)wish->port);
    if (vhost == NULL)
        return fail_to_listen(call, address, (int)wish->port);
    *port = lws_get_vhost_listen_port(vhost);
    /* "localhost" is this one too, if the machine has it; another server there would be reached. */
    if (wish->host == NULL && listen_at(server, "komwe6", "::1", *port) == NULL &&
        errno == EADDRINUSE)
        return fail_to_listen(call, "::1", *port);
    lws_sock_file_fd_type file = {.filefd = dup(interrupt_file())};
    if (file.filefd >= 0)
        lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, file, "signal", NULL);
    return STATUS_OK;
}

static void print_address(const struct wish *wish, int port) {
    const char *host = wish->host == NULL ? "localhost" : wish->host;
    bool six = strchr(host, ':') != NULL;
    printf("http://%s%s%s:%d/\n", six ? "[" : "", host, six ? "]" : "", port);
    fflush(stdout);
}

/* ---- serving ------------------------------------------------------------------------------ */

static enum status serve(struct call *call, struct server *server, const struct wish *wish) {
    const struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .user = server,
    };
    int port = 0;
    server->context = lws_create_context(&info);
    if (server->context == NULL)
        return call_fail(call, "the server cannot be started: %s", strerror(errno));
    enum status status = begin_listening(call, server, wish, &port);
    if (status == STATUS_OK)
        print_address(wish, port);
    while (status == STATUS_OK && !server->over && lws_service(server->context, 0) >= 0)
        continue;
    lws_context_destroy(server->context);
    return status;
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
    server.means = (struct ugi_means){.workers = workers_new((unsigned)wish.threads),
                                      .tables = tables,
                                      .hash_usual = HASH_EACH,
                                      .hash_most = HASH_MOST,
                                      .memory_left = wish.hash,
                                      .threads_most = wish.threads,
                                      .milliseconds_most = SEARCH_MS};
    if (server.means.workers == NULL) {
        kw_tables_close(tables);
        return call_fail(call, "no thread can be started");
    }
    pthread_mutex_init(&server.lock, NULL);
    lws_set_log_level(0, NULL);
    interrupt_begin();
    status = serve(call, &server, &wish);
    interrupt_end();
    workers_free(server.means.workers);
    status = tables_close(call, tables, status);
    pthread_mutex_destroy(&server.lock);
    return status;
}
