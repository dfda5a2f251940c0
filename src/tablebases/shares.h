/*
 * The distribution of layers among ranks, and queries of layers below to the ranks that own them.
 *
 * Each rank owns a range of whole blocks of every layer.  A query travels among the updates of a
 * phase; the replies to the queries of an exchange come at the next one, in the same order, so that
 * they need not name their queries.
 */
#ifndef KOMWE_TABLEBASES_SHARES_H
#define KOMWE_TABLEBASES_SHARES_H

#include "tablebases/successors.h"
#include "tablebases/transport.h"

/* The first position that a rank owns; that of rank `ranks` is the end of the layer. */
uint64_t share_first(uint64_t positions, unsigned ranks, unsigned rank);
/* The rank that owns a position, number < positions. */
unsigned share_owner(uint64_t positions, unsigned ranks, uint64_t number);

/* Set in `to` of an update that is a query: the other bits are a local index, `from` the layer. */
#define SHARE_QUERY (UINT32_C(1) << 31)

/* The move for whose sake a position was queried. */
struct share_query {
    uint32_t local; /* the position it is played at */
    uint8_t gain;   /* seeds that it won */
    bool turned;    /* the opponent is to move after it */
};

/* The queries of a rank, and its replies to those of others; begins with {0}. */
struct shares {
    const struct known_layers *known; /* the own shares of the layers below */
    unsigned ranks;
    struct {
        struct share_query *list; /* to each rank, since the last exchange */
        size_t count;
    } queries[RANKS_MAX];
    struct outbox replies[RANKS_MAX];
    size_t replied[RANKS_MAX];
};

/* Allocates queries to all but the own rank; false if there is not enough memory. */
bool shares_open(struct shares *shares, const struct known_layers *known, unsigned ranks,
                 unsigned rank);
void shares_close(struct shares *shares);

/* Notes a query; the update that it returns must be sent to that owner. */
struct update shares_query(struct shares *shares, unsigned owner, unsigned seeds, uint32_t local,
                           struct share_query query);
/* Whether there are queries without replies. */
bool shares_have_queries(const struct shares *shares);

/* Puts the reply to a query into `replies`. */
void shares_reply(struct shares *shares, unsigned sender, const struct update *query);
/* Completes `replies`, so that they can be exchanged. */
void shares_finish_replies(struct shares *shares);

/* Receives replies, and calls `receive` with the bounds that the mover has by each move. */
typedef void shares_reply_fn(void *context, uint32_t local, int lower, int upper);
void shares_receive_replies(struct shares *shares, unsigned sender, const struct update *list,
                            shares_reply_fn *receive, void *context);

#endif
