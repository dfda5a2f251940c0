/*
 * The command bench: a signature of the rules, and their speed.
 *
 *      signature       measure/bench_signature.h
 *      lap             moves of random games of Hus are traced once, to count their laps; the time
 *                      of playing the same moves, divided by those laps.
 *      random play     uniform over the legal moves through kw_moves and kw_play, the generator
 *                      included; a game that ends begins again; repetition is off.
 *      perft           from the start (after the setup turns), at the greatest depth with
 *                      not too many leaves.
 *      engine          positions a second that one thread enters; and, if asked for, the time that
 *                      several need to the same depth.
 *
 * With --list random play alone is measured, of every listed game.
 */
#include "base/clock.h"
#include "cli/position_args.h"
#include "io/json.h"
#include "measure/bench_signature.h"
#include "measure/median.h"
#include "measure/search_speed.h"
#include "text/move_list.h"

#include <inttypes.h>
#include <komwe.h>
#include <stdlib.h>

enum {
    RUNS = 5,            /* of each measurement; their median counts */
    PLIES_AT_ONCE = 512, /* of random play between two readings of the clock */
    LAP_MOVES = 4096
};

/* How long to measure. */
struct bench_effort {
    double seconds; /* of a run */
    uint64_t leaves;
    uint64_t nodes;     /* of a search */
    unsigned positions; /* of the comparison of threads */
    uint64_t compared;  /* nodes of a search there; shorter ones end before the threads start */
};

struct bench_speed {
    double plies, perft; /* a second */
};

struct bench_figures {
    const char *id;
    struct bench_speed fast, plain;
    double nodes; /* of the engine, a second */
    double ratio; /* time to depth of several threads relative to one, or 0 */
};

static double bench_seconds(void) { return (double)clock_thread() * 1e-6; }

/* The position that the game's play begins from: the one after the setup turns. */
static void bench_start(const struct kw_game *game, struct kw_position *position) {
    kw_start(game, position);
    while (position->phase != 0)
        kw_play(game, position, kw_move_make(KW_KEEP, 0, false, false, 0), position);
}

/* ---- a relay lap -------------------------------------------------------------------------- */

static bool bench_count_laps(void *context, const struct kw_event *event) {
    kw_laps_event(context, event);
    return true;
}

struct bench_lap_positions {
    struct kw_position position;
    kw_move move;
};

/* Fills the list with moves of random games, and returns their laps. */
static size_t bench_collect_laps(const struct kw_game *game,
                                 struct bench_lap_positions list[LAP_MOVES]) {
    struct kw_laps laps = {0};
    struct kw_random random;
    struct kw_position position;
    kw_move moves[KW_MOVES];
    kw_random_seed(&random, 1);
    kw_start(game, &position);
    for (size_t i = 0; i < LAP_MOVES;) {
        size_t count = kw_moves(game, &position, moves, KW_MOVES);
        if (count == 0) {
            kw_start(game, &position);
            continue;
        }
        list[i].position = position;
        list[i].move = moves[kw_random_below(&random, (uint32_t)count)];
        kw_trace(game, &position, list[i].move, &position, bench_count_laps, &laps);
        i++;
    }
    return laps.count;
}

/* Nanoseconds a lap of Hus. */
static double bench_measure_lap(const struct bench_effort *effort) {
    const struct kw_game *game = memory_game_find("hus");
    struct bench_lap_positions *list = memory_new(LAP_MOVES, sizeof *list);
    size_t laps = bench_collect_laps(game, list);
    double run[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double begun = bench_seconds(), passed;
        size_t rounds = 0;
        do {
            struct kw_position next;
            for (size_t k = 0; k < LAP_MOVES; k++)
                kw_play(game, &list[k].position, list[k].move, &next);
            rounds++;
            passed = bench_seconds() - begun;
        } while (passed < effort->seconds);
        run[i] = passed * 1e9 / (double)(rounds * laps);
    }
    free(list);
    return median(run, RUNS);
}

/* ---- random play and perft ---------------------------------------------------------------- */

