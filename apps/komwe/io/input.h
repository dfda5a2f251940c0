/* Input in bounded memory: words of a list of moves, lines, whole files. */
#ifndef INPUT_H
#define INPUT_H

#include "base/file.h"

#include <komwe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    WORD_SIZE = 256,     /* bytes of the longest word, NUL included; no move is longer */
    WORDS_MOST = 1000000 /* words of one list */
};

/* The words of a file, then those of some arguments, as one list. */
struct words {
    FILE *file;            /* NULL: none, or read to its end */
    char *const *argument; /* NULL at the end */
    const char *rest;      /* of the argument being read; NULL between arguments */
    size_t number;         /* of the word read last, from 1 */
    char word[WORD_SIZE];
};

enum words_status { WORDS_END, WORDS_READ, WORDS_LONG, WORDS_NUL, WORDS_MANY, WORDS_UNREADABLE };

/*
 * Reads the next word.  After WORDS_LONG and WORDS_NUL `word` holds the bytes before the fault.
 * The list has ended unless the result is WORDS_READ.
 */
enum words_status words_next(struct words *words);

enum line_status { LINE_END, LINE_READ, LINE_LONG, LINE_NUL };

/*
 * Reads a line without its newline into `line`.  A line that does not fit or holds a NUL byte is
 * skipped as a whole.
 */
enum line_status line_read(FILE *file, char *line, size_t capacity);

/* The files that the commands read; how large each may be is said in input.c. */
enum input {
    INPUT_RULES,
    INPUT_RECORDS,
    INPUT_WEIGHTS,
    INPUT_MOVES,
    INPUT_OPENINGS,
    INPUT_BOOK,
    INPUT_PUZZLES,
    INPUT_LEARNING,
    INPUT_PROVER,
    INPUTS
};

extern const struct file_kind input_kind[INPUTS];

/*
 * Reads a whole file of that kind, or standard input if `path` is NULL.  The caller frees the text,
 * after a failure too.  False with a sentence in `fault` if it cannot be read, or is too large.
 */
bool file_read(const char *path, enum input kind, char **text, size_t *length, char fault[KW_TEXT]);

#endif
