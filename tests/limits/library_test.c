/*
 * Every count that the library takes (library.def), at its ends and beyond; and the readers of
 * numbers, against slow ones.
 *
 * A function try_FUNCTION_PARAMETER calls the function with a value, checks that what comes of it
 * keeps its limit, and says whether the call succeeded.  Threads are counted while they run.
 */
#include "base/memory.h"
#include "base/text.h"
#include "support/folders.h"
#include "support/test.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#define CHECK(condition) test_expect(test, condition, "line %d: %s", __LINE__, #condition)

#define MACHINE machine_memory()

enum outside { CLAMPED, CLAMPED_BELOW /* and refused above */, REFUSED };

/* What all tries share. */
static struct {
    const struct kw_game *game, *seedless;
    struct kw_game *full; /* with more seeds than a table can have */
    struct kw_session *session;
    const char *folder;       /* with the tables up to LAYERS seeds */
    struct kw_tables *tables; /* those */
    struct test *test;
} shared;

enum { LAYERS = 4, HASH = 1 << 16 };

/* ---- counting threads ------------------------------------------------------------------------ */

static atomic_uint running, peak;

/* A thread: what it does, and that it ends. */
struct counted {
    void *(*work)(void *argument);
    void *argument;
};

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *argument), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *argument), void *argument);

static void *counted_main(void *argument) {
    struct counted counted = *(struct counted *)argument;
    free(argument);
    void *result = counted.work(counted.argument);
    atomic_fetch_sub(&running, 1);
    return result;
}

/* The linker has each call of pthread_create come here. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *argument), void *argument) {
    struct counted *counted = malloc(sizeof *counted);
    if (counted == NULL)
        return EAGAIN;
    *counted = (struct counted){work, argument};
    unsigned now = atomic_fetch_add(&running, 1) + 1, before = atomic_load(&peak);
    while (before < now && !atomic_compare_exchange_weak(&peak, &before, now)) {
    }
    int fault = __real_pthread_create(thread, attributes, counted_main, counted);
    if (fault != 0) {
        atomic_fetch_sub(&running, 1);
        free(counted);
    }
    return fault;
}

/* Whether no more ran at a time, beside the caller's, than a request for `threads` grants. */
static bool threads_are_granted(uint64_t threads) {
    unsigned granted = threads > KW_THREADS_MAX ? KW_THREADS_MAX
                       : threads == 0           ? 1
                                                : (unsigned)threads;
    return test_expect(shared.test, atomic_load(&peak) <= granted - 1,
                       "%" PRIu64 " threads: %u ran at a time", threads, atomic_load(&peak) + 1);
}

/* ---- the engine ------------------------------------------------------------------------------ */

static bool search_with(struct kw_engine *engine, const struct kw_limits *limits) {
    static struct kw_analysis analysis;
    bool found = engine != NULL &&
                 kw_engine_search(engine, shared.session, limits, NULL, NULL, &analysis, NULL);
    if (found)
        test_expect(shared.test,
                    analysis.depth <= 126 && analysis.lines <= KW_MULTIPV_MAX &&
                        analysis.lines >= 1,
                    "depth %u, %zu lines", analysis.depth, analysis.lines);
    kw_engine_free(engine);
    return found;
}

static bool try_kw_engine_new_threads(uint64_t value) {
    struct kw_limits limits = {.depth = 2};
    bool found = search_with(kw_engine_new(HASH, (unsigned)value), &limits);
    return threads_are_granted(value) && found;
}

static bool try_kw_engine_new_hash_bytes(uint64_t value) {
    struct kw_limits limits = {.depth = 1};
    /* All the memory of the machine may be asked for, and be had or not. */
    if (value == MACHINE)
        return true;
    return search_with(kw_engine_new((size_t)value, 1), &limits);
}

static bool try_kw_limits_depth(uint64_t value) {
    struct kw_limits limits = {.depth = (unsigned)value, .nodes = 2000};
    return search_with(kw_engine_new(HASH, 1), &limits);
}

static bool try_kw_limits_lines(uint64_t value) {
    struct kw_limits limits = {.depth = 1, .lines = (unsigned)value};
    return search_with(kw_engine_new(HASH, 1), &limits);
}

static bool try_kw_limits_nodes(uint64_t value) {
    struct kw_limits limits = {.depth = 1, .nodes = value};
    return search_with(kw_engine_new(HASH, 1), &limits);
}

static bool try_kw_limits_milliseconds(uint64_t value) {
    struct kw_limits limits = {.depth = 1, .milliseconds = (int64_t)value};
    return search_with(kw_engine_new(HASH, 1), &limits);
}

