/* The games of a match: pairs of them from the same opening, on several threads. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "match/adjudication.h"
#include "match/match_player.h"
#include "match/match_round.h"
#include "measure/elo.h"
#include "openings/opening_list.h"

#include <pthread.h>

/* The results of two players against each other, from the first one's side. */
struct pairing {
    size_t first, second; /* numbers of the players */
    struct pairs pairs;
    uint64_t wins, draws, losses;
    uint64_t victories[2];   /* a narrow win can count for several */
    uint64_t adjudicated;    /* games that were cut by length or by proof */
    uint64_t forfeited[2];   /* games that each has lost by forfeit */
    uint64_t out_of_time[2]; /* and on time */
    double ratio;            /* likelihood_ratio, if it is tested */
};

struct match_runner {
    const struct kw_game *game;
    const struct kw_position *start;
    const struct match_player_spec *spec;
    size_t players;
    uint64_t pairs;                  /* of each pairing */
    uint64_t seed;                   /* of the first opening */
    unsigned opening;                /* random plies at least */
    const struct openings *openings; /* for the pairs in turn, instead of random ones; or NULL */
    const char *openings_name;       /* what the records call them */
    bool grows; /* after the last of them random plies are added, else the first one follows */
    unsigned longest; /* plies of a game */
    bool by_proof;    /* a game ends when a player has proven its value */
    unsigned narrow;  /* adjudication_narrow_value */
    unsigned threads;
    bool tested; /* by likelihood_ratio, between these */
    double low, high;
    bool recorded; /* `ended` is given the records */
    /*
     * Called, with the lock held, when a pair has ended, with the records of its two games.  False
     * with a message if they cannot be kept, which ends the match.
     */
    bool (*ended)(void *context, const struct match_runner *runner, const struct pairing *pairing,
                  const struct string_builder *records, struct kw_error *error);
    /* Called, with the lock held, when a player has lost a game on time or by forfeit. */
    void (*forfeited)(void *context, const char *sentence);
    void *context;

    struct pairing *pairing;
    size_t pairings;
    /* Pairs that need not be played, since they have been: done[pairing * pairs + pair]. */
    bool *done;

    pthread_mutex_t lock;
    uint64_t next;       /* job: pair * pairings + pairing */
    uint64_t drawn;      /* pairs of this run whose opening was drawn */
    uint64_t unbalanced; /* those of them for which no balanced opening was found */
    bool stop, failed;
    struct kw_error error;
};

enum { OPENING_TRIES = 500 /* random openings that are filtered for a pair at most */ };

/* The positions that a random opening is searched with before it counts as balanced. */
uint64_t match_runner_filter_nodes(const struct match_runner *runner);

/* Makes a pairing of each two players. */
void match_runner_open(struct match_runner *runner);
void match_runner_close(struct match_runner *runner);

/*
 * Plays what is to be played, or what of it has ended when the work is interrupted.  False with
 * runner->error if a player or an opening cannot be had.
 */
bool match_runner_play(struct match_runner *runner);

/* The opening of a pair, if there is a list of them; else NULL. */
const struct opening *match_runner_opening(const struct match_runner *runner, uint64_t pair);

/* Where the games of a pair begin, before the opening is played. */
const struct kw_position *match_runner_start(const struct match_runner *runner, uint64_t pair);

/* The numbers of South and North in game 0 or 1 of a pair of this pairing. */
void pairing_sides(const struct pairing *pairing, unsigned game, size_t side[2]);

/* Sets the Round of a game and what is the same in all games of its players; false with `error`. */
bool match_runner_headers(const struct match_runner *runner, struct kw_record *record,
                          const struct round *round, struct kw_error *error);

/* Counts a pair: the first player is South in its first game, North in its second. */
void pairing_count(struct match_runner *runner, struct pairing *pairing,
                   const struct adjudication game[2]);

#endif
