/*
 * Positions solved by looking at every game that can follow: slow, and obviously right.  It asks
 * the public interface alone, and shares nothing with the engine.
 */
#ifndef KOMWE_TESTS_BRUTE_H
#define KOMWE_TESTS_BRUTE_H

#include "komwe.h"

/* What repetition has to do with a value. */
enum brute_repetition {
    BRUTE_NEVER,   /* no game that follows ends by it */
    BRUTE_PASSING, /* some do, but the value is the same whatever it pays */
    BRUTE_DECISIVE /* the value rests on what it pays */
};

struct brute {
    int value; /* to the mover: seeds by which he wins, or 1 win, 0 draw, -1 loss */
    enum brute_repetition repetition;
    uint64_t entered; /* positions, those entered in several ways each time */
};

enum { BRUTE_PATH = 256 }; /* positions of a game that is followed */

/*
 * Solves the last of a path of `count` positions, each following from the one before; false if more
 * than `limit` positions had to be entered.  In games that count seeds a win without a score counts
 * all seeds in play.  A move that wins all there is to win ends the looking at others.
 */
bool brute_solve(const struct kw_game *game, const struct kw_position *path, size_t count,
                 uint64_t limit, struct brute *brute);

/* "+4", "0", "-4"; "win", "draw", "loss". */
const char *brute_text(const struct kw_game *game, int value, char text[KW_TEXT]);

/* "-", "passing", "decisive". */
const char *brute_repetition_text(enum brute_repetition repetition);

#endif
