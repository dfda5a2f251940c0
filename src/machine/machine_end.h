/*
 * What happens when a lap of the sowing machine ends: the ordered table of lap ends.
 */
#ifndef KOMWE_MACHINE_MACHINE_END_H
#define KOMWE_MACHINE_MACHINE_END_H

#include "base/work.h"
#include "machine/machine_condition.h"

/* The hole that an action is about, seen from a place. */
KW_INLINE unsigned machine_target(const struct machine *machine, const struct run *run,
                                  unsigned target, unsigned at) {
    switch (target) {
#define HOLE(name, found)                                                                          \
    case TARGET_##name:                                                                            \
        return found;
#include "machine/holes.def"
    case TARGET_FACING_NEXT:
        return machine_facing(machine, machine_next(machine, run, at, false));
    case TARGET_FACING_BEYOND:
        at = machine_next(machine, run, machine_next(machine, run, at, false), false);
        return machine_facing(machine, at);
    case TARGET_STORE:
        return KW_STORE_SOUTH + run->player;
    default:
        return at;
    }
}

/* Where seeds that an action takes go; MACHINE_NO_PLACE: there is no such place. */
KW_INLINE unsigned machine_destination(const struct machine *machine, const struct run *run,
                                       const struct action *action, unsigned at) {
    uint32_t children = run->mark[run->player];
    switch (action->to) {
    case TO_OPPONENT:
        return KW_STORE_SOUTH + (run->player ^ 1);
    case TO_OWNER:
        return KW_STORE_SOUTH + (run->player ^ ((machine_place(machine, run->player, at) &
                                                 (PLACE_OTHER | PLACE_OTHER_STORE)) != 0));
    case TO_HAND:
        return KW_HAND;
    case TO_HERE:
        return run->here;
    case TO_CHILD:
        return children == 0 ? MACHINE_NO_PLACE : machine_first(machine, run->player, &children);
    default:
        return KW_STORE_SOUTH + run->player;
    }
}

/* Whether the seeds of a place are those of the opponent's side. */
KW_INLINE bool machine_on_other_side(const struct machine *machine, const struct run *run,
                                     unsigned place) {
    return (machine->side[run->player ^ 1] & ~machine_set_apart(run) & machine_bit(place)) != 0;
}

/* Takes the seeds of a place; none that would come back to where they lie. */
KW_INLINE void machine_take(const struct machine *machine, struct run *run,
                            const struct action *action, unsigned hole, struct trace *trace) {
    unsigned taken = run->place[hole], to = machine_destination(machine, run, action, hole);
    if (action->count > 0 && taken > action->count)
        taken = action->count;
    if (taken == 0 || to == MACHINE_NO_PLACE || to == hole || (run->spared & machine_bit(hole)))
        return;
    run->place[hole] -= (uint8_t)taken;
    if (to == KW_HAND)
        run->hand += taken;
    else
        run->place[to] += (uint8_t)taken;
    if (action->verb == DO_CAPTURE)
        run->facts |= machine_on_other_side(machine, run, hole)
                          ? FACT_CAPTURED | FACT_CAPTURED_OTHER
                          : (unsigned)FACT_CAPTURED;
    trace_report(trace, action->verb == DO_CAPTURE ? KW_EVENT_CAPTURE : KW_EVENT_BANK, hole, to,
                 taken, action->clause);
}

/* Makes a hole the mover's child, or closes it; a child keeps its owner, a closed hole has none. */
KW_INLINE void machine_mark(struct run *run, const struct action *action, unsigned hole,
                            struct trace *trace) {
    bool closes = action->verb == DO_CLOSE;
    uint32_t marked = run->closed | (closes ? 0 : run->mark[run->player ^ 1]);
    if (hole >= KW_HOLES || (marked & machine_bit(hole)))
        return;
    if (closes) {
        run->closed |= machine_bit(hole);
        run->mark[0] &= ~machine_bit(hole);
        run->mark[1] &= ~machine_bit(hole);
    } else {
        run->mark[run->player] |= machine_bit(hole);
    }
    trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, hole, closes ? 3 : run->player + 1,
                 action->clause);
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
        if (target >= KW_HOLES || (run->place[target] == 0 && run->hand == 0))
            return false;
        trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, target,
                     run->hand > 0 ? run->hand : run->place[target], action->clause);
        run->at = target;
        return true;
    case DO_MARK:
    case DO_CLOSE:
        machine_mark(run, action, target, trace);
        return false;
    default:
        if (target != MACHINE_NO_PLACE)
            machine_take(machine, run, action, target, trace);
        if (action->target == TARGET_BOTH && machine_facing(machine, at) != MACHINE_NO_PLACE)
            machine_take(machine, run, action, machine_facing(machine, at), trace);
        return false;
    }
}

