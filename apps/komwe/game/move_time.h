/*
 * How long the engine thinks about a move when it plays on a clock.
 *
 * A move has an optimum, which is its share of the clock, and a maximum, which no search exceeds.
 * After each depth it is decided whether another one is worth the time: less than the optimum while
 * the best move stands, more when it has changed or its score has fallen.  Nothing here reads a
 * clock: times are given, in microseconds, or in positions that count as such.
 */
#ifndef MOVE_TIME_H
#define MOVE_TIME_H

#include <komwe.h>

enum { MOVE_OVERHEAD_USUAL = 10 }; /* milliseconds */

/* The clock of the player to move. */
struct move_clock {
    int64_t left, increment; /* microseconds */
    int64_t overhead;        /* of each move: what the clock runs before and after the search */
    unsigned moves_to_go;    /* until the clock is set again; 0: that does not happen */
    unsigned nodes;          /* a millisecond of the clock is so many positions; 0: it is real */
};

struct move_time {
    int64_t optimum, maximum; /* microseconds, at least 1000 */
    unsigned nodes;           /* of struct move_clock */
    bool forced;              /* there is no choice */
    bool setup;               /* the move is a step of a turn that is searched as a whole */
    /* What the depths so far have shown. */
    unsigned depth;   /* the last one, 0: none */
    kw_move best;     /* of that depth */
    unsigned stood;   /* depths before it in a row with the same best move */
    int32_t score[2]; /* of the last depth of each parity */
    enum kw_unit unit[2];
};

/* The time for the next move of a session that is not over. */
struct move_time move_time_plan(const struct move_clock *clock, const struct kw_session *session);

/* Sets the limit that keeps the maximum, unless another one is lower. */
void move_time_limit(const struct move_time *time, struct kw_limits *limits);

/* What a search has spent after so many microseconds and positions. */
int64_t move_time_spent(const struct move_time *time, int64_t microseconds, uint64_t nodes);

/*
 * Whether the search is to end with what it has found, when so much is spent: called with each
 * result, of which those that complete no further depth are passed over.
 */
bool move_time_is_up(struct move_time *time, const struct kw_analysis *analysis, int64_t spent);

#endif
