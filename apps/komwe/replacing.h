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

/*
 * A file that one call alone works with, from file_hold to file_release: another one that asks for
 * it meanwhile is refused.  Those that do not ask are not kept away.
 */
struct held_file {
    const char *path; /* NULL: none is held */
    int lock;
    bool made; /* it was not there before */
};

/* Makes it, empty, if it is not there.  False with errno: EWOULDBLOCK if another call holds it. */
bool file_hold(struct held_file *held, const char *path);
/* As file_replace; it is held all the time. */
bool file_replace_held(struct held_file *held, file_writer *write, void *context);
/* Takes it away if it was made by file_hold and has stayed empty. */
void file_release(struct held_file *held);

/* Whether both names lead to one file, which is there. */
bool file_is_same(const char *one, const char *other);

/* Whether a file is there that begins with this text. */
bool file_begins(const char *path, const char *text);

/* Whether a file could be written there now; false with errno. */
bool file_can_be_written(const char *path);

/* Whether something is there that no file may take the place of: a folder, a device, a pipe. */
bool file_is_special(const char *path);

#endif
