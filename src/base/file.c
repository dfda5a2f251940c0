#include "base/file.h"

#if defined(__wasi__)

#include <errno.h>

/* WebAssembly without files: each call fails. */
bool file_exists(const char *path) {
    (void)path;
    return false;
}

int file_open(const char *path) {
    (void)path;
    errno = ENOENT;
    return -1;
}

void file_close(int file) { (void)file; }

bool file_size(int file, uint64_t *bytes) {
    (void)file, (void)bytes;
    return false;
}

int file_read_at(int file, uint64_t at, void *bytes, size_t size) {
    (void)file, (void)at, (void)bytes, (void)size;
    return ENODATA;
}

bool file_draft_begin(struct file_draft *draft, const char *path) {
    (void)draft;
    errno = file_open(path) < 0 ? EROFS : 0;
    return false;
}

bool file_draft_write(struct file_draft *draft, uint64_t at, const void *bytes, size_t size) {
    (void)draft, (void)at, (void)bytes, (void)size;
    return false;
}

bool file_draft_commit(struct file_draft *draft) {
    (void)draft;
    return false;
}

void file_draft_discard(struct file_draft *draft) { (void)draft; }

bool folder_create(const char *path) { return file_exists(path); }

int folder_lock(const char *path) { return file_open(path); }

void folder_unlock(int lock) { file_close(lock); }

#else

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 || errno != ENOENT;
}

int file_open(const char *path) {
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe does not block */
    if (file < 0)
        return -1;
    bool good = fstat(file, &status) == 0;
    int fault = good ? EINVAL : errno;
    if (good && S_ISREG(status.st_mode))
        return file;
    close(file);
    errno = fault;
    return -1;
}

void file_close(int file) { close(file); }

bool file_size(int file, uint64_t *bytes) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    *bytes = (uint64_t)status.st_size;
    return true;
}

int file_read_at(int file, uint64_t at, void *bytes, size_t size) {
    char *to = bytes;
    while (size > 0) {
        ssize_t got = pread(file, to, size, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? ENODATA : errno;
        to += got;
        at += (uint64_t)got;
        size -= (size_t)got;
    }
    return 0;
}

/* ---- drafts ---------------------------------------------------------------------------------- */

/* Frees the memory of a draft whose file is closed. */
static void file_draft_end(struct file_draft *draft) {
    free(draft->path);
    free(draft->part);
    *draft = (struct file_draft){.file = -1};
}

bool file_draft_begin(struct file_draft *draft, const char *path) {
    static const char behind[] = ".komwe-part";
    enum { FLAGS = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC };
    size_t length = strlen(path);
    *draft = (struct file_draft){
        .file = -1, .path = strdup(path), .part = malloc(length + sizeof behind)};
    if (draft->path != NULL && draft->part != NULL) {
        snprintf(draft->part, length + sizeof behind, "%s%s", path, behind);
        draft->file = open(draft->part, FLAGS, 0666);
    }
    if (draft->file >= 0)
        return true;
    int fault = errno;
    file_draft_end(draft);
    errno = fault;
    return false;
}

bool file_draft_write(struct file_draft *draft, uint64_t at, const void *bytes, size_t size) {
    const char *from = bytes;
    while (size > 0) {
        ssize_t written = pwrite(draft->file, from, size, (off_t)at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = EIO;
        if (written <= 0)
            return false;
        from += written;
        at += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}

/* A rename is durable once its folder has been synced. */
static bool file_sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    int file = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (file < 0)
        return false;
    bool good =
        fsync(file) == 0 || errno == EINVAL; /* EINVAL: the file system cannot sync folders */
    close(file);
    return good;
}

bool file_draft_commit(struct file_draft *draft) {
    bool good = fsync(draft->file) == 0;
    int fault = errno;
    if (close(draft->file) != 0 && good) {
        fault = errno;
        good = false;
    }
    if (good && (rename(draft->part, draft->path) != 0 || !file_sync_folder(draft->path))) {
        fault = errno;
        good = false;
    }
    if (!good)
        unlink(draft->part);
    file_draft_end(draft);
    errno = fault;
    return good;
}

void file_draft_discard(struct file_draft *draft) {
    if (draft->part == NULL)
        return;
    close(draft->file);
    unlink(draft->part);
    file_draft_end(draft);
}

/* ---- folders --------------------------------------------------------------------------------- */

bool folder_create(const char *path) {
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST || stat(path, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode))
        return true;
    errno = ENOTDIR;
    return false;
}

int folder_lock(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0) {
        int fault = errno;
        close(folder);
        errno = fault;
        return -1;
    }
    return folder;
}

void folder_unlock(int lock) {
    if (lock >= 0)
        close(lock);
}

#endif
