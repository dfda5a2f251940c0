/* Positioned reads, files that are replaced atomically, and locked folders. */
#ifndef KOMWE_BASE_FILE_H
#define KOMWE_BASE_FILE_H

#include "komwe/base.h"

#include <errno.h>
#include <stdio.h>

#if !defined(ENODATA) /* POSIX no longer has it, nor has WebAssembly */
#define ENODATA EIO
#endif

/* Whether the system has files at all: all of this fails elsewhere, and need not be compiled. */
#if defined(__wasi__)
enum { HAVE_FILES = 0 };
#else
enum { HAVE_FILES = 1 };
#endif

/* Whether the path exists, or may exist: stat failed with another error than ENOENT. */
bool file_exists(const char *path);

/* A kind of file that others may have written. */
struct file_kind {
    const char *name; /* with its article, "a rule text" */
    uint64_t most;    /* bytes, whole MiB; larger files are not opened */
    bool itself;      /* the path may not be a symbolic link */
};

/*
 * The only way to read a file (scripts/checks/outside): a regular one that is not too large.  A
 * pipe or a device is neither waited for nor touched.  -1 with errno: EISDIR a folder, ESPIPE a
 * pipe, ENODEV a device, ENOTSOCK a socket, EFBIG too large, or why it cannot be opened.  Closed
 * with file_close.  A file that is renamed, removed or made unreadable afterwards can still be
 * read.  Nothing is mapped, so that a file which is truncated later raises no signal.
 */
int file_open(const char *path, const struct file_kind *kind);
/* The same as a stream, closed by fclose; NULL with errno. */
FILE *file_stream(const char *path, const struct file_kind *kind);
/* Writes why a file could not be opened or read, a sentence that names it; returns `sentence`. */
char *file_fault(const char *path, const struct file_kind *kind, int fault, char sentence[KW_TEXT]);
void file_close(int file);
/* Its bytes; false with errno. */
bool file_size(int file, uint64_t *bytes);
/*
 * Reads `size` bytes from offset `at`.  Returns 0 or errno, ENODATA if the file ends before.  Any
 * number of threads may read a file at a time.
 */
int file_read_at(int file, uint64_t at, void *bytes, size_t size);

/*
 * A file that is written as PATH.komwe-part until file_draft_commit renames it to PATH: until then
 * the file at PATH, if there is one, is unchanged, whatever happens.
 */
struct file_draft {
    int file;
    char *path, *part;
};

/* Creates PATH.komwe-part, or truncates what an earlier draft left; false with errno. */
bool file_draft_begin(struct file_draft *draft, const char *path);
/* Writes at offset `at`; false with errno. */
bool file_draft_write(struct file_draft *draft, uint64_t at, const void *bytes, size_t size);
/* Syncs, then renames; false with errno, and the draft is removed. */
bool file_draft_commit(struct file_draft *draft);
/* Removes the draft; does nothing after a commit. */
void file_draft_discard(struct file_draft *draft);

/* Creates a folder unless it exists; false with errno. */
bool folder_create(const char *path);
/*
 * Takes the advisory lock (flock) of a folder; returns the argument of folder_unlock, or -1 with
 * errno, EWOULDBLOCK if another process holds it.
 */
int folder_lock(const char *path);
void folder_unlock(int lock);

#endif
