/* The command stats: what games are like, measured over many of them. */
#include "cli/json.h"
#include "cli/position_args.h"
#include "cli/search_flags.h"
#include "measure/game_stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MOST = 1000000000 };

/* ---- estimates ---------------------------------------------------------------------------- */

/* The two-sided 95 % point of the normal distribution. */
static const double normal_95 = 1.959963984540054;

/* An estimate with its 95 % confidence interval. */
struct estimate {
    double value, low, high;
};

static double mean_of(const struct sample *sample) {
    return sample->count > 0 ? (double)sample->sum / (double)sample->count : 0;
}

/* The standard deviation, from sums that are exact. */
static double deviation(double count, double sum, double squares) {
    double variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0;
    return variance > 0 ? sqrt(variance) : 0;
}

static double deviation_of(const struct sample *sample) {
    return deviation((double)sample->count, (double)sample->sum, (double)sample->squares);
}

/* A mean: normal approximation. */
static struct estimate estimate_mean(double count, double sum, double squares) {
    if (count == 0)
        return (struct estimate){0, 0, 0};
    double half = normal_95 * deviation(count, sum, squares) / sqrt(count);
    return (struct estimate){sum / count, sum / count - half, sum / count + half};
}

static struct estimate mean_estimate(const struct sample *sample) {
    return estimate_mean((double)sample->count, (double)sample->sum, (double)sample->squares);
}

/* A share of p: Wilson's score interval, as of n independent cases. */
static struct estimate estimate_wilson(double p, double n, uint64_t part, uint64_t whole) {
    double z2 = normal_95 * normal_95;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = normal_95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    /* At the ends the bound is exact, and only rounding keeps the formula from it. */
    return (struct estimate){p, part == 0 ? 0 : middle - half, part == whole ? 1 : middle + half};
}

static struct estimate estimate_share(uint64_t part, uint64_t whole) {
    if (whole == 0)
        return (struct estimate){0, 0, 1};
    return estimate_wilson((double)part / (double)whole, (double)whole, part, whole);
}

/*
 * The standard error of a ratio of sums over games (Cochran, Sampling Techniques, 1977, 6.4): how
 * much the games differ, and not their plies, which are alike within a game.
 */
static double ratio_error(const struct tally *tally, enum ratio which) {
    const struct ratio_sums *sums = &tally->ratio[which];
    double games = (double)tally->games, whole = (double)tally_whole(tally, which);
    if (games < 2 || whole == 0)
        return 0;
    double ratio = (double)tally_part(tally, which) / whole;
    double squares = (double)sums->part_part - 2 * ratio * (double)sums->whole_part +
                     ratio * ratio * (double)sums->whole_whole;
    return squares > 0 ? sqrt(games / (games - 1) * squares) / whole : 0;
}

static struct estimate ratio_mean(const struct tally *tally, enum ratio which) {
    double whole = (double)tally_whole(tally, which);
    double mean = whole > 0 ? (double)tally_part(tally, which) / whole : 0;
    double half = normal_95 * ratio_error(tally, which);
    return (struct estimate){mean, mean - half, mean + half};
}

/* Wilson's interval, as of so many independent plies or sowings as would have that error. */
static struct estimate ratio_share(const struct tally *tally, enum ratio which) {
    uint64_t part = tally_part(tally, which), whole = tally_whole(tally, which);
    double error = ratio_error(tally, which);
    if (error == 0)
        return estimate_share(part, whole);
    double share = (double)part / (double)whole;
    return estimate_wilson(share, share * (1 - share) / (error * error), part, whole);
}

/* The least length that at least half of the games do not exceed. */
static size_t median_length(const struct tally *tally) {
    uint64_t games = 0;
    size_t length = 0;
    while (length < TALLY_PLIES && 2 * (games += tally->length[length]) < tally->games)
        length++;
    return length;
}

static size_t least_length(const struct tally *tally) {
    size_t length = 0;
    while (length < TALLY_PLIES && tally->length[length] == 0)
        length++;
    return length;
}

/* ---- rules at work ------------------------------------------------------------------------ */

