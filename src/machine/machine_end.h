/*
 * What happens when a lap of the sowing machine ends: the ordered table of lap ends.
 */
#ifndef KOMWE_MACHINE_MACHINE_END_H
#define KOMWE_MACHINE_MACHINE_END_H

#include "machine/machine_lap.h"

/* The bit of so many seeds in a set of counts. */
KW_INLINE uint64_t machine_count(unsigned seeds) {
    return UINT64_C(1) << (seeds < MACHINE_COUNTS ? seeds : MACHINE_COUNTS);
}

/* Which facts hold of a place: those of the move, and its own. */
KW_INLINE uint32_t machine_facts(const struct run *run, unsigned at) {
    uint32_t own = run->mark[run->player], other = run->mark[run->player ^ 1];
    return run->facts | (at == run->origin ? FACT_ORIGIN : 0) |
           (own & machine_bit(at) ? FACT_OWN_MARK : 0) |
           (other & machine_bit(at) ? FACT_OTHER_MARK : 0) | (run->reverse ? FACT_REVERSE : 0);
}

KW_INLINE unsigned machine_facing(const struct machine *machine, unsigned at) {
    return at < KW_HOLES ? machine->facing[at] : MACHINE_NO_PLACE;
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
    uint32_t facts = machine_facts(run, at);
    if ((facts & condition->facts) != condition->facts || (facts & condition->facts_false) != 0 ||
        !(machine_count(run->place[at]) & condition->holds))
        return false;
    if (condition->facing != UINT64_MAX) {
        unsigned facing = machine_facing(machine, at);
        if (facing == MACHINE_NO_PLACE || !(machine_count(run->place[facing]) & condition->facing))
            return false;
    }
    if (condition->next != UINT64_MAX) {
        unsigned next = machine_next(machine, run, at, false);
        if (!(machine_count(run->place[next]) & condition->next))
            return false;
    }
    return true;
}

/* The hole that an action is about, seen from a place. */
KW_INLINE unsigned machine_target(const struct machine *machine, const struct run *run,
                                  unsigned target, unsigned at) {
    switch (target) {
    case TARGET_NEXT:
        return machine_next(machine, run, at, false);
    case TARGET_FACING:
        return machine_facing(machine, at);
    case TARGET_FACING_NEXT:
        return machine_facing(machine, machine_next(machine, run, at, false));
    default:
        return at;
    }
}

/* Takes all seeds of a hole. */
KW_INLINE void machine_take(struct run *run, const struct action *action, unsigned hole,
                            struct trace *trace) {
    unsigned taken = run->place[hole];
    unsigned store = KW_STORE_SOUTH + (run->player ^ (action->to == TO_OPPONENT));
    if (taken == 0)
        return;
    run->place[hole] = 0;
    if (action->to == TO_HAND)
        run->hand += taken;
    else
        run->place[store] += (uint8_t)taken;
    if (action->verb == DO_CAPTURE)
        run->facts |= FACT_CAPTURED;
    trace_report(trace, action->verb == DO_CAPTURE ? KW_EVENT_CAPTURE : KW_EVENT_BANK, hole,
                 action->to == TO_HAND ? KW_HAND : store, taken, action->clause);
}

/* An action at one place; true if another lap follows. */
KW_INLINE bool machine_act_at(const struct machine *machine, struct run *run,
                              const struct action *action, unsigned at, struct trace *trace) {
    unsigned target = machine_target(machine, run, action->target, at);
    switch (action->verb) {
    case DO_STOP:
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, at, 0, action->clause);
        return false;
    case DO_AGAIN:
        run->again = true;
        run->again_clause = action->clause;
        return false;
    case DO_TURN:
        run->reverse = !run->reverse;
        trace_report(trace, KW_EVENT_TURN, KW_NOWHERE, at, 0, action->clause);
        return false;
    case DO_RELAY:
        if (target >= KW_HOLES)
            return false;
        trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, target, run->place[target], action->clause);
        run->at = target;
        return true;
    case DO_MARK:
        if (target < KW_HOLES) {
            run->mark[run->player] |= machine_bit(target);
            trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, target, run->player + 1, action->clause);
        }
        return false;
    default:
        if (target < KW_HOLES)
            machine_take(run, action, target, trace);
        return false;
    }
}

/* An action with its repetitions. */
KW_INLINE bool machine_act(const struct machine *machine, struct run *run,
                           const struct action *action, unsigned at, struct trace *trace) {
    bool goes_on = false;
    if (action->along == ALONG_NONE)
        return machine_act_at(machine, run, action, at, trace);
    for (unsigned i = 1; i < KW_HOLES; i++) {
        at = machine_next(machine, run, at, action->along == ALONG_BACK);
        if (!machine_holds(machine, run, &action->hold, at))
            return goes_on;
        goes_on |= machine_act_at(machine, run, action, at, trace);
    }
    return goes_on;
}

/* The first row that fits the place where the lap ended; NULL: none does. */
KW_INLINE const struct lap_end *machine_end_row(const struct machine *machine,
                                                const struct run *run) {
    for (unsigned i = 0; i < machine->end_count; i++)
        if (machine_holds(machine, run, &machine->ends[i].condition, run->at))
            return &machine->ends[i];
    return NULL;
}

/* The actions of a row in their order; true if another lap follows. */
KW_INLINE bool machine_act_all(const struct machine *machine, struct run *run,
                               const struct lap_end *end, struct trace *trace) {
    unsigned at = run->at;
    bool goes_on = false;
    for (unsigned k = 0; k < MACHINE_ACTIONS && end->action[k].verb != DO_NOTHING; k++)
        goes_on |= machine_act(machine, run, &end->action[k], at, trace);
    return goes_on;
}

/* Whether a row would capture all seeds of the opponent's side, and may not: it takes nothing. */
KW_INLINE bool machine_end_slams(const struct machine *machine, const struct run *run,
                                 const struct lap_end *end) {
    if (machine->slam != SLAM_TAKES_NOTHING)
        return false;
    struct run trial = *run;
    machine_act_all(machine, &trial, end, NULL);
    return (trial.facts & FACT_CAPTURED) != 0 &&
           machine_side_empty(machine, trial.place, run->player ^ 1);
}

/* What the lap's end comes to; true if another lap follows. */
KW_INLINE bool machine_end(const struct machine *machine, struct run *run, struct trace *trace) {
    const struct lap_end *end = machine_end_row(machine, run);
    bool goes_on = false;
    if (end == NULL)
        return false;
    if (KW_UNLIKELY(end->goes_on && run->sown > machine->rules.limit)) {
        run->over = endless_outcome(&machine->rules, run->player);
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, machine->cite[CITE_LIMIT]);
    } else if (KW_UNLIKELY(machine_end_slams(machine, run, end))) {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, machine->cite[CITE_SLAM]);
    } else {
        goes_on = machine_act_all(machine, run, end, trace);
    }
    run->facts &= ~(uint32_t)FACT_FIRST_LAP;
    return goes_on;
}

#endif
