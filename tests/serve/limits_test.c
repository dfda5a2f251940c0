/*
 * Which connections the server closes for new ones.  The clock is the test's own, so that nothing
 * waits for the seconds that a connection has to be idle.
 */
#include "serve/serve_limits.h"
#include "support/test.h"

#include <arpa/inet.h>
#include <unistd.h>

enum { SECOND = 1000000, PEERS = 8 };

struct bench {
    struct test *test;
    struct limits limits;
    int end[PEERS][2]; /* of each pair the server's and the client's socket */
    struct connection *connection[PEERS];
};

static void bench_begin(struct bench *bench, struct test *test, size_t total, size_t per_address) {
    *bench = (struct bench){.test = test, .limits = {.total = total, .per_address = per_address}};
    for (int i = 0; i < PEERS; i++)
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, bench->end[i]) != 0)
            exit(1);
}

static void bench_end(struct bench *bench) {
    for (int i = 0; i < PEERS; i++) {
        if (bench->connection[i] != NULL)
            limits_forget(&bench->limits, bench->connection[i]);
        close(bench->end[i][0]);
        close(bench->end[i][1]);
    }
    limits_close(&bench->limits);
    test_expect(bench->test, bench->limits.count == 0, "%zu are counted at the end",
                bench->limits.count);
}

static bool admit(struct bench *bench, int peer, const char *address, int64_t now) {
    struct sockaddr_storage from = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&from;
    four->sin_family = AF_INET;
    inet_pton(AF_INET, address, &four->sin_addr);
    bench->connection[peer] = limits_admit(&bench->limits, bench->end[peer][0], &from, now);
    return bench->connection[peer] != NULL;
}

static bool is_shut(const struct bench *bench, int peer) {
    char byte;
    return recv(bench->end[peer][1], &byte, 1, MSG_DONTWAIT) == 0;
}

static void per_address(struct test *test) {
    struct bench bench;
    bench_begin(&bench, test, 100, 2);
    test_expect(test, admit(&bench, 0, "192.0.2.1", 0), "the first is not admitted");
    test_expect(test, admit(&bench, 1, "192.0.2.1", 1), "the second is not admitted");
    test_expect(test, !admit(&bench, 2, "192.0.2.1", 2), "a third is admitted while two are new");
    test_expect(test, admit(&bench, 2, "192.0.2.2", 2), "another address is not admitted");
    test_expect(test, admit(&bench, 3, "192.0.2.1", SECOND), "an idle one is not closed");
    test_expect(test, is_shut(&bench, 0) && !is_shut(&bench, 1) && !is_shut(&bench, 2),
                "another than the idlest one of the address is closed");
    bench_end(&bench);
}

static void in_total(struct test *test) {
    struct bench bench;
    bench_begin(&bench, test, 2, 2);
    admit(&bench, 0, "192.0.2.1", 0);
    admit(&bench, 1, "192.0.2.2", 0);
    limits_touch(&bench.limits, bench.connection[0], CONNECTION_ANSWERS, 0);
    limits_touch(&bench.limits, bench.connection[1], CONNECTION_ENGINE, 0);
    test_expect(test, !limits_have_room(&bench.limits, 29 * SECOND), "room beside busy ones");
    test_expect(test, limits_have_room(&bench.limits, 30 * SECOND), "no room for an idle one");
    test_expect(test, admit(&bench, 2, "192.0.2.3", 30 * SECOND) && is_shut(&bench, 0),
                "the idle answer is not closed");
    test_expect(test, !is_shut(&bench, 1), "the session is closed too");
    bench_end(&bench);
}

static const char *begin_session(struct bench *bench, int peer, int64_t now) {
    const char *reason = limits_refuse_session(&bench->limits, bench->connection[peer], now);
    if (reason == NULL)
        limits_begin_session(&bench->limits, bench->connection[peer], now);
    return reason;
}

static void sessions(struct test *test) {
    struct bench bench;
    bench_begin(&bench, test, 100, 100);
    bench.limits.sessions = bench.limits.sessions_each = 3;
    for (int i = 0; i < 6; i++)
        admit(&bench, i, "192.0.2.1", 0);
    for (int i = 0; i < 3; i++)
        test_expect(test, begin_session(&bench, i, i * SECOND) == NULL, "session %d is refused", i);
    limits_touch(&bench.limits, bench.connection[0], CONNECTION_ENGINE, 5 * SECOND);
    test_expect(test, begin_session(&bench, 3, 60 * SECOND) != NULL, "a busy one is closed");
    test_expect(test, begin_session(&bench, 3, 61 * SECOND) == NULL, "an idle one is not closed");
    test_expect(test, is_shut(&bench, 1) && !is_shut(&bench, 0) && !is_shut(&bench, 2),
                "another than the idlest session is closed");
    test_expect(test, begin_session(&bench, 4, 61 * SECOND) != NULL, "a second one is closed");
    for (int i = 0; i < 4; i++)
        limits_end_session(&bench.limits, bench.connection[i]);
    test_expect(test, begin_session(&bench, 5, 61 * SECOND) == NULL,
                "those that ended still count");
    limits_end_session(&bench.limits, bench.connection[5]);
    bench_end(&bench);
}