/* What is written for a kind of event, in rows that count it by clause; NULL: not counted. */
static const char *const row_name[TALLY_KINDS] = {[KW_EVENT_PLANT] = "planting",
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
                                                  [KW_EVENT_OVER] = "end inside a move"};

struct row {
    const char *name, *clause;
    const struct rule_count *count;
};

/* The next row that has been counted, from *at on; false if there is none. */
static bool row_next(const struct kw_game *game, const struct tally *tally, size_t *at,
                     struct row *row) {
    for (; *at < TALLY_KINDS * TALLY_CLAUSES; ++*at) {
        size_t kind = *at / TALLY_CLAUSES, clause = *at % TALLY_CLAUSES;
        const struct rule_count *count = &tally->rule[kind][clause];
        if (row_name[kind] == NULL || count->events == 0)
            continue;
        *row = (struct row){row_name[kind], kw_clause_at(game, clause)->id, count};
        ++*at;
        return true;
    }
    return false;
}

/* ---- for people --------------------------------------------------------------------------- */

static void write_estimate(struct output *out, const char *name, struct estimate share) {
    output_format(out, "  %-18s %6.2f %%  (%.2f to %.2f)\n", name, 100 * share.value,
                  100 * share.low, 100 * share.high);
}

static void write_share(struct output *out, const char *name, uint64_t part, uint64_t whole) {
    write_estimate(out, name, estimate_share(part, whole));
}

static void write_mean(struct output *out, const char *name, const struct sample *sample,
                       struct estimate mean) {
    output_format(out, "  %-18s %8.2f  (%.2f to %.2f), sd %.2f, most %" PRIu64 "\n", name,
                  mean.value, mean.low, mean.high, deviation_of(sample), sample->most);
}

static void write_results(struct output *out, const struct tally *tally, bool kiothi) {
    output_add(out, "results\n");
    write_share(out, "South wins", tally->outcome[KW_SOUTH_WINS], tally->games);
    write_share(out, "North wins", tally->outcome[KW_NORTH_WINS], tally->games);
    write_share(out, "drawn", tally->outcome[KW_DRAW], tally->games);
    if (kiothi)
        write_share(out, "won narrowly", tally->narrow, tally->games);
    write_share(out, "by repetition", tally->repetitions, tally->games);
    if (tally->outcome[KW_GOING_ON] > 0) {
        char name[32];
        snprintf(name, sizeof name, "cut at %d", TALLY_PLIES);
        write_share(out, name, tally->outcome[KW_GOING_ON], tally->games);
    }
    if (tally->score[0].count == 0)
        return;
    struct estimate margin = estimate_mean((double)tally->score[0].count, (double)tally->margin,
                                           (double)tally->margin_squares);
    output_format(out, "  %-18s %8.2f  (%.2f to %.2f): %.2f to %.2f seeds\n", "South's margin",
                  margin.value, margin.low, margin.high, mean_of(&tally->score[0]),
                  mean_of(&tally->score[1]));
}

static void write_rules(struct output *out, const struct kw_game *game, const struct tally *tally) {
    struct row row;
    double games = (double)(tally->games > 0 ? tally->games : 1);
    output_format(out, "rules at work%30s%10s%12s\n", "a game", "seeds", "of games");
    for (size_t at = 0; row_next(game, tally, &at, &row);)
        output_format(out, "  %-18s [%s]%*s%9.3f%10.2f%10.1f %%\n", row.name, row.clause,
                      (int)(strlen(row.clause) < 15 ? 15 - strlen(row.clause) : 1), "",
                      (double)row.count->events / games, (double)row.count->seeds / games,
                      100 * (double)row.count->games / games);
}

