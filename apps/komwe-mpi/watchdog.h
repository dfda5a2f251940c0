/*
 * Who tells that the job has died.  A process that was killed can say nothing, and those that MPI
 * then ends with it cannot either; so a second, small one waits for the end of the first.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

/* Begins to wait.  Before MPI_Init, so that it has nothing to do with MPI. */
void herald_begin(void);

/* The process ends well, or tells itself why not: the herald says nothing, and is gone. */
void herald_dismiss(void);

#endif