static bool try_kw_engine_play_level(uint64_t value) {
    struct kw_engine *engine = kw_engine_new(HASH, 1);
    unsigned level = (unsigned)value, clamped = level < 1 ? 1 : level > 10 ? 10 : level;
    kw_move move[2] = {0};
    bool played = engine != NULL;
    for (int i = 0; i < 2 && played; i++) {
        struct kw_random random;
        kw_random_seed(&random, 1);
        kw_engine_clear(engine);
        played = kw_engine_play(engine, shared.session, i == 0 ? level : clamped, &random, &move[i],
                                NULL);
    }
    kw_engine_free(engine);
    return played &&
           test_expect(shared.test, move[0] == move[1], "level %u plays as another", level);
}

/* ---- exact values and proofs ----------------------------------------------------------------- */

static bool stop_solving(void *context, const struct kw_solution *so_far) {
    (void)so_far;
    kw_solver_stop(context);
    return false;
}

static bool solve_with(struct kw_solver *solver) {
    struct kw_solution solution;
    struct kw_position position;
    bool found = solver != NULL &&
                 kw_position_read(shared.game, "0,0,0,0,0,2/0,0,0,0,1,0 S 25/20", &position, NULL);
    struct kw_session *session = found ? kw_session_new(shared.game, &position) : NULL;
    found =
        session != NULL && kw_solver_solve(solver, session, stop_solving, solver, &solution, NULL);
    kw_session_free(session);
    kw_solver_free(solver);
    return found;
}

static bool try_kw_solver_new_threads(uint64_t value) {
    bool found = solve_with(kw_solver_new(HASH, (unsigned)value));
    return threads_are_granted(value) && found;
}

static bool try_kw_solver_new_hash_bytes(uint64_t value) {
    return value == MACHINE || solve_with(kw_solver_new((size_t)value, 1));
}

static bool stop_proving(void *context, const struct kw_prove_progress *proving) {
    (void)context, (void)proving;
    return false;
}

static bool prove_with(struct kw_prover *prover) {
    struct kw_position start;
    kw_start(shared.seedless, &start);
    if (prover == NULL)
        return false;
    kw_prover_decide(prover, &start, KW_SOUTH, stop_proving, NULL);
    kw_prover_free(prover);
    return true;
}

static bool try_kw_prover_new_threads(uint64_t value) {
    bool found = prove_with(kw_prover_new(shared.seedless, HASH, (unsigned)value, NULL));
    return threads_are_granted(value) && found;
}

