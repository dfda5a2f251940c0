/* How far long work is, in a line of a terminal that is written over and wiped at the end. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

/* Begin with {0}.  For one thread at a time. */
struct progress {
    bool shown; /* a line stands on the terminal */
};

/* Shows a line, without its end, in place of the one before, if standard error is a terminal. */
void progress_show(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Wipes the line that stands there, if any, so that something else can. */
void progress_wipe(struct progress *progress);

#endif
