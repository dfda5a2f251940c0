/*
 * Clocks without a clock: how long a move may take, by what the depths of a search have shown, and
 * when a player of a match has lost on time.
 *
 *      clocks_test
 */
#include "game/move_time.h"
#include "match/match_clock.h"
#include "support/test.h"

#define CHECK(condition) test_expect(test, condition, "line %d: %s", __LINE__, #condition)

enum { MS = 1000 };

/* ---- the time of a move --------------------------------------------------------------------- */

static struct move_time plan(const char *id, const char *options, const char *text,
                             const struct move_clock *clock) {
    struct kw_error error;
    struct kw_position position;
    struct kw_game *game = kw_game_open(id, options, &error);
    kw_start(game, &position);
    if (text != NULL)
        kw_position_read(game, text, &position, &error);
    struct kw_session *session = kw_session_new(game, &position);
    struct move_time time = move_time_plan(clock, session);
    kw_session_free(session);
    kw_game_close(game);
    return time;
}

static const struct move_clock minute = {
    .left = 60000 * MS, .increment = 600 * MS, .overhead = 10 * MS};

/* No clock, however short, has less left than a move takes, unless it is nearly up already. */
static void plan_test(struct test *test) {
    for (int64_t left = -5; left < 2000; left += left < 30 ? 1 : 197)
        for (int64_t increment = 0; increment < 100; increment += 30)
            for (unsigned to_go = 0; to_go < 4; to_go++) {
                const struct move_clock clock = {.left = left * MS,
                                                 .increment = increment * MS,
                                                 .overhead = 10 * MS,
                                                 .moves_to_go = to_go};
                struct move_time time = plan("oware", NULL, NULL, &clock);
                int64_t free = left > 11 ? (left - 10) * MS : MS;
                CHECK(time.optimum >= MS && time.optimum <= time.maximum);
                CHECK(time.maximum <= free);
            }
}

/* Who takes all that he may, and loses the overhead as well, still has time after many moves. */
static void increment_test(struct test *test) {
    struct match_clock clock =
        match_clock_begin(&(struct time_control){.base = 1000 * MS, .increment = 10 * MS});
    bool in_time = true;
    for (int i = 0; i < 500 && in_time; i++) {
        struct move_time time = plan(
            "oware", NULL, NULL,
            &(struct move_clock){.left = clock.left, .increment = 10 * MS, .overhead = 10 * MS});
        in_time = match_clock_spend(&clock, time.maximum + 9 * MS);
    }
    CHECK(in_time);
}

static void share_test(struct test *test) {
    struct move_time usual = plan("oware", NULL, NULL, &minute);
    struct move_clock last = minute, real = minute;
    last.moves_to_go = 1;
    CHECK(plan("oware", NULL, NULL, &last).optimum > 5 * usual.optimum);
    last.moves_to_go = 1000;
    CHECK(plan("oware", NULL, NULL, &last).optimum == usual.optimum);
    real.increment = 0;
    CHECK(plan("oware", NULL, NULL, &real).optimum < usual.optimum);
    CHECK(plan("kiothi", NULL, NULL, &minute).optimum < usual.optimum / 2); /* many to be placed */
}

static void limit_test(struct test *test) {
    struct move_clock clock = minute;
    struct kw_limits limits = {.milliseconds = 5};
    struct move_time time = plan("oware", NULL, NULL, &clock);
    move_time_limit(&time, &limits);
    CHECK(limits.milliseconds == 5 && limits.nodes == 0);
    limits.milliseconds = 0;
    move_time_limit(&time, &limits);
    CHECK(limits.milliseconds == time.maximum / MS && limits.nodes == 0);
    CHECK(move_time_spent(&time, 77, 5000) == 77);
    clock.nodes = 20;
    limits = (struct kw_limits){.depth = 0};
    time = plan("oware", NULL, NULL, &clock);
    move_time_limit(&time, &limits);
    CHECK(limits.nodes == (uint64_t)time.maximum / MS * 20 && limits.milliseconds == 0);
    CHECK(move_time_spent(&time, 77, 5000) == 250 * MS);
}

/* ---- the decision after each depth ---------------------------------------------------------- */

/* The result of a depth. */
struct shown {
    kw_move best;
    int32_t score;
    enum kw_unit unit;
};

static bool up_after(struct move_time *time, unsigned depth, const struct shown *shown,
                     int64_t spent) {
    static struct kw_analysis analysis;
    analysis.depth = depth;
    analysis.lines = 1;
    analysis.line[0] = (struct kw_line){
        .move = {shown->best}, .length = 1, .score = shown->score, .unit = shown->unit};
    return move_time_is_up(time, &analysis, spent);
}

