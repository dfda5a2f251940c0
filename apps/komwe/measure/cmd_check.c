/* The command check: what is wrong with a rule text, or what follows from it. */
#include "base/clock.h"
#include "base/work.h"
#include "cli/position_args.h"
#include "cli/rule_files.h"
#include "io/json.h"
#include "measure/game_stats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHECK_GAMES_AT_ONCE = 20,
    CHECK_GAMES = 400,          /* random games at most */
    CHECK_PLIES = 15000,        /* after so many in all no more games begin */
    CHECK_SPEED_PLIES = 50000,  /* for the speed, at most */
    CHECK_SPEED_TIME = 400000,  /* microseconds of the processor for it, at most */
    CHECK_SPEED_STEP = 64,      /* plies between two readings of the clock, which cost more */
    CHECK_GAMES_TIME = 1000000, /* for the games */
    CHECK_POLLS = 64,           /* a game that takes more time is cut after so many looks */
    CHECK_SLOW = 100000         /* plies a second below which games are played one by one */
};

/* What is wrong with a text. */
struct check_fault {
    enum kw_severity severity;
    size_t line, column;
    char *message;
};

/* What is found of a text. */
struct game_check {
    struct rule_file file;
    struct check_fault *fault; /* and warnings, in their order */
    size_t faults;
    struct kw_game *game; /* NULL: the text is at fault */
    int64_t microseconds; /* to read and check it */
    struct kw_properties properties;
    struct kw_position start;
    unsigned seeds, fewest; /* at the start, and in any position of the random play */
    struct game_stats *stats;
    double speed; /* plies of random play a second */
};

/* ---- random play -------------------------------------------------------------------------- */

/* What random play may take of the processor, so that no text takes more. */
struct check_limit {
    int64_t end; /* by clock_thread */
    unsigned polls;
};

static bool check_time_left(const struct check_limit *limit) { return clock_thread() < limit->end; }

/* A work_poll_fn.  Games of usual length are not cut, however slow the machine is. */
static bool check_poll_time(void *context) {
    struct check_limit *limit = context;
    return ++limit->polls < CHECK_POLLS || check_time_left(limit);
}

static unsigned check_count_seeds(const struct kw_position *position) {
    unsigned seeds = position->store[KW_SOUTH] + position->store[KW_NORTH] + position->hand;
    for (size_t i = 0; i < KW_HOLES; i++)
        seeds += position->hole[i];
    return seeds;
}

/* Measures the speed, and counts the seeds of the positions. */
static void check_play_on(struct game_check *check) {
    struct kw_position position = check->start;
    struct moves moves = {0};
    struct kw_random random;
    kw_random_seed(&random, 1);
    check->seeds = check->fewest = check_count_seeds(&position);
    int64_t begin = clock_thread();
    struct check_limit limit = {.end = begin + CHECK_SPEED_TIME};
    struct work_watch watch;
    size_t ply = 0;
    work_begin(&watch, check_poll_time, &limit, NULL);
    for (; ply < CHECK_SPEED_PLIES; ply++) {
        if (ply % CHECK_SPEED_STEP == 0 && !check_time_left(&limit))
            break;
        moves_list(&moves, check->game, &position);
        if (work_ended())
            break;
        if (moves.count == 0) {
            position = check->start;
            continue;
        }
        kw_move move = moves.move[kw_random_below(&random, (uint32_t)moves.count)];
        kw_play(check->game, &position, move, &position);
        work_check();
        unsigned seeds = check_count_seeds(&position);
        check->fewest = seeds < check->fewest ? seeds : check->fewest;
    }
    work_end(&watch);
    int64_t passed = clock_thread() - begin;
    check->speed = (double)ply * 1e6 / (double)(passed > 0 ? passed : 1);
    moves_free(&moves);
}

