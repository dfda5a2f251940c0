/* The clocks of a game: so much time for all moves, and more with each of them. */
#ifndef MATCH_CLOCK_H
#define MATCH_CLOCK_H

#include "io/output.h"

#include <stdbool.h>
#include <stdint.h>

/* What a player's clock is set to; microseconds. */
struct time_control {
    int64_t base;      /* 0: no clock */
    int64_t increment; /* after each move */
    unsigned moves;    /* after so many moves the base is added again; 0: never */
};

/*
 * Reads "60", "60+0.6" or "40/60+0.6": the moves, and seconds with at most six decimals, up to some
 * twelve days.  False if the text is none, or the base is 0.
 */
bool time_control_read(const char *text, struct time_control *control);
/* Appends it in this form, with no more decimals than it needs. */
void time_control_write(struct string_builder *out, const struct time_control *control);

/* A player's clock in a game. */
struct match_clock {
    struct time_control control;
    int64_t left;         /* microseconds */
    unsigned moves_to_go; /* until the base is added; 0: never */
};

struct match_clock match_clock_begin(const struct time_control *control);

/* A move that took so many microseconds; false if the time was up before it was made. */
bool match_clock_spend(struct match_clock *clock, int64_t spent);

#endif
