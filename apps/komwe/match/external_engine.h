/* Another program that plays by the protocol of `komwe engine`, over its standard streams. */
#ifndef EXTERNAL_ENGINE_H
#define EXTERNAL_ENGINE_H

#include "match/match_clock.h"

#include <komwe.h>

/* A running program. */
struct external_engine;

/* How it is started, and its time limits. */
struct external_engine_spec {
    const char *command; /* for the shell */
    const struct kw_game *game;
    unsigned hash; /* MiB */
    bool ponder;   /* it is to name the reply that it expects, see external_engine_ponder */
    /* Milliseconds, 0: the usual ones. */
    unsigned ready;   /* for an answer to ugi and isready, and to stop at the end of a game */
    unsigned timeout; /* for a move, beyond its limit of time or what its clock has left */
};

/* NULL with `error` if it cannot be started, or does not speak the protocol. */
struct external_engine *external_engine_open(const struct external_engine_spec *spec,
                                             struct kw_error *error);

/*
 * Sends quit, and kills it with all processes that it has started if it does not exit in time or
 * has failed before.  NULL is allowed.
 */
void external_engine_close(struct external_engine *engine);

/* A new game begins; false with `error` if it does not answer readyok. */
bool external_engine_begin(struct external_engine *engine, struct kw_error *error);

/*
 * Its move, with the clocks of South and North, of which those that are set are sent; false with
 * `error` if it makes none in time, or one that is not legal.  Then, as where another of these
 * functions fails, nothing is left to do with it but to close it.
 */
bool external_engine_choose(struct external_engine *engine, const struct kw_session *session,
                            const struct kw_limits *limits, const struct match_clock clock[2],
                            kw_move *move, struct kw_error *error);

/*
 * Has it think about its move after the reply that its last answer names, until
 * external_engine_choose or external_engine_end.  Call it when that answer has been played and the
 * game goes on; further calls before its next answer, and a program that names no reply, do
 * nothing.  The session is only changed during the call.  False with `error` if the program has
 * failed.
 */
bool external_engine_ponder(struct external_engine *engine, struct kw_session *session,
                            const struct kw_limits *limits, const struct match_clock clock[2],
                            struct kw_error *error);

/* The game has ended: stops its pondering.  False with `error` if it does not answer. */
bool external_engine_end(struct external_engine *engine, struct kw_error *error);

#endif
