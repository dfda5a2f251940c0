#include "files/disk_file.h"

#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void disk_file_close(int file) {
    int fault = errno;
    if (file >= 0)
        close(file);
    errno = fault;
}

int disk_file_open(const char *path, int flags, mode_t rights) {
    int file;
    do {
        file = open(path, flags | O_CLOEXEC, rights);
    } while (file < 0 && errno == EINTR);
    return file;
}

bool disk_file_sync(int file) {
    int result;
    do {
        result = fsync(file);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

bool disk_file_truncate(int file, size_t length) {
    int result;
    do {
        result = ftruncate(file, (off_t)length);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

bool disk_file_write(int file, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

size_t disk_file_read(void *context, char *bytes, size_t count) {
    struct disk_file_reader *reader = context;
    size_t read = fread(bytes, 1, count, reader->file);
    if (read < count && ferror(reader->file))
        reader->fault = errno;
    return read;
}

/* Whether flock failed with `fault` because the file system has no locks. */
static bool disk_file_knows_no_locks(int fault) {
    return fault == ENOLCK || fault == ENOSYS || fault == EOPNOTSUPP || fault == EBADF;
}

bool disk_file_lock(int file, bool wait) {
    int result;
    do {
        result = flock(file, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result == 0 || disk_file_knows_no_locks(errno);
}

bool disk_file_sync_folder(const char *path_in_it) {
    const char *slash = strrchr(path_in_it, '/');
    struct string_builder folder = {0};
    if (slash == NULL)
        output_add(&folder, ".");
    else
        output_bytes(&folder, path_in_it, (size_t)(slash - path_in_it) + 1);
    int file = disk_file_open(folder.text, O_RDONLY | O_DIRECTORY, 0);
    bool good =
        file >= 0 && (disk_file_sync(file) || errno == EINVAL); /* some file systems cannot */
    disk_file_close(file);
    output_free(&folder);
    return good;
}

bool disk_file_is_in_place(int file, const char *path) {
    struct stat open, named;
    return fstat(file, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}
