#include "files/atomic_file.h"

#include "base/file.h"
#include "files/disk_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LINKS_MOST = 40, /* from one symbolic link to the next */
    RETRIES = 1000,  /* a file whose name goes to another one while it is being locked */
    BUFFER = 1 << 16 /* bytes of a draft buffered before a write */
};

/* ---- names ----------------------------------------------------------------------------------- */

/* Replaces a path that is a symbolic link by its target; false if it is none. */
static bool atomic_follow_link(struct string_builder *path) {
    char text[4096];
    ssize_t length = readlink(path->text, text, sizeof text - 1);
    if (length < 0)
        return false;
    text[length] = '\0';
    const char *slash = strrchr(path->text, '/');
    path->length = text[0] == '/' || slash == NULL ? 0 : (size_t)(slash - path->text) + 1;
    output_add(path, text);
    return true;
}

/*
 * The path of the file itself, which need not exist, without symbolic links: its resolved directory
 * and its name.  The caller frees it; NULL with errno.
 */
static char *atomic_resolve(const char *given) {
    struct string_builder path = {0};
    output_add(&path, given);
    int links = 0;
    while (links <= LINKS_MOST && atomic_follow_link(&path))
        links++;
    char *slash = strrchr(path.text, '/'), *name = slash != NULL ? slash + 1 : path.text;
    char *folder = NULL;
    if (*name == '\0' || links > LINKS_MOST)
        errno = *path.text == '\0' ? ENOENT : links > LINKS_MOST ? ELOOP : EISDIR;
    else if (slash == NULL)
        folder = realpath(".", NULL);
    else if (slash == path.text)
        folder = realpath("/", NULL);
    else {
        *slash = '\0';
        folder = realpath(path.text, NULL);
    }
    struct string_builder whole = {0};
    if (folder != NULL)
        output_format(&whole, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    int fault = errno;
    free(folder);
    output_free(&path);
    errno = fault;
    return whole.text;
}

/* ---- drafts ---------------------------------------------------------------------------------- */

/* A draft of a file, open and locked. */
struct atomic_draft {
    char *part; /* its name */
    int file;
    int fault; /* errno of the first write that failed, or 0 */
    size_t count;
    char bytes[BUFFER]; /* of them `count` are still to be written */
    struct memory_cleaner cleaner;
};

static char *atomic_draft_name(const char *path) {
    struct string_builder name = {0};
    output_format(&name, "%s.komwe-part", path);
    return name.text;
}

/* Removes a draft, and keeps errno. */
static void atomic_draft_unlink(const char *part) {
    int fault = errno;
    unlink(part);
    errno = fault;
}

/* Whether it may be overwritten: a regular file with one name. */
static bool atomic_draft_is_own(int file) {
    struct stat found;
    if (fstat(file, &found) != 0)
        return false;
    errno = EEXIST;
    return S_ISREG(found.st_mode) && found.st_nlink == 1;
}

/*
 * Opens and locks a draft, empty, over the remains of a killed program; -1 with errno.  `wait`: for
 * another program that has locked it.
 */
static int atomic_draft_open(const char *part, bool wait) {
    for (int i = 0; i < RETRIES; i++) {
        int file = disk_file_open(part, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600);
        if (file < 0)
            return -1;
        bool locked = disk_file_lock(file, wait);
        bool in_place = locked && disk_file_is_in_place(file, part);
        bool own = in_place && atomic_draft_is_own(file);
        if (own && disk_file_truncate(file, 0))
            return file;
        if (own)
            atomic_draft_unlink(part);
        disk_file_close(file);
        if (!locked || in_place)
            return -1;
    }
    errno = EWOULDBLOCK;
    return -1;
}

/* Removes a draft that was not renamed. */
static void atomic_draft_drop(void *context) {
    struct atomic_draft *draft = context;
    int fault = errno;
    if (draft->file >= 0) {
        unlink(draft->part); /* while it is locked: afterwards it may be another program's */
        close(draft->file);
    }
    draft->file = -1;
    errno = fault;
}

static struct atomic_draft *atomic_draft_new(const char *path) {
    struct atomic_draft *draft = memory_new(1, sizeof *draft);
    draft->part = atomic_draft_name(path);
    draft->file = -1;
    draft->cleaner = (struct memory_cleaner){.clean = atomic_draft_drop, .context = draft};
    memory_cleaner_push(&draft->cleaner);
    return draft;
}

static void atomic_draft_free(struct atomic_draft *draft) {
    int fault = errno;
    memory_cleaner_pop(&draft->cleaner);
    free(draft->part);
    free(draft);
    errno = fault;
}

static bool atomic_draft_flush(struct atomic_draft *draft) {
    if (draft->fault == 0 && !disk_file_write(draft->file, draft->bytes, draft->count))
        draft->fault = errno != 0 ? errno : EIO;
    draft->count = 0;
    errno = draft->fault;
    return draft->fault == 0;
}

static bool atomic_draft_write(void *context, const char *bytes, size_t count) {
    struct atomic_draft *draft = context;
    while (count > 0 && draft->fault == 0) {
        size_t room = BUFFER - draft->count, part = count < room ? count : room;
        memcpy(draft->bytes + draft->count, bytes, part);
        draft->count += part;
        bytes += part;
        count -= part;
        if (draft->count == BUFFER)
            atomic_draft_flush(draft);
    }
    errno = draft->fault;
    return draft->fault == 0;
}

/* The mode of a new file. */
static mode_t atomic_new_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Gives the draft the mode and owner of the file that it replaces, if there is one. */
static bool atomic_draft_copy_mode(const struct atomic_draft *draft, const char *path) {
    struct stat found;
    if (lstat(path, &found) == 0)
        return fchmod(draft->file, found.st_mode & 0777) == 0;
    return errno == ENOENT && fchmod(draft->file, atomic_new_mode()) == 0;
}

/*
 * Fills an open draft and renames it to the file.  The draft stays open, as that file.  A directory
 * that cannot be synchronised is a failure, though the new text is in place.
 */
static bool atomic_draft_keep(struct atomic_draft *draft, const char *path,
                              atomic_file_writer *write, void *context) {
    errno = 0;
    if (!write(context, atomic_draft_write, draft) || !atomic_draft_flush(draft)) {
        if (draft->fault != 0)
            errno = draft->fault;
        return false;
    }
    if (!atomic_draft_copy_mode(draft, path) || !disk_file_sync(draft->file) ||
        rename(draft->part, path) != 0)
        return false;
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool atomic_replace(const char *path, atomic_file_writer *write, void *context) {
    struct atomic_draft *draft = atomic_draft_new(path);
    draft->file = atomic_draft_open(draft->part, false);
    bool kept = draft->file >= 0 && atomic_draft_keep(draft, path, write, context);
    if (kept) {
        int file = draft->file;
        draft->file = -1;
        kept = close(file) == 0 || errno == EINTR;
        kept = disk_file_sync_folder(path) && kept;
    } else if (draft->file < 0 && errno == EWOULDBLOCK) {
        errno = EBUSY;
    }
    atomic_draft_drop(draft);
    atomic_draft_free(draft);
    return kept;
}

bool atomic_file_replace(const char *path, atomic_file_writer *write, void *context) {
    char *real = atomic_resolve(path);
    bool replaced = real != NULL && atomic_replace(real, write, context);
    int fault = errno;
    free(real);
    errno = fault;
    return replaced;
}

/*
 * For writing, since some file systems need that for a lock; for reading where writing is
 * forbidden.
 */
static int atomic_lock_open(const char *path) {
    int file = disk_file_open(path, O_RDWR | O_NONBLOCK, 0);
    if (file < 0 && (errno == EACCES || errno == EROFS))
        file = disk_file_open(path, O_RDONLY | O_NONBLOCK, 0);
    return file;
}

/*
 * Opens and locks the file, or its draft if there is no file; -1 with errno, and 0 in `again` if
 * retrying is useless.
 */
static int atomic_lock_take(const char *path, const char *part, bool *absent, bool *again) {
    int file = atomic_lock_open(path);
    *absent = file < 0 && errno == ENOENT;
    *again = false;
    if (*absent)
        file = atomic_draft_open(part, false);
    if (file < 0 || (!*absent && !disk_file_lock(file, false))) {
        disk_file_close(file);
        return -1;
    }
    struct stat found;
    bool changed = *absent ? lstat(path, &found) == 0 : !disk_file_is_in_place(file, path);
    if (!changed)
        return file;
    if (*absent)
        unlink(part);
    disk_file_close(file);
    *again = true;
    return -1;
}

/* Removes the draft that locks a file which is still absent. */
static void atomic_lock_clean(void *context) {
    const struct atomic_file *file = context;
    if (file->absent)
        unlink(file->part);
}

bool atomic_file_lock(struct atomic_file *file, const char *path) {
    struct atomic_file locked = {.path = atomic_resolve(path), .lock = -1};
    if (locked.path == NULL)
        return false;
    locked.part = atomic_draft_name(locked.path);
    bool again = true;
    for (int i = 0; again && i < RETRIES; i++)
        locked.lock = atomic_lock_take(locked.path, locked.part, &locked.absent, &again);
    int fault = again ? EWOULDBLOCK : errno;
    if (locked.lock < 0) {
        free(locked.path);
        free(locked.part);
    } else {
        *file = locked;
        file->cleaner = (struct memory_cleaner){.clean = atomic_lock_clean, .context = file};
        memory_cleaner_push(&file->cleaner);
    }
    errno = fault;
    return locked.lock >= 0;
}

/*
 * The draft takes over the lock before it becomes the file.  An absent file is locked by its draft
 * already.  Another program may hold the draft for the moment in which it finds that the file now
 * exists, hence `wait`.
 */
bool atomic_file_replace_locked(struct atomic_file *file, atomic_file_writer *write,
                                void *context) {
    struct atomic_draft *draft = atomic_draft_new(file->path);
    draft->file =
        file->absent ? fcntl(file->lock, F_DUPFD_CLOEXEC, 0) : atomic_draft_open(draft->part, true);
    bool kept = draft->file >= 0 && (!file->absent || (lseek(draft->file, 0, SEEK_SET) == 0 &&
                                                       disk_file_truncate(draft->file, 0)));
    kept = kept && atomic_draft_keep(draft, file->path, write, context);
    if (kept) {
        close(file->lock);
        file->lock = draft->file;
        file->absent = false;
        draft->file = -1;
        kept = disk_file_sync_folder(file->path);
    } else if (file->absent) { /* the draft remains, as the lock */
        disk_file_close(draft->file);
        draft->file = -1;
    }
    atomic_draft_drop(draft);
    atomic_draft_free(draft);
    return kept;
}

void atomic_file_unlock(struct atomic_file *file) {
    if (file->path == NULL)
        return;
    memory_cleaner_pop(&file->cleaner);
    atomic_lock_clean(file);
    close(file->lock);
    free(file->part);
    free(file->path);
    *file = (struct atomic_file){0};
}

/* ---- queries --------------------------------------------------------------------------------- */

static bool atomic_is_same(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

bool atomic_file_is_same(const char *one, const char *other) {
    struct stat first, second;
    bool found = stat(one, &first) == 0, found_too = stat(other, &second) == 0;
    if (found != found_too || found)
        return found && found_too && atomic_is_same(&first, &second);
    char *name = atomic_resolve(one), *other_name = atomic_resolve(other);
    bool same = name != NULL && other_name != NULL && strcmp(name, other_name) == 0;
    free(name);
    free(other_name);
    return same;
}

bool atomic_file_begins(const char *path, const char *text) {
    static const struct file_kind any = {.name = "a file", .most = UINT64_MAX};
    FILE *file = file_stream(path, &any);
    if (file == NULL)
        return false;
    while (*text != '\0' && getc(file) == (unsigned char)*text)
        text++;
    fclose(file);
    return *text == '\0';
}

bool atomic_file_can_be_written(const char *path) {
    char *real = atomic_resolve(path);
    if (real == NULL)
        return false;
    struct atomic_draft *draft = atomic_draft_new(real);
    draft->file = atomic_draft_open(draft->part, false);
    bool good = draft->file >= 0 && unlink(draft->part) == 0;
    int fault = errno == EWOULDBLOCK ? EBUSY : errno;
    if (good) {
        disk_file_close(draft->file);
        draft->file = -1;
    }
    atomic_draft_drop(draft);
    atomic_draft_free(draft);
    free(real);
    errno = fault;
    return good;
}

bool atomic_file_is_special(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}
