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

enum limits_line { LINE_TOTAL, LINE_ADDRESS, LINE_FILES };

/* True if a line of this kind may be written: none was for a minute. */
static bool limits_may_log(struct limits *limits, enum limits_line line, int64_t now) {
    if (limits->logged[line] != 0 && now - limits->logged[line] < LOG_EVERY)
        return false;
    limits->logged[line] = now;
    return true;
}

static void limits_log_total(struct limits *limits, bool closing, int64_t now) {
    if (limits_may_log(limits, LINE_TOTAL, now))
        fprintf(stderr, "komwe: all %zu connections are in use: %s\n", limits->total,
                closing ? "the longest idle is closed for a new one" : "new ones have to wait");
}

static void limits_log_address(struct limits *limits, const struct connection *connection,
                               int64_t now) {
    char text[INET6_ADDRSTRLEN] = "";
    if (!limits_may_log(limits, LINE_ADDRESS, now))
        return;
    if (IN6_IS_ADDR_V4MAPPED(&connection->address))
        inet_ntop(AF_INET, connection->address.s6_addr + 12, text, sizeof text);
    else
        inet_ntop(AF_INET6, &connection->address, text, sizeof text);
    fprintf(stderr,
            "komwe: %s%s has all its %zu connections: its longest idle one is closed for a new "
            "one, which is refused if none is idle\n",
            text, IN6_IS_ADDR_V4MAPPED(&connection->address) ? "" : "/64", limits->per_address);
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
    fprintf(stderr, "komwe: the limit of %llu open files allows %zu connections\n",
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

static bool limits_same_address(const struct connection *one, const struct connection *other) {
    return memcmp(&one->address, &other->address, sizeof one->address) == 0;
}

/* The connection to be closed for a new one: of the address of `like`, if not NULL.  NULL: none. */
static struct connection *limits_idlest(const struct limits *limits, const struct connection *like,
                                        int64_t now) {
    for (enum connection_state state = 0; state < CONNECTION_STATES; state++) {
        struct connection *at = idle_least[state] < 0 ? NULL : limits->first[state];
        for (; at != NULL && now - at->since >= idle_least[state]; at = at->next)
            if (like == NULL || limits_same_address(at, like))
                return at;
    }
    return NULL;
}

/* Its owner notices the end of the stream, and closes it. */
static void limits_doom(struct limits *limits, struct connection *connection) {
    shutdown(connection->socket, SHUT_RDWR);
    limits_change(limits, connection, CONNECTION_DOOMED);
    limits->count--;
}

bool limits_have_room(struct limits *limits, int64_t now) {
    if (limits->count < limits->total || limits_idlest(limits, NULL, now) != NULL)
        return true;
    limits_log_total(limits, false, now);
    return false;
}

bool limits_free_session(struct limits *limits, int64_t now) {
    struct connection *idlest = limits->first[CONNECTION_ENGINE];
    bool idle = idlest != NULL && now - idlest->since >= idle_least[CONNECTION_ENGINE];
    if (idle)
        limits_doom(limits, idlest);
    return idle;
}

void limits_starve(struct limits *limits, int error, int64_t now) {
    struct connection *idlest = limits_idlest(limits, NULL, now);
    if (idlest != NULL)
        limits_doom(limits, idlest);
    if (limits_may_log(limits, LINE_FILES, now))
        fprintf(stderr, "komwe: no connection can be accepted: %s\n", strerror(error));
}

/* ---- coming and going --------------------------------------------------------------------- */

/* An IPv4 address becomes the IPv6 one that maps it; of another the network of 64 bits counts. */
static void limits_read_address(struct connection *connection,
                                const struct sockaddr_storage *address) {
    struct in6_addr *own = &connection->address;
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        own->s6_addr[10] = own->s6_addr[11] = 0xff;
        memcpy(own->s6_addr + 12, &four->sin_addr, 4);
    } else if (address->ss_family == AF_INET6) {
        *own = ((const struct sockaddr_in6 *)address)->sin6_addr;
    }
    bool mapped = IN6_IS_ADDR_V4MAPPED(own);
    connection->loopback = mapped ? own->s6_addr[12] == 127 : IN6_IS_ADDR_LOOPBACK(own);
    if (!mapped && !connection->loopback)
        memset(own->s6_addr + 8, 0, 8);
}

static size_t limits_count_address(const struct limits *limits, const struct connection *like) {
    size_t count = 0;
    for (enum connection_state state = 0; state < CONNECTION_DOOMED; state++)
        for (const struct connection *at = limits->first[state]; at != NULL; at = at->next)
            count += limits_same_address(at, like);
    return count;
}

/* Makes room for one more connection of that address; false if none may be closed for it. */
static bool limits_make_room(struct limits *limits, const struct connection *like, int64_t now) {
    struct connection *idlest;
    if (!(like->loopback && limits->loopback_exempt) &&
        limits_count_address(limits, like) >= limits->per_address) {
        limits_log_address(limits, like, now);
        idlest = limits_idlest(limits, like, now);
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
    struct connection *connection = memory_new(1, sizeof *connection);
    *connection = (struct connection){.socket = socket, .since = now};
    limits_read_address(connection, address);
    if (!limits_make_room(limits, connection, now)) {
        free(connection);
        return NULL;
    }
    limits_add(limits, connection);
    limits->count++;
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
    limits->count -= connection->state != CONNECTION_DOOMED;
    limits_remove(limits, connection);
    free(connection);
}
