/*
 * An engine for other programs, by the Universal Game Interface: what komwe-ugi(5) tells.
 *
 *      ugi.c          lines and commands
 *      ugi_options.c  what can be set
 *      ugi_search.c   the search, in a thread of its own
 */
#ifndef UGI_H
#define UGI_H

#include "command.h"

#include <komwe.h>

#include <pthread.h>

/* A search.  The thread that reads commands starts it, stops it and joins its thread. */
struct ugi_search {
    struct kw_limits limits;
    bool infinite; /* its answer waits for a stop */
    bool started;  /* its thread has not been joined */
    pthread_t thread;
    pthread_mutex_t lock;   /* of what follows */
    pthread_cond_t changed; /* `stopped` has been set */
    bool stopped;           /* it shall end */
    bool silent;            /* and nobody waits for its answer */
    bool ended;             /* the answer is found, or there is none */
};

struct ugi {
    struct call *call;       /* its output is the answer to a command, its error the refusal */
    uint64_t hash;           /* mebibytes of the table */
    uint64_t threads;        /* that search */
    uint64_t lines;          /* that are told */
    uint64_t level;          /* of play, 0: as well as it can */
    struct kw_random random; /* by which lower levels err */
    struct kw_game *game;    /* with its rule options */
    struct kw_session *session;
    struct kw_result result; /* of the session, if it is over */
    bool over;
    bool south;               /* is to move */
    bool left;                /* the client has said quit */
    struct kw_engine *engine; /* NULL until somebody asks whether it is ready */
    struct ugi_search search;
};

/* Cuts off the next word of a line; NULL if there is none. */
char *ugi_word(char **rest);

/* Goes on with another game being played, which belongs to `ugi` from now on. */
void ugi_take_session(struct ugi *ugi, struct kw_session *session);

/* Commands get the rest of their line.  A command that fails has changed nothing. */

/* Sets all options to their defaults. */
enum status ugi_set_usual(struct ugi *ugi);
void ugi_tell_options(struct ugi *ugi);
enum status ugi_set_option(struct ugi *ugi, char **rest);

/* Makes the engine if there is none. */
enum status ugi_prepare(struct ugi *ugi);

void ugi_search_open(struct ugi_search *search);
void ugi_search_close(struct ugi_search *search);
enum status ugi_go(struct ugi *ugi, char **rest);
/* True if a search is at work; the thread of one that has ended is joined. */
bool ugi_searches(struct ugi *ugi);
/* Ends the search at work, if any; `silent`: without an answer. */
void ugi_stop(struct ugi *ugi, bool silent);
/* Returns when no search is at work; fails if it would never end. */
enum status ugi_wait(struct ugi *ugi);

#endif
