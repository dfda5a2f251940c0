/*
 * A search of the protocol: it runs on a thread of the scheduler while further lines are read.  It
 * reports its depths and, at its end, the best move by a callback.
 */
#ifndef UGI_SEARCH_H
#define UGI_SEARCH_H

#include "engine/search_scheduler.h"
#include "game/move_time.h"
#include "io/output.h"

#include <komwe.h>
#include <pthread.h>

/* Receives whole lines, each ended; called by the thread that passes lines or by the search's. */
typedef void ugi_send_fn(void *client, const char *lines, size_t length);

/* What is searched, and how.  All of it must outlive the search. */
struct ugi_job {
    struct kw_engine *engine;
    const struct kw_tables *tables; /* that the engine probes, or NULL */
    struct kw_table_cache *cache;   /* what builds them, or NULL */
    bool builds;                    /* the search begins when the first of them are built */
    const struct kw_session *session;
    struct kw_limits limits; /* what is left of them */
    bool infinite;           /* the answer waits for a stop */
    bool ponders;            /* it waits for ugi_search_ponderhit, from which on the limits count */
    int64_t ponder_most;     /* milliseconds that are searched before; 0: any */
    bool names_reply;        /* the answer has the move to ponder on */
    bool clocked;            /* the limits contain the maximum of this: */
    struct move_time time;
    unsigned threads;
    unsigned level; /* 0: full strength */
};

/* One at a time.  Only the thread that opens it calls its functions. */
struct ugi_search {
    struct search_scheduler *scheduler;
    ugi_send_fn *send;
    void *client;
    struct kw_random random; /* for the mistakes of lower levels */
    struct ugi_job job;
    int64_t began;        /* an instant */
    uint64_t nodes;       /* of its turns before this one */
    bool started;         /* it may still run */
    char damage[KW_TEXT]; /* the last sentence about a damaged table; "": none */
    unsigned reported;    /* plies that were reported before it was preempted */
    struct search_task task;
    pthread_mutex_t lock;         /* of what follows */
    int64_t end;                  /* of its time, an instant; 0: none */
    bool pondering;               /* its limits do not count yet */
    bool enough;                  /* if they did, it would have ended by its time */
    bool stopped;                 /* it has to end */
    bool silent;                  /* without an answer */
    bool preempted;               /* it has to let others run */
    bool held;                    /* its answer is found, but waits for a stop */
    bool ended;                   /* its answer is sent, or there is none */
    struct string_builder answer; /* that is held, or is that of the turn before */
};

/* `visitor`: on whose behalf it runs, see search_turns.h. */
void ugi_search_open(struct ugi_search *search, struct search_scheduler *scheduler,
                     struct search_share *visitor, ugi_send_fn *send, void *client, uint64_t seed);
/* Ends the search without an answer, and waits for its end. */
void ugi_search_close(struct ugi_search *search);

/* Starts a search; none may be running. */
void ugi_search_start(struct ugi_search *search, const struct ugi_job *job);
/* True while it has not answered. */
bool ugi_search_running(struct ugi_search *search);
/* True if it runs until it is stopped, or until the move that it ponders on is played. */
bool ugi_search_endless(struct ugi_search *search);
/* The move is played that it ponders on: its limits count from now.  False if it does not ponder.
 */
bool ugi_search_ponderhit(struct ugi_search *search);
/* Ends the search, if one is running; `silent`: without an answer. */
void ugi_search_stop(struct ugi_search *search, bool silent);
/* Ends the search without an answer; true if ugi_search_close would not have to wait for its end.
 */
bool ugi_search_leave(struct ugi_search *search);
/* Returns at its end; not for an endless one. */
void ugi_search_join(struct ugi_search *search);

#endif
