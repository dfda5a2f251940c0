/* The file format of puzzles, which the web page reads too: docs/lessons.md. */
#ifndef PUZZLE_FILE_H
#define PUZZLE_FILE_H

#include "analyse/puzzle.h"
#include "io/output.h"

/* Begin with {0}. */
struct puzzles {
    struct puzzle *list;
    size_t count, capacity;
};

void puzzles_add(struct puzzles *puzzles, const struct puzzle *puzzle);
void puzzles_free(struct puzzles *puzzles);

/* Writes the puzzles of so many games, easiest first, with the command that found them. */
void puzzles_write(const struct puzzles *puzzles, const struct kw_game *game, const char *command,
                   uint64_t games, struct string_builder *out);

/*
 * Reads the puzzles of a text written by this command into an empty list, and the number of games.
 * The text ends in a NUL and is modified.  False and `error` with line and sentence if it is
 * malformed.
 */
bool puzzles_read(struct puzzles *puzzles, const struct kw_game *game, const char *command,
                  char *text, size_t length, uint64_t *games, struct kw_error *error);

#endif
