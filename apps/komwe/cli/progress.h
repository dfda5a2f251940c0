/* A progress line on the terminal, which is overwritten and finally erased. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

/* Begin with {0}.  For one thread at a time. */
struct progress {
    bool shown; /* a line is visible */
};

/* Replaces the line, which has no newline, if standard error is a terminal. */
void progress_show(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Erases the line, if any, so that other output can follow. */
void progress_wipe(struct progress *progress);

#endif
