#include "cli/progress.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char wipe[] = "\r\033[K";

void progress_show(struct progress *progress, const char *format, ...) {
    if (!isatty(STDERR_FILENO))
        return;
    char sentence[KW_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    fputs(wipe, stderr);
    text_show(sentence, strlen(sentence), TEXT_ONE_LINE, text_file, stderr);
    fflush(stderr);
    progress->shown = true;
}

void progress_wipe(struct progress *progress) {
    if (progress->shown)
        fputs(wipe, stderr);
    progress->shown = false;
}
