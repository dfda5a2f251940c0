/* The positions solved by brute force: FOLDER/RULE-SET.txt, made by exact_make. */
#ifndef KOMWE_TESTS_SUITE_H
#define KOMWE_TESTS_SUITE_H

#include "support/brute.h"
#include "support/test.h"

/* A position of the suite. */
struct task {
    struct test *test;
    struct kw_game *game;
    struct kw_position position;
    char where[KW_TEXT]; /* for failures */
    struct brute brute;  /* as kept */
    struct kw_error error;
};

/* NULL if there is no such file. */
FILE *suite_open(const char *folder, const char *id);

/* Reads the next line that holds a position, without its newline; false at the end. */
bool suite_line(FILE *file, char *line, int size);

/* Reads a line; the game is to be closed if that is true. */
bool task_read(struct task *task, const char *id, char *line);

/* Counts a check and prints its failure with where it was. */
__attribute__((format(printf, 3, 4))) bool task_expect(const struct task *task, bool holds,
                                                       const char *format, ...);

#endif
