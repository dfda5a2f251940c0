/*
 * An engine for other programs, by the Universal Game Interface: what komwe-ugi(5) tells.
 *
 *      ugi.c          lines and commands
 *      ugi_options.c  what can be set
 *      ugi_search.c   the search, which workers carry out while commands are read
 *      ugi_lines.c    the front on standard input and output
 *
 * Only fronts read and print: they give it lines and are told the answers.
 */
#ifndef UGI_H
#define UGI_H

#include "cli/command.h"
#include "engine/search_scheduler.h"
#include "files/weights_file.h"

#include <komwe.h>

#include <pthread.h>

/* What the engines of a program share, and what each of them can be asked for. */
struct ugi_means {
    struct workers *workers;
    const struct kw_tables *tables;     /* that they ask; NULL: none */
    const struct weights_file *weights; /* that they are given; NULL: none */
    uint64_t hash_usual, hash_most;     /* mebibytes of a table */
    uint64_t memory_left;               /* mebibytes that all may still take, see ugi_prepare */
    uint64_t threads_most;
    int64_t milliseconds_most; /* of a search; 0: any */
};

/* A search.  The thread that gives lines starts it, stops it and sees to it that it is done. */
struct ugi_search {
    struct kw_limits limits; /* of what is left of it */
    int64_t end;             /* of its time, an instant; 0: none */
    bool infinite;           /* its answer waits for a stop */
    bool started;            /* it may still be at work */
    unsigned told;           /* plies, of which it need not tell again after it gave way */
    struct task task;
    pthread_mutex_t lock; /* of what follows */
    bool stopped;         /* it shall end */
    bool silent;          /* and nobody waits for its answer */
    bool hurried;         /* it shall give way */
    bool rests;           /* its answer is found, but waits for a stop */
    bool ended;           /* it is found and told, or there is none */
    struct output answer; /* that waits */
};

struct ugi {
    struct call *call; /* its output is the answer to a command, its error the refusal */
    struct ugi_means *means;
    /* Is told whole lines, each ended, by this thread and by that of the search. */
    void (*tell)(void *client, const char *lines, size_t length);
    void *client;
    uint64_t hash;           /* mebibytes of the table */
    uint64_t memory_taken;   /* of `means` */
    uint64_t threads;        /* that search */
    uint64_t lines;          /* that are told */
    uint64_t level;          /* of play, 0: as well as it can */
    struct kw_random random; /* by which lower levels err */
    struct kw_game *game;    /* with its rule options */
    struct kw_session *session;
    struct kw_result result; /* of the session, if it is over */
    bool over;
    bool south;               /* is to move */
    bool waits;               /* the client wants the search to be done before the next line */
    bool left;                /* the client has said quit */
    struct kw_engine *engine; /* NULL until somebody asks whether it is ready */
    bool weighed;             /* it has been given the weights for this game, or told why not */
    struct ugi_search search;
};

/* ---- for fronts --------------------------------------------------------------------------- */

/* `call`, `means`, `tell` and `client` are set, all else is zero.  Closed even if it fails. */
enum status ugi_open(struct ugi *ugi);
/* Stops the search and waits for it. */
void ugi_close(struct ugi *ugi);

/* Obeys a line without its end, which is taken apart, and tells the answer. */
void ugi_obey(struct ugi *ugi, char *line);
/* Tells why a line was not obeyed. */
void ugi_refuse(struct ugi *ugi, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if a search is at work. */
bool ugi_searches(struct ugi *ugi);
/* Returns when none is, which must not be asked of an infinite one. */
void ugi_join(struct ugi *ugi);

/* ---- between its files -------------------------------------------------------------------- */

/* Cuts off the next word of a line; NULL if there is none. */
char *ugi_word(char **rest);

/* Goes on with another game being played, which belongs to `ugi` from now on. */
void ugi_take_session(struct ugi *ugi, struct kw_session *session);

/*
 * Makes the engine if there is none, and gives it the weights for the game.  The first mebibyte of
 * its table and its first thread are its own; what goes beyond is taken from what all share, about
 * one for each thread too.
 */
enum status ugi_prepare(struct ugi *ugi);
void ugi_dismiss(struct ugi *ugi); /* the engine, if there is one */

/* Commands get the rest of their line.  A command that fails has changed nothing. */

/* Sets all options to their defaults. */
enum status ugi_set_usual(struct ugi *ugi);
void ugi_tell_options(struct ugi *ugi);
enum status ugi_set_option(struct ugi *ugi, char **rest);

void ugi_search_open(struct ugi *ugi);
void ugi_search_close(struct ugi *ugi);
enum status ugi_go(struct ugi *ugi, char **rest);
/* Ends the search at work, if any; `silent`: without an answer, and it is the last. */
void ugi_stop(struct ugi *ugi, bool silent);
/* The next line waits for the end of the search; fails if it would never end. */
enum status ugi_wait(struct ugi *ugi);

#endif
