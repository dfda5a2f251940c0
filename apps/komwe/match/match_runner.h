/* The games of a match: pairs of them from the same opening, on several threads. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "match/adjudication.h"
#include "match/match_player.h"
#include "match/match_round.h"
#include "match/opening_list.h"
#include "measure/elo.h"

#include <pthread.h>

/* What two players came to, from the first one's side. */
struct meeting {
    size_t first, second; /* numbers of the players */
    struct pairs pairs;
    uint64_t wins, draws, losses;
    uint64_t victories[2]; /* a narrow win can count for several (Kiothi) */
    uint64_t adjudicated;  /* games that were cut by length or by proof */
    uint64_t forfeited[2]; /* games that each has lost by forfeit */
    double ratio;          /* likelihood_ratio, if it is tested */
};

struct contest {
    const struct kw_game *game;
    const struct kw_position *start;
    const struct contestant_spec *spec;
    size_t players;
    uint64_t pairs;                  /* of each meeting */
    uint64_t seed;                   /* of the first opening */
    unsigned opening;                /* random plies at least */
    const struct openings *openings; /* for the pairs in turn, instead of random ones; or NULL */
    const char *openings_name;       /* what the records call them */
    unsigned longest;                /* plies of a game */
    bool by_proof;                   /* a game ends when a player has proven its value */
    unsigned narrow;                 /* verdict_narrow_worth */
    unsigned threads;
    bool tested; /* by likelihood_ratio, between these */
    double low, high;
    bool recorded; /* `ended` is given the records */
    /*
     * Called, with the lock held, when a pair has ended, with the records of its two games.  False
     * with a message if they cannot be kept, which ends the match.
     */
    bool (*ended)(void *context, const struct contest *contest, const struct meeting *meeting,
                  const struct output *records, struct kw_error *error);
    /* Called, with the lock held, when a program has lost a game by forfeit. */
    void (*forfeited)(void *context, const char *sentence);
    void *context;

    struct meeting *meeting;
    size_t meetings;
    /* Pairs that need not be played, since they have been: done[meeting * pairs + pair]. */
    bool *done;

    pthread_mutex_t lock;
    uint64_t next; /* job: pair * meetings + meeting */
    bool stop, failed;
    struct kw_error error;
};

/* Makes the meetings of all players, each with each. */
void contest_open(struct contest *contest);
void contest_close(struct contest *contest);

/*
 * Plays what is to be played, or what of it has ended when the work is interrupted.  False with
 * contest->error if a player or an opening cannot be had.
 */
bool contest_play(struct contest *contest);

/* The opening of a pair, if there is a list of them; else NULL. */
const struct opening *contest_opening(const struct contest *contest, uint64_t pair);

/* Where the games of a pair begin, before the opening is played. */
const struct kw_position *contest_start(const struct contest *contest, uint64_t pair);

/* The numbers of South and North in game 0 or 1 of a pair of this meeting. */
void meeting_sides(const struct meeting *meeting, unsigned game, size_t side[2]);

/* Sets the Round of a game and what is the same in all games of its players; false with `error`. */
bool contest_headers(const struct contest *contest, struct kw_record *record,
                     const struct round *round, struct kw_error *error);

/* Counts a pair: the first player is South in its first game, North in its second. */
void meeting_count(struct contest *contest, struct meeting *meeting, const struct verdict game[2]);

#endif
