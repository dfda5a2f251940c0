/* What a command works on: a game with its options, at a position, after some moves. */
#ifndef POSITION_ARGS_H
#define POSITION_ARGS_H

#include "cli/command.h"
#include "cli/input.h"

#include <komwe.h>

/* All functions return a status; position_args_close is due after a failure too. */
struct position_args {
    const struct kw_game *game;
    struct kw_game *opened;     /* the game, if it must be closed */
    struct kw_record *record;   /* of the game being played */
    struct kw_session *session; /* that of the record */
    FILE *file;                 /* of -m, if it must be closed */
    struct words words;
    char last[WORD_SIZE]; /* the last word, if it was kept back */
};

/* Opens the game of that id with the options of -o, and nothing else. */
enum status position_args_open_game(struct call *call, struct position_args *args, const char *id);

/*
 * Opens the game of that id with -o at the position of -p, with the moves of -m and then
 * those of the operands from `first` on still to be played.
 */
enum status position_args_open(struct call *call, struct position_args *args, const char *id,
                               size_t first);

/* Plays the moves. */
enum status position_args_replay(struct call *call, struct position_args *args);

/* Plays the moves but for the last word, which it copies to `last`; there must be one. */
enum status position_args_replay_to_last(struct call *call, struct position_args *args);

/* Opens the game named by the first operand, and plays the moves. */
enum status position_args_play(struct call *call, struct position_args *args, size_t first);

/* Fails because of the move word that was read last. */
enum status position_args_fail_move(struct call *call, const struct position_args *args,
                                    const struct kw_error *error);

void position_args_close(struct position_args *args);

#endif
