/* The words of a command, sorted into flags and operands. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "cli/output.h"

#include <stdint.h>

enum flag {
    FLAG_HELP,
    FLAG_OPTION,
    FLAG_POSITION,
    FLAG_MOVES,
    FLAG_JSON,
    FLAG_DIFF,
    FLAG_VALUES,
    FLAG_SOUTH,
    FLAG_NORTH,
    FLAG_SEED,
    FLAG_QUICK,
    FLAG_LIST,
    FLAG_TEXT,
    FLAG_HEADER,
    FLAG_RESULT,
    FLAG_GAMES,
    FLAG_PLAYER,
    FLAG_THREADS,
    FLAG_CSV,
    FLAG_PLAIN,
    FLAG_SPEED,
    FLAG_OPENING,
    FLAG_OPENINGS,
    FLAG_PLIES,
    FLAG_ADJUDICATE,
    FLAG_PROGRESS,
    FLAG_SPRT,
    FLAG_RECORDS,
    FLAG_TIME,
    FLAG_DEPTH,
    FLAG_NODES,
    FLAG_LINES,
    FLAG_HASH,
    FLAG_GENERATIONS,
    FLAG_PORT,
    FLAG_HOST,
    FLAG_DIR,
    FLAG_ORIGIN,
    FLAG_ROOTS,
    FLAG_OUT,
    FLAG_CHECKPOINT,
    FLAG_SEEDS,
    FLAG_TABLES,
    FLAG_WEIGHTS,
    FLAG_LANGUAGE,
    FLAG_CONNECTIONS,
    FLAG_PER_ADDRESS,
    FLAG_PUZZLES,
    FLAG_COUNT
};

/* A set of flags has a bit for each. */
#define FLAG_BIT(flag) (UINT64_C(1) << (flag))

/* All texts are the caller's words; the arrays are given back by arguments_free. */
struct arguments {
    char **operand; /* what is not a flag, ended by NULL */
    size_t operands;
    char **option; /* the values of -o */
    size_t options;
    char **header; /* the values of -H */
    size_t headers;
    char **player; /* the values of --player */
    size_t players;
    const char *value[FLAG_COUNT]; /* of each flag, the last one given; NULL: not given */
};

/*
 * Reads the words after the command's name, word[0].  `flags` has the FLAG_BIT of each flag
 * that the command takes; --help always is.  False with a line in `error` if they make no
 * sense.
 */
bool arguments_read(struct arguments *arguments, uint64_t flags, int words, char **word,
                    struct output *error);
void arguments_free(struct arguments *arguments);

/* Reads a whole number of digits alone, at most `most`. */
bool read_number(const char *text, uint64_t most, uint64_t *number);

#endif