/* Plays random games and counts, as far as the limit goes; false if there is no memory. */
static bool check_play_games(struct game_check *check) {
    struct stats_job job = {.game = check->game,
                            .start = check->start,
                            .player = PLAYER_RANDOM,
                            .games = check->speed < CHECK_SLOW ? 1 : CHECK_GAMES_AT_ONCE,
                            .threads = 1};
    check->stats = memory_new(1, sizeof *check->stats);
    struct check_limit limit = {.end = clock_thread() + CHECK_GAMES_TIME};
    struct work_watch watch;
    bool good = true;
    work_begin(&watch, check_poll_time, &limit, NULL);
    while (good && job.seed < CHECK_GAMES &&
           check->stats->measure[MEASURE_PLIES].sum < CHECK_PLIES && check_time_left(&limit)) {
        good = stats_play(&job, check->stats) || work_ended();
        job.seed += job.games;
    }
    work_end(&watch);
    return good;
}

/* ---- what is wrong ------------------------------------------------------------------------ */

static void check_take_fault(void *context, const struct kw_rule_fault *fault) {
    struct game_check *check = context;
    check->fault = memory_resize(check->fault, check->faults + 1, sizeof *check->fault);
    check->fault[check->faults++] =
        (struct check_fault){.severity = fault->severity,
                             .line = fault->line,
                             .column = fault->column,
                             .message = memory_check(strdup(fault->message))};
}

/* The text of a listed game that the text extends. */
static const char *check_find_text(void *context, const char *id, size_t *length) {
    (void)context;
    const struct kw_game *game = memory_game_find(id);
    const char *text = game != NULL ? kw_game_text(game) : NULL;
    *length = text != NULL ? strlen(text) : 0;
    return text;
}

/* ---- one text ----------------------------------------------------------------------------- */

/* Reads, checks and plays; fails only where the file cannot be read or memory lacks. */
static enum status check_file(struct call *call, struct game_check *check, const char *path) {
    char fault[KW_TEXT];
    struct kw_error error;
    if (!rule_file_read(&check->file, path, fault))
        return call_fail(call, "%s", fault);
    int64_t begin = clock_thread();
    size_t faults = kw_rules_check(check->file.text, check->file.length, check_find_text,
                                   check_take_fault, check);
    if (faults == 0)
        check->game = kw_game_read(check->file.text, check->file.length, &error);
    check->microseconds = clock_thread() - begin;
    if (faults > 0 && check->faults == 0) /* a fault is reported, unless memory lacks */
        return call_fail(call, "there is not enough memory");
    if (check->game == NULL)
        return faults > 0 ? STATUS_OK : call_fail(call, "%s", error.message);
    kw_game_properties(check->game, &check->properties);
    kw_start(check->game, &check->start);
    check_play_on(check);
    return check_play_games(check) ? STATUS_OK : call_fail(call, "there is not enough memory");
}

static void check_free(struct game_check *check) {
    for (size_t i = 0; i < check->faults; i++)
        free(check->fault[i].message);
    free(check->fault);
    free(check->stats);
    kw_game_close(check->game);
    rule_file_free(&check->file);
}

/* ---- as text ------------------------------------------------------------------------------ */

static void check_write_faults(struct string_builder *out, const struct game_check *check) {
    for (size_t i = 0; i < check->faults; i++) {
        const struct check_fault *fault = &check->fault[i];
        output_format(out, "%s:%zu:%zu: %s%s\n", rule_file_name(&check->file), fault->line,
                      fault->column, fault->severity == KW_WARNING ? "warning: " : "",
                      fault->message);
        rule_file_write_line(out, &check->file, fault->line, fault->column);
    }
}

