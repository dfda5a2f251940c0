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
    uint32_t closed;                    /* closed holes */
    uint32_t unplayed;                  /* holes still to be played in the opening */
    unsigned player;
    unsigned origin; /* the hole that the move began from */
    unsigned from;   /* the hole that the lap began from */
    unsigned at;     /* where the next lap begins, or the last one ended */
    unsigned here;   /* where the row that acts has been asked */
    unsigned hand;   /* seeds to be sown */
    unsigned sown;
    unsigned laps;
    uint32_t facts;                   /* enum machine_fact, those of the move and the lap */
    const struct kw_position *before; /* the position that the move is played in */
    bool reverse;
    bool again;
    bool failed; /* seeds found no place, which ends it */
    unsigned again_clause;
    uint32_t spared; /* holes that nothing is taken from */
    unsigned over;
};

KW_INLINE uint32_t machine_bit(unsigned hole) { return hole < KW_HOLES ? UINT32_C(1) << hole : 0; }

/* enum machine_place of a place. */
KW_INLINE unsigned machine_place(const struct machine *machine, unsigned player, unsigned at) {
    if (at >= KW_HOLES)
        return at == KW_STORE_SOUTH + player ? PLACE_OWN_STORE : PLACE_OTHER_STORE;
    return machine->side[player] >> at & 1 ? PLACE_OWN : PLACE_OTHER;
}

/* The holes that are children or closed. */
KW_INLINE uint32_t machine_owned(const struct machine *machine,
                                 const struct kw_position *position) {
    return (position->mark | position->mark2) & machine->owned;
}

/* The holes still to be played in an opening in which each is played once. */
KW_INLINE uint32_t machine_unplayed(const struct machine *machine,
                                    const struct kw_position *position) {
    return position->mark & ~machine->owned;
}

/* How far to the right of a player a hole is, whoever's it is: 0 is in his leftmost column. */
KW_INLINE unsigned machine_column(const struct machine *machine, unsigned player, unsigned hole) {
    return machine->side[player] >> hole & 1
               ? hole % machine->rules.columns
               : machine->rules.columns - 1 - hole % machine->rules.columns;
}

/*
 * Hole after hole of a set as a player counts them: his own from his left, then the opponent's from
 * the opponent's left.  The next one of those that are left in *left, which it takes out.
 */
KW_INLINE unsigned machine_first(const struct machine *machine, unsigned player, uint32_t *left) {
    uint32_t own = *left & machine->side[player];
    unsigned hole = (unsigned)__builtin_ctz(own != 0 ? own : *left);
    *left &= ~machine_bit(hole);
    return hole;
}

/* The closed holes: those that bear both marks. */
KW_INLINE uint32_t machine_closed(const struct machine *machine,
                                  const struct kw_position *position) {
    return position->mark & position->mark2 & machine->owned;
}

/* The holes that are children of a player: South's bear the first mark, North's the second. */
KW_INLINE uint32_t machine_children(const struct machine *machine,
                                    const struct kw_position *position, unsigned player) {
    return (player == KW_SOUTH ? position->mark & ~position->mark2
                               : position->mark2 & ~position->mark) &
           machine->owned;
}

KW_INLINE void machine_load(const struct machine *machine, const struct kw_position *position,
                            struct run *run) {
    run->before = position;
    memcpy(run->place, position->hole, KW_HOLES);
    memset(run->place + KW_HOLES, 0, sizeof run->place - KW_HOLES);
    run->place[KW_STORE_SOUTH] = position->store[0];
    run->place[KW_STORE_NORTH] = position->store[1];
    run->mark[0] = machine_children(machine, position, KW_SOUTH);
    run->mark[1] = machine_children(machine, position, KW_NORTH);
    run->closed = machine_closed(machine, position);
    run->unplayed = machine_unplayed(machine, position);
}

/* The holes whose seeds are no longer those of their side: children and closed ones. */
KW_INLINE uint32_t machine_set_apart(const struct run *run) {
    return run->mark[0] | run->mark[1] | run->closed;
}

/* The seeds in all other holes. */
KW_INLINE unsigned machine_board(const struct run *run) {
    uint32_t apart = machine_set_apart(run);
    unsigned seeds = 0;
    for (unsigned hole = 0; hole < KW_HOLES; hole++)
        seeds += apart >> hole & 1 ? 0u : run->place[hole];
    return seeds;
}

/*
 * Whether few seeds lie on the board, if some condition asks: counted before a move, before a hole
 * is lifted, when the seeds of a lap are in the hand, and for each row on the end of the move.
 */
KW_INLINE void machine_count_few(const struct machine *machine, struct run *run) {
    if (KW_LIKELY(!(machine->used_facts & FACT_FEW)))
        return;
    run->facts &= ~(uint32_t)FACT_FEW;
    run->facts |= machine_board(run) <= machine->few ? FACT_FEW : 0;
}

/* The bit of so many seeds in a set of counts. */
KW_INLINE unsigned machine_count_bit(unsigned seeds) {
    return seeds <= MACHINE_COUNTED ? seeds : (MACHINE_COUNTS - 1) | (seeds & 1);
}

KW_INLINE uint64_t machine_count(unsigned seeds) { return UINT64_C(1) << machine_count_bit(seeds); }

KW_INLINE unsigned machine_facing(const struct machine *machine, unsigned at) {
    return at < KW_HOLES ? machine->facing[at] : MACHINE_NO_PLACE;
}

/* The hole of the same number on the other side, both counted from their owners' left. */
KW_INLINE unsigned machine_same(const struct machine *machine, unsigned at) {
    unsigned columns = machine->rules.columns;
    return at >= KW_HOLES ? MACHINE_NO_PLACE : at < columns ? at + columns : at - columns;
}

