/* The file that a match adds its records to: locked, and never left with half of what is added. */
#ifndef RECORD_LOG_H
#define RECORD_LOG_H

#include "cli/output.h"

#include <komwe.h>
#include <stdbool.h>
#include <stddef.h>

enum { RECORD_LOG_MOST = 1 << 30 /* bytes of a file that a match continues */ };

struct record_log {
    const char *path;
    int file;
    size_t length; /* bytes of it that are known to be good */
    bool open, made;
    struct memory_cleaner cleaner;
};

/*
 * Opens and locks a file, which is made if it does not exist.  False with a sentence in `fault`: it
 * is no ordinary file, another match has locked it, or it cannot be opened.  `log` stays where it
 * is; `path` must live as long.
 */
bool record_log_open(struct record_log *log, const char *path, char fault[KW_TEXT]);

/*
 * Reads all of it; the caller frees the text, whatever comes of it.  False with a sentence in
 * `fault` if it cannot be read or is longer than RECORD_LOG_MOST.
 */
bool record_log_read(struct record_log *log, char **text, char fault[KW_TEXT]);

/* Cuts it to its first `length` bytes, on the disk too; false with a sentence in `fault`. */
bool record_log_cut(struct record_log *log, size_t length, char fault[KW_TEXT]);

/*
 * Adds bytes in one piece and brings them to the disk.  False with a sentence in `fault` if it
 * cannot; then what was added of them is cut off again.
 */
bool record_log_append(struct record_log *log, const char *bytes, size_t count,
                       char fault[KW_TEXT]);

/* Removes it if it was made and has stayed empty.  Nothing if it is not open. */
void record_log_close(struct record_log *log);

#endif
