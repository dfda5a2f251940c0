/* The command line of komwe-mpi. */
#ifndef MPI_ARGS_H
#define MPI_ARGS_H

#include <komwe.h>

#include <stdbool.h>
#include <stdio.h>

struct mpi_args {
    const char *id; /* of the game */
    char *options;  /* the values of -o, separated by spaces; to be freed */
    const char *directory;
    unsigned seeds;
    bool progress, traffic;
    bool help, version; /* print that and nothing else */
};

/* Reads them; false with a sentence in `fault`. */
bool mpi_args_read(struct mpi_args *args, int count, char **word, char fault[KW_TEXT]);

void mpi_args_usage(FILE *file);

#endif
