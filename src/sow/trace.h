/* Traced moves: each event is passed to the caller's function as it happens. */
#ifndef KOMWE_SOW_TRACE_H
#define KOMWE_SOW_TRACE_H

#include "base/cpu.h"
#include "komwe/explain.h"

/* A traced move.  Moves that are not traced pass a constant NULL, which costs nothing. */
struct trace {
    kw_event_fn *on_event; /* NULL once it has returned false */
    void *context;
    /*
     * The clause that holds in the place of the one with that index in the family's list; those
     * that have been cited are kept, since most events cite one of a few.
     */
    const struct kw_clause *(*find_clause)(const struct kw_game *game, size_t index);
    const struct kw_game *game;
    const struct kw_clause *cited[KW_CLAUSES];
};

/* As trace_report, of a move that is traced. */
void trace_send(struct trace *trace, enum kw_event_kind kind, unsigned from, unsigned to,
                unsigned count, unsigned clause);

/*
 * Passes an event to the callback, if the move is traced.  `clause` is an index in the family's
 * list.
 */
KW_INLINE void trace_report(struct trace *trace, enum kw_event_kind kind, unsigned from,
                            unsigned to, unsigned count, unsigned clause) {
    if (trace != NULL)
        trace_send(trace, kind, from, to, count, clause);
}

#endif
