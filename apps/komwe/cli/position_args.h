/* The position of a command: a game with its options, a start, and moves. */
#ifndef POSITION_ARGS_H
#define POSITION_ARGS_H

#include "cli/command.h"
#include "io/input.h"

#include <komwe.h>

/* All functions return a status.  Call position_args_close after a failure too. */
struct position_args {
    const struct kw_game *game;
    struct kw_game *opened;     /* the same game, if it must be closed */
    struct kw_record *record;   /* of the game being played */
    struct kw_session *session; /* that of the record */
    FILE *file;                 /* of -m, if it must be closed */
    struct words words;
    char last[WORD_SIZE]; /* the last word, if it was not played */
};

/* Finds the game that a word names: its id, or the path of its text, which is then listed too. */
enum status position_args_find_game(struct call *call, const char *word,
                                    const struct kw_game **game);

/* Opens the game that `id` names with the options of -o, without a position. */
enum status position_args_open_game(struct call *call, struct position_args *args, const char *id);

/*
 * Opens the game that `id` names with -o at the position of -p.  The moves of -m and then the
 * operands from `first` on are left to replay.
 */
enum status position_args_open(struct call *call, struct position_args *args, const char *id,
                               size_t first);

/* Plays the moves. */
enum status position_args_replay(struct call *call, struct position_args *args);

/* Plays the moves but for the last word, which it copies to `last`; there must be one. */
enum status position_args_replay_to_last(struct call *call, struct position_args *args);

/* Opens the game named by the first operand, and plays the moves. */
enum status position_args_play(struct call *call, struct position_args *args, size_t first);

/* Fails with an error in the move word read last. */
enum status position_args_fail_move(struct call *call, const struct position_args *args,
                                    const struct kw_error *error);

void position_args_close(struct position_args *args);

#endif
