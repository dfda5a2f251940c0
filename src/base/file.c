#include "base/file.h"

#include <inttypes.h>
#include <string.h>

char *file_fault(const char *path, const struct file_kind *kind, int fault,
                 char sentence[KW_TEXT]) {
    static const struct {
        int fault;
        const char *is;
    } others[] = {
        {EISDIR, "a folder"}, {ESPIPE, "a pipe"}, {ENODEV, "a device"}, {ENOTSOCK, "a socket"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].fault == fault) {
            snprintf(sentence, KW_TEXT, "'%.300s' is %s, not %s", path, others[i].is, kind->name);
            return sentence;
        }
    if (fault == EFBIG)
        snprintf(sentence, KW_TEXT, "'%.300s' is larger than %s may be, %" PRIu64 " MiB", path,
                 kind->name, kind->most >> 20);
    else
        snprintf(sentence, KW_TEXT, "cannot read '%.300s': %s", path, strerror(fault));
    return sentence;
}

#if defined(__wasi__)

/* WebAssembly without files: each call fails. */
bool file_exists(const char *path) {
    (void)path;
    return false;
}

int file_open(const char *path, const struct file_kind *kind) {
    (void)path, (void)kind;
    errno = ENOENT;
    return -1;
}

FILE *file_stream(const char *path, const struct file_kind *kind) {
    (void)path, (void)kind;
    errno = ENOENT;
    return NULL;
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
    errno = file_exists(path) ? 0 : EROFS;
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

int folder_lock(const char *path) { return file_open(path, NULL); }

void folder_unlock(int lock) { file_close(lock); }

#else

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 || errno != ENOENT;
}

/* 0, or why what has been found is not read. */
static int file_reject(const struct stat *found, const struct file_kind *kind) {
    if (S_ISREG(found->st_mode))
        return (uint64_t)found->st_size > kind->most ? EFBIG : 0;
    return S_ISDIR(found->st_mode)    ? EISDIR
           : S_ISFIFO(found->st_mode) ? ESPIPE
           : S_ISLNK(found->st_mode)  ? ELOOP
           : S_ISSOCK(found->st_mode) ? ENOTSOCK
                                      : ENODEV;
}

/*
 * Looks before it opens, since to open a pipe or a device can do something already, and once more
 * afterwards, since another one may have taken its place.
 */
int file_open(const char *path, const struct file_kind *kind) {
    int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (kind->itself ? O_NOFOLLOW : 0);
    struct stat found;
    if ((kind->itself ? lstat(path, &found) : stat(path, &found)) != 0)
        return -1;
    int fault = file_reject(&found, kind), file = -1;
    while (fault == 0 && (file = open(path, flags)) < 0 && errno == EINTR) {
    }
    if (fault == 0 && file < 0)
        return -1;
    if (fault == 0)
        fault = fstat(file, &found) != 0 ? errno : file_reject(&found, kind);
    if (fault == 0)
        return file;
    if (file >= 0)
        close(file);
    errno = fault;
    return -1;
}

FILE *file_stream(const char *path, const struct file_kind *kind) {
    int file = file_open(path, kind);
    FILE *stream = file >= 0 ? fdopen(file, "r") : NULL;
    int fault = errno;
    if (stream == NULL && file >= 0)
        close(file);
    errno = fault;
    return stream;
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
