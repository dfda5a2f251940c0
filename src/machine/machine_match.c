#include "machine/machine_match.h"

#include "games/holes.h"

#include <string.h>

/* The hole of a player that is filled as number i. */
static unsigned match_hole(const struct machine *machine, unsigned player, unsigned i) {
    unsigned columns = machine->rules.columns, first = player * columns;
    switch (machine->match.fill) {
    case FILL_RIGHT:
        return first + columns - 1 - i;
    case FILL_OUTSIDE:
        return first + (i % 2 == 0 ? i / 2 : columns - 1 - i / 2);
    default:
        return first + i;
    }
}

/* Fills a player's holes as far as his seeds go; what is left over lies in his store. */
static void match_fill(const struct machine *machine, unsigned player, unsigned seeds,
                       struct kw_position *next) {
    for (unsigned i = 0; i < machine->rules.columns; i++) {
        unsigned hole = match_hole(machine, player, i);
        if (seeds >= machine->start[hole]) {
            next->hole[hole] = machine->start[hole];
            seeds -= machine->start[hole];
        } else if (machine->match.closes) {
            next->mark |= UINT32_C(1) << hole;
            next->mark2 |= UINT32_C(1) << hole;
        }
    }
    next->store[player] = (uint8_t)seeds;
}

/* Puts the same number into every hole, as many as the player with fewer seeds can. */
static void match_fill_even(const struct machine *machine, const unsigned seeds[2],
                            struct kw_position *next) {
    unsigned columns = machine->rules.columns;
    unsigned each = (seeds[0] < seeds[1] ? seeds[0] : seeds[1]) / columns;
    memset(next->hole, (int)each, 2u * columns);
    for (unsigned player = 0; player < 2; player++)
        next->store[player] = (uint8_t)(seeds[player] - each * columns);
}

static unsigned match_begins(const struct machine *machine, const struct kw_round *round,
                             const struct kw_result *result) {
    unsigned winner = result->outcome == KW_SOUTH_WINS ? KW_SOUTH : KW_NORTH;
    unsigned begins = machine->match.begins;
    if (begins == BEGINS_LAST)
        return round->moved;
    if (begins == BEGINS_OTHER || result->outcome == KW_DRAW)
        return round->began ^ 1u;
    return begins == BEGINS_WINNER ? winner : winner ^ 1;
}

/* The seeds in children of a player's, and in his store. */
static unsigned match_held(const struct machine *machine, const struct kw_position *position,
                           unsigned player) {
    uint32_t mark[2] = {position->mark, position->mark2};
    uint32_t own = mark[player] & ~mark[player ^ 1] & machine->owned;
    return position->store[player] + seeds_in(position, own);
}

/*
 * What the players start the next round with: what the result gives them, if it shares the seeds of
 * the board; else each has those of his store, his children and his side.  Those in closed holes
 * are theirs on whose side they lie; the odd one of halves goes to the player with fewer, else to
 * the mover.
 */
static void match_seeds(const struct machine *machine, const struct kw_round *round, bool shared,
                        const struct kw_result *result, unsigned seeds[2]) {
    const struct kw_position *position = &round->position;
    uint32_t marked = (position->mark | position->mark2) & machine->owned,
             closed = position->mark & position->mark2 & machine->owned;
    unsigned odd =
        seeds_all(position) - seeds_in(position, closed) - result->score[0] - result->score[1];
    for (unsigned player = 0; player < 2; player++)
        seeds[player] = shared ? result->score[player]
                               : match_held(machine, position, player) +
                                     seeds_in(position, machine->side[player] & ~marked);
    if (shared)
        seeds[seeds[0] == seeds[1] ? position->turn : seeds[0] > seeds[1]] += odd;
    for (unsigned player = 0; player < 2; player++)
        seeds[player] += seeds_in(position, machine->side[player] & closed);
}

/* Whether the winner of a round has won enough of them. */
static bool match_is_won(const struct machine *machine, const struct kw_round *round,
                         const struct kw_result *result) {
    unsigned winner = result->outcome == KW_SOUTH_WINS ? KW_SOUTH : KW_NORTH;
    return machine->match.wins > 0 && result->outcome != KW_DRAW &&
           round->won[winner] + 1 >= machine->match.wins;
}

/* Whether a player cannot begin another round: he has lost the match; both: nobody has won it. */
static bool match_is_lost(const struct machine *machine, const unsigned seeds[2],
                          struct kw_result *result) {
    bool south = seeds[KW_SOUTH] < machine->match.need,
         north = seeds[KW_NORTH] < machine->match.need;
    if (south || north)
        result->outcome = !south ? KW_SOUTH_WINS : !north ? KW_NORTH_WINS : KW_DRAW;
    return south || north;
}

bool match_round_next(const struct machine *machine, const struct kw_round *round, bool shared,
                      struct kw_result *result, struct kw_position *next) {
    unsigned seeds[2];
    match_seeds(machine, round, shared, result, seeds);
    if (match_is_won(machine, round, result) || match_is_lost(machine, seeds, result))
        return false;
    *next = (struct kw_position){0};
    if (machine->match.fill == FILL_ANEW) {
        memcpy(next->hole, machine->start, KW_HOLES);
        memcpy(next->store, machine->start_store, 2);
    } else if (machine->match.fill == FILL_EVEN) {
        match_fill_even(machine, seeds, next);
    } else {
        match_fill(machine, KW_SOUTH, seeds[0], next);
        match_fill(machine, KW_NORTH, seeds[1], next);
    }
    next->turn = (uint8_t)match_begins(machine, round, result);
    machine_begin(machine, next);
    return true;
}