/* The next place of an action that is repeated along the way. */
KW_INLINE unsigned machine_step(const struct machine *machine, const struct run *run,
                                const struct action *action, unsigned at) {
    bool back = action->along == ALONG_BACK || (action->along == ALONG_CLOCKWISE && !run->reverse);
    at = machine_next(machine, run, at, back);
    return action->target == TARGET_BEYOND || action->target == TARGET_FACING_BEYOND
               ? machine_next(machine, run, at, back)
               : at;
}

/* An action at every hole where its condition holds; true if another lap follows. */
KW_OUTLINE bool machine_act_all(const struct machine *machine, struct run *run,
                                const struct action *action, struct trace *trace) {
    bool goes_on = false;
    work_count(WORK_AROUND);
    for (uint32_t left = machine->side[0] | machine->side[1]; left != 0;) {
        unsigned hole = machine_first(machine, run->player, &left);
        if (machine_holds(machine, run, &action->hold, hole))
            goes_on |= machine_act_at(machine, run, action, hole, trace);
    }
    return goes_on;
}

/* An action with its repetitions. */
KW_INLINE bool machine_act(const struct machine *machine, struct run *run,
                           const struct action *action, unsigned at, struct trace *trace) {
    bool goes_on = false;
    if (action->along == ALONG_NONE)
        return machine_act_at(machine, run, action, at, trace);
    if (action->along == ALONG_ALL)
        return machine_act_all(machine, run, action, trace);
    unsigned most = action->most > 0 ? action->most : KW_HOLES - 1;
    uint32_t passed = machine_bit(at);
    work_count(WORK_AROUND);
    for (unsigned i = 0; i < most; i++) {
        at = machine_step(machine, run, action, at);
        if ((passed & machine_bit(at)) != 0 || !machine_holds(machine, run, &action->hold, at))
            return goes_on;
        passed |= machine_bit(at);
        goes_on |= machine_act_at(machine, run, action, at, trace);
    }
    return goes_on;
}

/* Carries out the actions of a row; true if another lap follows: there are seeds to be sown. */
KW_INLINE bool machine_act_row(const struct machine *machine, struct run *run,
                               const struct row *row, unsigned at, struct trace *trace) {
    bool goes_on = false;
    run->here = at;
    for (unsigned i = 0; i < MACHINE_ACTIONS && row->action[i].verb != DO_NOTHING; i++)
        goes_on |= machine_act(machine, run, &row->action[i], at, trace);
    if (goes_on && run->hand + run->place[run->at] > 0)
        return true;
    run->at = at;
    return false;
}

/* ---- a grand slam ---------------------------------------------------------------------------- */

/* Whether the move has captured from the opponent's side and left it empty. */
KW_INLINE bool machine_slams(const struct machine *machine, const struct run *run) {
    return (run->facts & FACT_CAPTURED_OTHER) != 0 &&
           machine_run_empty(machine, run, run->player ^ 1);
}

/* Takes to a store the seeds of a side but those of the hole `spared`. */
KW_INLINE void machine_sweep(const struct machine *machine, struct run *run, unsigned side,
                             unsigned spared, const struct action *action, struct trace *trace) {
    uint32_t left = machine->side[side] & ~machine_set_apart(run);
    for (; left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left);
        if (hole != spared)
            machine_take(machine, run, action, hole, trace);
    }
}

/* The filled hole of the opponent's side that is nearest to one hand of the mover. */
KW_INLINE unsigned machine_spared(const struct machine *machine, const struct run *run,
                                  bool right) {
    uint32_t filled = 0, left = machine->side[run->player ^ 1] & ~machine_set_apart(run);
    for (; left != 0; left &= left - 1)
        if (run->place[__builtin_ctz(left)] != 0)
            filled |= left & -left;
    if (filled == 0)
        return MACHINE_NO_PLACE;
    /* The opponent's holes are numbered from his left hand, which is the mover's right one. */
    return right ? (unsigned)__builtin_ctz(filled) : 31u - (unsigned)__builtin_clz(filled);
}

/* What a row does besides taking seeds of these holes; true if another lap follows. */
KW_OUTLINE bool machine_row_without(const struct machine *machine, struct run *run,
                                    const struct row *row, uint32_t spared, struct trace *trace) {
    run->spared = spared;
    bool goes_on = machine_act_row(machine, run, row, run->at, trace);
    run->spared = 0;
    return goes_on;
}

