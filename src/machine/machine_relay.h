/*
 * Laps that follow one another: the way from the first lap of a move to its last one.
 *
 * Most laps of a relay end where the rules sow on whatever else is asked; machine->relays says
 * where, and such laps are sown by vectors one after the other, without a look at the table of lap
 * ends.  A relay that comes back to what it was is never-ending: the rounds up to the limit are
 * counted instead of being sown.  The first return is found after Brent (1980), as in
 * sow/endless.h, but without rotation, since rules may ask whose hole it is.
 */
#ifndef KOMWE_MACHINE_MACHINE_RELAY_H
#define KOMWE_MACHINE_MACHINE_RELAY_H

#include "base/work.h"
#include "machine/machine_lap.h"
#include "sow/ring.h"

/* What a move was like when one of its laps began. */
struct relay_watch {
    struct run seen;   /* none while its hand is empty */
    unsigned until;    /* with more seeds sown than that the move is looked at, */
    unsigned remember; /* and with more than that another lap is to be remembered */
    unsigned counted;  /* seeds, as work */
};

/*
 * Watches a move that has sown nothing yet.  Rounds are not counted where a move is traced, nor in
 * the plain kernel, which is there to prove that they are counted correctly.
 */
KW_INLINE void machine_watch_begin(struct relay_watch *watch, unsigned limit,
                                   const struct trace *trace) {
    enum { FEW = 256 /* hardly any other move sows as many */ };
    watch->seen.at = MACHINE_NO_PLACE;
    watch->seen.hand = 0;
    watch->counted = 0;
    watch->remember = KW_KERNEL != 0 && trace == NULL && limit > FEW ? FEW : limit;
    watch->until = watch->remember < WORK_STEP ? watch->remember : WORK_STEP;
}

/* Whether a move is where it was, with all that its next laps depend on. */
KW_INLINE bool machine_comes_again(const struct run *seen, const struct run *run) {
    return run->at == seen->at && run->hand == seen->hand &&
           memcmp(run->place, seen->place, MACHINE_PLACES) == 0 && run->facts == seen->facts &&
           run->mark[0] == seen->mark[0] && run->mark[1] == seen->mark[1] &&
           run->closed == seen->closed && run->reverse == seen->reverse &&
           run->again == seen->again;
}

/* Counts as many rounds as there are up to the limit. */
KW_INLINE void machine_skip_rounds(const struct machine *machine, struct relay_watch *watch,
                                   struct run *run) {
    const struct run *seen = &watch->seen;
    unsigned seeds = run->sown - seen->sown, laps = run->laps - seen->laps;
    unsigned rounds = (machine->rules.limit - run->sown) / seeds;
    if (machine->laps > 0 && rounds > (machine->laps - 1u - run->laps) / laps)
        rounds = (machine->laps - 1u - run->laps) / laps;
    run->sown += rounds * seeds;
    run->laps += rounds * laps;
    watch->counted = run->sown;
    watch->remember = machine->rules.limit;
    watch->seen.hand = 0;
}

/*
 * Looks at a move whose next lap is to begin: counts its work, and the rounds up to the limit if it
 * has come round.  False: the work is ended, and the seeds in the hand are put down again.
 */
KW_OUTLINE bool machine_watch(const struct machine *machine, struct relay_watch *watch,
                              struct run *run) {
    unsigned limit = machine->rules.limit;
    work_sow(run->sown - watch->counted);
    watch->counted = run->sown;
    if (work_ended()) {
        run->place[run->at] += (uint8_t)run->hand;
        run->hand = 0;
        return false;
    }
    if (watch->seen.hand > 0 && machine_comes_again(&watch->seen, run)) {
        machine_skip_rounds(machine, watch, run);
    } else if (run->sown > watch->remember) {
        watch->seen = *run;
        watch->remember = 2 * run->sown < limit ? 2 * run->sown : limit;
    }
    watch->until =
        watch->remember < run->sown + WORK_STEP ? watch->remember : run->sown + WORK_STEP;
    return true;
}

/* Where the mover's store lies on the way round, as struct lap says it. */
KW_INLINE unsigned machine_lap_store(const struct machine *machine, unsigned player) {
    unsigned columns = machine->rules.columns;
    if (!machine->own_store)
        return 0;
    return (player == KW_SOUTH) != machine->stores_left ? columns : 2 * columns;
}

/* The lap that a move is at. */
KW_INLINE struct lap machine_lap_of(const struct machine *machine, const struct run *run) {
    unsigned size = 2u * machine->rules.columns;
    return (struct lap){.size = size,
                        .from = run->at,
                        .seeds = run->hand,
                        .reverse = run->reverse,
                        .skip_from = machine->skip == SKIP_LAP,
                        .store = machine_lap_store(machine, run->player),
                        .store_place = KW_STORE_SOUTH + run->player};
}