/* Whether holes have no seed. */
KW_INLINE bool machine_empty(const uint8_t *hole, uint32_t holes) {
    for (; holes != 0; holes &= holes - 1)
        if (hole[__builtin_ctz(holes)] != 0)
            return false;
    return true;
}

/* Whether a side has no seed but in children and closed holes. */
KW_INLINE bool machine_side_empty(const struct machine *machine, const struct kw_position *position,
                                  unsigned player) {
    return machine_empty(position->hole, machine->side[player] & ~machine_owned(machine, position));
}

/* The same while a move is under way. */
KW_INLINE bool machine_run_empty(const struct machine *machine, const struct run *run,
                                 unsigned player) {
    return machine_empty(run->place, machine->side[player] & ~machine_set_apart(run));
}

/*
 * The hole after a place, in the direction of the lap; stores and closed holes are passed over.
 * The place itself where there is no other.
 */
KW_INLINE unsigned machine_next(const struct machine *machine, const struct run *run, unsigned at,
                                bool back) {
    const uint8_t *after = machine->after[run->player][run->reverse != back];
    unsigned from = at;
    do
        at = at < MACHINE_PLACES ? after[at] : MACHINE_NO_PLACE;
    while (at != MACHINE_NO_PLACE && at != from &&
           (at >= KW_HOLES || (run->closed & machine_bit(at)) != 0));
    return at;
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

/* Which of the facts that take time to find hold of a place, of those that are asked. */
KW_OUTLINE uint32_t machine_rare_facts(const struct machine *machine, const struct run *run,
                                       unsigned at, uint32_t used) {
    unsigned facing = machine_facing(machine, at), player = run->player;
    uint32_t marks = run->mark[0] | run->mark[1], facts = 0;
    if ((used & FACT_FACING_MARK) && facing < KW_HOLES && (marks & machine_bit(facing)))
        facts |= FACT_FACING_MARK;
    if (run->unplayed & machine_bit(at))
        facts |= FACT_UNPLAYED;
    if ((used & FACT_SAME_MARK) && (marks & machine_bit(machine_same(machine, at))))
        facts |= FACT_SAME_MARK;
    if ((used & FACT_PREVIOUS_MARK) && (marks & machine_bit(machine_next(machine, run, at, true))))
        facts |= FACT_PREVIOUS_MARK;
    if ((used & FACT_HAS_MARK) && run->mark[player] != 0)
        facts |= FACT_HAS_MARK;
    if ((used & FACT_EQUAL) && facing < KW_HOLES && run->place[facing] == run->place[at])
        facts |= FACT_EQUAL;
    if ((used & FACT_CHANGED) && machine_changed(machine, run))
        facts |= FACT_CHANGED;
    if ((used & FACT_OWN_EMPTY) && machine_run_empty(machine, run, player))
        facts |= FACT_OWN_EMPTY;
    if ((used & FACT_OTHER_EMPTY) && machine_run_empty(machine, run, player ^ 1))
        facts |= FACT_OTHER_EMPTY;
    return facts;
}

/* Which facts hold of a place, of those that are asked: those of the move, and its own. */
KW_INLINE uint32_t machine_facts(const struct machine *machine, const struct run *run, unsigned at,
                                 uint32_t used) {
    uint32_t own = run->mark[run->player], other = run->mark[run->player ^ 1];
    uint32_t facts = run->facts | (at == run->origin ? FACT_ORIGIN : 0) |
                     (own & machine_bit(at) ? FACT_OWN_MARK : 0) |
                     (other & machine_bit(at) ? FACT_OTHER_MARK : 0) |
                     (machine->rightmost & machine_bit(at) ? FACT_RIGHTMOST : 0) |
                     (run->reverse ? FACT_REVERSE : 0);
    return used & FACT_RARE ? facts | machine_rare_facts(machine, run, at, used) : facts;
}

/* Whether the facts that a condition names are true of a place, or false. */
KW_INLINE bool machine_facts_hold(const struct machine *machine, const struct run *run,
                                  const struct condition *condition, unsigned at) {
    uint32_t used = condition->facts | condition->facts_false;
    if (used == 0)
        return true;
    uint32_t facts = machine_facts(machine, run, at, used);
    return (facts & condition->facts) == condition->facts && !(facts & condition->facts_false);
}

/* Whether a hole holds one of a set of numbers of seeds. */
KW_INLINE bool machine_counts(const struct run *run, unsigned hole, uint64_t counts) {
    return hole < KW_HOLES && (machine_count(run->place[hole]) & counts) != 0;
}

/* Whether what a condition says of the holes around a place holds. */
KW_OUTLINE bool machine_holds_around(const struct machine *machine, const struct run *run,
                                     const struct condition *condition, unsigned at) {
#define HOLE(name, found)                                                                          \
    if (condition->seeds[HOLE_##name] != UINT64_MAX &&                                             \
        !machine_counts(run, found, condition->seeds[HOLE_##name]))                                \
        return false;
#include "machine/holes.def"
    return true;
}

/* Whether a condition holds of a place: first what most conditions ask. */
KW_INLINE bool machine_holds(const struct machine *machine, const struct run *run,
                             const struct condition *condition, unsigned at) {
    if (at == MACHINE_NO_PLACE || !(machine_place(machine, run->player, at) & condition->place) ||
        !(machine_count(run->place[at]) & condition->seeds[HOLE_HERE]) ||
        !machine_facts_hold(machine, run, condition, at))
        return false;
    if (condition->columns != 0 &&
        (at >= KW_HOLES || !(condition->columns >> at % machine->rules.columns & 1)))
        return false;
    if (!condition_reads_seeds(condition))
        return true;
    return machine_holds_around(machine, run, condition, at);
}

#endif
