#include "measure/stats_figures.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

/* ---- the table ---------------------------------------------------------------------------- */

enum figure_kind {
    FIGURE_SHARE,       /* of games: index is an enum stats_count */
    FIGURE_MEAN,        /* of a game: index is an enum stats_measure */
    FIGURE_RATIO_SHARE, /* of plies or sowings: index is an enum stats_ratio */
    FIGURE_RATIO_MEAN,  /* the same; the sample is that of `measure` */
    FIGURE_MEDIAN,      /* and the range of the lengths of games */
    FIGURE_MARGIN       /* by which South is ahead at the end */
};

enum figure_when {
    FIGURE_ALWAYS,
    FIGURE_IF_ANY,    /* in text, if it is not 0 */
    FIGURE_IF_NARROW, /* in text, if the rules know narrow wins */
    FIGURE_IF_SCORED  /* if games ended with a score */
};

/* Sections in the order of the text, with their headings. */
enum figure_section { OF_RESULTS, OF_A_GAME, OF_A_PLY, OF_A_SOWING };
static const char *const headings[] = {"results", "a game", "a ply", "a sowing"};

/*
 * To print one more figure: count it in game_stats.c (a place in enum stats_count, stats_measure or
 * stats_ratio), add its row here, and let tests/cli/stats.py count it once more.
 *
 *   label    of the line of text; NULL: not in the text
 *   json     the member, of "results" in that section; NULL: not in JSON
 *   csv,key  measure and key of the line of CSV; a mean has the keys mean and most instead of its
 *            own; NULL: not in CSV
 */
static const struct figure {
    enum figure_section section;
    const char *label, *json, *csv, *key;
    enum figure_kind kind;
    int index, measure;
    enum figure_when when;
} figures[] = {
    {OF_RESULTS, "South wins", "south", "result", "south", FIGURE_SHARE, COUNT_SOUTH_WINS, 0,
     FIGURE_ALWAYS},
    {OF_RESULTS, "North wins", "north", "result", "north", FIGURE_SHARE, COUNT_NORTH_WINS, 0,
     FIGURE_ALWAYS},
    {OF_RESULTS, "drawn", "draw", "result", "draw", FIGURE_SHARE, COUNT_DRAWN, 0, FIGURE_ALWAYS},
    {OF_RESULTS, "cut at 10000", "cut", "result", "cut", FIGURE_SHARE, COUNT_CUT, 0, FIGURE_IF_ANY},
    {OF_RESULTS, "by repetition", "repetition", "result", "repetition", FIGURE_SHARE,
     COUNT_REPETITION, 0, FIGURE_ALWAYS},
    {OF_RESULTS, "won narrowly", "narrow", "result", "narrow", FIGURE_SHARE, COUNT_NARROW, 0,
     FIGURE_IF_NARROW},
    {OF_RESULTS, NULL, "score_south", NULL, NULL, FIGURE_MEAN, MEASURE_SCORE_SOUTH, 0,
     FIGURE_IF_SCORED},
    {OF_RESULTS, NULL, "score_north", NULL, NULL, FIGURE_MEAN, MEASURE_SCORE_NORTH, 0,
     FIGURE_IF_SCORED},
    {OF_RESULTS, "South's margin", "margin", "result", "margin", FIGURE_MARGIN, 0, 0,
     FIGURE_IF_SCORED},
    {OF_A_GAME, "plies", "plies", "plies", NULL, FIGURE_MEAN, MEASURE_PLIES, 0, FIGURE_ALWAYS},
    {OF_A_GAME, "median, range", NULL, NULL, NULL, FIGURE_MEDIAN, 0, 0, FIGURE_ALWAYS},
    {OF_A_GAME, "turns", "turns", "turns", NULL, FIGURE_MEAN, MEASURE_TURNS, 0, FIGURE_ALWAYS},
    {OF_A_PLY, "moves to choose", "choices", "choices", NULL, FIGURE_RATIO_MEAN, RATIO_CHOICES,
     MEASURE_CHOICES, FIGURE_ALWAYS},
    {OF_A_PLY, "forced", "forced", "choices", "forced", FIGURE_RATIO_SHARE, RATIO_FORCED, 0,
     FIGURE_ALWAYS},
    {OF_A_PLY, "passes", "passes", "choices", "pass", FIGURE_RATIO_SHARE, RATIO_PASSES, 0,
     FIGURE_ALWAYS},
    {OF_A_SOWING, "laps", "laps", "laps", NULL, FIGURE_RATIO_MEAN, RATIO_LAPS, MEASURE_LAPS,
     FIGURE_ALWAYS},
    {OF_A_SOWING, "seeds", "seeds", "seeds", NULL, FIGURE_RATIO_MEAN, RATIO_SEEDS, MEASURE_SEEDS,
     FIGURE_ALWAYS},
    {OF_A_SOWING, "never-ending", "never_ending", "laps", "never_ending", FIGURE_RATIO_SHARE,
     RATIO_ENDLESS, 0, FIGURE_ALWAYS},
};

enum { FIGURES = sizeof figures / sizeof *figures };
_Static_assert(STATS_PLIES == 10000, "a label says so");

