#include "tablebases/transport.h"

#include "base/parallel.h"

#include <stdlib.h>

static unsigned exchange_alone(struct transport *transport, struct outbox *outboxes,
                               take_function *take, void *taker, unsigned vote) {
    (void)transport, (void)outboxes, (void)take, (void)taker;
    return vote;
}

struct transport transport_alone(void) {
    return (struct transport){.rank = 0, .ranks = 1, .exchange = exchange_alone};
}

/* ---- threads ----------------------------------------------------------------------------------
 */

/* What each of them has laid out for the others. */
struct thread_exchange {
    struct barrier *barrier;
    unsigned ranks;
    struct {
        struct outbox *outboxes;
        unsigned vote;
    } desk[];
};

struct thread_exchange *thread_exchange_new(unsigned ranks) {
    struct thread_exchange *shared = calloc(1, sizeof *shared + ranks * sizeof shared->desk[0]);
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

static unsigned exchange_threads(struct transport *transport, struct outbox *outboxes,
                                 take_function *take, void *taker, unsigned vote) {
    struct thread_exchange *shared = ((struct thread_transport *)transport)->shared;
    unsigned rank = transport->rank, votes = 0;
    shared->desk[rank].outboxes = outboxes;
    shared->desk[rank].vote = vote;
    barrier_wait(shared->barrier);
    for (unsigned other = 0; other < shared->ranks; other++) {
        votes |= shared->desk[other].vote;
        const struct outbox *for_us = &shared->desk[other].outboxes[rank];
        if (other != rank && for_us->count > 0)
            take(taker, other, for_us->list, for_us->count);
    }
    barrier_wait(shared->barrier);
    for (unsigned other = 0; other < shared->ranks; other++)
        outboxes[other].count = 0;
    return votes;
}

struct thread_transport thread_transport(struct thread_exchange *shared, unsigned rank) {
    return (struct thread_transport){
        .transport = {.rank = rank, .ranks = shared->ranks, .exchange = exchange_threads},
        .shared = shared};
}

/* ---- processes --------------------------------------------------------------------------------
 */

struct receiving {
    take_function *take;
    void *taker;
};

static void receive_message(void *receiver, unsigned sender, const void *bytes, size_t size) {
    const struct receiving *receiving = receiver;
    receiving->take(receiving->taker, sender, bytes, size / sizeof(struct message));
}

static unsigned exchange_processes(struct transport *transport, struct outbox *outboxes,
                                   take_function *take, void *taker, unsigned vote) {
    const struct kw_communicator *communicator =
        ((struct process_transport *)transport)->communicator;
    struct receiving receiving = {take, taker};
    struct kw_message messages[RANKS_MOST];
    for (unsigned rank = 0; rank < transport->ranks; rank++)
        messages[rank] =
            (struct kw_message){outboxes[rank].list, outboxes[rank].count * sizeof(struct message)};
    unsigned votes =
        communicator->exchange(communicator->context, messages, receive_message, &receiving, vote);
    for (unsigned rank = 0; rank < transport->ranks; rank++)
        outboxes[rank].count = 0;
    return votes;
}

struct process_transport process_transport(const struct kw_communicator *communicator) {
    return (struct process_transport){
        .transport = {communicator->rank, communicator->ranks, exchange_processes},
        .communicator = communicator};
}
