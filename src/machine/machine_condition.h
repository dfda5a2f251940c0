/*
 * A move under way on the sowing machine: whose the holes are, and which conditions hold of them.
 */
#ifndef KOMWE_MACHINE_MACHINE_CONDITION_H
#define KOMWE_MACHINE_MACHINE_CONDITION_H

#include "games/family_parts.h"
#include "games/game.h"
#include "machine/machine.h"

/* A move under way. */
struct run {
    uint8_t place[MACHINE_PLACES + 14]; /* seeds in the holes and the stores */
    uint32_t mark[2];                   /* children of each player */
    unsigned player;
    unsigned origin; /* the hole that the move began from */
    unsigned from;   /* the hole that the lap began from */
    unsigned at;     /* where the next lap begins, or the last one ended */
    unsigned hand;   /* seeds to be sown */
    unsigned sown;
    uint32_t facts;                   /* enum machine_fact, those of the move and the lap */
    const struct kw_position *before; /* the position that the move is played in */
    bool reverse;
    bool again;
    unsigned again_clause;
    bool slam; /* it has captured all seeds of the opponent's side, or would have */
    unsigned over;
};

KW_INLINE uint32_t machine_bit(unsigned hole) { return hole < KW_HOLES ? UINT32_C(1) << hole : 0; }

/* enum machine_place of a place. */
KW_INLINE unsigned machine_place(const struct machine *machine, unsigned player, unsigned at) {
    if (at >= KW_HOLES)
        return at == KW_STORE_SOUTH + player ? PLACE_OWN_STORE : PLACE_OTHER_STORE;
    return machine->side[player] >> at & 1 ? PLACE_OWN : PLACE_OTHER;
}

KW_INLINE void machine_load(const struct kw_position *position, struct run *run) {
    run->before = position;
    memcpy(run->place, position->hole, KW_HOLES);
    memset(run->place + KW_HOLES, 0, sizeof run->place - KW_HOLES);
    run->place[KW_STORE_SOUTH] = position->store[0];
    run->place[KW_STORE_NORTH] = position->store[1];
    run->mark[0] = position->mark;
    run->mark[1] = position->mark2;
}

KW_INLINE unsigned machine_board(const struct run *run) {
    unsigned seeds = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += run->place[hole];
    return seeds;
}

/* Whether few seeds lie on the board. */
KW_INLINE void machine_count_few(const struct machine *machine, struct run *run) {
    run->facts &= ~(uint32_t)FACT_FEW;
    run->facts |= machine_board(run) <= machine->few ? FACT_FEW : 0;
}

/* The bit of so many seeds in a set of counts. */
KW_INLINE uint64_t machine_count(unsigned seeds) {
    return UINT64_C(1) << (seeds < MACHINE_COUNTS ? seeds : MACHINE_COUNTS);
}

KW_INLINE unsigned machine_facing(const struct machine *machine, unsigned at) {
    return at < KW_HOLES ? machine->facing[at] : MACHINE_NO_PLACE;
}

KW_INLINE bool machine_side_empty(const struct machine *machine, const uint8_t *hole,
                                  unsigned player) {
    for (uint32_t left = machine->side[player]; left != 0; left &= left - 1)
        if (hole[__builtin_ctz(left)] != 0)
            return false;
    return true;
}

/* Whether a hole of the opponent's side holds another number than before the move. */
KW_INLINE bool machine_changed(const struct machine *machine, const struct run *run) {
    for (uint32_t left = machine->side[run->player ^ 1]; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        if (run->place[hole] != run->before->hole[hole])
            return true;
    }
    return false;
}

/* The facts that take time to find, of those that the rules ask. */
KW_INLINE uint32_t machine_rare_facts(const struct machine *machine, const struct run *run,
                                      unsigned at) {
    uint32_t asked = machine->asked, facts = 0;
    unsigned facing = machine_facing(machine, at), player = run->player;
    if ((asked & FACT_EQUAL) && facing < KW_HOLES && run->place[facing] == run->place[at])
        facts |= FACT_EQUAL;
    if ((asked & FACT_CHANGED) && machine_changed(machine, run))
        facts |= FACT_CHANGED;
    if ((asked & FACT_OWN_EMPTY) && machine_side_empty(machine, run->place, player))
        facts |= FACT_OWN_EMPTY;
    if ((asked & FACT_OTHER_EMPTY) && machine_side_empty(machine, run->place, player ^ 1))
        facts |= FACT_OTHER_EMPTY;
    return facts;
}

/* Which facts hold of a place: those of the move, and its own. */
KW_INLINE uint32_t machine_facts(const struct machine *machine, const struct run *run,
                                 unsigned at) {
    uint32_t own = run->mark[run->player], other = run->mark[run->player ^ 1];
    uint32_t facts = run->facts | (at == run->origin ? FACT_ORIGIN : 0) |
                     (own & machine_bit(at) ? FACT_OWN_MARK : 0) |
                     (other & machine_bit(at) ? FACT_OTHER_MARK : 0) |
                     (machine->rightmost & machine_bit(at) ? FACT_RIGHTMOST : 0) |
                     (run->reverse ? FACT_REVERSE : 0);
    if (machine->asked & FACT_RARE)
        facts |= machine_rare_facts(machine, run, at);
    return facts;
}

/* The hole after a place, in the direction of the lap; stores are passed over. */
KW_INLINE unsigned machine_next(const struct machine *machine, const struct run *run, unsigned at,
                                bool back) {
    unsigned player = run->player;
    do
        at = machine->after[player][run->reverse != back][at];
    while (at >= KW_HOLES && at != MACHINE_NO_PLACE);
    return at;
}

/* Whether a condition holds of a place. */
KW_INLINE bool machine_holds(const struct machine *machine, const struct run *run,
                             const struct condition *condition, unsigned at) {
    if (at == MACHINE_NO_PLACE || !(machine_place(machine, run->player, at) & condition->place))
        return false;
    uint32_t facts = machine_facts(machine, run, at);
    if ((facts & condition->facts) != condition->facts || (facts & condition->facts_false) != 0 ||
        !(machine_count(run->place[at]) & condition->holds))
        return false;
    if (condition->facing != UINT64_MAX) {
        unsigned facing = machine_facing(machine, at);
        if (facing == MACHINE_NO_PLACE || !(machine_count(run->place[facing]) & condition->facing))
            return false;
    }
    if (condition->next != UINT64_MAX || condition->beyond != UINT64_MAX) {
        unsigned next = machine_next(machine, run, at, false),
                 beyond = machine_next(machine, run, next, false);
        if (!(machine_count(run->place[next]) & condition->next) ||
            !(machine_count(run->place[beyond]) & condition->beyond))
            return false;
    }
    return true;
}

#endif
