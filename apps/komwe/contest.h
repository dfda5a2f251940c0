/* The games of a match: pairs of them from the same opening, on several threads. */
#ifndef CONTEST_H
#define CONTEST_H

#include "contestant.h"
#include "elo.h"

#include <pthread.h>

/* What two players came to, from the first one's side. */
struct meeting {
    size_t first, second; /* numbers of the players */
    struct pairs pairs;
    uint64_t wins, draws, losses;
    uint64_t victories[2]; /* a narrow win can count for several (Kiothi) */
    double ratio;          /* likelihood_ratio, if it is tested */
};

struct contest {
    const struct kw_game *game;
    const struct kw_position *start;
    const struct contestant_spec *spec;
    size_t players;
    uint64_t pairs;   /* of each meeting */
    uint64_t seed;    /* of the first opening */
    unsigned opening; /* random plies at least */
    unsigned longest; /* plies; then each wins the seeds of his row, as at a repetition */
    unsigned narrow;  /* victories for a narrow win */
    unsigned threads;
    bool tested; /* by likelihood_ratio, between these */
    double low, high;
    struct output *records; /* filled with the games as they end; NULL: not wanted */
    /* Called, with the lock held, when a pair has ended. */
    void (*ended)(void *context, const struct contest *contest, const struct meeting *meeting);
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

/* Plays what is to be played; false with contest->error if a player failed. */
bool contest_play(struct contest *contest);

/* Counts a pair: half points of the first player in its two games, and the results. */
struct outcome {
    int points; /* of the first player, in halves: 0, 1, 2 */
    bool narrow;
};
void meeting_count(struct contest *contest, struct meeting *meeting, const struct outcome game[2]);

/* What a game came to for the player of that side. */
struct outcome outcome_of(const struct kw_result *result, enum kw_player side);

#endif