/*
 * Sows lap after lap by vectors, up to one whose end has to be looked up; without a watch one lap.
 * The arguments at the end are constants, and make of it a loop for each kind of ring: one of more
 * than sixteen holes, and one with the mover's store.
 */
KW_INLINE void machine_sow_ring(const struct machine *machine, const struct relay_watch *watch,
                                struct run *run, bool wide, bool stored) {
    const uint32_t *relays = machine->relays[run->player];
    struct ring ring = {.half = {lanes_load(run->place), lanes_load(run->place + 16)}};
    struct lap lap = machine_lap_of(machine, run);
    unsigned sown = run->sown, laps = run->laps, banked = 0, end;
    uint32_t changed = 0;
    bool chained = watch != NULL && machine->relays_at_once;
    if (!wide && lap.size > 16)
        __builtin_unreachable();
    lap.store = stored ? lap.store : 0;
    for (;;) {
        struct ring before = ring;
        struct landing landing = ring_sow_at_once(&ring, &lap);
        changed |= ring_changed(ring, before, lap.size);
        banked += landing.banked;
        end = landing.end;
        if (!chained || (stored && end >= KW_HOLES))
            break;
        unsigned seeds = ring_get(ring, end, lap.size);
        unsigned left = seeds > machine->leave ? machine->leave : 0, hand = seeds - left;
        uint32_t relaying = relays[machine_count_bit(seeds)];
        bool comes_again = end == watch->seen.at && hand == watch->seen.hand;
        if (!(relaying >> end & 1) ||
            KW_UNLIKELY(sown > watch->until || laps == machine->laps || comes_again))
            break;
        ring_set(&ring, end, left, lap.size);
        lap.from = end;
        lap.seeds = hand;
        sown += hand;
        laps++;
    }
    lanes_save(run->place, ring.half[0]);
    lanes_save(run->place + 16, ring.half[1]);
    run->place[lap.store_place] += (uint8_t)banked;
    run->facts &= laps > run->laps ? ~(uint32_t)(FACT_FIRST_LAP | FACT_SINGLE) : ~0u;
    run->facts |= FACT_LAST | ((changed & machine->side[run->player ^ 1]) != 0 ? FACT_CROSSED : 0) |
                  (lap.seeds == 1 ? FACT_SINGLE : 0) |
                  (lap.seeds >= lap.size + machine->own_store ? FACT_ROUND : 0);
    run->from = lap.from;
    run->at = end;
    run->hand = 0;
    run->sown = sown;
    run->laps = laps;
}

KW_INLINE void machine_laps_at_once(const struct machine *machine, const struct relay_watch *watch,
                                    struct run *run) {
    if (machine->rules.columns > 8 || machine->own_store)
        machine_sow_ring(machine, watch, run, true, true);
    else
        machine_sow_ring(machine, watch, run, false, false);
}

/*
 * Sows what the hand holds from the place run->at on, and with a watch the laps that follow at
 * once; run->at is then where the last seed fell.
 */
KW_INLINE void machine_lap(const struct machine *machine, const struct relay_watch *watch,
                           struct run *run, struct trace *trace) {
    machine_lap_begin(machine, run);
    bool simple = trace == NULL && run->closed == 0;
    if (simple && machine->at_once)
        machine_laps_at_once(machine, watch, run);
    else if (simple && machine->jump_count == 0 && machine->passing_count == 0)
        machine_lap_plain(machine, run);
    else
        machine_lap_singly(machine, run, trace);
}

/* A move while there are holes still to be played: its own is one no longer. */
KW_OUTLINE void machine_play_first(const struct machine *machine, struct run *run,
                                   struct trace *trace) {
    if (run->unplayed & machine_bit(run->origin))
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, run->origin, 1,
                     machine->cite[CITE_UNPLAYED]);
    run->unplayed &= ~machine_bit(run->origin);
}

/* Sows to the end of the move. */
KW_INLINE void machine_sow(const struct machine *machine, struct run *run, struct trace *trace) {
    struct relay_watch watch;
    machine_watch_begin(&watch, machine->rules.limit, trace);
    machine_lift(machine, run, run->origin, trace);
    if (KW_UNLIKELY(run->unplayed != 0))
        machine_play_first(machine, run, trace);
    for (;;) {
        if (KW_UNLIKELY(run->sown > watch.until ||
                        (run->at == watch.seen.at && run->hand == watch.seen.hand)) &&
            !machine_watch(machine, &watch, run))
            break;
        machine_lap(machine, &watch, run, trace);
        if (!machine_end(machine, run, trace))
            break;
        if (run->hand == 0)
            machine_lift(machine, run, run->at, trace);
    }
    work_sow(run->sown - watch.counted);
}

#endif
