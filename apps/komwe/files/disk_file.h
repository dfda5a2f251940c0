/* System calls on open files, restarted after interruptions.  All but one set errno. */
#ifndef DISK_FILE_H
#define DISK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* open with O_CLOEXEC; -1 with errno. */
int disk_file_open(const char *path, int flags, mode_t rights);
void disk_file_close(int file); /* -1 is allowed; keeps errno */

/* Writes all bytes at the file's offset, over short writes too; false with errno. */
bool disk_file_write(int file, const char *bytes, size_t count);

/* A stream that is read by disk_file_read. */
struct disk_file_reader {
    FILE *file;
    int fault; /* errno of a failed read, or 0 */
};
/* The next bytes of a struct disk_file_reader, in the shape of kw_read_fn. */
size_t disk_file_read(void *context, char *bytes, size_t count);

/* Sets its length; false with errno. */
bool disk_file_truncate(int file, size_t length);

/* Synchronises its content to the disk; false with errno. */
bool disk_file_sync(int file);
/* Synchronises the directory of a file, so that a new name in it lasts; false with errno. */
bool disk_file_sync_folder(const char *path_in_it);

/*
 * Locks it, if its file system supports locks; false with errno: EWOULDBLOCK if another program has
 * locked it.
 */
bool disk_file_lock(int file, bool wait);

/* Whether the path still names it: another program may have replaced it. */
bool disk_file_is_in_place(int file, const char *path);

#endif
