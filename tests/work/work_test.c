/*
 * How many seeds long calls sow between two polls, and after they are asked to end, with a rule
 * text whose moves sow 100 000 seeds and with random ones like it.
 *
 *      work_test [--effort N] [--seed N] TEXT
 *
 * TEXT is the file of that rule text.
 */
#include "base/work.h"

#include "komwe.h"
#include "support/test.h"

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    /* Between two polls: a step, whose seeds may count an action around each, and two laps. */
    GAP = WORK_SEEDS + WORK_STEP * (1 + WORK_AROUND) + 512,
    AFTER = 16 * WORK_SEEDS, /* seeds that are sown after the end, while calls return */
    SOON = 8,                /* polls from a stop to the end */
    TEXT = 4096
};

static const char slow_wins[] = "game hw\nboard 2 x 12\nstart 8\nsow either\n"
                                "over stuck: opponent wins\nend anywhere: relay\n";

/* A watch around a call. */
struct meter {
    struct work_watch watch;
    uint64_t polls;
    uint64_t ends_at;  /* polls after which it ends the call; 0: never */
    uint64_t stops_at; /* polls after which it calls `stop` */
    void (*stop)(void *target);
    void *target;
};

static bool meter_poll(void *context) {
    struct meter *meter = context;
    meter->polls++;
    if (meter->stop != NULL && meter->polls == meter->stops_at)
        meter->stop(meter->target);
    return meter->ends_at == 0 || meter->polls < meter->ends_at;
}

static void meter_begin(struct meter *meter) {
    meter->polls = 0;
    work_begin(&meter->watch, meter_poll, meter, NULL);
}

static void meter_end(struct meter *meter) { work_end(&meter->watch); }

/* What a meter has measured stays within the bounds. */
static void expect_bounds(struct test *test, const struct meter *meter, const char *call,
                          const char *text) {
    test_expect(test, meter->watch.most <= GAP, "%s: %ld seeds between two polls\n%s", call,
                (long)meter->watch.most, text);
    test_expect(test, meter->watch.after <= AFTER, "%s: %ld seeds after the end\n%s", call,
                (long)meter->watch.after, text);
}

/* ---- texts -------------------------------------------------------------------------------- */

struct text_writer {
    char text[TEXT];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void write_line(struct text_writer *writer,
                                                             const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    writer->length +=
        (size_t)vsnprintf(writer->text + writer->length, TEXT - writer->length, format, arguments);
    va_end(arguments);
}

/* Writes a line, one time in so many. */
static void write_seldom(struct text_writer *writer, struct kw_random *random, unsigned times,
                         const char *line) {
    if (kw_random_below(random, times) == 0)
        write_line(writer, "%s\n", line);
}

/* A text of long relays on a large board with many seeds, and rows that make each seed slow. */
static void write_slow_text(struct text_writer *writer, struct kw_random *random) {
    static const char *const ways[] = {"either", "counterclockwise", "clockwise", "outward"};
    static const char *const relays[] = {
        "end anywhere: relay",
        "end occupied: relay",
        "end anywhere: relay; turn",
        "end occupied: relay; turn",
        "end next filled: relay next",
        "end opponent, occupied: capture here to hand; relay\nend occupied: relay"};
    unsigned columns = 8 + kw_random_below(random, 8);
    unsigned most = 255 / (2 * columns);
    writer->length = 0;
    write_line(writer, "game slow\nboard 2 x %u\nstart %u\nstores captured\nsow %s\n", columns,
               most - kw_random_below(random, most / 2), ways[kw_random_below(random, 4)]);
    write_seldom(writer, random, 4, "skip lap");
    write_line(writer, "over stuck: rest to owner\n");
    write_seldom(writer, random, 4, "passing makes 4: capture here to owner");
    write_seldom(writer, random, 6, "passing own, makes 9: bank 1 here to opponent");
    write_seldom(writer, random, 6, "passing anywhere: bank 1 here each holds 60");
    write_line(writer, "%s\n", relays[kw_random_below(random, 6)]);
    write_seldom(writer, random, 4, "must capture possible");
    write_seldom(writer, random, 4, "must feed possible");
    write_seldom(writer, random, 4, "must reach possible");
}

/* ---- what moves count --------------------------------------------------------------------- */

static bool count_drop(void *context, const struct kw_event *event) {
    uint64_t *drops = context;
    *drops += event->kind == KW_EVENT_DROP;
    return true;
}

/* Nothing is sown that is not counted. */
static void counting_test(struct test *test, const struct kw_game *game, const char *text,
                          struct kw_random *random) {
    enum { PLIES = 6 };
    struct kw_position position;
    kw_start(game, &position);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        kw_move list[KW_MOVES];
        size_t count = kw_moves(game, &position, list, KW_MOVES);
        struct meter meter = {0};
        uint64_t drops = 0;
        if (count == 0)
            return;
        kw_move move = list[kw_random_below(random, (uint32_t)count)];
        meter_begin(&meter);
        kw_trace(game, &position, move, &position, count_drop, &drops);
        int64_t counted = (int64_t)meter.polls * GAP + WORK_SEEDS - work_of_thread.left;
        meter_end(&meter);
        test_expect(test, (int64_t)drops <= counted, "%ld drops, %ld seeds counted at most\n%s",
                    (long)drops, (long)counted, text);
        test_expect(test, meter.polls >= drops / GAP, "%ld drops, %ld polls\n%s", (long)drops,
                    (long)meter.polls, text);
        expect_bounds(test, &meter, "kw_trace", text);
    }
}