/* One address has its part of the sessions; only its own are closed for it. */
static void sessions_per_address(struct test *test) {
    struct bench bench;
    bench_begin(&bench, test, 100, 100);
    bench.limits.sessions = 4;
    bench.limits.sessions_each = 2;
    for (int i = 0; i < 6; i++)
        admit(&bench, i, i < 3 ? "192.0.2.1" : "192.0.2.2", 0);
    begin_session(&bench, 3, 0); /* the idlest of all */
    begin_session(&bench, 0, SECOND);
    begin_session(&bench, 1, 2 * SECOND);
    test_expect(test, begin_session(&bench, 2, 2 * SECOND) != NULL, "one address has a third");
    test_expect(test, begin_session(&bench, 4, 2 * SECOND) == NULL, "the other has no second one");
    test_expect(test, begin_session(&bench, 2, 70 * SECOND) == NULL, "its idle one is not closed");
    test_expect(test, is_shut(&bench, 0) && !is_shut(&bench, 3), "the one of another is closed");
    for (int i = 0; i < 5; i++)
        limits_end_session(&bench.limits, bench.connection[i]);
    bench_end(&bench);
}

/* Who has left is remembered with what he has used, up to a number of such addresses. */
static void who_left_is_remembered(struct test *test) {
    struct visitors *visitors = calloc(1, sizeof *visitors);
    if (visitors == NULL)
        exit(1);
    visitors->memory_each = 5;
    struct in6_addr address = {.s6_addr = {1}};
    struct visitor *visitor = visitors_enter(visitors, &address, false);
    test_expect(test, visitor->engine.memory_left == 5, "another memory");
    test_expect(test, visitors_enter(visitors, &address, false) == visitor, "it is another one");
    share_add(&visitor->engine.share, SECOND, SECOND);
    visitors_leave(visitors, visitor);
    visitors_leave(visitors, visitor);
    visitor = visitors_enter(visitors, &address, false);
    test_expect(test, share_used(&visitor->engine.share, SECOND) == SECOND, "it is forgotten");
    for (uint32_t i = 0; i < 100000; i++) {
        memcpy(address.s6_addr + 4, &i, sizeof i);
        visitors_leave(visitors, visitors_enter(visitors, &address, false));
    }
    test_expect(test, visitors->left <= 4097, "%zu are remembered", visitors->left);
    test_expect(test, visitor->holders == 1 && visitors->left > 4000, "those who stay are not");
    visitors_leave(visitors, visitor);
    visitors_free(visitors);
    test_expect(test, visitors->left == 0, "%zu are left", visitors->left);
    free(visitors);
}

/* So many at once, then one at a time as the clock goes on; it never owes more than it allows. */
static void budgets(struct test *test) {
    const struct budget_limit limit = {.at_once = 3, .each_second = 2};
    struct budget budget = {0};
    int64_t now = 1000 * (int64_t)SECOND;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++) {
            test_expect(test, budget_allows(&budget, limit, now), "number %d is refused", i);
            budget_spend(&budget, limit, now);
        }
        test_expect(test, !budget_allows(&budget, limit, now), "a fourth is allowed at once");
        test_expect(test, !budget_allows(&budget, limit, now + SECOND / 4), "it is too early");
        now += SECOND / 2;
        test_expect(test, budget_allows(&budget, limit, now), "half a second allows none");
        budget_spend(&budget, limit, now);
        test_expect(test, !budget_allows(&budget, limit, now), "half a second allows two");
        now += 3600 * (int64_t)SECOND; /* an hour allows no more than there are at once */
    }
}

/* Many that ask for all they can: who comes later finds something, and then as much as others. */
static void budgets_are_shared(struct test *test) {
    enum { ADDRESSES = 8 };
    const struct shared_limit limit = {.of_all = {.at_once = 20, .each_second = 5},
                                       .of_one = {.at_once = 15, .each_second = 1}};
    static const unsigned most[ADDRESSES] = {10, 5, 3, 1, 1};
    struct visitor visitor[ADDRESSES] = {{.exempt = false}};
    struct budget all = {0};
    int64_t now = 1000 * (int64_t)SECOND;
    for (unsigned i = 0; i < ADDRESSES; i++) {
        unsigned spent = 0;
        while (visitors_may_spend(&visitor[i], &visitor[i].pictures, &all, &limit, now))
            spent++;
        test_expect(test, spent == most[i], "address %u has %u", i, spent);
    }
    now += SECOND / 5;
    test_expect(test,
                !visitors_may_spend(&visitor[0], &visitor[0].pictures, &all, &limit, now) &&
                    visitors_may_spend(&visitor[7], &visitor[7].pictures, &all, &limit, now),
                "what comes is not that of who has had nothing");
    struct visitor proxy = {.exempt = true};
    now += 3600 * (int64_t)SECOND;
    for (int i = 0; i < 20; i++)
        test_expect(test, visitors_may_spend(&proxy, &proxy.pictures, &all, &limit, now),
                    "the proxy is refused %d", i);
    test_expect(test, !visitors_may_spend(&proxy, &proxy.pictures, &all, &limit, now),
                "the proxy has more than there is");
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    per_address(&test);
    in_total(&test);
    sessions(&test);
    sessions_per_address(&test);
    who_left_is_remembered(&test);
    budgets(&test);
    budgets_are_shared(&test);
    return test_end(&test);
}
