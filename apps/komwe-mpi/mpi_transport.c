#include "mpi_transport.h"

#include <mpi.h>

#include <stdlib.h>

/* What a process sends to each other one before the messages of an exchange. */
struct mpi_slip {
    uint32_t size; /* of the message */
    uint32_t vote;
};

struct mpi_transport {
    int rank, ranks;
    struct mpi_slip *out, *in; /* for each process */
    void **arrived;       /* a message of each, KW_MESSAGE_BYTES bytes; NULL: none has come yet */
    MPI_Request *request; /* two for each */
    struct mpi_traffic traffic;
};

struct mpi_transport *mpi_transport_new(void) {
    struct mpi_transport *transport = calloc(1, sizeof *transport);
    if (transport == NULL)
        return NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &transport->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &transport->ranks);
    size_t ranks = (size_t)transport->ranks;
    transport->out = calloc(ranks, sizeof *transport->out);
    transport->in = calloc(ranks, sizeof *transport->in);
    transport->arrived = calloc(ranks, sizeof *transport->arrived);
    transport->request = calloc(2 * ranks, sizeof(MPI_Request));
    if (transport->out != NULL && transport->in != NULL && transport->arrived != NULL &&
        transport->request != NULL)
        return transport;
    mpi_transport_free(transport);
    return NULL;
}

void mpi_transport_free(struct mpi_transport *transport) {
    if (transport == NULL)
        return;
    for (int i = 0; transport->arrived != NULL && i < transport->ranks; i++)
        free(transport->arrived[i]);
    free(transport->out);
    free(transport->in);
    free((void *)transport->arrived);
    free((void *)transport->request);
    free(transport);
}

/* The buffer for the message of a process.  Without memory the whole job ends. */
static void *transport_buffer(struct mpi_transport *transport, int sender) {
    if (transport->arrived[sender] == NULL)
        transport->arrived[sender] = malloc(KW_MESSAGE_BYTES);
    if (transport->arrived[sender] == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return transport->arrived[sender];
}

/* Sends and receives the messages that the slips announce. */
static void transport_send_messages(struct mpi_transport *transport,
                                    const struct kw_message *message) {
    int requests = 0;
    for (int i = 0; i < transport->ranks; i++)
        if (transport->in[i].size > 0)
            MPI_Irecv(transport_buffer(transport, i), (int)transport->in[i].size, MPI_BYTE, i, 0,
                      MPI_COMM_WORLD, &transport->request[requests++]);
    /* Each begins with its successor, so that not all send to the same process at once. */
    for (int step = 1; step < transport->ranks; step++) {
        int i = (transport->rank + step) % transport->ranks;
        if (message[i].size == 0)
            continue;
        MPI_Isend(message[i].bytes, (int)message[i].size, MPI_BYTE, i, 0, MPI_COMM_WORLD,
                  &transport->request[requests++]);
        transport->traffic.messages++;
        transport->traffic.bytes += message[i].size;
    }
    MPI_Waitall(requests, transport->request, MPI_STATUSES_IGNORE);
}

static uint32_t transport_exchange(void *context, const struct kw_message *message,
                                   kw_receive_fn *receive, void *receiver, uint32_t vote) {
    struct mpi_transport *transport = context;
    uint32_t votes = 0;
    for (int i = 0; i < transport->ranks; i++)
        transport->out[i] = (struct mpi_slip){(uint32_t)message[i].size, vote};
    MPI_Alltoall(transport->out, 2, MPI_UINT32_T, transport->in, 2, MPI_UINT32_T, MPI_COMM_WORLD);
    transport_send_messages(transport, message);
    transport->traffic.rounds++;
    for (int i = 0; i < transport->ranks; i++) {
        votes |= transport->in[i].vote;
        if (transport->in[i].size > 0)
            receive(receiver, (unsigned)i, transport->arrived[i], transport->in[i].size);
    }
    return votes;
}

struct kw_communicator mpi_transport_communicator(struct mpi_transport *transport) {
    return (struct kw_communicator){.rank = (unsigned)transport->rank,
                                    .ranks = (unsigned)transport->ranks,
                                    .context = transport,
                                    .exchange = transport_exchange};
}

const struct mpi_traffic *mpi_transport_traffic(const struct mpi_transport *transport) {
    return &transport->traffic;
}