static void write_text(struct output *out, const struct tally_job *job, const struct tally *tally) {
    const struct kw_info *info = kw_game_info(job->game);
    char options[KW_TEXT];
    output_format(out, "%s%s%s, %s play, %" PRIu64 " games, seed %" PRIu64 "\n", info->id,
                  *kw_game_options(job->game, options) ? " " : "", options,
                  player_text(job->player), tally->games, job->seed);
    write_results(out, tally, strcmp(info->id, "kiothi") == 0);
    output_add(out, "a game\n");
    write_mean(out, "plies", &tally->plies, mean_estimate(&tally->plies));
    output_format(out, "  %-18s %5zu     (%zu to %" PRIu64 ")\n", "median, range",
                  median_length(tally), least_length(tally), tally->plies.most);
    write_mean(out, "turns", &tally->turns, mean_estimate(&tally->turns));
    output_add(out, "a ply\n");
    write_mean(out, "moves to choose", &tally->choices, ratio_mean(tally, RATIO_CHOICES));
    write_estimate(out, "forced", ratio_share(tally, RATIO_FORCED));
    write_estimate(out, "passes", ratio_share(tally, RATIO_PASSES));
    output_add(out, "a sowing\n");
    write_mean(out, "laps", &tally->laps, ratio_mean(tally, RATIO_LAPS));
    write_mean(out, "seeds", &tally->seeds, ratio_mean(tally, RATIO_SEEDS));
    write_estimate(out, "never-ending", ratio_share(tally, RATIO_ENDLESS));
    write_rules(out, job->game, tally);
}

/* ---- for programs ------------------------------------------------------------------------- */

static json_t *json_estimate(struct estimate estimate) {
    return json_pack("{s:f, s:f, s:f}", "value", estimate.value, "low", estimate.low, "high",
                     estimate.high);
}

static json_t *json_part(struct estimate estimate, uint64_t part) {
    json_t *share = json_estimate(estimate);
    json_object_set_new(share, "count", json_integer((json_int_t)part));
    return share;
}

static json_t *json_share(uint64_t part, uint64_t whole) {
    return json_part(estimate_share(part, whole), part);
}

static json_t *json_ratio_share(const struct tally *tally, enum ratio which) {
    return json_part(ratio_share(tally, which), tally_part(tally, which));
}

static json_t *json_mean(struct estimate estimate, const struct sample *sample) {
    json_t *mean = json_estimate(estimate);
    json_object_set_new(mean, "sd", json_real(deviation_of(sample)));
    json_object_set_new(mean, "most", json_integer((json_int_t)sample->most));
    json_object_set_new(mean, "count", json_integer((json_int_t)sample->count));
    return mean;
}

static json_t *json_sample(const struct sample *sample) {
    return json_mean(mean_estimate(sample), sample);
}

/* A histogram up to its last entry that is not 0. */
static json_t *json_histogram(const uint64_t *bin, size_t count) {
    json_t *array = json_array();
    while (count > 0 && bin[count - 1] == 0)
        count--;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer((json_int_t)bin[i]));
    return array;
}

static json_t *json_by_ply(const struct tally *tally) {
    json_t *array = json_array();
    for (size_t ply = 0; ply < TALLY_PLIES && tally->by_ply[ply].count > 0; ply++)
        json_array_append_new(array, json_real(mean_of(&tally->by_ply[ply])));
    return array;
}

static json_t *json_rules(const struct kw_game *game, const struct tally *tally) {
    json_t *array = json_array();
    struct row row;
    for (size_t at = 0; row_next(game, tally, &at, &row);)
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:I, s:I, s:I}", "kind", row.name, "clause", row.clause,
                             "events", (json_int_t)row.count->events, "seeds",
                             (json_int_t)row.count->seeds, "games", (json_int_t)row.count->games));
    return array;
}

static json_t *json_results(const struct tally *tally) {
    json_t *results = json_object();
    json_object_set_new(results, "south", json_share(tally->outcome[KW_SOUTH_WINS], tally->games));
    json_object_set_new(results, "north", json_share(tally->outcome[KW_NORTH_WINS], tally->games));
    json_object_set_new(results, "draw", json_share(tally->outcome[KW_DRAW], tally->games));
    json_object_set_new(results, "cut", json_share(tally->outcome[KW_GOING_ON], tally->games));
    json_object_set_new(results, "repetition", json_share(tally->repetitions, tally->games));
    json_object_set_new(results, "narrow", json_share(tally->narrow, tally->games));
    if (tally->score[0].count > 0) {
        json_object_set_new(results, "score_south", json_sample(&tally->score[0]));
        json_object_set_new(results, "score_north", json_sample(&tally->score[1]));
        json_object_set_new(
            results, "margin",
            json_estimate(estimate_mean((double)tally->score[0].count, (double)tally->margin,
                                        (double)tally->margin_squares)));
    }
    return results;
}

