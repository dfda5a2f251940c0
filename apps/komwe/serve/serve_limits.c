#include "serve/serve_limits.h"

#include "io/output.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    FILES_EACH = 2,   /* a connection: its socket, and the page that is sent */
    FILES_OWN = 64,   /* of the server, beside tables: sockets being closed, and so on */
    TOTAL_LEAST = 4,  /* connections, without which there is no use in starting */
    SECOND = 1000000, /* microseconds */
    LOG_EVERY = 60 * SECOND
};

/*
 * How long a connection in a state must have been idle before it is closed for a new one, and which
 * state comes first; -1: it is not.
 */
static const int64_t idle_least[CONNECTION_STATES] = {
    [CONNECTION_WAITS] = SECOND, /* so that a new one can send its request */
    [CONNECTION_ANSWERS] = 30 * SECOND,
    [CONNECTION_ENGINE] = 60 * SECOND,
    [CONNECTION_DOOMED] = -1,
};

/* ---- the log ------------------------------------------------------------------------------ */

enum limits_line { LINE_TOTAL, LINE_ADDRESS, LINE_SESSIONS, LINE_FILES };

/* True if a line of this kind may be written: none was for a minute. */
static bool limits_may_log(struct limits *limits, enum limits_line line, int64_t now) {
    if (limits->logged[line] != 0 && now - limits->logged[line] < LOG_EVERY)
        return false;
    limits->logged[line] = now;
    return true;
}

static void limits_log_total(struct limits *limits, bool closing, int64_t now) {
    if (limits_may_log(limits, LINE_TOTAL, now))
        output_print(stderr, "komwe: all %zu connections are in use: %s\n", limits->total,
                     closing ? "the longest idle is closed for a new one"
                             : "new ones have to wait");
}

static void limits_log_address(struct limits *limits, enum limits_line line,
                               const struct visitor *visitor, int64_t now) {
    char text[INET6_ADDRSTRLEN] = "";
    bool mapped = IN6_IS_ADDR_V4MAPPED(&visitor->address), all = line == LINE_SESSIONS;
    if (!limits_may_log(limits, line, now))
        return;
    if (mapped)
        inet_ntop(AF_INET, visitor->address.s6_addr + 12, text, sizeof text);
    else
        inet_ntop(AF_INET6, &visitor->address, text, sizeof text);
    output_print(stderr,
                 "komwe: %s%s has all its %zu %s: its longest idle one is closed for a new "
                 "one, which is refused if none is idle\n",
                 text, mapped ? "" : "/64", all ? limits->sessions_each : limits->per_address,
                 all ? "sessions" : "connections");
}

/* ---- files -------------------------------------------------------------------------------- */

bool limits_open(struct limits *limits, int64_t now) {
    struct rlimit files;
    const rlim_t own = FILES_OWN + limits->tables, wanted = limits->total * FILES_EACH + own;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return false;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &files) != 0 || getrlimit(RLIMIT_NOFILE, &files) != 0)
            return false;
    }
    if (files.rlim_cur >= wanted)
        return true;
    if (files.rlim_cur < own + TOTAL_LEAST * FILES_EACH)
        return false;
    limits->total = (size_t)(files.rlim_cur - own) / FILES_EACH;
    limits_may_log(limits, LINE_FILES, now);
    output_print(stderr, "komwe: the limit of %llu open files allows %zu connections\n",
                 (unsigned long long)files.rlim_cur, limits->total);
    return true;
}

/* ---- lists -------------------------------------------------------------------------------- */

static void limits_add(struct limits *limits, struct connection *connection) {
    struct connection **last = &limits->last[connection->state];
    connection->previous = *last;
    connection->next = NULL;
    *(*last != NULL ? &(*last)->next : &limits->first[connection->state]) = connection;
    *last = connection;
}

static void limits_remove(struct limits *limits, struct connection *connection) {
    struct connection *previous = connection->previous, *next = connection->next;
    *(previous != NULL ? &previous->next : &limits->first[connection->state]) = next;
    *(next != NULL ? &next->previous : &limits->last[connection->state]) = previous;
}

static void limits_change(struct limits *limits, struct connection *connection,
                          enum connection_state state) {
    limits_remove(limits, connection);
    connection->state = state;
    limits_add(limits, connection);
}

/* ---- which is closed ---------------------------------------------------------------------- */

/* The idlest one of a state that may be closed, of one visitor if it is not NULL.  NULL: none. */
static struct connection *limits_idlest_of(const struct limits *limits, enum connection_state state,
                                           const struct visitor *visitor, int64_t now) {
    struct connection *at = idle_least[state] < 0 ? NULL : limits->first[state];
    for (; at != NULL && now - at->since >= idle_least[state]; at = at->next)
        if (visitor == NULL || at->visitor == visitor)
            return at;
    return NULL;
}

