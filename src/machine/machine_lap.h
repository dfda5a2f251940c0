/*
 * A move under way on the sowing machine: whose the holes are, and how a lap is sown.
 */
#ifndef KOMWE_MACHINE_MACHINE_LAP_H
#define KOMWE_MACHINE_MACHINE_LAP_H

#include "games/family_parts.h"
#include "games/game.h"
#include "machine/machine.h"
#include "sow/ring.h"

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
    uint32_t facts; /* enum machine_fact, those of the move and the lap */
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

KW_INLINE bool machine_side_empty(const struct machine *machine, const uint8_t *hole,
                                  unsigned player) {
    for (uint32_t left = machine->side[player]; left != 0; left &= left - 1)
        if (hole[__builtin_ctz(left)] != 0)
            return false;
    return true;
}

KW_INLINE void machine_load(const struct machine *machine, const struct kw_position *position,
                            struct run *run) {
    (void)machine;
    memcpy(run->place, position->hole, KW_HOLES);
    memset(run->place + KW_HOLES, 0, sizeof run->place - KW_HOLES);
    run->place[KW_STORE_SOUTH] = position->store[0];
    run->place[KW_STORE_NORTH] = position->store[1];
    run->mark[0] = position->mark;
    run->mark[1] = position->mark2;
}

/* Takes the seeds of a hole into the hand, all but those that a lift leaves. */
KW_INLINE void machine_lift(const struct machine *machine, struct run *run, unsigned hole,
                            struct trace *trace) {
    unsigned left = run->place[hole] > machine->leave ? machine->leave : 0;
    run->hand = run->place[hole] - left;
    run->place[hole] = (uint8_t)left;
    run->at = hole;
    trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, run->hand, machine->cite[CITE_SOW]);
}

/* A lap by vectors, where the way round is a ring with the mover's store at most. */
KW_INLINE void machine_lap_at_once(const struct machine *machine, struct run *run) {
    unsigned size = 2u * machine->rules.columns;
    struct ring ring = {.half = {lanes_load(run->place), lanes_load(run->place + 16)}};
    struct ring before = ring;
    struct lap lap = {.size = size,
                      .from = run->at,
                      .seeds = run->hand,
                      .reverse = run->reverse,
                      .skip_from = machine->skip == SKIP_LAP,
                      .store = !machine->own_store       ? 0
                               : run->player == KW_SOUTH ? machine->rules.columns
                                                         : size,
                      .store_place = KW_STORE_SOUTH + run->player};
    struct landing landing = ring_sow_at_once(&ring, &lap);
    lanes_save(run->place, ring.half[0]);
    lanes_save(run->place + 16, ring.half[1]);
    run->place[KW_STORE_SOUTH + run->player] += (uint8_t)landing.banked;
    if ((ring_changed(ring, before, size) & machine->side[run->player ^ 1]) != 0)
        run->facts |= FACT_CROSSED;
    if (run->hand >= size)
        run->facts |= FACT_ROUND;
    run->at = landing.end;
    run->hand = 0;
}

/* A lap seed by seed. */
KW_INLINE void machine_lap_singly(const struct machine *machine, struct run *run,
                                  struct trace *trace) {
    const uint8_t *after = machine->after[run->player][run->reverse];
    while (run->hand > 0) {
        run->at = after[run->at];
        if (run->at == run->from)
            run->facts |= FACT_ROUND;
        if ((machine->skip == SKIP_LAP && run->at == run->from) ||
            (machine->skip == SKIP_MOVE && run->at == run->origin)) {
            trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, run->at, 0, machine->cite[CITE_SOW]);
            continue;
        }
        run->place[run->at]++;
        run->hand--;
        trace_report(trace, KW_EVENT_DROP, KW_HAND, run->at, 1,
                     machine->cite[run->at < KW_HOLES ? CITE_SOW : CITE_STORE]);
        if (machine->side[run->player ^ 1] & machine_bit(run->at))
            run->facts |= FACT_CROSSED;
    }
}

/* Sows what the hand holds from the place run->at on; run->at is then where the last seed fell. */
KW_INLINE void machine_lap(const struct machine *machine, struct run *run, struct trace *trace) {
    run->from = run->at;
    run->sown += run->hand;
    run->facts &= ~(uint32_t)FACT_ROUND;
    if (trace == NULL && machine->ring && machine->skip != SKIP_MOVE && machine->passing_count == 0)
        machine_lap_at_once(machine, run);
    else
        machine_lap_singly(machine, run, trace);
}

#endif
