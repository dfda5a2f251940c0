/* How the processes of an MPI job reach each other: what kw_tables_build_shared asks for. */
#ifndef MPI_TRANSPORT_H
#define MPI_TRANSPORT_H

#include <komwe.h>

/* What this process has sent. */
struct link_traffic {
    uint64_t rounds;  /* exchanges */
    uint64_t parcels; /* that were not empty */
    uint64_t bytes;   /* in them */
};

struct link;

/* Between MPI_Init and MPI_Finalize; NULL if there is no memory. */
struct link *link_new(void);
void link_free(struct link *link); /* NULL is allowed */

/* All processes of the job; `link` must outlive it. */
struct kw_communicator link_communicator(struct link *link);

const struct link_traffic *link_traffic(const struct link *link);

#endif
