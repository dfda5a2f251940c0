/* Which of several ready files the event loop calls: the visitor's who has used least. */
#include "base/clock.h"
#include "serve/event_loop.h"
#include "support/test.h"

#include <sys/epoll.h>
#include <unistd.h>

enum { WATCHES = 5 };

static char order[64];

static void note(struct watch *watch, uint32_t events) {
    (void)events;
    order[strlen(order)] = *(const char *)watch->context;
    for (int64_t began = clock_now(); clock_now() == began;)
        ; /* a call shorter than the clock's microsecond may count as nothing */
}

/* Nobody's: it is ready once. */
static void note_and_drain(struct watch *watch, uint32_t events) {
    char byte;
    note(watch, events);
    if (read(watch->file, &byte, 1) != 1)
        exit(1);
}

/* All are ready: two files of one visitor, one of another who has used more, two of nobody. */
int main(void) {
    struct test test = {0};
    struct event_loop loop = {0};
    struct search_share light = {0}, heavy = {0};
    struct watch watch[WATCHES] = {{.context = "h", .visitor = &heavy, .ready = note},
                                   {.context = "a", .visitor = &light, .ready = note},
                                   {.context = "b", .visitor = &light, .ready = note},
                                   {.context = "0", .ready = note_and_drain},
                                   {.context = "1", .ready = note_and_drain}};
    share_add(&heavy, 3600e6, clock_now()); /* an hour: the calls here do not come up to it */
    if (!event_loop_open(&loop))
        return 1;
    for (int i = 0; i < WATCHES; i++) {
        int end[2];
        if (pipe(end) != 0 || write(end[1], "x", 1) != 1)
            return 1;
        watch[i].file = end[0];
        watch[i].loop = &loop;
        watch_begin(&watch[i], EPOLLIN);
    }
    for (int i = 0; i < 8; i++)
        event_loop_turn(&loop, 0);
    test_expect(&test, strcmp(order, "01ababab") == 0, "the order is %s", order);
    watch_end(&watch[1]);
    watch_end(&watch[2]);
    event_loop_turn(&loop, 0);
    test_expect(&test, strcmp(order + 8, "h") == 0, "who has used most is never called");
    test_expect(&test, light.used > 0, "nothing is counted");
    event_loop_close(&loop);
    return test_end(&test);
}
