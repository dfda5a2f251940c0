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

static void sessions(struct test *test) {
    struct bench bench;
    bench_begin(&bench, test, 100, 100);
    test_expect(test, !limits_free_session(&bench.limits, 100 * SECOND), "there is none to close");
    for (int i = 0; i < 3; i++) {
        admit(&bench, i, "192.0.2.1", 0);
        limits_touch(&bench.limits, bench.connection[i], CONNECTION_ENGINE, i * SECOND);
    }
    limits_touch(&bench.limits, bench.connection[0], CONNECTION_ENGINE, 5 * SECOND);
    test_expect(test, !limits_free_session(&bench.limits, 60 * SECOND), "a busy one is closed");
    test_expect(test, limits_free_session(&bench.limits, 61 * SECOND), "an idle one is not closed");
    test_expect(test, is_shut(&bench, 1) && !is_shut(&bench, 0) && !is_shut(&bench, 2),
                "another than the idlest session is closed");
    test_expect(test, !limits_free_session(&bench.limits, 61 * SECOND), "a second one is closed");
    bench_end(&bench);
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    per_address(&test);
    in_total(&test);
    sessions(&test);
    return test_end(&test);
}