/* ---- estimates ---------------------------------------------------------------------------- */

/* The two-sided 95 % point of the normal distribution. */
static const double normal_95 = 1.959963984540054;

double sample_mean(const struct sample *sample) {
    return sample->count > 0 ? (double)sample->sum / (double)sample->count : 0;
}

/* The standard deviation, from sums that are exact. */
static double figure_deviation(double count, double sum, double squares) {
    double variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0;
    return variance > 0 ? sqrt(variance) : 0;
}

static struct estimate figure_mean(double count, double sum, double squares) {
    if (count == 0)
        return (struct estimate){0, 0, 0};
    double half = normal_95 * figure_deviation(count, sum, squares) / sqrt(count);
    return (struct estimate){sum / count, sum / count - half, sum / count + half};
}

struct estimate estimate_mean(const struct sample *sample) {
    return figure_mean((double)sample->count, (double)sample->sum, (double)sample->squares);
}

/* A share of p: Wilson's score interval, as of n independent cases. */
static struct estimate figure_wilson(double p, double n, uint64_t part, uint64_t whole) {
    double z2 = normal_95 * normal_95;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = normal_95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    /* At the ends the bound is exact, and only rounding keeps the formula from it. */
    return (struct estimate){p, part == 0 ? 0 : middle - half, part == whole ? 1 : middle + half};
}

struct estimate estimate_share(uint64_t part, uint64_t whole) {
    if (whole == 0)
        return (struct estimate){0, 0, 1};
    return figure_wilson((double)part / (double)whole, (double)whole, part, whole);
}

/*
 * The standard error of a ratio of sums over games (Cochran, Sampling Techniques, 1977, 6.4): it
 * measures how games differ, since the plies of one game are alike.
 */
static double figure_ratio_error(const struct game_stats *stats, enum stats_ratio which) {
    const struct ratio_sums *sums = &stats->ratio[which];
    double games = (double)stats->count[COUNT_GAMES];
    double whole = (double)stats_ratio_whole(stats, which);
    if (games < 2 || whole == 0)
        return 0;
    double ratio = (double)stats_ratio_part(stats, which) / whole;
    double squares = (double)sums->part_part - 2 * ratio * (double)sums->whole_part +
                     ratio * ratio * (double)sums->whole_whole;
    /* Where all games are alike the three terms cancel, but for their rounding. */
    double rounding = 8 * DBL_EPSILON * (double)sums->part_part;
    return squares > rounding ? sqrt(games / (games - 1) * squares) / whole : 0;
}

static struct estimate figure_ratio_mean(const struct game_stats *stats, enum stats_ratio which) {
    double whole = (double)stats_ratio_whole(stats, which);
    double mean = whole > 0 ? (double)stats_ratio_part(stats, which) / whole : 0;
    double half = normal_95 * figure_ratio_error(stats, which);
    return (struct estimate){mean, mean - half, mean + half};
}

/* Wilson's interval, as of so many independent plies or sowings as would have that error. */
static struct estimate figure_ratio_share(const struct game_stats *stats, enum stats_ratio which) {
    uint64_t part = stats_ratio_part(stats, which), whole = stats_ratio_whole(stats, which);
    double error = figure_ratio_error(stats, which);
    if (error == 0)
        return estimate_share(part, whole);
    double share = (double)part / (double)whole;
    return figure_wilson(share, share * (1 - share) / (error * error), part, whole);
}

static struct estimate figure_estimate(const struct figure *figure,
                                       const struct game_stats *stats) {
    switch (figure->kind) {
    case FIGURE_SHARE:
        return estimate_share(stats->count[figure->index], stats->count[COUNT_GAMES]);
    case FIGURE_MEAN:
        return estimate_mean(&stats->measure[figure->index]);
    case FIGURE_RATIO_SHARE:
        return figure_ratio_share(stats, (enum stats_ratio)figure->index);
    case FIGURE_RATIO_MEAN:
        return figure_ratio_mean(stats, (enum stats_ratio)figure->index);
    case FIGURE_MARGIN:
        return figure_mean((double)stats->measure[MEASURE_SCORE_SOUTH].count, (double)stats->margin,
                           (double)stats->margin_squares);
    case FIGURE_MEDIAN:
        break;
    }
    return (struct estimate){0, 0, 0};
}

static bool figure_is_mean(const struct figure *figure) {
    return figure->kind == FIGURE_MEAN || figure->kind == FIGURE_RATIO_MEAN;
}

/* The sample of a mean. */
static const struct sample *figure_sample(const struct figure *figure,
                                          const struct game_stats *stats) {
    return &stats->measure[figure->kind == FIGURE_MEAN ? figure->index : figure->measure];
}

/* How many cases a share is about. */
static uint64_t figure_part(const struct figure *figure, const struct game_stats *stats) {
    return figure->kind == FIGURE_SHARE ? stats->count[figure->index]
                                        : stats_ratio_part(stats, (enum stats_ratio)figure->index);
}

static bool figure_applies(const struct figure *figure, const struct game_stats *stats) {
    return figure->when != FIGURE_IF_SCORED || stats->measure[MEASURE_SCORE_SOUTH].count > 0;
}