/* Plays so many random plies from the position on, beginning anew when a game ends. */
static void bench_play_randomly(const struct kw_game *game, struct kw_position *position,
                                struct kw_random *random, struct moves *moves, int plies) {
    while (plies > 0) {
        moves_list(moves, game, position);
        if (moves->count == 0) {
            kw_start(game, position);
            continue;
        }
        kw_play(game, position, moves->move[kw_random_below(random, (uint32_t)moves->count)],
                position);
        plies--;
    }
}

static double bench_measure_plies(const struct kw_game *game, const struct bench_effort *effort) {
    struct moves moves = {0};
    struct kw_random random;
    struct kw_position position;
    double run[RUNS];
    kw_random_seed(&random, 1);
    kw_start(game, &position);
    for (int i = 0; i < RUNS; i++) {
        double begun = bench_seconds(), passed;
        uint64_t plies = 0;
        do {
            bench_play_randomly(game, &position, &random, &moves, PLIES_AT_ONCE);
            plies += PLIES_AT_ONCE;
            passed = bench_seconds() - begun;
        } while (passed < effort->seconds);
        run[i] = (double)plies / passed;
    }
    moves_free(&moves);
    return median(run, RUNS);
}

static double bench_measure_perft(const struct kw_game *game, unsigned depth,
                                  const struct bench_effort *effort) {
    struct kw_position position;
    double run[RUNS], all = bench_seconds();
    size_t runs = 0;
    bench_start(game, &position);
    do {
        double begun = bench_seconds(), passed;
        uint64_t leaves = 0;
        do {
            leaves += kw_perft(game, &position, depth);
            passed = bench_seconds() - begun;
        } while (passed < effort->seconds);
        run[runs++] = (double)leaves / passed;
    } while (runs < RUNS && bench_seconds() - all < RUNS * effort->seconds);
    return median(run, runs);
}

static struct bench_speed bench_measure_speed(const struct kw_game *game, unsigned depth,
                                              const struct bench_effort *effort) {
    return (struct bench_speed){bench_measure_plies(game, effort),
                                bench_measure_perft(game, depth, effort)};
}

static enum status bench_measure_game(struct call *call, const struct kw_game *game,
                                      const struct bench_effort *effort, unsigned threads,
                                      struct bench_figures *figures) {
    struct kw_position position;
    struct kw_error error;
    figures->id = kw_game_info(game)->id;
    struct kw_game *plain = kw_game_open_kernel(figures->id, "", KW_KERNEL_PLAIN, &error);
    if (plain == NULL)
        return call_fail(call, "%s", error.message);
    bench_start(game, &position);
    unsigned depth = bench_perft_depth(game, &position, effort->leaves);
    figures->fast = bench_measure_speed(game, depth, effort);
    figures->plain = bench_measure_speed(plain, depth, effort);
    kw_game_close(plain);
    figures->nodes = search_speed(game, effort->nodes, RUNS);
    if (threads > 1)
        figures->ratio =
            search_time_ratio(game, threads, effort->compared, effort->positions, RUNS);
    return STATUS_OK;
}

/* ---- the report --------------------------------------------------------------------------- */

static void bench_write_table(struct string_builder *out, const struct bench_figures *figures,
                              size_t count, uint32_t sign, double lap) {
    bool threads = count > 0 && figures[0].ratio > 0;
    output_format(out, "signature %" PRIu32 "\nlap       %.1f ns\n\n", sign, lap);
    output_format(out, "%-12s %21s %23s %18s\n", "", "random play, M plies/s", "perft, M leaves/s",
                  "engine, M nodes/s");
    output_format(out, "%-12s %7s %7s %6s  %8s %7s %6s  %8s %8s%s\n", "", "fast", "plain", "ratio",
                  "fast", "plain", "ratio", "fast", "of play", threads ? "  time" : "");
    for (size_t i = 0; i < count; i++) {
        const struct bench_speed fast = figures[i].fast, plain = figures[i].plain;
        output_format(out, "%-12s %7.2f %7.2f %6.1f  %8.2f %7.2f %6.1f  %8.2f %8.2f", figures[i].id,
                      fast.plies * 1e-6, plain.plies * 1e-6, fast.plies / plain.plies,
                      fast.perft * 1e-6, plain.perft * 1e-6, fast.perft / plain.perft,
                      figures[i].nodes * 1e-6, figures[i].nodes / fast.plies);
        if (threads)
            output_format(out, "  %4.2f", figures[i].ratio);
        output_char(out, '\n');
    }
}

