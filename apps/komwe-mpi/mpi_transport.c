#include "mpi_transport.h"

#include <mpi.h>

#include <stdlib.h>

/* What a process tells another one at an exchange, before the parcel. */
struct slip {
    uint32_t size; /* of the parcel */
    uint32_t vote;
};

struct link {
    int rank, ranks;
    struct slip *out, *in; /* for each process */
    void **arrived;        /* a message of each, KW_MESSAGE_BYTES bytes; NULL: none has come yet */
    MPI_Request *request;  /* two for each */
    struct link_traffic traffic;
};

struct link *link_new(void) {
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &link->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &link->ranks);
    size_t ranks = (size_t)link->ranks;
    link->out = calloc(ranks, sizeof *link->out);
    link->in = calloc(ranks, sizeof *link->in);
    link->arrived = calloc(ranks, sizeof *link->arrived);
    link->request = calloc(2 * ranks, sizeof(MPI_Request));
    if (link->out != NULL && link->in != NULL && link->arrived != NULL && link->request != NULL)
        return link;
    link_free(link);
    return NULL;
}

void link_free(struct link *link) {
    if (link == NULL)
        return;
    for (int i = 0; link->arrived != NULL && i < link->ranks; i++)
        free(link->arrived[i]);
    free(link->out);
    free(link->in);
    free((void *)link->arrived);
    free((void *)link->request);
    free(link);
}

/* Room for what comes from a process.  Without memory the whole job ends: it cannot be told. */
static void *room_for(struct link *link, int sender) {
    if (link->arrived[sender] == NULL)
        link->arrived[sender] = malloc(KW_MESSAGE_BYTES);
    if (link->arrived[sender] == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return link->arrived[sender];
}

/* Sends and receives the parcels that the slips tell of. */
static void send_messages(struct link *link, const struct kw_message *messages) {
    int requests = 0;
    for (int i = 0; i < link->ranks; i++)
        if (link->in[i].size > 0)
            MPI_Irecv(room_for(link, i), (int)link->in[i].size, MPI_BYTE, i, 0, MPI_COMM_WORLD,
                      &link->request[requests++]);
    /* Each begins with the one after it, so that not all send to the same at a time. */
    for (int step = 1; step < link->ranks; step++) {
        int i = (link->rank + step) % link->ranks;
        if (messages[i].size == 0)
            continue;
        MPI_Isend(messages[i].bytes, (int)messages[i].size, MPI_BYTE, i, 0, MPI_COMM_WORLD,
                  &link->request[requests++]);
        link->traffic.parcels++;
        link->traffic.bytes += messages[i].size;
    }
    MPI_Waitall(requests, link->request, MPI_STATUSES_IGNORE);
}

static uint32_t exchange(void *context, const struct kw_message *messages, kw_receive_fn *receive,
                         void *receiver, uint32_t vote) {
    struct link *link = context;
    uint32_t votes = 0;
    for (int i = 0; i < link->ranks; i++)
        link->out[i] = (struct slip){(uint32_t)messages[i].size, vote};
    MPI_Alltoall(link->out, 2, MPI_UINT32_T, link->in, 2, MPI_UINT32_T, MPI_COMM_WORLD);
    send_messages(link, messages);
    link->traffic.rounds++;
    for (int i = 0; i < link->ranks; i++) {
        votes |= link->in[i].vote;
        if (link->in[i].size > 0)
            receive(receiver, (unsigned)i, link->arrived[i], link->in[i].size);
    }
    return votes;
}

struct kw_communicator link_communicator(struct link *link) {
    return (struct kw_communicator){.rank = (unsigned)link->rank,
                                    .ranks = (unsigned)link->ranks,
                                    .context = link,
                                    .exchange = exchange};
}

const struct link_traffic *link_traffic(const struct link *link) { return &link->traffic; }