__attribute__((format(printf, 3, 4))) static void
check_write_line(struct string_builder *out, const char *label, const char *format, ...) {
    char text[KW_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    output_labelled(out, LABEL_WIDTH, label, text);
}

static double check_share(uint64_t part, uint64_t whole) {
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void check_write_rules(struct string_builder *out, const struct game_check *check) {
    const struct kw_info *info = kw_game_info(check->game);
    const struct kw_properties *properties = &check->properties;
    char text[KW_TEXT];
    check_write_line(out, "game", "%s, %s", info->id, info->name);
    check_write_line(out, "board", "%u rows of %u holes, %u seeds", info->rows,
                     kw_game_columns(check->game), check->seeds);
    check_write_line(out, "family", "%s", kw_game_family(check->game));
    check_write_line(out, "start", "%s", kw_position_text(check->game, &check->start, text));
    check_write_line(out, "rules", "%zu clauses, %zu options", kw_clause_count(check->game),
                     kw_option_count(check->game));
    check_write_line(out, "seeds",
                     check->fewest < check->seeds ? "up to %u leave the game"
                                                  : "none leaves the game",
                     check->seeds - check->fewest);
    check_write_line(out, "won by", "%s",
                     !info->counts_seeds      ? "a rule: seeds are not counted"
                     : properties->fewest_win ? "fewer seeds"
                     : properties->by_seeds   ? "more seeds"
                                              : "more seeds, or by what a store holds");
    check_write_line(out, "positions", "%s",
                     properties->acyclic ? "none can come again" : "can come again");
    check_write_line(out, "left and right", "%s", properties->reflects ? "are alike" : "differ");
    check_write_line(out, "endgame tables", "%s",
                     properties->tables ? "can be built" : "cannot be built");
}

static void check_write_speed(struct string_builder *out, const struct game_check *check) {
    if (check->speed < 5e4)
        check_write_line(out, "speed", "%.0f random plies/s; read and checked in %.1f ms",
                         check->speed, (double)check->microseconds / 1e3);
    else
        check_write_line(out, "speed", "%.1f million random plies/s; read and checked in %.1f ms",
                         check->speed / 1e6, (double)check->microseconds / 1e3);
}

static void check_write_games(struct string_builder *out, const struct game_check *check) {
    const struct game_stats *stats = check->stats;
    const uint64_t *count = stats->count, games = count[COUNT_GAMES];
    const struct sample *plies = &stats->measure[MEASURE_PLIES];
    size_t least = 0;
    if (games == 0) {
        check_write_line(out, "random games",
                         "none: its moves are so long that one game takes "
                         "more than a second");
        check_write_speed(out, check);
        return;
    }
    while (least < STATS_PLIES && stats->length[least] == 0)
        least++;
    check_write_line(out, "random games", "%" PRIu64 " games of %.0f plies (%zu to %" PRIu64 ")",
                     games, (double)plies->sum / (double)games, least, plies->most);
    check_write_line(out, "", "South wins %.0f %%, North %.0f %%, drawn %.0f %%",
                     check_share(count[COUNT_SOUTH_WINS], games),
                     check_share(count[COUNT_NORTH_WINS], games),
                     check_share(count[COUNT_DRAWN], games));
    check_write_line(out, "", "by repetition %.0f %%, without end after %d plies %.0f %%",
                     check_share(count[COUNT_REPETITION], games), STATS_PLIES,
                     check_share(count[COUNT_CUT], games));
    if (stats->measure[MEASURE_CHOICES].count > 0)
        check_write_line(out, "", "%.1f moves to choose from, never-ending sowings %.2f %%",
                         (double)stats->measure[MEASURE_CHOICES].sum /
                             (double)stats->measure[MEASURE_CHOICES].count,
                         check_share(count[COUNT_ENDLESS], stats->measure[MEASURE_LAPS].count));
    else
        check_write_line(out, "", "over at the start: no move was played");
    check_write_speed(out, check);
}

/* Says that the id is taken by a game with other rules, so that this one cannot be listed. */
static void check_write_id(struct string_builder *out, const struct kw_game *game) {
    const struct kw_game *listed = memory_game_find(kw_game_info(game)->id);
    if (listed != NULL && kw_game_checksum(listed) != kw_game_checksum(game))
        output_format(out,
                      "warning: there is a game '%s' already: another id is needed to play it\n",
                      kw_game_info(game)->id);
}

static void check_write(struct string_builder *out, const struct game_check *check) {
    check_write_faults(out, check);
    if (check->game == NULL)
        return;
    output_format(out, "%s: ok\n", rule_file_name(&check->file));
    check_write_id(out, check->game);
    check_write_rules(out, check);
    check_write_games(out, check);
}

/* ---- as JSON ------------------------------------------------------------------------------ */

static json_t *check_json_games(const struct game_check *check) {
    const struct game_stats *stats = check->stats;
    const uint64_t *count = stats->count;
    const struct sample *plies = &stats->measure[MEASURE_PLIES];
    return json_pack(
        "{s:I, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)count[COUNT_GAMES],
        "plies", count[COUNT_GAMES] > 0 ? (double)plies->sum / (double)count[COUNT_GAMES] : 0.0,
        "most_plies", (json_int_t)plies->most, "south", (json_int_t)count[COUNT_SOUTH_WINS],
        "north", (json_int_t)count[COUNT_NORTH_WINS], "drawn", (json_int_t)count[COUNT_DRAWN],
        "repetition", (json_int_t)count[COUNT_REPETITION], "cut", (json_int_t)count[COUNT_CUT],
        "never_ending", (json_int_t)count[COUNT_ENDLESS]);
}

static json_t *check_json_game(const struct game_check *check) {
    const struct kw_info *info = kw_game_info(check->game);
    const struct kw_properties *properties = &check->properties;
    char text[KW_TEXT];
    return json_pack("{s:s, s:s, s:i, s:i, s:i, s:s, s:b, s:b, s:b, s:b, s:b, s:b, s:o, s:f}", "id",
                     info->id, "name", info->name, "rows", (int)info->rows, "columns",
                     (int)kw_game_columns(check->game), "seeds", (int)check->seeds, "start",
                     kw_position_text(check->game, &check->start, text), "counts_seeds",
                     info->counts_seeds, "seeds_conserved", check->fewest == check->seeds,
                     "acyclic", properties->acyclic, "reflects", properties->reflects, "by_seeds",
                     properties->by_seeds, "tables", properties->tables, "random_games",
                     check_json_games(check), "plies_per_s", check->speed);
}

static json_t *check_json(const struct game_check *check) {
    json_t *faults = json_array();
    bool ok = check->game != NULL;
    for (size_t i = 0; i < check->faults; i++) {
        const struct check_fault *fault = &check->fault[i];
        json_array_append_new(faults, json_pack("{s:s, s:i, s:i, s:s}", "severity",
                                                fault->severity == KW_WARNING ? "warning" : "fault",
                                                "line", (int)fault->line, "column",
                                                (int)fault->column, "message", fault->message));
    }
    return json_pack("{s:s, s:b, s:f, s:o, s:o}", "file", check->file.path, "ok", ok, "ms",
                     (double)check->microseconds / 1e3, "faults", faults, "game",
                     ok ? check_json_game(check) : json_null());
}

/* ---- the command -------------------------------------------------------------------------- */

enum status check_run(struct call *call) {
    const struct arguments *arguments = &call->arguments;
    json_t *array = json_array();
    enum status status = STATUS_OK;
    size_t at_fault = 0;
    for (size_t i = 0; i < arguments->operands && status == STATUS_OK; i++) {
        struct game_check check = {0};
        status = check_file(call, &check, arguments->operand[i]);
        at_fault += status == STATUS_OK && check.game == NULL;
        if (status == STATUS_OK && arguments->value[FLAG_JSON] != NULL)
            json_array_append_new(array, check_json(&check));
        else if (status == STATUS_OK)
            check_write(&call->out, &check);
        check_free(&check);
    }
    if (status == STATUS_OK && arguments->value[FLAG_JSON] != NULL)
        output_json(&call->out, json_incref(array));
    json_decref(array);
    if (status != STATUS_OK || at_fault == 0)
        return status;
    call->answered = true;
    return call_fail(call, "%zu of %zu rule texts at fault", at_fault, arguments->operands);
}
