#define _GNU_SOURCE /* pipe2 */

#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static int pipe_end = -1; /* a byte dismisses the watchdog; the death of this process closes it */
static pid_t watchdog_process = -1;

/* In the watchdog: waits for its dismissal, or for the death of the other process. */
static void watchdog_watch(int from) {
    static const char sentence[] =
        "komwe-mpi: the job has ended before its time: one of its processes was killed or lost; "
        "what is finished is kept, and the same call goes on with the rest\n";
    char byte;
    ssize_t count;
    /* MPI ends the group of the process, and waits for its output to end. */
    setsid();
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    while ((count = read(from, &byte, 1)) < 0 && errno == EINTR)
        continue;
    if (count == 0 && write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(1);
    _exit(0);
}

void watchdog_begin(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return; /* then the death is not reported */
    watchdog_process = fork();
    if (watchdog_process == 0) {
        close(ends[1]);
        watchdog_watch(ends[0]);
    }
    close(ends[0]);
    pipe_end = ends[1];
}

void watchdog_dismiss(void) {
    if (pipe_end < 0)
        return;
    while (write(pipe_end, "", 1) < 0 && errno == EINTR)
        continue;
    close(pipe_end);
    pipe_end = -1;
    while (watchdog_process > 0 && waitpid(watchdog_process, NULL, 0) < 0 && errno == EINTR)
        continue;
}
