/* What ends a search of several threads early, and the callback for its progress. */
#ifndef KOMWE_TREE_POLL_LIMITS_H
#define KOMWE_TREE_POLL_LIMITS_H

#include <stdatomic.h>
#include <stdint.h>

struct poll_limits {
    unsigned threads;              /* from 1 */
    atomic_bool *stop;             /* set by anyone: end soon */
    _Atomic uint64_t *entered;     /* positions that all threads have entered, now and then */
    uint64_t nodes;                /* end where `entered` gets here; UINT64_MAX: never */
    void (*report)(void *context); /* called now and then by the first thread; NULL: no reports */
    void *context;
};

#endif
