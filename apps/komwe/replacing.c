#include "replacing.h"

#include "output.h"

#include <errno.h>
#include <stdlib.h>
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

static bool replace(const char *path, mode_t rights, file_writer *write, void *context) {
    struct output beside = {0};
    output_format(&beside, "%s.XXXXXX", path);
    int descriptor = mkstemp(beside.text);
    bool written = descriptor >= 0 && write_whole(descriptor, rights, write, context) &&
                   rename(beside.text, path) == 0;
    int fault = errno;
    if (!written && descriptor >= 0)
        unlink(beside.text);
    errno = fault;
    output_free(&beside);
    return written;
}

bool file_replace(const char *path, file_writer *write, void *context) {
    struct stat found;
    if (lstat(path, &found) != 0)
        return replace(path, new_rights(), write, context);
    char *real = realpath(path, NULL);
    bool written = real != NULL && stat(real, &found) == 0 &&
                   replace(real, found.st_mode & 0777, write, context);
    free(real);
    return written;
}

bool file_can_be_written(const char *path) {
    struct output beside = {0};
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
