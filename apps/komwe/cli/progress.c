#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const char wipe[] = "\r\033[K";

void progress_show(struct progress *progress, const char *format, ...) {
    if (!isatty(STDERR_FILENO))
        return;
    va_list list;
    va_start(list, format);
    fputs(wipe, stderr);
    vfprintf(stderr, format, list);
    va_end(list);
    fflush(stderr);
    progress->shown = true;
}

void progress_wipe(struct progress *progress) {
    if (progress->shown)
        fputs(wipe, stderr);
    progress->shown = false;
}
