/*
 * Files that are replaced whole or not at all.
 *
 * A new text is written to a draft beside the file, FILE.komwe-part, which is locked, brought to
 * the disk and renamed.  A program that is killed leaves at most that one draft; the next write of
 * the same file takes it over, whatever it holds, hence a name that no other program gives its
 * files.
 */
#ifndef ATOMIC_FILE_H
#define ATOMIC_FILE_H

#include "io/output.h"

#include <komwe.h>
#include <stdbool.h>

/* Writes the new text by `write`; false if it cannot. */
typedef bool atomic_file_writer(void *context, kw_write_fn *write, void *draft);

/*
 * Replaces the text of a file, or makes the file.  An existing file keeps its rights, and a
 * symbolic link still leads to it.  False with errno, and the file is unchanged, if it cannot be
 * written: EBUSY if another program is writing it now.
 */
bool atomic_file_replace(const char *path, atomic_file_writer *write, void *context);

/*
 * A file locked from atomic_file_lock to atomic_file_unlock; the lock is advisory.  A file that
 * does not exist is locked by its draft, so that no empty file appears in its place.
 */
struct atomic_file {
    char *path; /* of the file itself, links resolved; NULL: not locked */
    char *part; /* of its draft */
    int lock;   /* descriptor of the file, or of its draft if `absent` */
    bool absent;
    struct memory_cleaner cleaner;
};

/* False with errno: EWOULDBLOCK if another program has locked it.  `file` stays where it is. */
bool atomic_file_lock(struct atomic_file *file, const char *path);
/* As atomic_file_replace; the lock is kept. */
bool atomic_file_replace_locked(struct atomic_file *file, atomic_file_writer *write, void *context);
void atomic_file_unlock(struct atomic_file *file); /* nothing if it is not locked */

/* Whether both paths name one file, which need not exist. */
bool atomic_file_is_same(const char *one, const char *other);

/* Whether a file exists that begins with this text. */
bool atomic_file_begins(const char *path, const char *text);

/* Whether a file could be written there now; false with errno.  Removes a draft left behind. */
bool atomic_file_can_be_written(const char *path);

/* Whether the path names what no file can replace: a directory, a device, a pipe. */
bool atomic_file_is_special(const char *path);

#endif
