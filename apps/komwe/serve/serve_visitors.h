/*
 * The visitors of a server: what each address has and has used, so that none takes more than its
 * share.  A visitor who has left is remembered for a while, so that it is of no use to come again.
 * One thread uses it.
 */
#ifndef SERVE_VISITORS_H
#define SERVE_VISITORS_H

#include "engine/ugi_engine.h"

#include <netinet/in.h>

enum { VISITORS_BUCKETS = 1024 };

/*
 * What was asked of something costly lately, and forgotten at a rate: begin with {0}.  Instants are
 * those of clock_now.
 */
struct budget {
    double spent; /* of what may be asked at once, as at: */
    int64_t at;   /* an instant */
};

/* How many may be asked at once, and how many more each second. */
struct budget_limit {
    double at_once, each_second;
};

/* Whether one more may be asked at that instant. */
bool budget_allows(const struct budget *budget, struct budget_limit limit, int64_t now);
/* One was asked. */
void budget_spend(struct budget *budget, struct budget_limit limit, int64_t now);

/* Something costly, of which there is so much for all together, and for each address. */
struct shared_limit {
    struct budget_limit of_all, of_one;
};

struct visitor {
    struct in6_addr address;   /* of IPv6 the first 64 bits */
    bool exempt;               /* from limits by address: a proxy of this machine speaks for many */
    size_t connections;        /* that count */
    size_t sessions;           /* of the engine */
    size_t holders;            /* connections that refer to it; 0: it has left */
    struct ugi_visitor engine; /* what its searches use */
    struct search_share lines; /* what its lines and requests use of the server's thread */
    struct budget links;       /* that it has followed */
    struct budget pictures;    /* that it has asked for */
    size_t pictures_sent;      /* of them, that are being sent */
    struct visitor *next;      /* of its bucket */
};

struct visitors {
    uint64_t memory_each; /* mebibytes of tables that one may have */
    size_t left;          /* those that have left */
    size_t sweep;         /* the bucket in which one that has left is forgotten next */
    struct visitor *bucket[VISITORS_BUCKETS];
};

/* The visitor of an address, which is held until visitors_leave. */
struct visitor *visitors_enter(struct visitors *visitors, const struct in6_addr *address,
                               bool exempt);
void visitors_leave(struct visitors *visitors, struct visitor *visitor);
/*
 * Whether the visitor may ask for one more, whose own budget is `own`; it is then spent.  What an
 * address has asked for lately must be left for others: so where many ask, those that have asked
 * least come first, and a new one finds something as long as anything is left.  For an exempt one
 * the budget of all alone counts.
 */
bool visitors_may_spend(const struct visitor *visitor, struct budget *own, struct budget *all,
                        const struct shared_limit *limit, int64_t now);

/* Frees all; none may be held. */
void visitors_free(struct visitors *visitors);

#endif
