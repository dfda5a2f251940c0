/*
 * Reports the death of the job.  A process that was killed cannot print, and neither can those that
 * MPI then ends with it; so a second, small process waits for the end of the first.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

/* Starts it.  Before MPI_Init, so that MPI does not know of it. */
void watchdog_begin(void);

/* Ends it without a report: the process ends well, or prints itself why not. */
void watchdog_dismiss(void);

#endif
