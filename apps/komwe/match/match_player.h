/* A player of a match: the engine, another program, or a simple player as a reference. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "game/players.h"
#include "io/output.h"
#include "match/match_clock.h"

#include <komwe.h>

enum match_player_kind {
    MATCH_PLAYER_ENGINE,  /* this library's */
    MATCH_PLAYER_COMMAND, /* a program that speaks the protocol of `komwe engine` */
    MATCH_PLAYER_PLAIN,   /* the plainest alpha-beta: seeds ahead, no table */
    MATCH_PLAYER_RANDOM,
    MATCH_PLAYER_GREEDY
};

enum { MATCH_PLAYER_NAME = 64, MATCH_PLAYER_TEXT = 1024 };

/* A player as --player describes it. */
struct match_player_spec {
    char name[MATCH_PLAYER_NAME];
    enum match_player_kind kind;
    char command[MATCH_PLAYER_TEXT];
    struct kw_limits limits;     /* of a move */
    struct time_control control; /* its clock, if it has one */
    unsigned overhead;           /* milliseconds that the engine leaves; 0: the usual ones */
    unsigned nodestime; /* positions of the engine that count as a millisecond of its clock; 0: it
                           is real */
    enum kw_aim aim;    /* of the engine */
    unsigned hash;      /* MiB */
    unsigned level;     /* 1..10, 0: as strong as it can */
    bool ponder;        /* a program thinks in the time of its opponent, too */
    unsigned ready, timeout;         /* of a program, as in struct external_engine_spec */
    char weights[MATCH_PLAYER_TEXT]; /* the file of its weights, "": its own */
    char tables[MATCH_PLAYER_TEXT];  /* the folder of its endgame tables, none, "": the cache */
    char book[MATCH_PLAYER_TEXT];    /* own: the built-in opening book, "": none */
    struct kw_table_cache *cache;    /* set by the caller; NULL: there is none */
};

/*
 * Reads "name=a engine=self hash=16 nodes=20000", "name=b time=20 timeout=5000 cmd=/a/program",
 * "random", "greedy" or "plain tc=1+0.01"; cmd= takes the rest of the text, for the shell.  A
 * player that needs a limit and has none gets the clock `usual`, if it is not NULL.  False with a
 * sentence in `fault` if it makes no sense.
 */
bool match_player_read(const char *text, const struct time_control *usual,
                       struct match_player_spec *spec, char fault[KW_TEXT]);

/* Appends such a text without the name: the same for all players that play alike. */
void match_player_write(struct string_builder *out, const struct match_player_spec *spec);

/* A player at work, for one thread. */
struct match_player;

/* NULL with `error` if there is no memory or the program cannot be started. */
struct match_player *match_player_open(const struct match_player_spec *spec,
                                       const struct kw_game *game, struct kw_error *error);
void match_player_close(struct match_player *player); /* NULL is allowed */

/*
 * A new game begins; the seed is for random choices.  A program that has failed in the
 * game before is started anew.  False with `error` if a program is not ready.
 */
bool match_player_begin(struct match_player *player, uint64_t seed, struct kw_error *error);

/*
 * The move in a session that is not over, with the clocks of South and North, and the microseconds
 * that it took, even if it failed; false with `error` if there is no memory, or if a program fails
 * to make one, which is then ended.
 */
bool match_player_choose(struct match_player *player, const struct kw_session *session,
                         const struct match_clock clock[2], kw_move *move, int64_t *spent,
                         struct kw_error *error);

/*
 * Has a player that ponders do so while its opponent thinks, with the clocks of South and North:
 * call it before the opponent's choice.  Nothing happens if the player does not ponder, or already
 * does.  The session is only changed during the call.  False with `error` if a program fails, which
 * is then ended.
 */
bool match_player_ponder(struct match_player *player, struct kw_session *session,
                         const struct match_clock clock[2], struct kw_error *error);

/* The game has ended: the player stops pondering.  A program that fails to is ended. */
void match_player_end(struct match_player *player);

/* The line of the player's last move, with its value; NULL if it reports none. */
const struct kw_line *match_player_line(const struct match_player *player);

/* Whether it ever reports one. */
bool match_player_reports(const struct match_player_spec *spec);

#endif