/* ---- text --------------------------------------------------------------------------------- */

/* The least length that at least half of the games do not exceed, and the least of all. */
static void figure_write_median(struct string_builder *out, const struct figure *figure,
                                const struct game_stats *stats) {
    size_t median = 0, least = 0;
    uint64_t games = 0;
    while (median < STATS_PLIES && 2 * (games += stats->length[median]) < stats->count[COUNT_GAMES])
        median++;
    while (least < STATS_PLIES && stats->length[least] == 0)
        least++;
    output_format(out, "  %-18s %5zu     (%zu to %" PRIu64 ")\n", figure->label, median, least,
                  stats->measure[MEASURE_PLIES].most);
}

static void figure_write(struct string_builder *out, const struct figure *figure,
                         const struct game_stats *stats) {
    struct estimate estimate = figure_estimate(figure, stats);
    const struct sample *sample = figure_sample(figure, stats);
    if (figure->kind == FIGURE_MEDIAN)
        figure_write_median(out, figure, stats);
    else if (figure->kind == FIGURE_MARGIN)
        output_format(out, "  %-18s %8.2f  (%.2f to %.2f): %.2f to %.2f seeds\n", figure->label,
                      estimate.value, estimate.low, estimate.high,
                      sample_mean(&stats->measure[MEASURE_SCORE_SOUTH]),
                      sample_mean(&stats->measure[MEASURE_SCORE_NORTH]));
    else if (figure_is_mean(figure))
        output_format(
            out, "  %-18s %8.2f  (%.2f to %.2f), sd %.2f, most %" PRIu64 "\n", figure->label,
            estimate.value, estimate.low, estimate.high,
            figure_deviation((double)sample->count, (double)sample->sum, (double)sample->squares),
            sample->most);
    else
        output_format(out, "  %-18s %6.2f %%  (%.2f to %.2f)\n", figure->label,
                      100 * estimate.value, 100 * estimate.low, 100 * estimate.high);
}

static bool figure_is_in_text(const struct figure *figure, const struct kw_game *game,
                              const struct game_stats *stats) {
    return figure->label != NULL && figure_applies(figure, stats) &&
           (figure->when != FIGURE_IF_ANY || figure_part(figure, stats) > 0) &&
           (figure->when != FIGURE_IF_NARROW || kw_has_narrow_wins(game));
}

void stats_figures_text(struct string_builder *out, const struct kw_game *game,
                        const struct game_stats *stats) {
    for (size_t i = 0; i < FIGURES; i++) {
        if (i == 0 || figures[i].section != figures[i - 1].section)
            output_format(out, "%s\n", headings[figures[i].section]);
        if (figure_is_in_text(&figures[i], game, stats))
            figure_write(out, &figures[i], stats);
    }
}

/* ---- JSON --------------------------------------------------------------------------------- */

static json_t *figure_json(const struct figure *figure, const struct game_stats *stats) {
    struct estimate estimate = figure_estimate(figure, stats);
    const struct sample *sample = figure_sample(figure, stats);
    json_t *json = json_pack("{s:f, s:f, s:f}", "value", estimate.value, "low", estimate.low,
                             "high", estimate.high);
    if (figure_is_mean(figure)) {
        double deviation =
            figure_deviation((double)sample->count, (double)sample->sum, (double)sample->squares);
        json_object_set_new(json, "sd", json_real(deviation));
        json_object_set_new(json, "most", json_integer((json_int_t)sample->most));
        json_object_set_new(json, "count", json_integer((json_int_t)sample->count));
    } else if (figure->kind != FIGURE_MARGIN) {
        json_object_set_new(json, "count", json_integer((json_int_t)figure_part(figure, stats)));
    }
    return json;
}

void stats_figures_json(json_t *object, const struct game_stats *stats) {
    json_t *results = json_object();
    json_object_set_new(object, "results", results);
    for (size_t i = 0; i < FIGURES; i++)
        if (figures[i].json != NULL && figure_applies(&figures[i], stats))
            json_object_set_new(figures[i].section == OF_RESULTS ? results : object,
                                figures[i].json, figure_json(&figures[i], stats));
}

/* ---- CSV ---------------------------------------------------------------------------------- */

void stats_csv_line(const struct stats_csv *csv, const char *measure, const char *key,
                    struct estimate estimate) {
    output_format(csv->out, "%s,%s,%s,%s,%.6g,%.6g,%.6g\n", csv->game, csv->player, measure, key,
                  estimate.value, estimate.low, estimate.high);
}

void stats_figures_csv(const struct stats_csv *csv, const struct game_stats *stats) {
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure *figure = &figures[i];
        if (figure->csv == NULL || !figure_applies(figure, stats))
            continue;
        bool mean = figure_is_mean(figure);
        stats_csv_line(csv, figure->csv, mean ? "mean" : figure->key,
                       figure_estimate(figure, stats));
        if (mean) {
            double most = (double)figure_sample(figure, stats)->most;
            stats_csv_line(csv, figure->csv, "most", (struct estimate){most, most, most});
        }
    }
}
