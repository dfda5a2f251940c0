#define _GNU_SOURCE /* pipe2 */

#include "watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int word = -1; /* where it is told to go; closed by the death of this process */
static pid_t herald = -1;

/* Waits for the word to go, or for the death of the other. */
static void wait_and_tell(int ear) {
    static const char sentence[] =
        "komwe-mpi: the job has ended before its time: one of its processes was killed or lost; "
        "what is finished is kept, and the same call goes on with the rest\n";
    char heard;
    ssize_t count;
    /* MPI ends the group of the process, and waits for its output to end. */
    setsid();
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    while ((count = read(ear, &heard, 1)) < 0 && errno == EINTR)
        continue;
    if (count == 0 && write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(1);
    _exit(0);
}

void herald_begin(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return; /* then nobody tells */
    herald = fork();
    if (herald == 0) {
        close(ends[1]);
        wait_and_tell(ends[0]);
    }
    close(ends[0]);
    word = ends[1];
}

void herald_dismiss(void) {
    if (word < 0)
        return;
    while (write(word, "", 1) < 0 && errno == EINTR)
        continue;
    close(word);
    word = -1;
    while (herald > 0 && waitpid(herald, NULL, 0) < 0 && errno == EINTR)
        continue;
}
