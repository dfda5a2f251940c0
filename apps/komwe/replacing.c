#include "replacing.h"

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The rights of a new file. */
static mode_t new_rights(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Writes to an open file, which it closes, and gives it these rights. */
static bool write_whole(int descriptor, mode_t rights, file_writer *write, void *context) {
    FILE *file = fdopen(descriptor, "w");
    if (file == NULL) {
        close(descriptor);
        return false;
    }
    bool written = write(context, file) && fflush(file) == 0 && fchmod(descriptor, rights) == 0 &&
                   fsync(descriptor) == 0;
    return fclose(file) == 0 && written;
}

/* Whether a file can be locked at all where it lies: not on every file system. */
static bool knows_locks(int fault) {
    return fault != ENOLCK && fault != ENOSYS && fault != EOPNOTSUPP && fault != EBADF;
}

/*
 * Another descriptor of an open file, by which it is locked, if it can be; -1 with errno, which is
 * EWOULDBLOCK if another call has locked it.
 */
static int lock_open(int descriptor) {
    int lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 || !knows_locks(errno))
        return lock;
    int fault = errno;
    close(lock);
    errno = fault;
    return -1;
}

/* `lock` is NULL, or holds the file; then it holds the new one afterwards. */
static bool replace(const char *path, mode_t rights, file_writer *write, void *context, int *lock) {
    struct output beside = {0};
    output_format(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.text);
    int next = descriptor >= 0 && lock != NULL ? lock_open(descriptor) : -1;
    bool written = descriptor >= 0 && (lock == NULL || next >= 0);
    if (written)
        written = write_whole(descriptor, rights, write, context) && rename(beside.text, path) == 0;
    else if (descriptor >= 0)
        close(descriptor);
    int fault = errno;
    if (!written && descriptor >= 0)
        unlink(beside.text);
    if (written && lock != NULL) {
        close(*lock);
        *lock = next;
    } else if (next >= 0) {
        close(next);
    }
    errno = fault;
    output_free(&beside);
    return written;
}

static bool replace_found(const char *path, file_writer *write, void *context, int *lock) {
    struct stat found;
    if (lstat(path, &found) != 0)
        return replace(path, new_rights(), write, context, lock);
    char *real = realpath(path, NULL);
    bool written = real != NULL && stat(real, &found) == 0 &&
                   replace(real, found.st_mode & 0777, write, context, lock);
    free(real);
    return written;
}

bool file_replace(const char *path, file_writer *write, void *context) {
    return replace_found(path, write, context, NULL);
}

/* ---- a file that is held ------------------------------------------------------------------- */

static bool is_same(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Whether this is still the file of that name: another call may have replaced it meanwhile. */
static bool is_in_place(int descriptor, const char *path) {
    struct stat open, named;
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && is_same(&open, &named);
}

/* To write, which some file systems want for a lock, or where that is forbidden to read. */
static int open_held(const char *path, bool *made) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    *made = descriptor < 0 && errno == ENOENT;
    if (*made)
        return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0 && (errno == EACCES || errno == EROFS))
        return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return descriptor;
}

bool file_hold(struct held_file *held, const char *path) {
    for (;;) {
        bool made;
        int descriptor = open_held(path, &made);
        int lock = descriptor >= 0 ? lock_open(descriptor) : -1;
        int fault = errno;
        if (descriptor >= 0)
            close(descriptor);
        errno = fault;
        if (lock < 0)
            return false;
        if (is_in_place(lock, path)) {
            *held = (struct held_file){.path = path, .lock = lock, .made = made};
            return true;
        }
        close(lock);
    }
}

bool file_replace_held(struct held_file *held, file_writer *write, void *context) {
    return replace_found(held->path, write, context, &held->lock);
}

void file_release(struct held_file *held) {
    struct stat found;
    if (held->path == NULL)
        return;
    char *real = realpath(held->path, NULL);
    if (held->made && real != NULL && is_in_place(held->lock, real) &&
        fstat(held->lock, &found) == 0 && found.st_size == 0)
        unlink(real);
    free(real);
    close(held->lock);
    *held = (struct held_file){0};
}

/* ---- what is there ------------------------------------------------------------------------- */

bool file_is_same(const char *one, const char *other) {
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && is_same(&first, &second);
}

bool file_begins(const char *path, const char *text) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    while (*text != '\0' && getc(file) == (unsigned char)*text)
        text++;
    fclose(file);
    return *text == '\0';
}

bool file_can_be_written(const char *path) {
    struct output beside = {0};
    if (*path == '\0') {
        errno = ENOENT;
        return false;
    }
    output_format(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.text), fault = errno;
    if (descriptor >= 0) {
        unlink(beside.text);
        close(descriptor);
    }
    errno = fault;
    output_free(&beside);
    return descriptor >= 0;
}

bool file_is_special(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}
