/* A player of matches: the engine, another program, or a plain player to be measured against. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "cli/output.h"
#include "game/players.h"

#include <komwe.h>

enum contestant_kind {
    CONTESTANT_ENGINE,  /* this library's */
    CONTESTANT_COMMAND, /* a program that speaks the protocol of `komwe engine` */
    CONTESTANT_PLAIN,   /* the plainest alpha-beta: seeds ahead, no table */
    CONTESTANT_RANDOM,
    CONTESTANT_GREEDY
};

enum { CONTESTANT_NAME = 64, CONTESTANT_COMMAND_TEXT = 1024 };

/* What a --player says of one. */
struct contestant_spec {
    char name[CONTESTANT_NAME];
    enum contestant_kind kind;
    char command[CONTESTANT_COMMAND_TEXT];
    struct kw_limits limits;               /* of a move */
    unsigned hash;                         /* MiB */
    unsigned level;                        /* 1..10, 0: as strong as it can */
    unsigned ready, timeout;               /* of a program, as in struct program_spec */
    char weights[CONTESTANT_COMMAND_TEXT]; /* the file of its weights, "": its own */
    char tables[CONTESTANT_COMMAND_TEXT];  /* the folder of its endgame tables, "": none */
};

/*
 * Reads "name=a engine=self hash=16 nodes=20000", "name=b time=20 timeout=5000 cmd=/a/program",
 * "random", "greedy" or "plain time=20"; cmd= takes the rest of the text, for the shell.  False
 * with a sentence in `fault` if it makes no sense.
 */
bool contestant_read(const char *text, struct contestant_spec *spec, char fault[KW_TEXT]);

/* Adds how he plays as such a text, without his name: the same for all who play alike. */
void contestant_write(struct output *out, const struct contestant_spec *spec);

/* A player at work, for one thread. */
struct contestant;

/* NULL with `error` if there is no memory or the program cannot be started. */
struct contestant *contestant_open(const struct contestant_spec *spec, const struct kw_game *game,
                                   struct kw_error *error);
void contestant_close(struct contestant *contestant); /* NULL is allowed */

/*
 * A new game begins; the seed is for those who play by chance.  A program that has failed in the
 * game before is started anew.  False with `error` if a program is not ready.
 */
bool contestant_begin(struct contestant *contestant, uint64_t seed, struct kw_error *error);

/*
 * The move in a session that is not over; false with `error` if there is no memory, or if a program
 * fails to make one, which is then ended.
 */
bool contestant_choose(struct contestant *contestant, const struct kw_session *session,
                       kw_move *move, struct kw_error *error);

/* What the player thinks of the move that he chose last; NULL if he does not say. */
const struct kw_line *contestant_line(const struct contestant *contestant);

/* Whether he ever says so. */
bool contestant_tells(const struct contestant_spec *spec);

#endif
