#include "exact/abdada.h"

#include "base/parallel.h"

#include <stdlib.h>

void team_work(struct team *team, uint64_t alone, void (*work)(void *context, size_t member),
               void *context) {
    const struct nws *nws = team->nws;
    team->most = nws->threads > 1 ? alone : UINT64_MAX;
    parallel_for(1, work, context);
    if (nws->threads == 1 || atomic_load(&team->done) || atomic_load(nws->stop) ||
        atomic_load(&team->out_of_memory))
        return;
    team->most = UINT64_MAX;
    team->busy = calloc(1, sizeof *team->busy);
    parallel_for(team->busy != NULL ? nws->threads : 1, work, context);
    free(team->busy);
}

bool member_answers(struct member *member) {
    atomic_fetch_add(member->team->nws->entered, member->nodes - member->told);
    return !member->halted && !atomic_exchange(&member->team->done, true);
}

void member_reports(struct member *member) {
    struct team *team = member->team;
    struct nws *nws = team->nws;
    uint64_t more = member->nodes - member->told;
    uint64_t entered = atomic_fetch_add_explicit(nws->entered, more, memory_order_relaxed) + more;
    member->told = member->nodes;
    if (member->first && nws->report != NULL)
        nws->report(nws->context);
    if (entered >= nws->nodes || member->nodes >= team->most ||
        atomic_load_explicit(nws->stop, memory_order_relaxed) ||
        atomic_load_explicit(&team->done, memory_order_relaxed))
        member->halted = true;
}