static void bench_write_json(struct string_builder *out, const struct bench_figures *figures,
                             size_t count, uint32_t sign, double lap) {
    json_t *games = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            games, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:f}", "id", figures[i].id,
                             "plies_per_s", (json_int_t)figures[i].fast.plies, "plies_per_s_plain",
                             (json_int_t)figures[i].plain.plies, "perft_per_s",
                             (json_int_t)figures[i].fast.perft, "perft_per_s_plain",
                             (json_int_t)figures[i].plain.perft, "nodes_per_s",
                             (json_int_t)figures[i].nodes, "time_ratio", figures[i].ratio));
    output_json(out, json_pack("{s:I, s:o, s:f}", "signature", (json_int_t)sign, "games", games,
                               "lap_ns", lap));
}

/* The games given as arguments, or so many of the list. */
static enum status bench_find_games(struct call *call, const struct kw_game **list, size_t count) {
    const struct arguments *arguments = &call->arguments;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        if (arguments->operands > 0)
            status = position_args_find_game(call, arguments->operand[i], &list[i]);
        else
            list[i] = memory_game_at(i);
    }
    return status;
}

/* Measures them, and reports. */
static enum status bench_games(struct call *call, const struct kw_game *const *list, size_t count,
                               const struct bench_effort *effort) {
    unsigned threads = (unsigned)call_number(call, FLAG_THREADS, 1);
    struct bench_figures *figures = memory_new(count, sizeof *figures);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = bench_measure_game(call, list[i], effort, threads, &figures[i]);
    if (status == STATUS_OK) {
        bool json = call->arguments.value[FLAG_JSON] != NULL;
        (json ? bench_write_json : bench_write_table)(&call->out, figures, count, bench_signature(),
                                                      bench_measure_lap(effort));
    }
    free(figures);
    return status;
}

/* The same of random play alone. */
static void bench_list(struct call *call, const struct kw_game *const *list, size_t count,
                       const struct bench_effort *effort) {
    bool json = call->arguments.value[FLAG_JSON] != NULL;
    json_t *games = json_array();
    for (size_t i = 0; i < count; i++) {
        const char *id = kw_game_info(list[i])->id;
        double plies = bench_measure_plies(list[i], effort);
        if (json)
            json_array_append_new(
                games, json_pack("{s:s, s:I}", "id", id, "plies_per_s", (json_int_t)plies));
        else
            output_format(&call->out, "%-20s %7.2f M plies/s\n", id, plies * 1e-6);
    }
    if (json)
        output_json(&call->out, json_incref(games));
    json_decref(games);
}

enum status bench_run(struct call *call) {
    static const struct bench_effort whole = {
        .seconds = 0.04, .leaves = 2000000, .nodes = 200000, .positions = 40, .compared = 1000000};
    static const struct bench_effort quick = {
        .seconds = 0.004, .leaves = 20000, .nodes = 4000, .positions = 4, .compared = 4000};
    const struct bench_effort *effort = call->arguments.value[FLAG_QUICK] != NULL ? &quick : &whole;
    bool lists = call->arguments.value[FLAG_LIST] != NULL;
    size_t count = call->arguments.operands > 0 ? call->arguments.operands
                   : lists                      ? kw_game_count()
                                                : SIGNATURE_GAMES;
    const struct kw_game **list = memory_new(count, sizeof(struct kw_game *));
    enum status status = bench_find_games(call, list, count);
    if (status == STATUS_OK && lists)
        bench_list(call, list, count, effort);
    else if (status == STATUS_OK)
        status = bench_games(call, list, count, effort);
    free(list);
    return status;
}
