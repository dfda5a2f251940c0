/* Another program that plays: it speaks the protocol of `komwe engine` over its standard streams.
 */
#ifndef EXTERNAL_ENGINE_H
#define EXTERNAL_ENGINE_H

#include <komwe.h>

/* A program that is at work. */
struct program;

/* How it is started, and how long it is waited for. */
struct program_spec {
    const char *command; /* for the shell */
    const struct kw_game *game;
    unsigned hash; /* MiB */
    /* Milliseconds, 0: the usual ones. */
    unsigned ready;   /* for an answer to ugi and to isready */
    unsigned timeout; /* for a move, beyond the time that is its limit */
};

/* NULL with `error` if it cannot be started, or does not speak. */
struct program *program_open(const struct program_spec *spec, struct kw_error *error);

/*
 * Asks it to leave, and ends it if it does not, or if it has failed before; then it is gone, with
 * whatever it has started.  NULL is allowed.
 */
void program_close(struct program *program);

/* A new game begins; false with `error` if it does not say that it is ready. */
bool program_begin(struct program *program, struct kw_error *error);

/*
 * Its move; false with `error` if it makes none in time, or one that is not legal.  Then, as after
 * program_begin, nothing is left to do with it but to close it.
 */
bool program_choose(struct program *program, const struct kw_session *session,
                    const struct kw_limits *limits, kw_move *move, struct kw_error *error);

#endif