/* The least time after which a search with these depths ends; more than the maximum: never. */
static int64_t ends_after(const struct move_time *plan, const struct shown *shown,
                          unsigned depths) {
    int64_t low = 0, high = plan->maximum + 1;
    struct move_time before = *plan;
    for (unsigned depth = 1; depth < depths; depth++)
        up_after(&before, depth, &shown[depth - 1], 0);
    while (low < high) {
        struct move_time time = before;
        int64_t middle = (low + high) / 2;
        if (up_after(&time, depths, &shown[depths - 1], middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void decision_test(struct test *test) {
    struct move_time time = plan("oware", NULL, NULL, &minute);
    struct shown stands[12], changes[12], falls[12], waves[12], loses[12];
    for (int i = 0; i < 12; i++) {
        stands[i] = changes[i] = falls[i] = waves[i] = loses[i] = (struct shown){.best = 1};
        waves[i].score = i % 2 * 500; /* as the last mover sees it */
    }
    changes[11].best = 2;
    falls[11].score = -150;
    loses[11] = (struct shown){.best = 1, .score = -7, .unit = KW_IN_PLIES};
    int64_t usual = ends_after(&time, stands, 12);
    CHECK(usual > 0 && usual < time.optimum);
    for (unsigned i = 2; i <= 12; i++)
        CHECK(ends_after(&time, stands, i) <= ends_after(&time, stands, i - 1));
    CHECK(ends_after(&time, changes, 12) > 2 * usual);
    CHECK(ends_after(&time, falls, 12) > usual);
    CHECK(ends_after(&time, waves, 12) == usual);
    CHECK(ends_after(&time, loses, 12) > ends_after(&time, falls, 12));
    falls[11].score = -30000;
    CHECK(ends_after(&time, falls, 12) == ends_after(&time, loses, 12));
    time.optimum = time.maximum;
    changes[11].score = -30000;
    CHECK(ends_after(&time, changes, 12) <= time.maximum);
}

/* What is reported of a depth once more, or of one that was not completed, decides nothing. */
static void same_depth_test(struct test *test) {
    struct move_time time = plan("oware", NULL, NULL, &minute);
    const struct shown shown = {.best = 1};
    CHECK(up_after(&time, 3, &shown, time.maximum));
    CHECK(!up_after(&time, 3, &shown, time.maximum));
    CHECK(!up_after(&time, 2, &shown, time.maximum));
    CHECK(up_after(&time, 4, &shown, time.maximum));
}

static void forced_test(struct test *test) {
    struct move_time time = plan("kalah", "pits=3", "2,2,2/0,0,1 S 8/9", &minute);
    const struct shown shown = {.best = 1};
    CHECK(time.forced);
    CHECK(up_after(&time, 1, &shown, 0));
    time = plan("kalah", "pits=3", "2,2,1/0,1,1 S 8/9", &minute);
    CHECK(!time.forced);
    CHECK(!up_after(&time, 1, &shown, 0));
}

/* ---- the clocks of a match ------------------------------------------------------------------ */

static void control_test(struct test *test) {
    static const char *const good[] = {"1", "60+0.6", "40/60+0.6", "0.001", "1000000.999999"};
    static const char *const bad[] = {
        "",     "0",   "0+1",   "+1",      "1+", "1.",    "a",         "1 ",       "/60",
        "0/60", "40/", "1+1+1", "1000001", "-1", "1/2/3", "0.0000001", "10001/60", "1.1234567"};
    struct time_control control;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct string_builder text = {0};
        CHECK(time_control_read(good[i], &control));
        time_control_write(&text, &control);
        test_expect(test, strcmp(text.text, good[i]) == 0, "%s is written as %s", good[i],
                    text.text);
        output_free(&text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        test_expect(test, !time_control_read(bad[i], &control), "'%s' is read", bad[i]);
    CHECK(time_control_read("2/1.5+0.25", &control));
    CHECK(control.moves == 2 && control.base == 1500 * MS && control.increment == 250 * MS);
}

static void spend_test(struct test *test) {
    struct time_control control = {.base = 0};
    struct match_clock clock = match_clock_begin(&control);
    CHECK(match_clock_spend(&clock, INT64_MAX)); /* there is none */
    time_control_read("2/1+0.5", &control);
    clock = match_clock_begin(&control);
    CHECK(match_clock_spend(&clock, 999 * MS) && clock.left == 501 * MS && clock.moves_to_go == 1);
    CHECK(match_clock_spend(&clock, 500 * MS) && clock.left == 1501 * MS);
    CHECK(clock.moves_to_go == 2);
    CHECK(!match_clock_spend(&clock, 1501 * MS)); /* the increment comes too late */
}

int main(void) {
    struct test test = {0};
    plan_test(&test);
    increment_test(&test);
    share_test(&test);
    limit_test(&test);
    decision_test(&test);
    same_depth_test(&test);
    forced_test(&test);
    control_test(&test);
    spend_test(&test);
    return test_end(&test);
}
