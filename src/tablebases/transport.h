/*
 * Ranks, processes or threads, that build a layer together: each owns a part of its positions and
 * sends updates to the owners of others.
 *
 * They run in supersteps.  In a phase each rank works on its own positions and puts updates into
 * its outboxes; when an outbox is full, or no work is left, all ranks exchange at the same time,
 * and a rank without work goes on exchanging until no rank has any.  So updates travel in batches,
 * memory is bounded, and the result does not depend on the order of arrival.
 */
#ifndef KOMWE_TABLEBASES_TRANSPORT_H
#define KOMWE_TABLEBASES_TRANSPORT_H

#include "komwe/tables.h"

/* A record sent to another rank; its meaning depends on the phase. */
struct update {
    uint32_t to;   /* the position, by its index in the share of the receiver */
    uint32_t from; /* the data of it */
};

enum {
    OUTBOX_UPDATES = KW_MESSAGE_BYTES / sizeof(struct update), /* of one outbox at most */
    RANKS_MAX = KW_RANKS                                       /* of a transport */
};

/* Updates for one rank. */
struct outbox {
    struct update *list;
    size_t count;
};

/* The votes of a rank at an exchange, whose bitwise or reaches all ranks. */
enum vote {
    VOTE_MORE = 1,    /* there is more to do in this phase */
    VOTE_FAILED = 2,  /* not enough memory, or a file cannot be read */
    VOTE_STOPPED = 4, /* a callback asked to stop */
    VOTE_PENDING = 8, /* there is work for the next phase */
    VOTE_QUERIES = 16 /* there are queries; the replies are exchanged next */
};

/* Receives the updates of a rank. */
typedef void receive_fn(void *receiver, unsigned sender, const struct update *list, size_t count);

struct transport {
    unsigned rank;  /* of this one, from 0 */
    unsigned ranks; /* how many there are */
    /*
     * Collective: sends the outboxes, one for each rank (that for the own rank stays empty), and
     * empties them; calls `receive` for what has arrived; returns the bitwise or of all votes.
     */
    unsigned (*exchange)(struct transport *transport, struct outbox *outboxes, receive_fn *receive,
                         void *receiver, unsigned vote);
};

/* A single rank. */
struct transport transport_single(void);

/* Threads of this process as ranks. */
struct thread_transport {
    struct transport transport; /* must be the first field */
    struct thread_exchange *shared;
};

/* The memory that they share; NULL if there is not enough memory. */
struct thread_exchange *thread_exchange_new(unsigned ranks);
void thread_exchange_free(struct thread_exchange *shared); /* NULL is allowed */
struct thread_transport thread_transport(struct thread_exchange *shared, unsigned rank);

/* Processes that exchange through the caller of the library. */
struct process_transport {
    struct transport transport; /* must be the first field */
    const struct kw_communicator *communicator;
};
struct process_transport process_transport(const struct kw_communicator *communicator);

#endif
