/* Another program that plays: it speaks the protocol of `komwe engine` over its standard streams.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <komwe.h>

struct program;

/* Starts a program by the shell; NULL with `error` if it cannot be, or does not speak. */
struct program *program_open(const char *command, const struct kw_game *game, unsigned hash,
                             struct kw_error *error);
/* Asks it to leave, and waits until it has; NULL is allowed. */
void program_close(struct program *program);

/* A new game begins. */
void program_begin(struct program *program);

/* Its move; false with `error` if it makes none, or one that is not legal. */
bool program_choose(struct program *program, const struct kw_session *session,
                    const struct kw_limits *limits, kw_move *move, struct kw_error *error);

#endif
