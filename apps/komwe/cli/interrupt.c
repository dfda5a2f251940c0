#define _GNU_SOURCE /* pipe2 */

#include "cli/interrupt.h"

#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static const int interrupt_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof interrupt_signals / sizeof *interrupt_signals };

/* A process has one set of signal handlers, so there is one of these. */
static struct {
    atomic_int signal;   /* the last one received */
    atomic_bool hung_up; /* SIGHUP was received */
    int pipe[2];         /* readable after a signal or interrupt_end */
    struct sigaction former[SIGNALS];
    pthread_t watcher;
    pthread_mutex_t lock; /* of the engines and the solver */
    struct kw_engine **engine;
    size_t engines;
    struct kw_solver *solver;
} interrupt = {.pipe = {-1, -1}, .lock = PTHREAD_MUTEX_INITIALIZER};

/* The handler: async-signal-safe calls only; the watcher thread does the rest. */
static void interrupt_handle(int number) {
    int reason = errno;
    atomic_store(&interrupt.signal, number);
    if (number == SIGHUP)
        atomic_store(&interrupt.hung_up, true);
    if (write(interrupt.pipe[1], "", 1) != 1)
        _exit(128 + number);
    errno = reason;
}

/* Waits for a signal or interrupt_end, and stops the running searches. */
static void *interrupt_watch_thread(void *context) {
    struct pollfd file = {.fd = interrupt.pipe[0], .events = POLLIN};
    while (poll(&file, 1, -1) < 0 && errno == EINTR)
        continue;
    pthread_mutex_lock(&interrupt.lock);
    for (size_t i = 0; i < interrupt.engines && interrupted() != 0; i++)
        kw_engine_stop(interrupt.engine[i]);
    if (interrupt.solver != NULL && interrupted() != 0)
        kw_solver_stop(interrupt.solver);
    pthread_mutex_unlock(&interrupt.lock);
    return context;
}

static void interrupt_close_pipe(void) {
    for (int i = 0; i < 2; i++) {
        close(interrupt.pipe[i]);
        interrupt.pipe[i] = -1;
    }
}

/*
 * A second signal ends the program, except SIGHUP: closing a terminal sends it twice, from the
 * shell and from the kernel.
 */
static struct sigaction interrupt_action(int number) {
    unsigned flags = number == SIGHUP ? SA_RESTART : SA_RESTART | SA_RESETHAND;
    return (struct sigaction){.sa_handler = interrupt_handle, .sa_flags = (int)flags};
}

void interrupt_begin(void) {
    atomic_store(&interrupt.signal, 0);
    if (pipe2(interrupt.pipe, O_CLOEXEC) != 0)
        return; /* then a signal ends the program at once */
    if (pthread_create(&interrupt.watcher, NULL, interrupt_watch_thread, NULL) != 0) {
        interrupt_close_pipe();
        return;
    }
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = interrupt_action(interrupt_signals[i]);
        sigaction(interrupt_signals[i], NULL, &interrupt.former[i]);
        if (interrupt.former[i].sa_handler != SIG_IGN)
            sigaction(interrupt_signals[i], &action, NULL);
    }
}

int interrupt_end(void) {
    if (interrupt_file() < 0)
        return interrupted();
    const struct sigaction deaf = {.sa_handler = SIG_IGN}; /* the answer is still to be printed */
    for (int i = 0; i < SIGNALS; i++) {
        bool again = interrupt_signals[i] == SIGHUP && atomic_load(&interrupt.hung_up);
        sigaction(interrupt_signals[i], again ? &deaf : &interrupt.former[i], NULL);
    }
    while (write(interrupt.pipe[1], "", 1) < 0 && errno == EINTR)
        continue;
    pthread_join(interrupt.watcher, NULL);
    interrupt_close_pipe();
    return interrupted();
}

int interrupted(void) { return atomic_load(&interrupt.signal); }

int interrupt_file(void) { return interrupt.pipe[0]; }

void interrupt_watch(struct kw_engine *engine) {
    pthread_mutex_lock(&interrupt.lock);
    interrupt.engine = memory_resize(interrupt.engine, interrupt.engines + 1, sizeof engine);
    interrupt.engine[interrupt.engines++] = engine;
    if (interrupted() != 0)
        kw_engine_stop(engine);
    pthread_mutex_unlock(&interrupt.lock);
}

void interrupt_forget(const struct kw_engine *engine) {
    size_t i = 0;
    pthread_mutex_lock(&interrupt.lock);
    while (i < interrupt.engines && interrupt.engine[i] != engine)
        i++;
    if (i < interrupt.engines)
        interrupt.engine[i] = interrupt.engine[--interrupt.engines];
    if (interrupt.engines == 0) {
        free(interrupt.engine);
        interrupt.engine = NULL;
    }
    pthread_mutex_unlock(&interrupt.lock);
}

void interrupt_solver(struct kw_solver *solver) {
    pthread_mutex_lock(&interrupt.lock);
    interrupt.solver = solver;
    if (solver != NULL && interrupted() != 0)
        kw_solver_stop(solver);
    pthread_mutex_unlock(&interrupt.lock);
}
