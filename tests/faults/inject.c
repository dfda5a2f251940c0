/*
 * Makes one call of a program to the C library fail, or ends the program there; counts the calls,
 * or logs what they do to files.  Loaded before the C library (LD_PRELOAD), and controlled by the
 * environment:
 *
 *      FAULTS_CALL     a class of calls: those of enum call_class below
 *      FAULTS_AT       the number of the call in its class, from 1
 *      FAULTS_KIND     what happens there: the number of an errno; short (half of a write is done);
 *                      full (half of a write is done, and those after it fail: ENOSPC);
 *                      kill (SIGKILL before the call); torn (SIGKILL after half of a write)
 *      FAULTS_STAYS    if set, the calls after it fail too
 *      FAULTS_TRACE    if set, standard error gets the addresses of those who have called
 *      FAULTS_COUNTS   a file: how many calls of each class there were, a line for each
 *      FAULTS_LOG      a file: what was done to files, for tests/faults/crashes.py
 *
 * Standard output and what fopen opens are streams of our own, whose reading and writing can fail
 * too; standard error is left alone, so that the program can say what is wrong.  Calls count from
 * main on, and in this process only.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call_class { ALLOC, OPEN, READ, WRITE, SYNC, TRUNCATE, RENAME, UNLINK, CLOSE, MMAP, THREAD };

enum {
    CLASSES = THREAD + 1,
    KIND_SHORT = -1,
    KIND_KILL = -2,
    KIND_TORN = -3,
    KIND_FULL = -4,
    STREAM_BUFFER = 4096
};

static const char *const class_name[CLASSES] = {"alloc", "open",     "read",   "write",
                                                "sync",  "truncate", "rename", "unlink",
                                                "close", "mmap",     "thread"};

static struct {
    atomic_bool on;
    enum call_class call;
    uint64_t at;
    int kind;
    bool stays, trace;
    atomic_uint_fast64_t count[CLASSES];
    const char *counts;
    int log; /* descriptor, or -1 */
    pthread_mutex_t log_lock;
} faults = {.log = -1, .log_lock = PTHREAD_MUTEX_INITIALIZER};

static void end_here(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Counts a call.  Whether it fails, with errno set; `half` is set if half of it is to be done. */
static bool fails(enum call_class call, bool *half) {
    if (!atomic_load(&faults.on))
        return false;
    uint64_t number = atomic_fetch_add(&faults.count[call], 1) + 1;
    if (call != faults.call || faults.at == 0 ||
        !(number == faults.at || (faults.stays && number > faults.at)))
        return false;
    if (faults.kind == KIND_FULL && number > faults.at) {
        errno = ENOSPC;
        return true;
    }
    if (faults.kind == KIND_KILL || (faults.kind < 0 && half == NULL))
        end_here();
    if (faults.kind < 0) {
        *half = true;
        return false;
    }
    if (faults.trace) {
        void *address[32];
        backtrace_symbols_fd(address, backtrace(address, 32), STDERR_FILENO);
    }
    errno = faults.kind;
    return true;
}

/* ---- the log --------------------------------------------------------------------------------- */

static void log_bytes(const void *bytes, size_t count) {
    const char *from = bytes;
    while (count > 0) {
        long written = syscall(SYS_write, faults.log, from, count);
        if (written <= 0)
            _exit(99);
        from += written;
        count -= (size_t)written;
    }
}

__attribute__((format(printf, 3, 4))) static void log_line(const void *data, size_t count,
                                                           const char *format, ...) {
    char line[8192];
    va_list list;
    if (faults.log < 0)
        return;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    pthread_mutex_lock(&faults.log_lock);
    log_bytes(line, (size_t)length);
    log_bytes(data, count);
    pthread_mutex_unlock(&faults.log_lock);
}

/* The number by which the log knows an open file; 0 if it is none that can be replayed. */
static unsigned long log_file(int file) {
    struct stat found;
    if (faults.log < 0 || fstat(file, &found) != 0 || !S_ISREG(found.st_mode))
        return 0;
    return (unsigned long)found.st_ino;
}

static void log_write(int file, long long at, const void *bytes, size_t count) {
    unsigned long number = log_file(file);
    if (number != 0)
        log_line(bytes, count, "write %lu %lld %zu\n", number, at, count);
}

/* Where write(2) writes. */
static long long write_place(int file) {
    struct stat found;
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && (flags & O_APPEND) != 0 && fstat(file, &found) == 0)
        return found.st_size;
    return lseek(file, 0, SEEK_CUR);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return fails(ALLOC, NULL) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
    return fails(ALLOC, NULL) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails(ALLOC, NULL) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails(ALLOC, NULL) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (fails(ALLOC, NULL))
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory != NULL ? 0 : ENOMEM;
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (fails(MMAP, NULL))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

/* ---- files ----------------------------------------------------------------------------------- */

static int open_file(int folder, const char *path, int flags, mode_t rights) {
    struct stat found;
    if (fails(OPEN, NULL))
        return -1;
    bool made = faults.log >= 0 && fstatat(folder, path, &found, 0) != 0;
    int file = (int)syscall(SYS_openat, folder, path, flags, rights);
    unsigned long number = file >= 0 ? log_file(file) : 0;
    if (number != 0)
        log_line(NULL, 0, "open %lu %d %d %s\n", number, made, (flags & O_TRUNC) != 0, path);
    return file;
}

static mode_t rights_of(int flags, va_list list) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t rights = rights_of(flags, list);
    va_end(list);
    return open_file(AT_FDCWD, path, flags, rights);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t rights = rights_of(flags, list);
    va_end(list);
    return open_file(folder, path, flags, rights);
}

