/* How the sowing machine sows a lap seed by seed. */
#ifndef KOMWE_MACHINE_MACHINE_LAP_H
#define KOMWE_MACHINE_MACHINE_LAP_H

#include "machine/machine_end.h"

/* Takes the seeds of a hole into the hand, all but those that a lift leaves. */
KW_INLINE void machine_lift(const struct machine *machine, struct run *run, unsigned hole,
                            struct trace *trace) {
    run->at = hole;
    if (machine->lift_row_count > 0) {
        run->facts &= ~(uint32_t)FACT_LAST;
        machine_count_few(machine, run);
        machine_first_row(machine, run, machine->lift_rows, machine->lift_row_count, trace);
    }
    unsigned left = run->place[hole] > machine->leave ? machine->leave : 0;
    run->hand = run->place[hole] - left;
    run->place[hole] = (uint8_t)left;
    trace_report(trace, KW_EVENT_LIFT, hole, KW_HAND, run->hand, machine->cite[CITE_SOW]);
}

/* Whether a place gets no seed by the rules or because it is closed. */
KW_OUTLINE bool machine_jumps(const struct machine *machine, const struct run *run, unsigned at) {
    if ((run->closed & machine_bit(at)) &&
        (machine->closed == CLOSED_PASSED || (machine->side[run->player] >> at & 1)))
        return true;
    for (unsigned i = 0; i < machine->jump_count; i++)
        if (machine_holds(machine, run, &machine->jumps[i], at))
            return true;
    return false;
}

/* Goes to the place of the next seed, past those that the rules jump; false: that is all of them.
 */
KW_INLINE bool machine_way(const struct machine *machine, struct run *run, struct trace *trace) {
    const uint8_t *after = machine->after[run->player][run->reverse];
    /* Twice round, since a condition may hold from the place on where the lap began. */
    for (unsigned tries = 0; tries < 2 * MACHINE_PLACES; tries++) {
        bool jumped = false;
        run->at = after[run->at];
        if (run->at == run->from)
            run->facts |= FACT_ROUND;
        jumped = (machine->skip == SKIP_LAP && run->at == run->from) ||
                 (machine->skip == SKIP_MOVE && run->at == run->origin);
        if (machine->jump_count > 0 || run->closed != 0)
            jumped |= machine_jumps(machine, run, run->at);
        if (!jumped)
            return true;
        trace_report(trace, KW_EVENT_SKIP, KW_NOWHERE, run->at, 0, machine->cite[CITE_SKIP]);
    }
    return false;
}

/* Seeds that no place may get go back to where the lap began, and the move ends. */
KW_OUTLINE void machine_lap_back(const struct machine *machine, struct run *run,
                                 struct trace *trace) {
    run->place[run->from] += (uint8_t)run->hand;
    trace_report(trace, KW_EVENT_DROP, KW_HAND, run->from, run->hand, machine->cite[CITE_SOW]);
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->from, 0, machine->cite[CITE_SOW]);
    run->hand = 0;
    run->at = run->from;
    run->facts |= FACT_LAST | FACT_ROUND;
    run->failed = true;
}

/* A lap seed by seed. */
KW_OUTLINE void machine_lap_singly(const struct machine *machine, struct run *run,
                                   struct trace *trace) {
    while (run->hand > 0) {
        run->facts |= run->hand == 1 ? FACT_LAST : 0;
        if (!machine_way(machine, run, trace)) {
            machine_lap_back(machine, run, trace);
            return;
        }
        bool lost = (run->closed & machine_bit(run->at)) != 0;
        unsigned to = lost ? KW_STORE_SOUTH + run->player : run->at;
        run->place[to]++;
        run->hand--;
        trace_report(trace, KW_EVENT_DROP, KW_HAND, to, 1,
                     machine->cite[lost            ? CITE_CLOSED
                                   : to < KW_HOLES ? CITE_SOW
                                                   : CITE_STORE]);
        if (machine->side[run->player ^ 1] & machine_bit(run->at))
            run->facts |= FACT_CROSSED;
        if (machine->passing_count > 0)
            machine_first_row(machine, run, machine->passing, machine->passing_count, trace);
    }
    run->facts |= FACT_LAST;
}

/* The same where nothing is asked of the places that get a seed, nor are any closed or jumped. */
KW_INLINE void machine_lap_plain(const struct machine *machine, struct run *run) {
    const uint8_t *after = machine->after[run->player][run->reverse];
    unsigned skipped = machine->skip == SKIP_LAP    ? run->from
                       : machine->skip == SKIP_MOVE ? run->origin
                                                    : MACHINE_NO_PLACE;
    unsigned at = run->at;
    uint64_t passed = 0, dropped = 0;
    for (; run->hand > 0; run->hand--) {
        at = after[at];
        if (KW_UNLIKELY(at == skipped)) {
            passed |= UINT64_C(1) << at;
            at = after[at];
            if (at == skipped) {
                machine_lap_back(machine, run, NULL);
                return;
            }
        }
        run->place[at]++;
        dropped |= UINT64_C(1) << at;
    }
    run->facts |= FACT_LAST;
    run->facts |= (uint32_t)dropped & machine->side[run->player ^ 1] ? FACT_CROSSED : 0;
    run->facts |= (passed | dropped) >> run->from & 1 ? FACT_ROUND : 0;
    run->at = at;
}

/* What is so of a lap that begins. */
KW_INLINE void machine_lap_begin(const struct machine *machine, struct run *run) {
    run->from = run->at;
    run->sown += run->hand > 0 ? run->hand : 1; /* so that every move comes to its limit */
    run->laps++;
    run->facts &= ~(uint32_t)(FACT_ROUND | FACT_SINGLE | FACT_LAST);
    run->facts |= run->hand == 1 ? FACT_SINGLE : 0;
    machine_count_few(machine, run);
}

#endif
