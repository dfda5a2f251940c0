#include "sow/trace.h"

void trace_send(struct trace *trace, enum kw_event_kind kind, unsigned from, unsigned to,
                unsigned count, unsigned clause) {
    if (trace->on_event == NULL)
        return;
    if (trace->cited[clause] == NULL)
        trace->cited[clause] = trace->find_clause(trace->game, clause);
    struct kw_event event = {.kind = kind,
                             .from = (uint8_t)from,
                             .to = (uint8_t)to,
                             .count = count,
                             .clause = trace->cited[clause]};
    if (!trace->on_event(trace->context, &event))
        trace->on_event = NULL;
}