/* As FORTIFY calls them, which has no header for them. */
int __open_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
ssize_t __read_chk(int file, void *bytes, size_t count, size_t room);
ssize_t __pread_chk(int file, void *bytes, size_t count, off_t at, size_t room);

int __open_2(const char *path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) {
    return open_file(folder, path, flags, 0);
}

/* Pipes of a program to itself do not fail as disks do. */
static bool is_on_disk(int file) {
    struct stat found;
    return fstat(file, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode));
}

static bool file_fails(int file, enum call_class call, bool *half) {
    return is_on_disk(file) && fails(call, half);
}

ssize_t read(int file, void *bytes, size_t count) {
    return file_fails(file, READ, NULL) ? -1 : syscall(SYS_read, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
    return file_fails(file, READ, NULL) ? -1 : syscall(SYS_pread64, file, bytes, count, at);
}

ssize_t __read_chk(int file, void *bytes, size_t count, size_t room) {
    (void)room;
    return read(file, bytes, count);
}

ssize_t __pread_chk(int file, void *bytes, size_t count, off_t at, size_t room) {
    (void)room;
    return pread(file, bytes, count, at);
}

/*
 * The part of a write that is done, if it can be parted: not quite half, since the games of a pair
 * may be of one length.
 */
static size_t part_of(size_t count, bool half) { return half && count > 2 ? count * 2 / 5 : count; }

static void end_if_torn(bool half) {
    if (half && faults.kind == KIND_TORN)
        end_here();
}

ssize_t write(int file, const void *bytes, size_t count) {
    bool half = false;
    if (file_fails(file, WRITE, &half))
        return -1;
    long long at = faults.log >= 0 ? write_place(file) : 0;
    ssize_t written = syscall(SYS_write, file, bytes, part_of(count, half));
    end_if_torn(half);
    if (written > 0)
        log_write(file, at, bytes, (size_t)written);
    return written;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    bool half = false;
    if (file_fails(file, WRITE, &half))
        return -1;
    ssize_t written = syscall(SYS_pwrite64, file, bytes, part_of(count, half), at);
    end_if_torn(half);
    if (written > 0)
        log_write(file, at, bytes, (size_t)written);
    return written;
}

static int sync_file(long number, int file) {
    struct stat found;
    if (fails(SYNC, NULL))
        return -1;
    int result = (int)syscall(number, file);
    if (result != 0 || faults.log < 0 || fstat(file, &found) != 0)
        return result;
    if (!S_ISDIR(found.st_mode)) {
        log_line(NULL, 0, "sync %lu\n", (unsigned long)found.st_ino);
        return 0;
    }
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length > 0)
        log_line(NULL, 0, "sync-folder %.*s\n", (int)length, path);
    return 0;
}

int fsync(int file) { return sync_file(SYS_fsync, file); }
int fdatasync(int file) { return sync_file(SYS_fdatasync, file); }

int ftruncate(int file, off_t length) {
    if (fails(TRUNCATE, NULL))
        return -1;
    int result = (int)syscall(SYS_ftruncate, file, length);
    unsigned long number = result == 0 ? log_file(file) : 0;
    if (number != 0)
        log_line(NULL, 0, "truncate %lu %lld\n", number, (long long)length);
    return result;
}

int rename(const char *from, const char *to) {
    if (fails(RENAME, NULL))
        return -1;
    int result = (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
    if (result == 0)
        log_line(NULL, 0, "rename %s\n%s\n", from, to);
    return result;
}

int unlink(const char *path) {
    if (fails(UNLINK, NULL))
        return -1;
    int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (result == 0)
        log_line(NULL, 0, "unlink %s\n", path);
    return result;
}

int mkdir(const char *path, mode_t rights) {
    if (fails(OPEN, NULL))
        return -1;
    int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, rights);
    if (result == 0)
        log_line(NULL, 0, "mkdir %s\n", path);
    return result;
}

