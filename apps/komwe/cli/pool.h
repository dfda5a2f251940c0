/* Threads that share a piece of work. */
#ifndef POOL_H
#define POOL_H

#include "cli/command.h"

/* Reads --threads, 1..256; usually as many as the machine carries out at once. */
enum status pool_size(struct call *call, unsigned *threads);

/*
 * Calls `work` with `context` on so many threads at once, the calling one among them, and waits
 * until all have returned.  They are fewer, but never none, if the system gives no more; so the
 * work is shared by who comes first, not by number.
 */
void pool_run(unsigned threads, void (*work)(void *context), void *context);

#endif