/* The connection to be closed for a new one. */
static struct connection *limits_idlest(const struct limits *limits, const struct visitor *visitor,
                                        int64_t now) {
    struct connection *idlest = NULL;
    for (enum connection_state state = 0; state < CONNECTION_STATES && idlest == NULL; state++)
        idlest = limits_idlest_of(limits, state, visitor, now);
    return idlest;
}

void limits_doom(struct limits *limits, struct connection *connection) {
    if (connection->state == CONNECTION_DOOMED)
        return;
    shutdown(connection->socket, SHUT_RDWR);
    limits_change(limits, connection, CONNECTION_DOOMED);
    limits->count--;
    connection->visitor->connections--;
}

bool limits_have_room(struct limits *limits, int64_t now) {
    if (limits->count < limits->total || limits_idlest(limits, NULL, now) != NULL)
        return true;
    limits_log_total(limits, false, now);
    return false;
}

void limits_starve(struct limits *limits, int error, int64_t now) {
    struct connection *idlest = limits_idlest(limits, NULL, now);
    if (idlest != NULL)
        limits_doom(limits, idlest);
    if (limits_may_log(limits, LINE_FILES, now))
        output_print(stderr, "komwe: no connection can be accepted: %s\n", strerror(error));
}

/* ---- sessions ----------------------------------------------------------------------------- */

/* Shuts the idlest session of a visitor, or of all if it is NULL, down; false if none is idle. */
static bool limits_free_session(struct limits *limits, const struct visitor *visitor, int64_t now) {
    struct connection *idlest = limits_idlest_of(limits, CONNECTION_ENGINE, visitor, now);
    if (idlest != NULL)
        limits_doom(limits, idlest);
    return idlest != NULL;
}

const char *limits_refuse_session(struct limits *limits, const struct connection *connection,
                                  int64_t now) {
    const struct visitor *visitor = connection->visitor;
    if (!visitor->exempt && visitor->sessions >= limits->sessions_each) {
        limits_log_address(limits, LINE_SESSIONS, visitor, now);
        return limits_free_session(limits, visitor, now) ? NULL
                                                         : "all sessions of this address are taken";
    }
    if (limits->begun >= limits->sessions && !limits_free_session(limits, NULL, now))
        return "all sessions are taken";
    return NULL;
}

void limits_begin_session(struct limits *limits, struct connection *connection, int64_t now) {
    limits->begun++;
    connection->visitor->sessions++;
    limits_touch(limits, connection, CONNECTION_ENGINE, now);
}

void limits_end_session(struct limits *limits, struct connection *connection) {
    limits->begun--;
    connection->visitor->sessions--;
}

/* ---- coming and going --------------------------------------------------------------------- */

/* An IPv4 address becomes the IPv6 one that maps it; of another the network of 64 bits counts. */
static struct visitor *limits_visitor(struct limits *limits,
                                      const struct sockaddr_storage *address) {
    struct in6_addr own = {.s6_addr = {0}};
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        own.s6_addr[10] = own.s6_addr[11] = 0xff;
        memcpy(own.s6_addr + 12, &four->sin_addr, 4);
    } else if (address->ss_family == AF_INET6) {
        own = ((const struct sockaddr_in6 *)address)->sin6_addr;
    }
    bool mapped = IN6_IS_ADDR_V4MAPPED(&own);
    bool loopback = mapped ? own.s6_addr[12] == 127 : IN6_IS_ADDR_LOOPBACK(&own);
    if (!mapped && !loopback)
        memset(own.s6_addr + 8, 0, 8);
    return visitors_enter(&limits->visitors, &own, loopback && limits->loopback_exempt);
}

/* Makes room for one more connection of a visitor; false if none may be closed for it. */
static bool limits_make_room(struct limits *limits, const struct visitor *visitor, int64_t now) {
    struct connection *idlest;
    if (!visitor->exempt && visitor->connections >= limits->per_address) {
        limits_log_address(limits, LINE_ADDRESS, visitor, now);
        idlest = limits_idlest(limits, visitor, now);
    } else if (limits->count >= limits->total) {
        limits_log_total(limits, true, now);
        idlest = limits_idlest(limits, NULL, now);
    } else {
        return true;
    }
    if (idlest != NULL)
        limits_doom(limits, idlest);
    return idlest != NULL;
}

