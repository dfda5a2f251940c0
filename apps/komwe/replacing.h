/* Files that are written whole or not at all. */
#ifndef REPLACING_H
#define REPLACING_H

#include <stdbool.h>
#include <stdio.h>

/* Writes what is to stand in the file; false if it cannot. */
typedef bool file_writer(void *context, FILE *file);

/*
 * Writes beside the file first, so that it holds one whole text or the other at any time.  A file
 * that is there keeps its rights, and a link still leads to it.  False with errno, and the file is
 * what it was, if it cannot be written.
 */
bool file_replace(const char *path, file_writer *write, void *context);

/* Whether a file could be written there now; false with errno. */
bool file_can_be_written(const char *path);

/* Whether something is there that no file may take the place of: a folder, a device, a pipe. */
bool file_is_special(const char *path);

#endif
