/* Many games of the computer's players, counted. */
#ifndef GAME_STATS_H
#define GAME_STATS_H

#include "game/players.h"

enum {
    STATS_PLIES = 10000, /* a game is cut after so many */
    STATS_BINS = 1024,   /* of histograms of single moves; the last one holds what is greater */
    STATS_EVENTS = KW_EVENT_SWAP + 1 /* kinds of events */
};

/* How many games, plies or sowings there were of a kind. */
enum stats_count {
    COUNT_GAMES,
    COUNT_SOUTH_WINS, /* of games, as all up to COUNT_NARROW */
    COUNT_NORTH_WINS,
    COUNT_DRAWN,
    COUNT_CUT,
    COUNT_REPETITION,
    COUNT_NARROW,
    COUNT_FORCED, /* of plies */
    COUNT_PASSES,
    COUNT_ENDLESS, /* of sowings */
    STATS_COUNTS
};

/* What is measured of each game, ply or sowing. */
enum stats_measure {
    MEASURE_PLIES, /* of a game, as all up to MEASURE_SCORE_NORTH */
    MEASURE_TURNS,
    MEASURE_SCORE_SOUTH, /* games that end with a score alone */
    MEASURE_SCORE_NORTH,
    MEASURE_CHOICES, /* of a ply: its legal moves */
    MEASURE_LAPS,    /* of a sowing */
    MEASURE_SEEDS,
    STATS_MEASURES
};

/*
 * What is counted or measured by ply or by sowing.  These are alike within one game, so that the
 * error of their sum is that of a ratio of sums over games.
 */
enum stats_ratio {
    RATIO_CHOICES,
    RATIO_FORCED,
    RATIO_PASSES,
    RATIO_LAPS,
    RATIO_SEEDS,
    RATIO_ENDLESS,
    STATS_RATIOS
};

/* Sums of integers, which are exact. */
struct sample {
    uint64_t count, sum, squares, most;
};

/* Sums over games of products of the part (forced plies, say) and the whole (all plies). */
struct ratio_sums {
    unsigned __int128 whole_whole, part_part, whole_part;
};

/* How often a kind of event was caused by a clause: events, seeds in them, games with one. */
struct rule_count {
    uint64_t events, seeds, games;
};

/* All of it adds up: the statistics of parts are those of the whole, in whatever order. */
struct game_stats {
    uint64_t count[STATS_COUNTS];
    struct sample measure[STATS_MEASURES];
    struct ratio_sums ratio[STATS_RATIOS];
    int64_t margin; /* sum of South's score minus North's */
    uint64_t margin_squares;
    uint64_t length[STATS_PLIES + 1];  /* games by plies */
    struct sample by_ply[STATS_PLIES]; /* choices at each ply, from 0 */
    uint64_t choice_bin[STATS_BINS], lap_bin[STATS_BINS], seed_bin[STATS_BINS];
    struct rule_count rule[STATS_EVENTS][KW_CLAUSES];
};

struct stats_job {
    const struct kw_game *game;
    struct kw_position start;
    enum player_kind player;
    uint64_t games, seed; /* game i, from 0, has the randomness of seed + i */
    unsigned threads;
};

/* The part and the whole of a ratio. */
uint64_t stats_ratio_part(const struct game_stats *stats, enum stats_ratio ratio);
uint64_t stats_ratio_whole(const struct game_stats *stats, enum stats_ratio ratio);

/*
 * Plays the games and counts; false if there is no memory, or the work was ended (base/work.h), and
 * then nothing has been counted.  With one thread that is the calling one.
 */
bool stats_play(const struct stats_job *job, struct game_stats *stats);

#endif
