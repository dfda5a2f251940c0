/*
 * The command stats: statistics of many games.  The single figures are rows of a table in
 * stats_figures.c; histograms and the counts by rule are written here.
 */
#include "cli/position_args.h"
#include "cli/search_flags.h"
#include "measure/stats_figures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules at work ------------------------------------------------------------------------ */

/* What is written for a kind of event, in rows that count it by clause; NULL: not counted. */
static const char *const stats_event_name[STATS_EVENTS] = {[KW_EVENT_PLANT] = "planting",
                                                           [KW_EVENT_SKIP] = "passing over",
                                                           [KW_EVENT_RELAY] = "going on",
                                                           [KW_EVENT_TURN] = "turning round",
                                                           [KW_EVENT_CAPTURE] = "capture",
                                                           [KW_EVENT_BANK] = "keeping",
                                                           [KW_EVENT_PLACE] = "placing",
                                                           [KW_EVENT_TAX] = "tax",
                                                           [KW_EVENT_MARK] = "mark made",
                                                           [KW_EVENT_UNMARK] = "mark lost",
                                                           [KW_EVENT_BLOCK] = "block",
                                                           [KW_EVENT_HEAD] = "entering at a head",
                                                           [KW_EVENT_CHOICE] = "choice, chance",
                                                           [KW_EVENT_STOP] = "stop",
                                                           [KW_EVENT_PASS] = "pass",
                                                           [KW_EVENT_SWAP] = "change of sides",
                                                           [KW_EVENT_OVER] = "end inside a move"};

struct stats_rule {
    const char *name, *clause;
    const struct rule_count *count;
};

/* The next row that has been counted, from *at on; false if there is none. */
static bool stats_rule_next(const struct kw_game *game, const struct game_stats *stats, size_t *at,
                            struct stats_rule *row) {
    for (; *at < STATS_EVENTS * KW_CLAUSES; ++*at) {
        size_t kind = *at / KW_CLAUSES, clause = *at % KW_CLAUSES;
        const struct rule_count *count = &stats->rule[kind][clause];
        if (stats_event_name[kind] == NULL || count->events == 0)
            continue;
        *row = (struct stats_rule){stats_event_name[kind], kw_clause_at(game, clause)->id, count};
        ++*at;
        return true;
    }
    return false;
}

/* ---- text --------------------------------------------------------------------------------- */

static void stats_write_rules(struct string_builder *out, const struct kw_game *game,
                              const struct game_stats *stats) {
    struct stats_rule row;
    double games = (double)(stats->count[COUNT_GAMES] > 0 ? stats->count[COUNT_GAMES] : 1);
    output_format(out, "rules at work%30s%10s%12s\n", "a game", "seeds", "of games");
    for (size_t at = 0; stats_rule_next(game, stats, &at, &row);)
        output_format(out, "  %-18s [%s]%*s%9.3f%10.2f%10.1f %%\n", row.name, row.clause,
                      (int)(strlen(row.clause) < 15 ? 15 - strlen(row.clause) : 1), "",
                      (double)row.count->events / games, (double)row.count->seeds / games,
                      100 * (double)row.count->games / games);
}

static void stats_write_text(struct string_builder *out, const struct stats_job *job,
                             const struct game_stats *stats) {
    const struct kw_info *info = kw_game_info(job->game);
    char options[KW_TEXT];
    output_format(out, "%s%s%s, %s play, %" PRIu64 " games, seed %" PRIu64 "\n", info->id,
                  *kw_game_options(job->game, options) ? " " : "", options,
                  player_text(job->player), stats->count[COUNT_GAMES], job->seed);
    stats_figures_text(out, job->game, stats);
    stats_write_rules(out, job->game, stats);
}

/* ---- JSON --------------------------------------------------------------------------------- */

/* A histogram up to its last entry that is not 0. */
static json_t *stats_json_histogram(const uint64_t *bin, size_t count) {
    json_t *array = json_array();
    while (count > 0 && bin[count - 1] == 0)
        count--;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer((json_int_t)bin[i]));
    return array;
}

static json_t *stats_json_by_ply(const struct game_stats *stats) {
    json_t *array = json_array();
    for (size_t ply = 0; ply < STATS_PLIES && stats->by_ply[ply].count > 0; ply++)
        json_array_append_new(array, json_real(sample_mean(&stats->by_ply[ply])));
    return array;
}

static json_t *stats_json_rules(const struct kw_game *game, const struct game_stats *stats) {
    json_t *array = json_array();
    struct stats_rule row;
    for (size_t at = 0; stats_rule_next(game, stats, &at, &row);)
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:I, s:I, s:I}", "kind", row.name, "clause", row.clause,
                             "events", (json_int_t)row.count->events, "seeds",
                             (json_int_t)row.count->seeds, "games", (json_int_t)row.count->games));
    return array;
}

