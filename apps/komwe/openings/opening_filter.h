/* Whether a position is balanced, by searches of it that grow until the last one. */
#ifndef OPENING_FILTER_H
#define OPENING_FILTER_H

#include <komwe.h>

enum {
    FILTER_LEAST = 1000,  /* positions of the first search */
    FILTER_GROWTH = 8,    /* how much longer each further one is */
    FILTER_SHALLOW = 8000 /* positions after which `shallow` is said of a estimate */
};

/* Begin with {.nodes, .margin}.  For one thread at a time. */
struct opening_filter {
    uint64_t nodes;  /* of the last search of a position */
    unsigned margin; /* the expected score is at most so many per cent away from 50 */
    struct kw_engine *quick, *deep; /* with small and large tables, made when they are needed */
    struct kw_analysis view;
};

struct opening_estimate {
    bool balanced;
    bool shallow;     /* FILTER_SHALLOW positions, or all there are, found it balanced */
    unsigned passed;  /* searches that found it balanced */
    unsigned percent; /* the expected score of the player to move, by the last search */
};

/*
 * Searches the position of a session, first shortly, and as long as it looks balanced 8 times as
 * long, up to `nodes`; then the position after its best move, from the opponent's side, with as
 * many.  Balanced is what nothing is proven of, and whose expected score stays within the margin.
 * Limited by positions and with empty tables, so that the estimate is the same everywhere.  The
 * session is as before.  False with `error` if there is no memory; after an interruption the
 * estimate means nothing.
 */
bool opening_filter_search(struct opening_filter *filter, struct kw_session *session,
                           struct opening_estimate *estimate, struct kw_error *error);

/* The usual margin: about 2 seeds, and 5 points where seeds are not counted. */
unsigned opening_margin(const struct kw_game *game);

void opening_filter_close(struct opening_filter *filter);

#endif
