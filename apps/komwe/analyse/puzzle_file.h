/* Puzzles as a text, which the page's trainer reads: docs/puzzles.md describes it. */
#ifndef PUZZLE_FILE_H
#define PUZZLE_FILE_H

#include "analyse/puzzle.h"
#include "cli/output.h"

/* Begin with {0}. */
struct puzzles {
    struct puzzle *list;
    size_t count, capacity;
};

void puzzles_add(struct puzzles *puzzles, const struct puzzle *puzzle);
void puzzles_free(struct puzzles *puzzles);

/* Writes them, the easiest first, made by this command from so many games. */
void puzzles_write(const struct puzzles *puzzles, const struct kw_game *game, const char *command,
                   uint64_t games, struct output *out);

/*
 * Adds those of a text that this command has made, which it cuts up and which ends in a NUL, to an
 * empty list, and reads from how many games they are.  False and
 * `error` with line and sentence if it is no such text.
 */
bool puzzles_read(struct puzzles *puzzles, const struct kw_game *game, const char *command,
                  char *text, size_t length, uint64_t *games, struct kw_error *error);

#endif
