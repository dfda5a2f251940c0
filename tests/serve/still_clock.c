/*
 * A clock that stands still until a test moves it on: loaded before the C library (LD_PRELOAD), it
 * says of every clock that counts from a start the microseconds in the file STILL_CLOCK, two
 * int64_t that the test changes: the time, and by how much each reading moves it on.  Waits of the
 * system still take their time.  Where STILL_SEND is set, the system keeps about so many bytes of
 * what is sent on an accepted socket, so that a client who reads nothing is noticed.
 */
#define _GNU_SOURCE /* accept4 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *still; /* time, step */

__attribute__((constructor)) static void still_open(void) {
    const char *path = getenv("STILL_CLOCK");
    int file = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map = mmap(NULL, 2 * sizeof *still, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED)
        abort(); /* else the test would measure nothing */
    close(file);
    still = map;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (still == NULL || (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_COARSE &&
                          clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_BOOTTIME))
        return (int)syscall(SYS_clock_gettime, clock, now);
    int64_t microseconds = atomic_fetch_add(&still[0], atomic_load(&still[1]));
    now->tv_sec = microseconds / 1000000;
    now->tv_nsec = microseconds % 1000000 * 1000;
    return 0;
}

int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
    int accepted = (int)syscall(SYS_accept4, socket, address, length, flags);
    const char *send = getenv("STILL_SEND");
    int bytes = send != NULL ? atoi(send) : 0;
    if (accepted >= 0 && bytes > 0 &&
        setsockopt(accepted, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) != 0)
        abort();
    return accepted;
}
