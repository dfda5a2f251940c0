/* Open files: the calls of the system, carried on over interruptions.  All but one set errno. */
#ifndef DISK_FILE_H
#define DISK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* As open, and programs that are started do not get it; -1 with errno. */
int disk_file_open(const char *path, int flags, mode_t rights);
void disk_file_close(int file); /* -1 is allowed; keeps errno */

/* Writes all bytes where the file stands, over short writes too; false with errno. */
bool disk_file_write(int file, const char *bytes, size_t count);

/* A stream that is read by disk_file_read. */
struct disk_file_reader {
    FILE *file;
    int fault; /* errno of what could not be read, or 0 */
};
/* The next bytes of a struct disk_file_reader, in the shape of kw_read_fn. */
size_t disk_file_read(void *context, char *bytes, size_t count);

/* Sets its length; false with errno. */
bool disk_file_truncate(int file, size_t length);

/* Brings its bytes and its length to the disk; false with errno. */
bool disk_file_sync(int file);
/* Brings the folder of a file to the disk, so that a new name in it lasts; false with errno. */
bool disk_file_sync_folder(const char *path_in_it);

/*
 * Locks it for this program, if its file system can lock at all; false with errno: EWOULDBLOCK if
 * another program has locked it.
 */
bool disk_file_lock(int file, bool wait);

/* Whether the name still leads to it: another program may have replaced it. */
bool disk_file_is_in_place(int file, const char *path);

#endif