static bool try_kw_prover_new_hash_bytes(uint64_t value) {
    return value == MACHINE || prove_with(kw_prover_new(shared.seedless, (size_t)value, 1, NULL));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool stop_building(void *context, const struct kw_progress *progress) {
    (void)context, (void)progress;
    return false;
}

static bool try_kw_tables_build_threads(uint64_t value) {
    char folder[KW_TEXT];
    folder_name(folder, "built");
    bool good = kw_tables_build(shared.game, folder, 8, (unsigned)value, NULL, NULL, NULL);
    folder_empty(folder);
    return threads_are_granted(value) && good;
}

/* Whether a build with so many seeds begins; `progress` ends it at once. */
static bool try_kw_tables_build_seeds(uint64_t value) {
    char folder[KW_TEXT];
    struct kw_error error = {.code = KW_OK};
    folder_name(folder, "begun");
    bool good =
        kw_tables_build(shared.full, folder, (unsigned)value, 1, stop_building, NULL, &error);
    folder_empty(folder);
    return good || error.code != KW_BAD_VALUE;
}

static uint32_t exchange_nothing(void *context, const struct kw_message *messages,
                                 kw_receive_fn *receive, void *receiver, uint32_t vote) {
    (void)context, (void)messages, (void)receive, (void)receiver;
    return vote;
}

static bool try_kw_tables_build_shared_seeds(uint64_t value) {
    char folder[KW_TEXT];
    struct kw_error error = {.code = KW_OK};
    struct kw_communicator alone = {.rank = 0, .ranks = 1, .exchange = exchange_nothing};
    folder_name(folder, "begun");
    bool good = kw_tables_build_shared(shared.full, folder, (unsigned)value, &alone, stop_building,
                                       NULL, &error);
    folder_empty(folder);
    return good || error.code != KW_BAD_VALUE;
}

static bool try_kw_tables_layer_seeds(uint64_t value) {
    struct kw_layer layer;
    return kw_tables_layer(shared.tables, shared.game, (unsigned)value, &layer, NULL, NULL, NULL);
}

static bool try_kw_tables_verify_threads(uint64_t value) {
    bool good = kw_tables_verify(shared.tables, shared.game, (unsigned)value, NULL, NULL, NULL);
    return threads_are_granted(value) && good;
}

static bool try_kw_table_cache_open_bytes(uint64_t value) {
    struct kw_table_cache *cache = kw_table_cache_open(NULL, value, NULL);
    bool good = cache != NULL && kw_table_cache_prepare(cache, shared.game) > 0;
    kw_table_cache_close(cache);
    return good;
}

/* ---- others ---------------------------------------------------------------------------------- */

static bool stop_fitting(void *context) {
    (void)context;
    return false;
}

static bool try_kw_tuner_fit_rounds(uint64_t value) {
    struct kw_tuner *tuner = kw_tuner_new(shared.game);
    const struct kw_result result = {.outcome = KW_SOUTH_WINS, .scored = true, .score = {30, 18}};
    bool good =
        tuner != NULL && kw_tuner_add(tuner, kw_session_position(shared.session), &result, NULL);
    if (good)
        kw_tuner_fit(tuner, (unsigned)value, 1, stop_fitting, NULL);
    kw_tuner_free(tuner);
    return good;
}

static bool try_kw_perft_depth(uint64_t value) {
    struct kw_position end;
    /* Few moves are left: a depth that is taken has no sequence. */
    return kw_position_read(shared.game, "0,0,0,0,0,2/0,0,0,0,1,0 S 25/20", &end, NULL) &&
           kw_perft(shared.game, &end, (unsigned)value) != UINT64_MAX;
}

static bool try_kw_record_opening_set_plies(uint64_t value) {
    struct kw_record *record = kw_record_new(shared.game, NULL);
    struct kw_error error;
    bool good = record != NULL && kw_record_opening_set(record, (size_t)value, &error) &&
                kw_record_opening(record) == value;
    kw_record_free(record);
    return good;
}

static bool try_kw_random_below_below(uint64_t value) {
    struct kw_random random;
    kw_random_seed(&random, 1);
    uint32_t drawn = kw_random_below(&random, (uint32_t)value);
    return drawn < value || drawn == 0;
}

/* ---- the table ------------------------------------------------------------------------------- */

struct row {
    const char *name;
    bool (*attempt)(uint64_t value);
    uint64_t least, most;
    enum outside outside;
    unsigned bits; /* of the parameter */
};

/* Where the range ends at the end of the type there is nothing beyond. */
static void row_test(struct test *test, const struct row *row) {
    const uint64_t type = row->bits == 32 ? UINT32_MAX : UINT64_MAX;
    const uint64_t value[] = {row->least - 1, row->least, row->most, row->most + 1, row->most * 2,
                              type,           type - 1,   type / 2,  type / 2 + 1};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        if (value[i] > type)
            continue;
        bool below = value[i]<row->least, above = value[i]> row->most;
        bool wanted = row->outside == CLAMPED || (row->outside == CLAMPED_BELOW && below) ||
                      (!below && !above);
        atomic_store(&peak, 0);
        test_expect(test, row->attempt(value[i]) == wanted, "%s of %" PRIu64 " is %s", row->name,
                    value[i], wanted ? "refused" : "taken");
    }
}

/* ---- the readers of numbers ------------------------------------------------------------------ */

/* What a number is, by the longest of its digits compared as text. */
static bool slowly_is_at_most(const char *digits, uint64_t most) {
    char bound[24];
    digits += strspn(digits, "0");
    snprintf(bound, sizeof bound, "%" PRIu64, most);
    size_t length = strlen(digits), bounded = most == 0 ? 0 : strlen(bound);
    return length < bounded ||
           (length == bounded && strcmp(digits, bounded == 0 ? "" : bound) <= 0);
}

static void number_test(struct test *test) {
    static const uint64_t most[] = {
        0,         1, 2, 3, 7, 8, 9, 10, 11, 255, 256, 999, UINT32_MAX, INT64_MAX, UINT64_MAX - 1,
        UINT64_MAX};
    static const char *const text[] = {"0",
                                       "1",
                                       "2",
                                       "3",
                                       "7",
                                       "8",
                                       "9",
                                       "10",
                                       "11",
                                       "19",
                                       "99",
                                       "255",
                                       "256",
                                       "257",
                                       "999",
                                       "0999",
                                       "00000000000000000000001",
                                       "4294967295",
                                       "4294967296",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "18446744073709551614",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "18446744073709551617",
                                       "20000000000000000000",
                                       "99999999999999999999",
                                       "9999999999999999999999999999999999999999"};
    static const char *const none[] = {"",   "+1",  "-1",  " 1",  "1 ",
                                       "1x", "0x1", "1.0", "1e1", "\t1"};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        for (size_t j = 0; j < sizeof text / sizeof *text; j++) {
            uint64_t number = 77;
            bool read = number_read(text[j], strlen(text[j]), 0, most[i], &number);
            test_expect(test, read == slowly_is_at_most(text[j], most[i]),
                        "'%s' within %" PRIu64 " is %s", text[j], most[i],
                        read ? "read" : "not read");
            test_expect(test, read ? number <= most[i] : number == 77, "'%s' becomes %" PRIu64,
                        text[j], number);
        }
        for (size_t j = 0; j < sizeof none / sizeof *none; j++)
            test_expect(test, !number_read(none[j], strlen(none[j]), 0, most[i], &(uint64_t){0}),
                        "'%s' is read", none[j]);
    }
}

