#include "serve/serve_visitors.h"

#include "io/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT_MOST = 4096 /* that are remembered after they have left */ };

static struct visitor **visitors_bucket(struct visitors *visitors, const struct in6_addr *address) {
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < sizeof address->s6_addr; i++)
        hash = (hash ^ address->s6_addr[i]) * 16777619U;
    return &visitors->bucket[hash % VISITORS_BUCKETS];
}

/* Frees those of a bucket that have left, as long as there are more than may be remembered. */
static void visitors_sweep(struct visitors *visitors, struct visitor **place, size_t most) {
    while (*place != NULL && visitors->left > most) {
        struct visitor *visitor = *place;
        if (visitor->holders > 0) {
            place = &visitor->next;
            continue;
        }
        *place = visitor->next;
        visitors->left--;
        free(visitor);
    }
}

static struct visitor *visitors_find(struct visitors *visitors, const struct in6_addr *address) {
    struct visitor *visitor = *visitors_bucket(visitors, address);
    while (visitor != NULL && memcmp(&visitor->address, address, sizeof *address) != 0)
        visitor = visitor->next;
    return visitor;
}

struct visitor *visitors_enter(struct visitors *visitors, const struct in6_addr *address,
                               bool exempt) {
    struct visitor *visitor = visitors_find(visitors, address);
    if (visitor == NULL) {
        while (visitors->left > LEFT_MOST)
            visitors_sweep(visitors, &visitors->bucket[visitors->sweep++ % VISITORS_BUCKETS],
                           LEFT_MOST);
        struct visitor **bucket = visitors_bucket(visitors, address);
        visitor = memory_new(1, sizeof *visitor);
        *visitor = (struct visitor){
            .address = *address,
            .exempt = exempt,
            .engine.memory_left = exempt ? UINT64_MAX : visitors->memory_each,
            .next = *bucket,
        };
        *bucket = visitor;
    } else if (visitor->holders == 0) {
        visitors->left--;
    }
    visitor->holders++;
    return visitor;
}

void visitors_leave(struct visitors *visitors, struct visitor *visitor) {
    visitors->left += --visitor->holders == 0;
}

void visitors_free(struct visitors *visitors) {
    for (size_t i = 0; i < VISITORS_BUCKETS; i++)
        visitors_sweep(visitors, &visitors->bucket[i], 0);
}

/* ---- budgets ------------------------------------------------------------------------------ */

/* What is not forgotten of it. */
static double visitors_budget_spent(const struct budget *budget, struct budget_limit limit,
                                    int64_t now) {
    return fmax(0, budget->spent - (double)(now - budget->at) / 1e6 * limit.each_second);
}

bool budget_allows(const struct budget *budget, struct budget_limit limit, int64_t now) {
    return visitors_budget_spent(budget, limit, now) + 1 <= limit.at_once;
}

void budget_spend(struct budget *budget, struct budget_limit limit, int64_t now) {
    *budget = (struct budget){visitors_budget_spent(budget, limit, now) + 1, now};
}

bool visitors_may_spend(const struct visitor *visitor, struct budget *own, struct budget *all,
                        const struct shared_limit *limit, int64_t now) {
    double asked = visitors_budget_spent(own, limit->of_one, now);
    double left = limit->of_all.at_once - visitors_budget_spent(all, limit->of_all, now);
    if (!budget_allows(all, limit->of_all, now) ||
        (!visitor->exempt && (!budget_allows(own, limit->of_one, now) || left < 1 + asked)))
        return false;
    budget_spend(all, limit->of_all, now);
    budget_spend(own, limit->of_one, now);
    return true;
}
