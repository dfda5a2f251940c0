#include "tablebases/shares.h"

#include "tables/endgame_file.h"

#include <stdlib.h>

static uint64_t shares_blocks(uint64_t positions) {
    return (positions + ENDGAME_BLOCK - 1) / ENDGAME_BLOCK;
}

uint64_t share_first(uint64_t positions, unsigned ranks, unsigned rank) {
    uint64_t first = shares_blocks(positions) * rank / ranks * ENDGAME_BLOCK;
    return first < positions ? first : positions;
}

unsigned share_owner(uint64_t positions, unsigned ranks, uint64_t number) {
    /* The last rank that begins at this block or before it. */
    if (ranks == 1)
        return 0;
    return (unsigned)(((number / ENDGAME_BLOCK + 1) * ranks - 1) / shares_blocks(positions));
}

/* The bounds of a queried position. */
struct share_reply {
    int8_t lower, upper;
};

enum {
    REPLIES_PER_UPDATE = sizeof(struct update) / sizeof(struct share_reply),
    REPLY_UPDATES = OUTBOX_UPDATES / REPLIES_PER_UPDATE
};

bool shares_open(struct shares *shares, const struct known_layers *known, unsigned ranks,
                 unsigned rank) {
    bool good = true;
    shares->known = known;
    shares->ranks = ranks;
    for (unsigned i = 0; good && i < ranks; i++) {
        if (i == rank)
            continue;
        shares->queries[i].list = malloc(OUTBOX_UPDATES * sizeof *shares->queries[i].list);
        shares->replies[i].list = calloc(REPLY_UPDATES, sizeof *shares->replies[i].list);
        good = shares->queries[i].list != NULL && shares->replies[i].list != NULL;
    }
    return good;
}

void shares_close(struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++) {
        free(shares->queries[i].list);
        free(shares->replies[i].list);
    }
}

struct update shares_query(struct shares *shares, unsigned owner, unsigned seeds, uint32_t local,
                           struct share_query query) {
    shares->queries[owner].list[shares->queries[owner].count++] = query;
    return (struct update){.to = local | SHARE_QUERY, .from = seeds};
}

bool shares_have_queries(const struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++)
        if (shares->queries[i].count > 0)
            return true;
    return false;
}

void shares_reply(struct shares *shares, unsigned sender, const struct update *query) {
    uint32_t local = query->to & ~SHARE_QUERY;
    struct share_reply reply = {shares->known->lower[query->from][local],
                                shares->known->upper[query->from][local]};
    unsigned char *bytes = (unsigned char *)shares->replies[sender].list;
    memcpy(bytes + shares->replied[sender]++ * sizeof reply, &reply, sizeof reply);
}

void shares_finish_replies(struct shares *shares) {
    for (unsigned i = 0; i < shares->ranks; i++) {
        shares->replies[i].count =
            (shares->replied[i] + REPLIES_PER_UPDATE - 1) / REPLIES_PER_UPDATE;
        shares->replied[i] = 0;
    }
}

void shares_receive_replies(struct shares *shares, unsigned sender, const struct update *list,
                            shares_reply_fn *receive, void *context) {
    const unsigned char *bytes = (const unsigned char *)list;
    for (size_t i = 0; i < shares->queries[sender].count; i++) {
        const struct share_query *query = &shares->queries[sender].list[i];
        struct share_reply reply;
        int lower, upper;
        memcpy(&reply, bytes + i * sizeof reply, sizeof reply);
        bounds_of_move(query->gain, query->turned, (int)reply.lower, (int)reply.upper, &lower,
                       &upper);
        receive(context, query->local, lower, upper);
    }
    shares->queries[sender].count = 0;
}
