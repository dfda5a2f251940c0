/* Ctrl-C, or a closed terminal: long work ends at once, and what it has found so far is printed. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <komwe.h>

/*
 * From here to interrupt_end the first SIGINT or SIGTERM does not end the program but is noticed; a
 * second one ends it.  A first SIGHUP is noticed too, and others after it, to the end of the
 * program, change nothing.  A signal that is ignored stays so.
 */
void interrupt_begin(void);
void interrupt_end(void);

/* The signal that has come since interrupt_begin, 0: none.  Any thread may ask. */
int interrupted(void);

/* Can be read from once a signal has come, for poll; not to be read.  -1 if none is waited for. */
int interrupt_file(void);

/* The engine's searches are stopped by a signal, up to interrupt_forget.  Any thread may call. */
void interrupt_watch(struct kw_engine *engine);
void interrupt_forget(const struct kw_engine *engine); /* NULL is allowed */

/* The same for the one solver at work; NULL: there is none any more. */
void interrupt_solver(struct kw_solver *solver);

#endif
