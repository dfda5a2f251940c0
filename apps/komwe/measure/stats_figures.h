/*
 * The figures that `komwe stats` prints, estimated from what was counted.  A row of the table in
 * stats_figures.c is one figure in all three formats.
 */
#ifndef STATS_FIGURES_H
#define STATS_FIGURES_H

#include "io/json.h"
#include "measure/game_stats.h"

/* An estimate with its 95 % confidence interval. */
struct estimate {
    double value, low, high;
};

struct estimate estimate_share(uint64_t part, uint64_t whole); /* Wilson's interval */
struct estimate estimate_mean(const struct sample *sample);    /* normal approximation */
double sample_mean(const struct sample *sample);               /* 0 if the sample is empty */

/* The lines of text, under the headings of their sections. */
void stats_figures_text(struct string_builder *out, const struct kw_game *game,
                        const struct game_stats *stats);

/* Adds their members to the object. */
void stats_figures_json(json_t *object, const struct game_stats *stats);

/* A table of lines that begin alike. */
struct stats_csv {
    struct string_builder *out;
    const char *game, *player;
};

void stats_csv_line(const struct stats_csv *csv, const char *measure, const char *key,
                    struct estimate estimate);
void stats_figures_csv(const struct stats_csv *csv, const struct game_stats *stats);

#endif