/* The descriptor is closed all the same, as Linux does. */
int close(int file) {
    bool failed = file_fails(file, CLOSE, NULL);
    int reason = errno, result = (int)syscall(SYS_close, file);
    if (failed)
        errno = reason;
    return failed ? -1 : result;
}

/* ---- streams --------------------------------------------------------------------------------- */

static ssize_t stream_read(void *cookie, char *bytes, size_t count) {
    return read((int)(intptr_t)cookie, bytes, count);
}

/* Goes on after a short write, as streams of the C library do; 0 says that it failed. */
static ssize_t stream_write(void *cookie, const char *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t written = write((int)(intptr_t)cookie, bytes + done, count - done);
        if (written < 0)
            return 0;
        done += (size_t)written;
    }
    return (ssize_t)count;
}

static int stream_seek(void *cookie, off64_t *at, int from) {
    *at = lseek((int)(intptr_t)cookie, *at, from);
    return *at < 0 ? -1 : 0;
}

static int stream_close(void *cookie) { return close((int)(intptr_t)cookie); }

static FILE *stream_new(int file, const char *mode) {
    const cookie_io_functions_t functions = {
        .read = stream_read, .write = stream_write, .seek = stream_seek, .close = stream_close};
    return fopencookie((void *)(intptr_t)file, mode, functions);
}

FILE *fopen(const char *path, const char *mode) {
    int flags = mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT;
    if (mode[0] != 'r')
        flags |= mode[0] == 'w' ? O_TRUNC : O_APPEND;
    if (strchr(mode, '+') != NULL)
        flags = (flags & ~O_WRONLY) | O_RDWR;
    int file = open_file(AT_FDCWD, path, flags | (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0), 0666);
    FILE *stream = file >= 0 ? stream_new(file, mode) : NULL;
    if (file >= 0 && stream == NULL)
        syscall(SYS_close, file);
    return stream;
}

/* ---- threads, beginning and end -------------------------------------------------------------- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return fails(THREAD, NULL) ? errno : real(thread, attributes, run, context);
}

static const char *take(const char *name) {
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? text : NULL;
}

static int kind_of(const char *text) {
    return strcmp(text, "short") == 0  ? KIND_SHORT
           : strcmp(text, "kill") == 0 ? KIND_KILL
           : strcmp(text, "torn") == 0 ? KIND_TORN
           : strcmp(text, "full") == 0 ? KIND_FULL
                                       : atoi(text);
}

static void begin(void) {
    const char *call = take("FAULTS_CALL"), *at = take("FAULTS_AT"), *kind = take("FAULTS_KIND");
    const char *log = take("FAULTS_LOG");
    for (int i = 0; call != NULL && i < CLASSES; i++)
        if (strcmp(call, class_name[i]) == 0)
            faults.call = (enum call_class)i;
    faults.at = call != NULL && at != NULL ? strtoull(at, NULL, 10) : 0;
    faults.kind = kind != NULL ? kind_of(kind) : EIO;
    faults.stays = take("FAULTS_STAYS") != NULL;
    faults.trace = take("FAULTS_TRACE") != NULL;
    faults.counts = take("FAULTS_COUNTS");
    if (log != NULL)
        faults.log =
            (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    unsetenv("LD_PRELOAD"); /* a program that is started is left alone */
    FILE *answer = stream_new(STDOUT_FILENO, "w");
    if (answer == NULL)
        _exit(99);
    stdout = answer;
    atomic_store(&faults.on, true);
}

__attribute__((destructor)) static void end(void) {
    char line[64];
    atomic_store(&faults.on, false);
    if (faults.counts == NULL)
        return;
    int file =
        (int)syscall(SYS_openat, AT_FDCWD, faults.counts, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < CLASSES; i++) {
        int length = snprintf(line, sizeof line, "%s %llu\n", class_name[i],
                              (unsigned long long)atomic_load(&faults.count[i]));
        if (syscall(SYS_write, file, line, length) != length)
            _exit(99);
    }
    syscall(SYS_close, file);
}

static int (*real_main)(int, char **, char **);

static int main_after_begin(int words, char **word, char **environment) {
    begin();
    return real_main(words, word, environment);
}

typedef int start_main(int (*main)(int, char **, char **), int words, char **word,
                       void (*init)(void), void (*fini)(void), void (*leave)(void), void *stack);
start_main __libc_start_main;

int __libc_start_main(int (*main)(int, char **, char **), int words, char **word,
                      void (*init)(void), void (*fini)(void), void (*leave)(void), void *stack) {
    start_main *real;
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return real(main_after_begin, words, word, init, fini, leave, stack);
}
