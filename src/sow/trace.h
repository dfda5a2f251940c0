/* Telling a watcher what happens in a move. */
#ifndef KOMWE_SOW_TRACE_H
#define KOMWE_SOW_TRACE_H

#include "base/cpu.h"
#include "komwe.h"

/* A traced move.  Games pass NULL where nobody watches: a constant NULL costs nothing. */
struct trace {
    kw_event_fn *watch; /* NULL once the watcher has stopped it */
    void *context;
    /* The clauses that hold, by the index that events name them by. */
    const struct kw_clause *const *clauses;
};

KW_INLINE void trace_tell(struct trace *trace, enum kw_event_kind kind, unsigned from, unsigned to,
                          unsigned count, unsigned clause) {
    if (trace == NULL || trace->watch == NULL)
        return;
    struct kw_event event = {.kind = kind,
                             .from = (uint8_t)from,
                             .to = (uint8_t)to,
                             .count = count,
                             .clause = trace->clauses[clause]};
    if (!trace->watch(trace->context, &event))
        trace->watch = NULL;
}

#endif
