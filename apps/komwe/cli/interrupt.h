/* Signals (Ctrl-C, a closed terminal) stop long work, and what it has found is still printed. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <komwe.h>

/*
 * Until interrupt_end the first SIGINT or SIGTERM does not end the program but sets interrupted();
 * a second one ends it.  SIGHUP does the same, but further ones are ignored, up to the end of the
 * program.  An ignored signal stays ignored.
 */
void interrupt_begin(void);
int interrupt_end(void); /* returns interrupted() */

/* The signal received since interrupt_begin; 0: none.  Any thread may call. */
int interrupted(void);

/*
 * A descriptor that poll finds readable after a signal; do not read from it.  -1 outside of
 * interrupt_begin and interrupt_end.
 */
int interrupt_file(void);

/* From here to interrupt_forget a signal stops the engine's searches.  Any thread may call. */
void interrupt_watch(struct kw_engine *engine);
void interrupt_forget(const struct kw_engine *engine); /* NULL is allowed */

/* The same for the one solver in use; NULL: there is none any more. */
void interrupt_solver(struct kw_solver *solver);

#endif