static void stats_write_json(struct string_builder *out, const struct stats_job *job,
                             const struct game_stats *stats) {
    char options[KW_TEXT];
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I}", "game", kw_game_info(job->game)->id, "options",
                  kw_game_options(job->game, options), "player", player_text(job->player), "games",
                  (json_int_t)stats->count[COUNT_GAMES], "seed", (json_int_t)job->seed);
    stats_figures_json(object, stats);
    json_object_set_new(object, "rules", stats_json_rules(job->game, stats));
    json_object_set_new(object, "length_histogram",
                        stats_json_histogram(stats->length, STATS_PLIES + 1));
    json_object_set_new(object, "choices_by_ply", stats_json_by_ply(stats));
    json_object_set_new(object, "choices_histogram",
                        stats_json_histogram(stats->choice_bin, STATS_BINS));
    json_object_set_new(object, "laps_histogram", stats_json_histogram(stats->lap_bin, STATS_BINS));
    json_object_set_new(object, "seeds_histogram",
                        stats_json_histogram(stats->seed_bin, STATS_BINS));
    output_json(out, object);
}

/* ---- CSV ---------------------------------------------------------------------------------- */

static void stats_csv_histogram(const struct stats_csv *csv, const char *measure,
                                const uint64_t *bin, size_t count, uint64_t whole) {
    char key[32];
    for (size_t i = 0; i < count; i++) {
        if (bin[i] == 0)
            continue;
        snprintf(key, sizeof key, "%zu", i);
        stats_csv_line(csv, measure, key, estimate_share(bin[i], whole));
    }
}

static void stats_csv_by_ply(const struct stats_csv *csv, const struct game_stats *stats) {
    char key[32];
    for (size_t ply = 0; ply < STATS_PLIES && stats->by_ply[ply].count > 0; ply++) {
        snprintf(key, sizeof key, "%zu", ply + 1);
        stats_csv_line(csv, "choices_by_ply", key, estimate_mean(&stats->by_ply[ply]));
    }
}

static void stats_csv_rules(const struct stats_csv *csv, const struct kw_game *game,
                            const struct game_stats *stats) {
    struct stats_rule row;
    for (size_t at = 0; stats_rule_next(game, stats, &at, &row);) {
        char key[128];
        double each = (double)row.count->events / (double)stats->count[COUNT_GAMES];
        snprintf(key, sizeof key, "\"%s [%s]\"", row.name, row.clause);
        stats_csv_line(csv, "rule", key, (struct estimate){each, each, each});
        stats_csv_line(csv, "rule_games", key,
                       estimate_share(row.count->games, stats->count[COUNT_GAMES]));
    }
}

static void stats_write_csv(struct string_builder *out, const struct stats_job *job,
                            const struct game_stats *stats) {
    const struct stats_csv csv = {out, kw_game_info(job->game)->id, player_text(job->player)};
    output_add(out, "game,player,measure,key,value,low,high\n");
    stats_figures_csv(&csv, stats);
    stats_csv_histogram(&csv, "length", stats->length, STATS_PLIES + 1, stats->count[COUNT_GAMES]);
    stats_csv_by_ply(&csv, stats);
    stats_csv_histogram(&csv, "choices_share", stats->choice_bin, STATS_BINS,
                        stats->measure[MEASURE_CHOICES].count);
    stats_csv_histogram(&csv, "laps_share", stats->lap_bin, STATS_BINS,
                        stats->measure[MEASURE_LAPS].count);
    stats_csv_histogram(&csv, "seeds_share", stats->seed_bin, STATS_BINS,
                        stats->measure[MEASURE_SEEDS].count);
    stats_csv_rules(&csv, job->game, stats);
}

/* ---- the command -------------------------------------------------------------------------- */

static enum status stats_read_arguments(struct call *call, struct stats_job *job) {
    const char *const *value = call->arguments.value;
    *job = (struct stats_job){.player = PLAYER_RANDOM,
                              .games = call_number(call, FLAG_GAMES, 1000),
                              .seed = call_number(call, FLAG_SEED, 1),
                              .threads = threads_read(call)};
    if (value[FLAG_JSON] != NULL && value[FLAG_CSV] != NULL)
        return call_misuse(call, "--json and --csv are mutually exclusive");
    if (value[FLAG_PLAYER] != NULL && (!player_read(value[FLAG_PLAYER], &job->player) ||
                                       job->player == PLAYER_HUMAN || job->player > PLAYER_GREEDY))
        return call_misuse(call, "--player is random or greedy, not '%s'", value[FLAG_PLAYER]);
    return STATUS_OK;
}

static enum status stats_play_and_write(struct call *call, const struct stats_job *job) {
    struct game_stats *stats = memory_new(1, sizeof *stats);
    enum status status = STATUS_OK;
    if (!stats_play(job, stats))
        status = call_fail(call, "there is not enough memory");
    else if (call->arguments.value[FLAG_JSON] != NULL)
        stats_write_json(&call->out, job, stats);
    else if (call->arguments.value[FLAG_CSV] != NULL)
        stats_write_csv(&call->out, job, stats);
    else
        stats_write_text(&call->out, job, stats);
    free(stats);
    return status;
}

enum status stats_run(struct call *call) {
    struct position_args args = {0};
    struct stats_job job;
    enum status status = stats_read_arguments(call, &job);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 1);
    if (status == STATUS_OK) {
        job.game = args.game;
        job.start = *kw_session_position(args.session);
        status = stats_play_and_write(call, &job);
    }
    position_args_close(&args);
    return status;
}
