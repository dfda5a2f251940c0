/* Messages between the processes of an MPI job, as kw_tables_build_shared needs them. */
#ifndef MPI_TRANSPORT_H
#define MPI_TRANSPORT_H

#include <komwe.h>

/* What this process has sent. */
struct mpi_traffic {
    uint64_t rounds;   /* exchanges */
    uint64_t messages; /* that were not empty */
    uint64_t bytes;    /* in them */
};

struct mpi_transport;

/* Between MPI_Init and MPI_Finalize; NULL if there is no memory. */
struct mpi_transport *mpi_transport_new(void);
void mpi_transport_free(struct mpi_transport *transport); /* NULL is allowed */

/* All processes of the job; `transport` must outlive it. */
struct kw_communicator mpi_transport_communicator(struct mpi_transport *transport);

const struct mpi_traffic *mpi_transport_traffic(const struct mpi_transport *transport);

#endif