/* ---- calls that are ended ----------------------------------------------------------------- */

/* What a call works with. */
struct bench {
    const struct kw_game *game;
    struct kw_session *session;
    struct kw_engine *engine;
    struct kw_solver *solver;
    struct kw_analysis *analysis;
    struct kw_solution *solution;
    const char *text;
    struct kw_random *random;
};

static void call_search(struct bench *bench) {
    const struct kw_limits limits = {.depth = 3, .lines = 3};
    kw_engine_search(bench->engine, bench->session, &limits, NULL, NULL, bench->analysis, NULL);
}

static void call_play(struct bench *bench) {
    kw_move move;
    kw_engine_play(bench->engine, bench->session, 3, bench->random, &move, NULL);
}

static void call_solve(struct bench *bench) {
    kw_solver_solve(bench->solver, bench->session, NULL, NULL, bench->solution, NULL);
}

static void call_perft(struct bench *bench) {
    kw_perft(bench->game, kw_session_position(bench->session), 4);
}

static void call_prepare(struct bench *bench) {
    struct kw_table_cache *cache = kw_table_cache_open(NULL, 0, NULL);
    kw_table_cache_prepare(cache, bench->game);
    kw_table_cache_close(cache);
}

static void call_check(struct bench *bench) {
    kw_rules_check(bench->text, strlen(bench->text), NULL, NULL, NULL);
}

static const struct {
    const char *name;
    void (*call)(struct bench *bench);
} calls[] = {{"kw_engine_search", call_search},        {"kw_engine_play", call_play},
             {"kw_solver_solve", call_solve},          {"kw_perft", call_perft},
             {"kw_table_cache_prepare", call_prepare}, {"kw_rules_check", call_check}};

/* Each call, ended at once or later. */
static void ending_test(struct test *test, struct bench *bench) {
    static const uint64_t ends[] = {1, 2, 40};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            struct meter meter = {.ends_at = ends[k]};
            meter_begin(&meter);
            calls[i].call(bench);
            meter_end(&meter);
            expect_bounds(test, &meter, calls[i].name, bench->text);
        }
}

static bool bench_open(struct bench *bench, const char *text, struct kw_random *random) {
    *bench = (struct bench){.text = text, .random = random};
    if (kw_rules_check(text, strlen(text), NULL, NULL, NULL) > 0)
        return false;
    struct kw_game *game = kw_game_read(text, strlen(text), NULL);
    bench->game = game;
    bench->session = game != NULL ? kw_session_new(game, NULL) : NULL;
    bench->engine = kw_engine_new(1 << 20, 1);
    bench->solver = kw_solver_new(1 << 22, 1);
    bench->analysis = malloc(sizeof *bench->analysis);
    bench->solution = malloc(sizeof *bench->solution);
    return game != NULL && bench->session != NULL && bench->engine != NULL &&
           bench->solver != NULL && bench->analysis != NULL && bench->solution != NULL;
}

static void bench_close(struct bench *bench) {
    kw_session_free(bench->session);
    kw_engine_free(bench->engine);
    kw_solver_free(bench->solver);
    free(bench->analysis);
    free(bench->solution);
    kw_game_close((struct kw_game *)bench->game);
}

/* ---- calls that are stopped --------------------------------------------------------------- */

static void stop_engine(void *engine) { kw_engine_stop(engine); }
static void stop_solver(void *solver) { kw_solver_stop(solver); }

/* An engine that knows the game ends soon after a stop, and after a time that is up. */
static void engine_stop_test(struct test *test, struct bench *bench) {
    enum { ROOT = 64 * 2 * 100000 / WORK_SEEDS };
    struct kw_limits limits = {.nodes = 1};
    struct meter meter = {.stops_at = ROOT + 100, .stop = stop_engine, .target = bench->engine};
    kw_engine_search(bench->engine, bench->session, &limits, NULL, NULL, bench->analysis, NULL);
    limits = (struct kw_limits){0};
    meter_begin(&meter);
    bool good =
        kw_engine_search(bench->engine, bench->session, &limits, NULL, NULL, bench->analysis, NULL);
    meter_end(&meter);
    test_expect(test, good && bench->analysis->lines == 1, "a stopped search has a line");
    test_expect(test, meter.polls <= meter.stops_at + SOON, "stopped search: %ld polls",
                (long)meter.polls);
    limits.milliseconds = -1;
    meter = (struct meter){0};
    meter_begin(&meter);
    good =
        kw_engine_search(bench->engine, bench->session, &limits, NULL, NULL, bench->analysis, NULL);
    meter_end(&meter);
    test_expect(test, good && bench->analysis->lines == 1, "a search without time has a line");
    test_expect(test, meter.polls <= ROOT + SOON, "search without time: %ld polls",
                (long)meter.polls);
}