/* Carries out a row that would be a grand slam, as the rules say; true if another lap follows. */
KW_INLINE bool machine_slam_row(const struct machine *machine, struct run *run,
                                const struct row *row, struct trace *trace) {
    struct action sweep = {.verb = DO_CAPTURE, .clause = machine->cite[CITE_SLAM]};
    uint32_t other = machine->side[run->player ^ 1] & ~machine_set_apart(run);
    unsigned at = run->at;
    switch (machine->slam) {
    case SLAM_GIVES:
        machine_act_row(machine, run, row, at, trace);
        sweep.verb = DO_BANK;
        sweep.to = TO_OPPONENT;
        machine_sweep(machine, run, run->player, MACHINE_NO_PLACE, &sweep, trace);
        return false;
    case SLAM_LEAVES_LEFT:
    case SLAM_LEAVES_RIGHT:
        machine_sweep(machine, run, run->player ^ 1,
                      machine_spared(machine, run, machine->slam == SLAM_LEAVES_RIGHT), &sweep,
                      trace);
        return machine_row_without(machine, run, row, other, trace);
    case SLAM_AGAIN:
        machine_act_row(machine, run, row, at, trace);
        run->again = true;
        run->again_clause = machine->cite[CITE_SLAM];
        return false;
    default:
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, at, 0, machine->cite[CITE_SLAM]);
        return machine_row_without(machine, run, row, machine->side[0] | machine->side[1], trace);
    }
}

/* Carries out a row where the rules say what a grand slam comes to; true if another lap follows. */
KW_OUTLINE bool machine_slam(const struct machine *machine, struct run *run, const struct row *row,
                             struct trace *trace) {
    struct run trial = *run;
    trial.facts &= ~(uint32_t)FACT_CAPTURED_OTHER;
    if (machine_act_row(machine, &trial, row, run->at, NULL) || !machine_slams(machine, &trial))
        return machine_act_row(machine, run, row, run->at, trace);
    return machine_slam_row(machine, run, row, trace);
}

/* Whether the move is never-ending if another lap follows. */
KW_INLINE bool machine_endless(const struct machine *machine, const struct run *run) {
    return run->sown > machine->rules.limit || (machine->laps > 0 && run->laps >= machine->laps);
}

/* ---- before a lap, and in passing ------------------------------------------------------------ */

/* Carries out the first of some rows that fits the place where the run is. */
KW_OUTLINE void machine_first_row(const struct machine *machine, struct run *run,
                                  const struct row *rows, unsigned count, struct trace *trace) {
    for (unsigned i = 0; i < count; i++)
        if (machine_holds(machine, run, &rows[i].condition, run->at)) {
            machine_act_row(machine, run, &rows[i], run->at, trace);
            return;
        }
}

/* ---- the end of a lap, and of the move ------------------------------------------------------- */

/* The first row that fits the place where the lap ended; NULL: none does. */
KW_INLINE const struct row *machine_end_row(const struct machine *machine, const struct run *run) {
    for (unsigned i = 0; i < machine->lap_end_count; i++)
        if (machine_holds(machine, run, &machine->lap_ends[i].condition, run->at))
            return &machine->lap_ends[i];
    return NULL;
}

/* Whether the lap ended where it is sown on whatever else holds, and the move may go on. */
KW_INLINE bool machine_goes_on(const struct machine *machine, const struct run *run) {
    if (run->at >= KW_HOLES || machine_endless(machine, run))
        return false;
    unsigned seeds = run->place[run->at];
    const uint32_t *relays = machine->relays[run->player];
    return relays[machine_count_bit(seeds)] >> run->at & 1;
}

/* What the lap's end comes to; true if another lap follows. */
KW_INLINE bool machine_end(const struct machine *machine, struct run *run, struct trace *trace) {
    if (KW_UNLIKELY(run->failed))
        return false;
    if (trace == NULL && machine_goes_on(machine, run)) {
        run->facts &= ~(uint32_t)FACT_FIRST_LAP;
        return true;
    }
    const struct row *row = machine_end_row(machine, run);
    bool goes_on = false;
    if (row == NULL) {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, machine->cite[CITE_STOP]);
        return false;
    }
    if (KW_UNLIKELY(row->goes_on && machine_endless(machine, run))) {
        run->over = endless_outcome(&machine->rules, run->player);
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, run->at, 0, machine->cite[CITE_LIMIT]);
    } else {
        goes_on = machine->slam == SLAM_TAKES ? machine_act_row(machine, run, row, run->at, trace)
                                              : machine_slam(machine, run, row, trace);
    }
    run->facts &= goes_on ? ~(uint32_t)FACT_FIRST_LAP : ~0u;
    return goes_on;
}

/* Carries out all rows on the end of a move that hold. */
KW_OUTLINE void machine_end_move(const struct machine *machine, struct run *run,
                                 struct trace *trace) {
    for (unsigned i = 0; i < machine->move_end_count; i++) {
        machine_count_few(machine, run);
        if (machine_holds(machine, run, &machine->move_ends[i].condition, run->at))
            machine_act_row(machine, run, &machine->move_ends[i], run->at, trace);
    }
}

#endif