struct connection *limits_admit(struct limits *limits, int socket,
                                const struct sockaddr_storage *address, int64_t now) {
    struct visitor *visitor = limits_visitor(limits, address);
    if (!limits_make_room(limits, visitor, now)) {
        visitors_leave(&limits->visitors, visitor);
        return NULL;
    }
    struct connection *connection = memory_new(1, sizeof *connection);
    *connection = (struct connection){.socket = socket, .since = now, .visitor = visitor};
    limits_add(limits, connection);
    limits->count++;
    visitor->connections++;
    return connection;
}

struct connection *limits_find(const struct limits *limits, int socket) {
    for (enum connection_state state = 0; state < CONNECTION_STATES; state++)
        for (struct connection *at = limits->last[state]; at != NULL; at = at->previous)
            if (at->socket == socket)
                return at;
    return NULL;
}

void limits_touch(struct limits *limits, struct connection *connection, enum connection_state state,
                  int64_t now) {
    connection->since = now;
    if (connection->state != CONNECTION_DOOMED)
        limits_change(limits, connection, state);
}

void limits_forget(struct limits *limits, struct connection *connection) {
    if (connection->state != CONNECTION_DOOMED) {
        limits->count--;
        connection->visitor->connections--;
    }
    limits_remove(limits, connection);
    visitors_leave(&limits->visitors, connection->visitor);
    free(connection);
}

void limits_close(struct limits *limits) { visitors_free(&limits->visitors); }

/* ---- pictures of shared links ------------------------------------------------------------- */

struct picture {
    struct pictures *pictures;
    struct limits *limits;
    struct visitor *visitor;
    struct connection *connection; /* NULL: it is closed, or shut down */
    void *bytes;
    int64_t since;
    bool counts; /* it has its place */
    struct picture *previous, *next;
};

static void limits_lose_place(struct picture *picture) {
    picture->counts = false;
    picture->pictures->count--;
    picture->visitor->pictures_sent--;
}

/* The longest sent one that counts and has had its time, of one visitor if it is not NULL. */
static struct picture *limits_slowest_picture(const struct pictures *pictures,
                                              const struct visitor *visitor, int64_t now) {
    const int64_t time = (int64_t)PICTURE_SECONDS * 1000000;
    struct picture *at = pictures->first;
    for (; at != NULL && now - at->since >= time; at = at->next)
        if (at->counts && (visitor == NULL || at->visitor == visitor))
            return at;
    return NULL;
}

/* One place more; an address whose own slow one can go needs none of the others'. */
static bool limits_make_place(struct pictures *pictures, struct limits *limits,
                              const struct visitor *visitor, int64_t now) {
    struct picture *slowest = limits_slowest_picture(pictures, visitor, now);
    if (slowest == NULL)
        slowest = limits_slowest_picture(pictures, NULL, now);
    if (slowest == NULL)
        return false;
    limits_lose_place(slowest);
    if (slowest->connection != NULL)
        limits_doom(limits, slowest->connection);
    slowest->connection = NULL;
    return true;
}

static bool limits_have_share(const struct pictures *pictures, const struct visitor *visitor) {
    size_t free_places = PICTURES_SENT_MOST - pictures->count;
    return visitor->exempt ? free_places > 0 : free_places > visitor->pictures_sent;
}

bool pictures_have_place(struct pictures *pictures, struct limits *limits,
                         const struct visitor *visitor, int64_t now) {
    while (!limits_have_share(pictures, visitor))
        if (!limits_make_place(pictures, limits, visitor, now))
            return false;
    return true;
}

struct picture *pictures_begin(struct pictures *pictures, struct limits *limits,
                               struct connection *connection, void *bytes, int64_t now) {
    struct picture *picture = memory_new(1, sizeof *picture);
    *picture = (struct picture){.pictures = pictures,
                                .limits = limits,
                                .visitor = connection->visitor,
                                .connection = connection,
                                .bytes = bytes,
                                .since = now,
                                .counts = true,
                                .previous = pictures->last};
    *(pictures->last != NULL ? &pictures->last->next : &pictures->first) = picture;
    pictures->last = picture;
    pictures->count++;
    picture->visitor->pictures_sent++;
    picture->visitor->holders++;
    return picture;
}

void pictures_end(void *context) {
    struct picture *picture = context;
    struct pictures *pictures = picture->pictures;
    struct picture *previous = picture->previous, *next = picture->next;
    if (picture->counts)
        limits_lose_place(picture);
    *(previous != NULL ? &previous->next : &pictures->first) = next;
    *(next != NULL ? &next->previous : &pictures->last) = previous;
    visitors_leave(&picture->limits->visitors, picture->visitor);
    free(picture->bytes);
    free(picture);
}

void pictures_forget(struct pictures *pictures, const struct connection *connection) {
    for (struct picture *at = pictures->first; at != NULL; at = at->next)
        if (at->connection == connection)
            at->connection = NULL;
}
