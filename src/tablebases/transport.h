/*
 * Several processes, or threads, that build a layer together: each owns a part of its positions,
 * and tells the owners of others what concerns them.
 *
 * They work in step.  In a phase each one works for itself and puts messages into its outbox; when
 * there is no room left, or no work, it exchanges, and so do all others at the same time: whoever
 * has no work keeps exchanging until nobody has any.  So messages go in batches, memory is bounded,
 * and the order in which they come decides nothing.
 */
#ifndef KOMWE_TABLEBASES_TRANSPORT_H
#define KOMWE_TABLEBASES_TRANSPORT_H

#include "komwe.h"

/* What it says is a matter of the phase. */
struct message {
    uint32_t to;   /* which of the receiver's own positions it is about */
    uint32_t from; /* what is said of it */
};

enum {
    OUTBOX_MESSAGES = KW_MESSAGE_BYTES / sizeof(struct message), /* that wait for one receiver */
    RANKS_MOST = KW_RANKS                                        /* members of a transport */
};

/* Messages for one receiver. */
struct outbox {
    struct message *list;
    size_t count;
};

/* What a member says of itself at an exchange; what any of them says reaches all. */
enum vote {
    VOTE_MORE = 1,    /* there is more to do in this phase */
    VOTE_FAILED = 2,  /* there is no memory, or a file cannot be read */
    VOTE_STOPPED = 4, /* somebody wants the work to end */
    VOTE_PENDING = 8, /* there is something to do in the next phase */
    VOTE_ASKED = 16   /* there are questions, and answers are exchanged next */
};

/* Takes in messages that have come from a member. */
typedef void take_function(void *taker, unsigned sender, const struct message *list, size_t count);

struct transport {
    unsigned rank;  /* of this member, from 0 */
    unsigned ranks; /* how many there are */
    /*
     * Collective: hands over the outboxes, one for each rank (that for the own rank stays empty),
     * and empties them; calls `take` with what has come; returns all members' votes together.
     */
    unsigned (*exchange)(struct transport *transport, struct outbox *outboxes, take_function *take,
                         void *taker, unsigned vote);
};

/* One alone. */
struct transport transport_alone(void);

/* Threads of this process. */
struct thread_transport {
    struct transport transport; /* the first member: a transport is one of these */
    struct thread_exchange *shared;
};

/* What they share; NULL if there is no memory. */
struct thread_exchange *thread_exchange_new(unsigned ranks);
void thread_exchange_free(struct thread_exchange *shared); /* NULL is allowed */
struct thread_transport thread_transport(struct thread_exchange *shared, unsigned rank);

/* Processes, which the caller of the library lets reach each other. */
struct process_transport {
    struct transport transport; /* the first member */
    const struct kw_communicator *communicator;
};
struct process_transport process_transport(const struct kw_communicator *communicator);

#endif