static void solver_stop_test(struct test *test, struct bench *bench) {
    struct meter meter = {.stops_at = 100, .stop = stop_solver, .target = bench->solver};
    meter_begin(&meter);
    call_solve(bench);
    meter_end(&meter);
    test_expect(test, bench->solution->stopped, "a stopped solver says so");
    test_expect(test, meter.polls <= meter.stops_at + SOON, "stopped solver: %ld polls",
                (long)meter.polls);
}

static bool stop_building(void *context, const struct kw_progress *progress) {
    const struct meter *meter = context;
    (void)progress;
    return meter->polls < 10;
}

static bool stop_proving(void *context, const struct kw_prove_progress *proving) {
    const struct meter *meter = context;
    (void)proving;
    return meter->polls < 10;
}

/* Callbacks are called as often, whatever a position takes. */
static void callback_test(struct test *test, struct bench *bench) {
    enum { MANY = 1 << 14 }; /* polls, between which many times the time of a report passes */
    char folder[] = "/tmp/work_test_XXXXXX";
    struct kw_error error = {0};
    struct meter meter = {.ends_at = MANY};
    if (!test_expect(test, mkdtemp(folder) != NULL, "no folder"))
        return;
    meter_begin(&meter);
    bool built = kw_tables_build(bench->game, folder, 9, 1, stop_building, &meter, &error);
    meter_end(&meter);
    test_expect(test, !built && error.code == KW_STOPPED && meter.polls < MANY,
                "stopped build: code %d, %ld polls", (int)error.code, (long)meter.polls);
    kw_table_cache_clear(folder, NULL);
    rmdir(folder);
}

static void prover_test(struct test *test, struct kw_random *random) {
    enum { MANY = 1 << 14 };
    struct bench bench;
    struct meter meter = {.ends_at = MANY};
    if (test_expect(test, bench_open(&bench, slow_wins, random), "%s", slow_wins)) {
        struct kw_prover *prover = kw_prover_new(bench.game, 1 << 22, 1, NULL);
        meter_begin(&meter);
        enum kw_outcome outcome = kw_prover_decide(prover, kw_session_position(bench.session),
                                                   KW_SOUTH, stop_proving, &meter);
        meter_end(&meter);
        test_expect(test, outcome == KW_GOING_ON && meter.polls < MANY, "stopped prover: %ld polls",
                    (long)meter.polls);
        expect_bounds(test, &meter, "kw_prover_decide", slow_wins);
        kw_prover_free(prover);
    }
    bench_close(&bench);
}

/* A check sows a bounded number of seeds. */
static void check_test(struct test *test, struct bench *bench) {
    enum { MOST = 200 };
    struct meter meter = {0};
    meter_begin(&meter);
    call_check(bench);
    meter_end(&meter);
    test_expect(test, meter.polls <= MOST, "a check polls %ld times\n%s", (long)meter.polls,
                bench->text);
}

static bool file_read(const char *path, char text[TEXT]) {
    FILE *file = fopen(path, "r");
    size_t length = file != NULL ? fread(text, 1, TEXT - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[length] = '\0';
    return length > 0;
}

int main(int argc, char **argv) {
    struct test test = test_begin(argc, argv);
    static char slow_text[TEXT];
    static struct text_writer writer;
    struct kw_random random;
    struct bench bench;
    if (test.words != 1 || !file_read(test.word[0], slow_text)) {
        fprintf(stderr, "usage: work_test [--effort N] [--seed N] TEXT\n");
        return 2;
    }
    test_random(&test, "work", 0, &random);
    if (test_expect(&test, bench_open(&bench, slow_text, &random), "%s", slow_text)) {
        counting_test(&test, bench.game, slow_text, &random);
        ending_test(&test, &bench);
        engine_stop_test(&test, &bench);
        solver_stop_test(&test, &bench);
        callback_test(&test, &bench);
        check_test(&test, &bench);
    }
    bench_close(&bench);
    prover_test(&test, &random);
    for (unsigned n = 0; n < 10 * test.effort; n++) {
        write_slow_text(&writer, &random);
        if (bench_open(&bench, writer.text, &random)) {
            counting_test(&test, bench.game, writer.text, &random);
            ending_test(&test, &bench);
            check_test(&test, &bench);
        }
        bench_close(&bench);
    }
    return test_end(&test);
}
