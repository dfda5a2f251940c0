/* Files that are read at any place, and files that are there whole or not at all. */
#ifndef KOMWE_BASE_FILE_H
#define KOMWE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether something has this name, or may have it: it cannot be looked at. */
bool file_stands(const char *path);

/*
 * Opens a file to be read; -1 with errno: EINVAL if it is no ordinary file.  Closed with close().
 * A file that is renamed, removed or forbidden afterwards can still be read; one that is changed
 * in place is read as it then is, and nothing is mapped, so that a shorter file raises no signal.
 */
int file_open(const char *path);
/*
 * Reads `size` bytes from a place, counted from the file's beginning.  Returns 0, or errno:
 * ENODATA if the file ends before.  Any number of threads may read a file at a time.
 */
int file_get(int file, uint64_t at, void *bytes, size_t size);

/*
 * A file that is being written under another name (its own with .komwe-part behind it) until
 * file_keep gives it its own.  Whatever happens before that, no file of that name has changed.
 */
struct file_draft {
    int file;
    char *path, *part;
};

/* Begins it, over what another one left behind; false with errno. */
bool file_begin(struct file_draft *draft, const char *path);
/* Writes at a place, counted from its beginning; false with errno. */
bool file_put(struct file_draft *draft, uint64_t at, const void *bytes, size_t size);
/* Sees to it that it is on the disk, then gives it its name; false with errno, and it is gone. */
bool file_keep(struct file_draft *draft);
/* Takes it away again; nothing if it has been kept. */
void file_drop(struct file_draft *draft);

/* Makes a folder if it is not there; false with errno. */
bool folder_make(const char *path);
/*
 * Keeps other processes that ask for it out of a folder; returns what folder_unlock takes, or -1
 * with errno: EWOULDBLOCK if one is at work there.
 */
int folder_lock(const char *path);
void folder_unlock(int lock);

#endif
