#include "tablebases/transport.h"

#include "base/parallel.h"

#include <stdlib.h>

static unsigned transport_exchange_single(struct transport *transport, struct outbox *outboxes,
                                          receive_fn *receive, void *receiver, unsigned vote) {
    (void)transport, (void)outboxes, (void)receive, (void)receiver;
    return vote;
}

struct transport transport_single(void) {
    return (struct transport){.rank = 0, .ranks = 1, .exchange = transport_exchange_single};
}

/* ---- threads --------------------------------------------------------------------------------- */

/* What each thread has posted for the others. */
struct thread_exchange {
    struct barrier *barrier;
    unsigned ranks;
    struct {
        struct outbox *outboxes;
        unsigned vote;
    } posted[];
};

struct thread_exchange *thread_exchange_new(unsigned ranks) {
    struct thread_exchange *shared = calloc(1, sizeof *shared + ranks * sizeof shared->posted[0]);
    if (shared == NULL)
        return NULL;
    shared->ranks = ranks;
    shared->barrier = barrier_new(ranks);
    if (shared->barrier != NULL)
        return shared;
    free(shared);
    return NULL;
}

void thread_exchange_free(struct thread_exchange *shared) {
    if (shared != NULL)
        barrier_free(shared->barrier);
    free(shared);
}

static unsigned transport_exchange_threads(struct transport *transport, struct outbox *outboxes,
                                           receive_fn *receive, void *receiver, unsigned vote) {
    struct thread_exchange *shared = ((struct thread_transport *)transport)->shared;
    unsigned rank = transport->rank, votes = 0;
    shared->posted[rank].outboxes = outboxes;
    shared->posted[rank].vote = vote;
    barrier_wait(shared->barrier);
    for (unsigned other = 0; other < shared->ranks; other++) {
        votes |= shared->posted[other].vote;
        const struct outbox *for_us = &shared->posted[other].outboxes[rank];
        if (other != rank && for_us->count > 0)
            receive(receiver, other, for_us->list, for_us->count);
    }
    barrier_wait(shared->barrier);
    for (unsigned other = 0; other < shared->ranks; other++)
        outboxes[other].count = 0;
    return votes;
}

struct thread_transport thread_transport(struct thread_exchange *shared, unsigned rank) {
    return (struct thread_transport){
        .transport = {.rank = rank, .ranks = shared->ranks, .exchange = transport_exchange_threads},
        .shared = shared};
}

/* ---- processes ------------------------------------------------------------------------------- */

struct transport_receiver {
    receive_fn *receive;
    void *receiver;
};

static void transport_receive_message(void *receiver, unsigned sender, const void *bytes,
                                      size_t size) {
    const struct transport_receiver *forward = receiver;
    forward->receive(forward->receiver, sender, bytes, size / sizeof(struct update));
}

static unsigned transport_exchange_processes(struct transport *transport, struct outbox *outboxes,
                                             receive_fn *receive, void *receiver, unsigned vote) {
    const struct kw_communicator *communicator =
        ((struct process_transport *)transport)->communicator;
    struct transport_receiver forward = {receive, receiver};
    struct kw_message messages[RANKS_MAX];
    for (unsigned rank = 0; rank < transport->ranks; rank++)
        messages[rank] =
            (struct kw_message){outboxes[rank].list, outboxes[rank].count * sizeof(struct update)};
    unsigned votes = communicator->exchange(communicator->context, messages,
                                            transport_receive_message, &forward, vote);
    for (unsigned rank = 0; rank < transport->ranks; rank++)
        outboxes[rank].count = 0;
    return votes;
}

struct process_transport process_transport(const struct kw_communicator *communicator) {
    return (struct process_transport){
        .transport = {communicator->rank, communicator->ranks, transport_exchange_processes},
        .communicator = communicator};
}
