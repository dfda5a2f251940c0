/* Files that are read in place, and files that are there whole or not at all. */
#ifndef KOMWE_BASE_FILE_H
#define KOMWE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a file, which must not be written. */
struct file_view {
    const unsigned char *bytes; /* NULL if there are none */
    size_t size;
};

/* Whether something has this name, or may have it: it cannot be looked at. */
bool file_stands(const char *path);

/* Maps a file into memory; false with errno: EINVAL if it is no ordinary file. */
bool file_map(struct file_view *view, const char *path);
void file_unmap(struct file_view *view);

/*
 * A file that is being written under another name (its own with .part behind it) until file_keep
 * gives it its own.  Whatever happens before that, no file of that name has changed.
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