static void write_stats_json(struct output *out, const struct tally_job *job,
                             const struct tally *tally) {
    const struct {
        const char *name;
        json_t *value;
    } members[] = {
        {"results", json_results(tally)},
        {"plies", json_sample(&tally->plies)},
        {"turns", json_sample(&tally->turns)},
        {"choices", json_mean(ratio_mean(tally, RATIO_CHOICES), &tally->choices)},
        {"forced", json_ratio_share(tally, RATIO_FORCED)},
        {"passes", json_ratio_share(tally, RATIO_PASSES)},
        {"laps", json_mean(ratio_mean(tally, RATIO_LAPS), &tally->laps)},
        {"seeds", json_mean(ratio_mean(tally, RATIO_SEEDS), &tally->seeds)},
        {"never_ending", json_ratio_share(tally, RATIO_ENDLESS)},
        {"rules", json_rules(job->game, tally)},
        {"length_histogram", json_histogram(tally->length, TALLY_PLIES + 1)},
        {"choices_by_ply", json_by_ply(tally)},
        {"choices_histogram", json_histogram(tally->choice_bin, TALLY_BINS)},
        {"laps_histogram", json_histogram(tally->lap_bin, TALLY_BINS)},
        {"seeds_histogram", json_histogram(tally->seed_bin, TALLY_BINS)},
    };
    char options[KW_TEXT];
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:I, s:I}", "game", kw_game_info(job->game)->id, "options",
                  kw_game_options(job->game, options), "player", player_text(job->player), "games",
                  (json_int_t)tally->games, "seed", (json_int_t)job->seed);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        json_object_set_new(object, members[i].name, members[i].value);
    output_json(out, object);
}

/* ---- for tables --------------------------------------------------------------------------- */

/* Lines of one table: what is the same in all of them, and where they go. */
struct sheet {
    struct output *out;
    const char *game, *player;
};

static void put_line(const struct sheet *sheet, const char *measure, const char *key,
                     struct estimate estimate) {
    output_format(sheet->out, "%s,%s,%s,%s,%.6g,%.6g,%.6g\n", sheet->game, sheet->player, measure,
                  key, estimate.value, estimate.low, estimate.high);
}

static void put_mean(const struct sheet *sheet, const char *measure, const struct sample *sample,
                     struct estimate mean) {
    double most = (double)sample->most;
    put_line(sheet, measure, "mean", mean);
    put_line(sheet, measure, "most", (struct estimate){most, most, most});
}

static void put_histogram(const struct sheet *sheet, const char *measure, const uint64_t *bin,
                          size_t count, uint64_t whole) {
    char key[32];
    for (size_t i = 0; i < count; i++) {
        if (bin[i] == 0)
            continue;
        snprintf(key, sizeof key, "%zu", i);
        put_line(sheet, measure, key, estimate_share(bin[i], whole));
    }
}

static void put_by_ply(const struct sheet *sheet, const struct tally *tally) {
    char key[32];
    for (size_t ply = 0; ply < TALLY_PLIES && tally->by_ply[ply].count > 0; ply++) {
        snprintf(key, sizeof key, "%zu", ply + 1);
        put_line(sheet, "choices_by_ply", key, mean_estimate(&tally->by_ply[ply]));
    }
}

static void put_rules(const struct sheet *sheet, const struct kw_game *game,
                      const struct tally *tally) {
    struct row row;
    for (size_t at = 0; row_next(game, tally, &at, &row);) {
        char key[128];
        double each = (double)row.count->events / (double)tally->games;
        snprintf(key, sizeof key, "\"%s [%s]\"", row.name, row.clause);
        put_line(sheet, "rule", key, (struct estimate){each, each, each});
        put_line(sheet, "rule_games", key, estimate_share(row.count->games, tally->games));
    }
}

