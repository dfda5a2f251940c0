/*
 * A session of the Universal Game Interface, see komwe-ugi(5): it takes lines and sends answers.
 *
 *      ugi.c               lines and commands; calls those below, which know nothing of it
 *      ugi_options.c       setoption, and the lines that list the options
 *      ugi_limits.c        the words after go
 *      ugi_engine.c        the engine: its memory and its weights
 *      ugi_search.c        the search: runs on search_scheduler.c, reports by a callback
 *      ugi_info.c          info lines
 *      ugi_words.c         the words of a line
 *
 * It neither reads nor prints: a front passes lines to it and receives the answers
 * (cmd_engine.c, ../serve/serve_engine.c).
 */
#ifndef UGI_H
#define UGI_H

#include "engine/ugi_engine.h"
#include "engine/ugi_search.h"

struct ugi {
    struct call *call; /* its output answers a command, its error is the reason of a failure */
    struct ugi_shared *shared;
    ugi_send_fn *send;
    void *client; /* of `send` */
    struct ugi_settings settings;
    struct kw_game *game; /* with its rule options */
    struct kw_session *session;
    struct kw_result result; /* of the session, if it is over */
    bool over;
    bool south;   /* is to move */
    bool refused; /* the last `position` was: the session is that of one before it */
    bool waits;   /* the next line is to be passed when the search has answered, see ugi_searches */
    bool left;    /* the client has said quit */
    struct ugi_engine engine;
    struct ugi_search search;
};

/*
 * `call`, `shared`, `send`, `client` and engine.visitor are set, all else is zero.  ugi_close is
 * due even if it fails.
 */
enum status ugi_open(struct ugi *ugi);
/* Ends the search without an answer; true if ugi_close would not have to wait for its end. */
bool ugi_leave(struct ugi *ugi);
/* Ends the search without an answer and waits for its end. */
void ugi_close(struct ugi *ugi);

/* Carries out a line without its end, which is cut into words, and sends the answer. */
void ugi_line(struct ugi *ugi, char *line);
/* Answers a line that cannot be passed on with the reason. */
void ugi_reject(struct ugi *ugi, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the search, if one is running; `silent`: without an answer. */
void ugi_stop(struct ugi *ugi, bool silent);
/* True if a search is running; else clears `waits`. */
bool ugi_searches(struct ugi *ugi);
/* Returns when none is, and clears `waits`; not for an infinite search. */
void ugi_join(struct ugi *ugi);

#endif
