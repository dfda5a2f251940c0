/* The file that a match appends its records to: locked, and never left with a partial append. */
#ifndef RECORD_LOG_H
#define RECORD_LOG_H

#include "io/output.h"

#include <komwe.h>
#include <stdbool.h>
#include <stddef.h>

enum { RECORD_LOG_MOST = 1 << 30 /* bytes of a file that a match continues */ };

struct record_log {
    const char *path;
    int file;
    size_t length; /* bytes up to the last complete append */
    bool open, made;
    struct memory_cleaner cleaner;
};

/*
 * Opens and locks a file, creating it if it does not exist.  False with a sentence in `fault`: it
 * is not a regular file, another match has locked it, or it cannot be opened.  `log` must stay at
 * its address and `path` must outlive it.
 */
bool record_log_open(struct record_log *log, const char *path, char fault[KW_TEXT]);

/*
 * Reads all of it; the caller frees the text, whatever comes of it.  False with a sentence in
 * `fault` if it cannot be read or is longer than RECORD_LOG_MOST.
 */
bool record_log_read(struct record_log *log, char **text, char fault[KW_TEXT]);

/* Truncates it to its first `length` bytes, on the disk too; false with a sentence in `fault`. */
bool record_log_cut(struct record_log *log, size_t length, char fault[KW_TEXT]);

/*
 * Appends bytes in one write and synchronises them.  False with a sentence in `fault` if it cannot;
 * the appended part is then cut off again.
 */
bool record_log_append(struct record_log *log, const char *bytes, size_t count,
                       char fault[KW_TEXT]);

/* Closes it, and removes it if it was created and is still empty.  Nothing if it is not open. */
void record_log_close(struct record_log *log);

#endif