static void signed_test(struct test *test) {
    int64_t number = 0;
    uint64_t units = 0;
    CHECK(number_read_signed("-5", 2, -5, 5, &number) && number == -5);
    CHECK(number_read_signed("5", 1, -5, 5, &number) && number == 5);
    CHECK(!number_read_signed("-6", 2, -5, 5, &number) &&
          !number_read_signed("6", 1, -5, 5, &number));
    CHECK(!number_read_signed("-", 1, -5, 5, &number) &&
          !number_read_signed("--1", 3, -5, 5, &number));
    CHECK(!number_read_signed("-9223372036854775808", 20, -5, 5, &number) && number == 5);
    CHECK(number_read_signed("-9223372036854775807", 20, -INT64_MAX, INT64_MAX, &number) &&
          number == -INT64_MAX);
    CHECK(!number_read_signed("1", 1, 2, 5, &number) &&
          !number_read_signed("-3", 2, -9, -4, &number));
    for (size_t i = 0; i < 3; i++) {
        const char *const text[] = {"1.5", ".5", "12."}, *at = text[i];
        const uint64_t wanted[] = {1500, 500, 0};
        bool read = decimal_take(&at, at + strlen(at), 3, 99000, &units);
        test_expect(test, read == (i < 2) && (!read || units == wanted[i]), "'%s' is %" PRIu64,
                    text[i], units);
    }
    for (size_t i = 0; i < 5; i++) {
        const char *const text[] = {"99.001", "1.5555", "18446744073709551616", ".", "-1"},
                          *at = text[i];
        CHECK(!decimal_take(&at, at + strlen(at), 3, 99000, &units) && at == text[i]);
    }
    for (size_t i = 0; i < 3; i++) { /* a limit below 1 */
        const char *const text[] = {"0.005", "0.006", ".999"}, *at = text[i];
        CHECK(decimal_take(&at, at + strlen(at), 3, 5, &units) == (i == 0) && units == 5);
    }
}

static bool shared_open(struct test *test, char folder[KW_TEXT]) {
    shared.test = test;
    shared.game = kw_game_find("kalah");
    shared.seedless = kw_game_find("kiswahili");
    shared.full = kw_game_open("kalah", "pits=4 seeds=10", NULL);
    shared.session = kw_session_new(shared.game, NULL);
    folders_begin();
    folder_name(folder, "tables");
    bool good = shared.full != NULL && shared.session != NULL &&
                kw_tables_build(shared.game, folder, LAYERS, 1, NULL, NULL, NULL);
    shared.folder = folder;
    shared.tables = good ? kw_tables_open(folder, NULL) : NULL;
    return shared.tables != NULL;
}

static void shared_close(void) {
    kw_tables_close(shared.tables);
    folder_empty(shared.folder);
    folders_end();
    kw_session_free(shared.session);
    kw_game_close(shared.full);
}

/* The functions that are tried take what they test as a parameter of 32 or 64 bits. */
#define BITS(most, parameter)                                                                      \
    (strcmp(#parameter, "hash_bytes") == 0 || strcmp(#parameter, "bytes") == 0 ||                  \
             strcmp(#parameter, "nodes") == 0 || strcmp(#parameter, "milliseconds") == 0 ||        \
             strcmp(#parameter, "plies") == 0                                                      \
         ? 64                                                                                      \
         : 32)

int main(void) {
    struct test test = {0};
    char folder[KW_TEXT];
    const struct row rows[] = {
#define LIMIT(function, parameter, least, most, outside)                                           \
    {#function "." #parameter, try_##function##_##parameter, least, most, outside,                 \
     BITS(most, parameter)},
#include "limits/library.def"
    };
    number_test(&test);
    signed_test(&test);
    if (test_expect(&test, shared_open(&test, folder), "what the tries need is there"))
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            row_test(&test, &rows[i]);
    shared_close();
    return test_end(&test);
}