static void write_csv(struct output *out, const struct tally_job *job, const struct tally *tally) {
    const struct sheet sheet = {out, kw_game_info(job->game)->id, player_text(job->player)};
    output_add(out, "game,player,measure,key,value,low,high\n");
    put_line(&sheet, "result", "south",
             estimate_share(tally->outcome[KW_SOUTH_WINS], tally->games));
    put_line(&sheet, "result", "north",
             estimate_share(tally->outcome[KW_NORTH_WINS], tally->games));
    put_line(&sheet, "result", "draw", estimate_share(tally->outcome[KW_DRAW], tally->games));
    put_line(&sheet, "result", "cut", estimate_share(tally->outcome[KW_GOING_ON], tally->games));
    put_line(&sheet, "result", "repetition", estimate_share(tally->repetitions, tally->games));
    put_line(&sheet, "result", "narrow", estimate_share(tally->narrow, tally->games));
    if (tally->score[0].count > 0)
        put_line(&sheet, "result", "margin",
                 estimate_mean((double)tally->score[0].count, (double)tally->margin,
                               (double)tally->margin_squares));
    put_mean(&sheet, "plies", &tally->plies, mean_estimate(&tally->plies));
    put_mean(&sheet, "turns", &tally->turns, mean_estimate(&tally->turns));
    put_mean(&sheet, "choices", &tally->choices, ratio_mean(tally, RATIO_CHOICES));
    put_line(&sheet, "choices", "forced", ratio_share(tally, RATIO_FORCED));
    put_line(&sheet, "choices", "pass", ratio_share(tally, RATIO_PASSES));
    put_mean(&sheet, "laps", &tally->laps, ratio_mean(tally, RATIO_LAPS));
    put_mean(&sheet, "seeds", &tally->seeds, ratio_mean(tally, RATIO_SEEDS));
    put_line(&sheet, "laps", "never_ending", ratio_share(tally, RATIO_ENDLESS));
    put_histogram(&sheet, "length", tally->length, TALLY_PLIES + 1, tally->games);
    put_by_ply(&sheet, tally);
    put_histogram(&sheet, "choices_share", tally->choice_bin, TALLY_BINS, tally->choices.count);
    put_histogram(&sheet, "laps_share", tally->lap_bin, TALLY_BINS, tally->laps.count);
    put_histogram(&sheet, "seeds_share", tally->seed_bin, TALLY_BINS, tally->seeds.count);
    put_rules(&sheet, job->game, tally);
}

/* ---- the command -------------------------------------------------------------------------- */

static enum status read_job(struct call *call, struct tally_job *job) {
    const char *const *value = call->arguments.value;
    *job = (struct tally_job){.player = PLAYER_RANDOM, .games = 1000, .seed = 1};
    enum status status = call_number(call, FLAG_GAMES, 1, GAMES_MOST, &job->games);
    if (status == STATUS_OK)
        status = call_number(call, FLAG_SEED, 0, INT64_MAX, &job->seed);
    if (status == STATUS_OK)
        status = threads_read(call, &job->threads);
    if (status != STATUS_OK)
        return status;
    if (value[FLAG_JSON] != NULL && value[FLAG_CSV] != NULL)
        return call_misuse(call, "--json and --csv exclude one another");
    if (value[FLAG_PLAYER] != NULL && (!player_read(value[FLAG_PLAYER], &job->player) ||
                                       job->player == PLAYER_HUMAN || job->player > PLAYER_GREEDY))
        return call_misuse(call, "--player is random or greedy, not '%s'", value[FLAG_PLAYER]);
    return STATUS_OK;
}

static enum status play_job(struct call *call, const struct tally_job *job) {
    struct tally *tally = memory_new(1, sizeof *tally);
    enum status status = STATUS_OK;
    if (!tally_play(job, tally))
        status = call_fail(call, "there is not enough memory");
    else if (call->arguments.value[FLAG_JSON] != NULL)
        write_stats_json(&call->out, job, tally);
    else if (call->arguments.value[FLAG_CSV] != NULL)
        write_csv(&call->out, job, tally);
    else
        write_text(&call->out, job, tally);
    free(tally);
    return status;
}

enum status stats_run(struct call *call) {
    struct request request = {0};
    struct tally_job job;
    enum status status = read_job(call, &job);
    if (status == STATUS_OK)
        status = request_play(call, &request, 1);
    if (status == STATUS_OK) {
        job.game = request.game;
        job.start = *kw_session_position(request.session);
        status = play_job(call, &job);
    }
    request_close(&request);
    return status;
}
