/* Many games of the computer's players, counted. */
#ifndef GAME_STATS_H
#define GAME_STATS_H

#include "game/players.h"

enum {
    TALLY_PLIES = 10000, /* a game is cut after so many */
    TALLY_BINS = 1024,   /* of histograms of single moves; the last one holds what is greater */
    TALLY_CLAUSES = 64,  /* no game has more */
    TALLY_KINDS = 20     /* of events */
};

/* The sum, the sum of squares, the greatest, and how many there are; sums of integers are exact. */
struct sample {
    uint64_t count, sum, squares, most;
};

/* How often a kind of event was caused by a clause: events, seeds in them, games with one. */
struct rule_count {
    uint64_t events, seeds, games;
};

/* What is counted by ply or by sowing: the plies of one game are alike, so games are compared. */
enum ratio { RATIO_CHOICES, RATIO_FORCED, RATIO_PASSES, RATIO_LAPS, RATIO_SEEDS, RATIO_ENDLESS };
enum { RATIOS = RATIO_ENDLESS + 1 };

/* Sums over games of products of how much (part) there was of it in how many (whole). */
struct ratio_sums {
    unsigned __int128 whole_whole, part_part, whole_part;
};

/* All of it adds up: the tallies of parts are the tally of the whole, in whatever order. */
struct tally {
    uint64_t games, outcome[4]; /* by enum kw_outcome; KW_GOING_ON: cut */
    uint64_t repetitions, narrow, forced, passes, endless;
    struct sample plies, turns;         /* a game */
    struct sample choices, laps, seeds; /* a ply; a sowing */
    struct ratio_sums ratio[RATIOS];
    struct sample score[2];
    int64_t margin; /* sum of South's score minus North's */
    uint64_t margin_squares;
    uint64_t length[TALLY_PLIES + 1];  /* games by plies */
    struct sample by_ply[TALLY_PLIES]; /* choices at each ply, from 0 */
    uint64_t choice_bin[TALLY_BINS], lap_bin[TALLY_BINS], seed_bin[TALLY_BINS];
    struct rule_count rule[TALLY_KINDS][TALLY_CLAUSES];
};

struct tally_job {
    const struct kw_game *game;
    struct kw_position start;
    enum player_kind player;
    uint64_t games, seed; /* game i, from 0, has the randomness of seed + i */
    unsigned threads;
};

/* How much there is of something in a tally, and in how many plies or sowings. */
uint64_t tally_part(const struct tally *tally, enum ratio ratio);
uint64_t tally_whole(const struct tally *tally, enum ratio ratio);

/* Plays the games and counts; false if there is no memory. */
bool tally_play(const struct tally_job *job, struct tally *tally);

#endif
