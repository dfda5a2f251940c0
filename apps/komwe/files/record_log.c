#include "files/record_log.h"

#include "files/atomic_file.h"
#include "files/disk_file.h"
#include "io/error_text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RETRIES = 1000 /* a file that others remove while it is being locked */ };

static bool record_log_fail(const struct record_log *log, const char *what, char fault[KW_TEXT]) {
    return error_text_write(fault, "cannot %s '%.300s': %s", what, log->path, strerror(errno));
}

/* ---- opening --------------------------------------------------------------------------------- */

static int record_log_open_file(const char *path, bool *made) {
    enum { FLAGS = O_RDWR | O_APPEND | O_NONBLOCK };
    int file = disk_file_open(path, FLAGS, 0);
    *made = file < 0 && errno == ENOENT;
    return *made ? disk_file_open(path, FLAGS | O_CREAT, 0666) : file;
}

/* Opens and locks the file of that name; -1 with errno, EAGAIN in `again` if it was replaced. */
static int record_log_lock(struct record_log *log, bool *again) {
    int file = record_log_open_file(log->path, &log->made);
    *again = false;
    if (file < 0)
        return -1;
    if (disk_file_lock(file, false)) {
        *again = !disk_file_is_in_place(file, log->path);
        if (!*again)
            return file;
    }
    disk_file_close(file);
    return -1;
}

/* The memory cleaner: other threads may be running. */
static void record_log_clean(void *context) {
    const struct record_log *log = context;
    struct stat found;
    if (log->made && fstat(log->file, &found) == 0 && found.st_size == 0 &&
        disk_file_is_in_place(log->file, log->path))
        unlink(log->path);
}

/* A new name lasts once its directory is synchronised. */
static bool record_log_sync_folder(struct record_log *log) {
    return !log->made || disk_file_sync_folder(log->path);
}

bool record_log_open(struct record_log *log, const char *path, char fault[KW_TEXT]) {
    *log = (struct record_log){.path = path, .file = -1};
    if (atomic_file_is_special(path))
        return error_text_write(fault, "cannot add records to '%.300s': it is not a regular file",
                                path);
    bool again = true;
    for (int i = 0; again && i < RETRIES; i++)
        log->file = record_log_lock(log, &again);
    if (log->file < 0 && (again || errno == EWOULDBLOCK))
        return error_text_write(fault, "'%.300s' is in use by another match", path);
    if (log->file < 0)
        return record_log_fail(log, "write", fault);
    log->open = true;
    log->cleaner = (struct memory_cleaner){.clean = record_log_clean, .context = log};
    memory_cleaner_push(&log->cleaner);
    return record_log_sync_folder(log) || record_log_fail(log, "write", fault);
}

void record_log_close(struct record_log *log) {
    if (!log->open)
        return;
    memory_cleaner_pop(&log->cleaner);
    record_log_clean(log);
    close(log->file);
    log->open = false;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool record_log_read_bytes(const struct record_log *log, char *text, size_t *length) {
    size_t at = 0;
    while (at < *length) {
        ssize_t count = pread(log->file, text + at, *length - at, (off_t)at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        if (count == 0)
            break;
        at += (size_t)count;
    }
    *length = at;
    return true;
}

bool record_log_read(struct record_log *log, char **text, char fault[KW_TEXT]) {
    struct stat found;
    *text = NULL;
    if (fstat(log->file, &found) != 0)
        return record_log_fail(log, "read", fault);
    if (!S_ISREG(found.st_mode))
        return error_text_write(fault, "cannot add records to '%.300s': it is not a regular file",
                                log->path);
    if (found.st_size > RECORD_LOG_MOST)
        return error_text_write(fault, "'%.300s' is longer than %d MiB", log->path,
                                RECORD_LOG_MOST >> 20);
    log->length = (size_t)found.st_size;
    *text = memory_new(log->length + 1, 1);
    return record_log_read_bytes(log, *text, &log->length) || record_log_fail(log, "read", fault);
}

/* ---- writing --------------------------------------------------------------------------------- */

bool record_log_cut(struct record_log *log, size_t length, char fault[KW_TEXT]) {
    if (!disk_file_truncate(log->file, length) || !disk_file_sync(log->file))
        return record_log_fail(log, "repair", fault);
    log->length = length;
    return true;
}

bool record_log_append(struct record_log *log, const char *bytes, size_t count,
                       char fault[KW_TEXT]) {
    if (disk_file_write(log->file, bytes, count) && disk_file_sync(log->file)) {
        log->length += count;
        return true;
    }
    record_log_fail(log, "write", fault);
    if (!disk_file_truncate(log->file,
                            log->length)) /* a match that continues it cuts its end off */
        return false;
    disk_file_sync(log->file);
    return false;
}
