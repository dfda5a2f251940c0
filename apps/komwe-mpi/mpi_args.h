/* The words of a call of komwe-mpi. */
#ifndef MPI_ARGS_H
#define MPI_ARGS_H

#include <komwe.h>

#include <stdbool.h>
#include <stdio.h>

struct words {
    const char *id; /* of the game */
    char *options;  /* "" or the values of -o, one behind the other; to be freed */
    const char *directory;
    unsigned seeds;
    bool progress, traffic;
    bool help, version; /* nothing else is wanted */
};

/* Reads them; false with a line in `fault`, if they make no sense. */
bool words_read(struct words *words, int count, char **word, char fault[KW_TEXT]);

void words_usage(FILE *file);

#endif
