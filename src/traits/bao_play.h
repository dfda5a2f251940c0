/*
 * The Bao family at play: how a move is sown, which moves are legal, and blocking.
 *
 * A player's sixteen holes are a ring: his front row 0..7 from his left to his right, then his back
 * row 8..15 from right to left.  "Along the ring" is clockwise; `turned` counterclockwise.
 *
 *       back row  15 14 13 12 11 10  9  8          front f faces the opponent's front 7-f,
 *      front row   0  1  2  3  4  5  6  7          and his back 8+f lies behind that one
 *
 * Legal moves are found for all holes at once, in lanes; a move under way is two pairs of halves.
 * Each rule is tested where it applies, by the boolean that its step of the ladder has set.
 */
#ifndef KOMWE_TRAITS_BAO_PLAY_H
#define KOMWE_TRAITS_BAO_PLAY_H

#include "base/work.h"
#include "games/rule_set.h"
#include "sow/halves.h"
#include "traits/bao_rules.h"

/* ---- the sides: `mark` holds the houses, `mark2` the blocked hole ---------------------------- */

/* The two sides, from the view of one player. */
struct bao_side {
    struct lanes16 own, opponent;
    unsigned house;       /* 1: the player's own stands */
    unsigned their_house; /* 1: the opponent's stands */
    uint32_t blocked;     /* the player's own hole that is blocked, as a bit */
};

KW_INLINE struct bao_side bao_side(const struct kw_position *position, unsigned player) {
    unsigned own = 16 * player, theirs = 16 - own;
    return (struct bao_side){.own = lanes_load(position->hole + own),
                             .opponent = lanes_load(position->hole + theirs),
                             .house = position->mark >> (own + HOUSE_HOLE) & 1,
                             .their_house = position->mark >> (theirs + HOUSE_HOLE) & 1,
                             .blocked = position->mark2 >> own & 0xffff};
}

KW_INLINE bool bao_planting(const struct rules *rules, const struct kw_position *position) {
    return bao_of(rules)->plant && position->store[position->turn] > 0;
}

/* The front holes of a ring that hold seeds. */
KW_INLINE uint32_t bao_front(const struct rules *rules, struct lanes16 ring) {
    return lanes_at_least(ring, 1) & ((1u << rules->columns) - 1);
}

/*
 * Of each own front hole its count or that of the facing one, whichever is less: it is not 0 where
 * a last seed captures, because both hold seeds.
 */
KW_INLINE struct lanes16 bao_targets(const struct rules *rules, const struct bao_side *side) {
    return lanes_least(side->own, lanes_facing(side->opponent, rules->columns));
}

/* ---- a move under way ------------------------------------------------------------------------ */

enum { NO_HOLE = 255 };

struct bao_run {
    struct halves16 own;
    uint64_t facing; /* byte f: the seeds of the hole that faces own front f; of others 0 */
    uint64_t behind; /* byte f: those of the hole behind that */
    unsigned player;
    unsigned harvest;     /* the mover had no reserve at the start of the move */
    unsigned from_house;  /* the first lap was lifted from the mover's house */
    unsigned home;        /* the mover's house while it stands, else NO_HOLE */
    unsigned their_house; /* 1: the opponent's stands */
    uint32_t blocked;     /* the mover's own hole that is blocked, as a bit */
    unsigned capturing;   /* may capture in every lap (mtaji) */
    unsigned first;       /* a capture in the first lap makes the move a capturing one */
    unsigned turned;      /* 0 or all ones */
    unsigned plays_on;    /* at the house, if there is a choice */
    unsigned choice;      /* there was */
    unsigned sown;        /* since the start or the last capture */
    unsigned counted;     /* of these, as work */
    unsigned until;       /* where there can be long moves: seeds sown until one is looked at */
    unsigned hand, over;
    unsigned suicide; /* the mover emptied his own front row */
};

KW_INLINE unsigned bao_own_place(const struct bao_run *run, unsigned hole) {
    return 16 * run->player + hole;
}

KW_INLINE unsigned bao_their_place(const struct bao_run *run, unsigned hole) {
    return 16 - 16 * run->player + hole;
}

/* All ones in the bytes of a front row. */
KW_INLINE uint64_t bao_front_bytes(const struct rules *rules) {
    return UINT64_MAX >> (64 - 8 * rules->columns);
}

/* Sets the opponent's rows, by the own front holes that they face. */
KW_INLINE void bao_face(const struct rules *rules, struct bao_run *run, struct lanes16 opponent) {
    struct halves16 halves = halves_of(opponent);
    unsigned width = rules->columns;
    run->facing = __builtin_bswap64(halves.low) >> (64 - 8 * width);
    run->behind =
        width == 8 ? halves.high : halves.low >> 8 * width | halves.high << (64 - 8 * width);
    run->behind &= bao_front_bytes(rules);
}

/* The sides after a move, seen by the mover. */
KW_INLINE struct bao_side bao_sides(const struct rules *rules, const struct bao_run *run) {
    unsigned width = rules->columns;
    struct halves16 their = {__builtin_bswap64(run->facing) >> (64 - 8 * width), run->behind};
    if (width < 8) {
        their.low |= run->behind << 8 * width;
        their.high >>= 64 - 8 * width;
    }
    return (struct bao_side){.own = halves_lanes(run->own),
                             .opponent = halves_lanes(their),
                             .house = run->home != NO_HOLE,
                             .their_house = run->their_house,
                             .blocked = run->blocked};
}

/* What faces own hole `at`: 0 if that is no front hole. */
KW_INLINE unsigned bao_facing(const struct bao_run *run, unsigned at) {
    return half_get(run->facing & ~halves_is_high(at), at);
}

/*
 * Whether a lap that ended in `at`, which held seeds, would have captured but for the move being
 * blank.
 */
KW_INLINE bool bao_passes_by(const struct rules *rules, const struct bao_run *run, unsigned at) {
    return bao_of(rules)->blank && !run->capturing && bao_facing(run, at) != 0;
}

/*
 * Reports that a move stops in a hole that held seeds; and if it is blank, that it captures
 * nothing.
 */
KW_INLINE void bao_stop(const struct rules *rules, const struct bao_run *run, unsigned at,
                        unsigned clause, struct trace *trace) {
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, at), 0, clause);
    if (trace != NULL && bao_passes_by(rules, run, at))
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, at), 0, BLANK);
}

/* ---- the house ------------------------------------------------------------------------------- */

/* Whether a lap that captures nothing ended in the mover's standing house. */
KW_INLINE unsigned bao_at_home(const struct rules *rules, const struct bao_run *run, unsigned at) {
    const struct bao *bao = bao_of(rules);
    if (!bao->house)
        return 0;
    return (at == run->home) | (bao->split && at == HOUSE_BACK && run->home != NO_HOLE);
}

/* What such a lap comes to: true if the move ends there. */
KW_INLINE bool bao_rests(const struct rules *rules, struct bao_run *run, struct halves_end end,
                         struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    if (bao->harvest_plain && run->harvest)
        return false;
    if (bao->split && end.at == HOUSE_BACK) {
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, end.at), 0, SPLIT_BACK);
        return true;
    }
    if (bao->tax && end.count < HOUSE_VALID)
        return false;
    if (!run->capturing && !bao->split) {
        bao_stop(rules, run, end.at, HOUSE_STOP, trace);
        return true;
    }
    unsigned clause = bao->split ? SPLIT_HOUSE : SAFARI;
    run->choice = true;
    trace_report(trace, KW_EVENT_CHOICE, KW_NOWHERE, bao_own_place(run, end.at), 1, clause);
    if (!run->plays_on)
        bao_stop(rules, run, end.at, clause, trace);
    return !run->plays_on;
}

/*
 * The house's seeds are lifted: with them go its standing and, if joined, those of its back half.
 */
KW_INLINE unsigned bao_leave_house(const struct rules *rules, struct bao_run *run,
                                   struct trace *trace) {
    run->home = NO_HOLE;
    trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, bao_own_place(run, HOUSE_HOLE), 1, HOUSE);
    unsigned behind = bao_of(rules)->joined ? halves_get(run->own, HOUSE_BACK) : 0;
    if (KW_UNLIKELY(behind > 0)) {
        halves_take(&run->own, HOUSE_BACK, behind);
        trace_report(trace, KW_EVENT_LIFT, bao_own_place(run, HOUSE_BACK), KW_HAND, behind, ROVA);
    }
    return behind;
}

/* Whether a house of so many seeds, before planting, counts as valid for planting a blank. */
KW_INLINE bool bao_taxable(const struct rules *rules, unsigned seeds) {
    return seeds + bao_of(rules)->tax_after >= HOUSE_VALID;
}

/* ---- capturing ------------------------------------------------------------------------------- */

static void bao_trace_capture(const struct rules *rules, const struct bao_run *run, unsigned at,
                              unsigned seeds, unsigned more, unsigned clause, struct trace *trace) {
    unsigned facing = rules->columns - 1u - at, behind = rules->columns + at;
    trace_report(trace, KW_EVENT_CAPTURE, bao_their_place(run, facing), KW_HAND, seeds, clause);
    if (more > 0)
        trace_report(trace, KW_EVENT_CAPTURE, bao_their_place(run, behind), KW_HAND, more, clause);
    if (bao_of(rules)->house && facing == HOUSE_HOLE && run->their_house)
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, bao_their_place(run, facing), 1, HOUSE);
}

/* The opponent's house stands as long as there are seeds in it. */
KW_INLINE void bao_update_their_house(const struct rules *rules, struct bao_run *run) {
    if (bao_of(rules)->house)
        run->their_house &= half_get(run->facing, rules->columns - 1u - HOUSE_HOLE) != 0;
}

/*
 * Captures the `seeds` that face the own front hole `at`, and what else goes with them; returns how
 * many in all.  With 0 seeds nothing is captured, wherever that is.
 */
KW_INLINE unsigned bao_take(const struct rules *rules, struct bao_run *run, unsigned at,
                            unsigned seeds, unsigned clause, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned more = 0, rova = 0;
    run->facing ^= (uint64_t)seeds << (8 * at & 63);
    if (!bao->front_only) {
        more = HALVES_CHOOSE(seeds != 0, half_get(run->behind, at), 0);
        run->behind ^= (uint64_t)more << (8 * at & 63);
    }
    if (trace != NULL && seeds != 0)
        bao_trace_capture(rules, run, at, seeds, more, clause, trace);
    if (bao->joined && seeds != 0 && at == rules->columns - 1u - HOUSE_HOLE && run->their_house) {
        rova = half_get(run->behind, at);
        run->behind ^= (uint64_t)rova << 8 * at;
        if (rova > 0)
            trace_report(trace, KW_EVENT_CAPTURE, bao_their_place(run, HOUSE_BACK), KW_HAND, rova,
                         ROVA);
    }
    if (trace != NULL || bao->joined)
        bao_update_their_house(rules, run);
    return seeds + more + rova;
}

/* Whether the opponent has no seed left in his front row, and so has lost. */
KW_INLINE bool bao_wins(const struct rules *rules, struct bao_run *run, unsigned at, unsigned seeds,
                        struct trace *trace) {
    if (!bao_of(rules)->front_loses || KW_LIKELY(run->facing != 0))
        return false;
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, at), 0, FRONT_LOSES);
    run->over = run->player == KW_SOUTH ? KW_SOUTH_WINS : KW_NORTH_WINS;
    run->hand = seeds;
    return true;
}

/*
 * How captured seeds are sown on after a capture at `at`.  Computed at the end of every lap, for
 * the case that there is one; `trace` is NULL if there is none.
 */
KW_INLINE struct halves_lap bao_enter(const struct rules *rules, const struct bao_run *run,
                                      unsigned at, unsigned seeds, struct trace *trace) {
    unsigned width = rules->columns, turned = run->turned;
    if (!bao_of(rules)->head)
        return halves_lap(at, seeds, turned);
    if (bao_of(rules)->flank) {
        /* Bit `at`: a capture there is sown from the right head. */
        uint32_t right = 3u << (width - 2), inner = ((1u << width) - 1) & ~(right | 3u);
        turned = -((right | (inner & turned)) >> at & 1);
    }
    unsigned head = turned ? width - 1 : 0, before = 2 * width - 1 - ((width - 1) & turned);
    if (turned != run->turned)
        trace_report(trace, KW_EVENT_TURN, KW_NOWHERE, bao_own_place(run, at), 0, FLANK);
    trace_report(trace, KW_EVENT_HEAD, KW_NOWHERE, bao_own_place(run, head), seeds, HEAD);
    return halves_lap(before, seeds, turned);
}

/* ---- laps ------------------------------------------------------------------------------------ */

/*
 * Whether the mover's own front row is empty after the first seed of this lap: only if he has
 * lifted his only occupied front hole, a head, and sows outward.  Then he has lost.
 */
KW_INLINE bool bao_suicide(const struct rules *rules, struct bao_run *run, struct halves_lap lap,
                           struct trace *trace) {
    unsigned width = rules->columns;
    if (!bao_of(rules)->front_loses || KW_LIKELY((run->own.low & bao_front_bytes(rules)) != 0) ||
        lap.from != (lap.turned ? 0 : width - 1))
        return false;
    unsigned at = lap.turned ? 2 * width - 1 : width;
    halves_add(&run->own, at, 1);
    trace_report(trace, KW_EVENT_DROP, KW_HAND, bao_own_place(run, at), 1, SOW);
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, lap.from), 0, FRONT_LOSES);
    run->hand = lap.seeds - 1;
    run->over = run->player == KW_SOUTH ? KW_NORTH_WINS : KW_SOUTH_WINS;
    run->suicide = true;
    return true;
}

KW_INLINE struct halves_end bao_lap(const struct rules *rules, struct bao_run *run,
                                    struct halves_lap lap, struct trace *trace) {
    run->sown += lap.seeds;
    return halves_sow(&run->own, lap, 2u * rules->columns, 16 * run->player, trace, SOW);
}

/*
 * Whether there can be moves so long that their work is counted.  All others are as fast as they
 * are short: the counting alone would take a hundredth of their time.
 */
KW_INLINE bool bao_has_long(const struct rules *rules) { return rules->limit > WORK_STEP; }

/*
 * Whether sowing on from `at` may be never-ending, or a long move is to be looked at; going on from
 * a split house by choice never is.
 */
KW_INLINE unsigned bao_is_long(const struct rules *rules, const struct bao_run *run, unsigned at) {
    unsigned most =
        bao_has_long(rules) && run->until < rules->limit ? run->until : (unsigned)rules->limit;
    return (run->sown > most) & !(bao_of(rules)->split && at == run->home);
}

KW_INLINE void bao_cut(const struct rules *rules, struct bao_run *run, unsigned at,
                       struct trace *trace) {
    bao_stop(rules, run, at, ENDLESS, trace);
    run->over = endless_outcome(rules, run->player);
}

/* Counts the work of a long move; true if it is never-ending, or its work was ended: it is cut. */
KW_INLINE bool bao_cut_long(const struct rules *rules, struct bao_run *run, unsigned at,
                            struct trace *trace) {
    if (bao_has_long(rules)) {
        work_sow(run->sown > run->counted ? run->sown - run->counted : run->sown);
        run->counted = run->sown;
        run->until = run->sown + WORK_STEP;
        if (run->sown <= rules->limit && !work_ended())
            return false;
    }
    bao_cut(rules, run, at, trace);
    return true;
}

/*
 * Why the sowing goes on from `at`: a standing house that does not stop it has a clause of its own.
 */
static unsigned bao_relay_clause(const struct bao *bao, const struct bao_run *run,
                                 struct halves_end end) {
    if (!bao->house || end.at != run->home)
        return RELAY;
    if (run->choice)
        return bao->split ? SPLIT_HOUSE : SAFARI;
    if (bao->harvest_plain && run->harvest)
        return HARVEST_PLAIN;
    return bao->tax && end.count < HOUSE_VALID ? VALID : RELAY;
}

/* The seeds where a lap ended, which captured nothing or let them be, are lifted. */
static void bao_trace_relay(const struct rules *rules, const struct bao_run *run,
                            struct halves_end end, struct trace *trace) {
    unsigned place = bao_own_place(run, end.at);
    unsigned clause = bao_relay_clause(bao_of(rules), run, end);
    trace_report(trace, KW_EVENT_RELAY, KW_NOWHERE, place, end.count,
                 bao_passes_by(rules, run, end.at) ? BLANK : clause);
    trace_report(trace, KW_EVENT_LIFT, place, KW_HAND, end.count, clause);
}

/*
 * Sows on from the end of a lap in a hole that held seeds, by capture where there is one, else by
 * relay, until the move ends.  Which of the two it is cannot be predicted: so both are computed,
 * and one is chosen without a branch.
 */
KW_INLINE void bao_sow_capturing(const struct rules *rules, struct bao_run *run,
                                 struct halves_end end, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    while (end.count != 1) {
        unsigned captured = bao_facing(run, end.at), relays = captured == 0;
        unsigned home = bao_at_home(rules, run, end.at) & relays;
        unsigned is_long = bao->blank ? 0 : bao_is_long(rules, run, end.at) & relays;
        HALVES_OPAQUE(home);
        HALVES_OPAQUE(is_long);
        if (bao->house && KW_UNLIKELY(home) && bao_rests(rules, run, end, trace))
            return;
        if (!bao->blank && KW_UNLIKELY(is_long) && bao_cut_long(rules, run, end.at, trace))
            return;
        unsigned taken = bao_take(rules, run, end.at, captured, CAPTURE, trace);
        if (bao_wins(rules, run, end.at, taken, trace))
            return;
        unsigned lifted = bao->own_stay ? HALVES_CHOOSE(captured != 0, 0, end.count) : end.count;
        halves_take(&run->own, end.at, lifted);
        if (trace != NULL && relays)
            bao_trace_relay(rules, run, end, trace);
        else if (lifted > 0)
            trace_report(trace, KW_EVENT_LIFT, bao_own_place(run, end.at), KW_HAND, lifted,
                         CAPTURE);
        unsigned rova = bao->house && KW_UNLIKELY(home) ? bao_leave_house(rules, run, trace) : 0;
        struct halves_lap relay = halves_lap(end.at, end.count + rova, run->turned);
        struct halves_lap capture = bao_enter(
            rules, run, end.at, taken + (bao->own_stay ? 0 : lifted), relays ? NULL : trace);
        struct halves_lap lap = halves_lap_choose(captured != 0, capture, relay);
        run->turned = lap.turned;
        run->sown = HALVES_CHOOSE(captured != 0, 0, run->sown);
        if (bao_suicide(rules, run, lap, trace))
            return;
        end = bao_lap(rules, run, lap, trace);
    }
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, end.at), 0, STOP);
}

/* The same for a blank move, which captures nothing. */
KW_INLINE void bao_sow_blank(const struct rules *rules, struct bao_run *run, struct halves_end end,
                             struct trace *trace) {
    while (end.count != 1) {
        unsigned home = bao_at_home(rules, run, end.at);
        if (home && bao_rests(rules, run, end, trace))
            return;
        bool passes = bao_of(rules)->house_passes && run->from_house;
        if (bao_of(rules)->block && (run->blocked >> end.at & 1) && !passes) {
            bao_stop(rules, run, end.at, BLOCKED, trace);
            return;
        }
        run->from_house = 0;
        if (KW_UNLIKELY(bao_is_long(rules, run, end.at)) && bao_cut_long(rules, run, end.at, trace))
            return;
        halves_take(&run->own, end.at, end.count);
        if (trace != NULL)
            bao_trace_relay(rules, run, end, trace);
        unsigned rova = home ? bao_leave_house(rules, run, trace) : 0;
        struct halves_lap lap = halves_lap(end.at, end.count + rova, run->turned);
        if (bao_suicide(rules, run, lap, trace))
            return;
        end = bao_lap(rules, run, lap, trace);
    }
    trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, bao_own_place(run, end.at), 0, STOP);
}

/* Sows the first lap and goes on until the move ends. */
KW_INLINE void bao_sow(const struct rules *rules, struct bao_run *run, struct halves_lap lap,
                       struct trace *trace) {
    if (bao_suicide(rules, run, lap, trace))
        return;
    struct halves_end end = bao_lap(rules, run, lap, trace);
    if (bao_of(rules)->blank && run->first)
        run->capturing = end.count != 1 && bao_facing(run, end.at) != 0;
    if (!bao_of(rules)->blank || run->capturing)
        bao_sow_capturing(rules, run, end, trace);
    else
        bao_sow_blank(rules, run, end, trace);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Plants a seed; returns the lap that follows, unless that ends the game. */
KW_INLINE struct halves_lap bao_plant(const struct rules *rules, struct bao_run *run, unsigned hole,
                                      struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned before = halves_get(run->own, hole), place = bao_own_place(run, hole);
    unsigned captured = bao_facing(run, hole);
    halves_add(&run->own, hole, 1);
    trace_report(trace, KW_EVENT_PLANT, KW_STORE_SOUTH + run->player, place, 1, PLANT);
    if (bao->plant_capture && captured != 0) {
        unsigned seeds = bao_take(rules, run, hole, captured, PLANT_CAPTURE, trace);
        run->capturing = true;
        if (bao_wins(rules, run, hole, seeds, trace))
            return (struct halves_lap){0};
        return bao_enter(rules, run, hole, seeds, trace);
    }
    if (bao->tax && hole == run->home && bao_taxable(rules, before)) {
        halves_take(&run->own, hole, TAXED);
        trace_report(trace, KW_EVENT_TAX, KW_NOWHERE, place, TAXED, TAX);
        trace_report(trace, KW_EVENT_LIFT, place, KW_HAND, TAXED, TAX);
        return halves_lap(hole, TAXED, run->turned);
    }
    halves_take(&run->own, hole, before + 1);
    trace_report(trace, KW_EVENT_LIFT, place, KW_HAND, before + 1, PLANT_BLANK);
    unsigned rova = bao->house && hole == run->home ? bao_leave_house(rules, run, trace) : 0;
    return halves_lap(hole, before + 1 + rova, run->turned);
}

/* Lifts a hole; returns the first lap. */
KW_INLINE struct halves_lap bao_harvest(const struct rules *rules, struct bao_run *run,
                                        unsigned hole, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned seeds = halves_get(run->own, hole), place = bao_own_place(run, hole);
    halves_take(&run->own, hole, seeds);
    trace_report(trace, KW_EVENT_LIFT, place, KW_HAND, seeds, SOW);
    run->from_house = bao->house_passes && hole == run->home;
    if (bao->house && hole == run->home)
        seeds += bao_leave_house(rules, run, trace);
    run->first = (seeds < 2u * rules->columns) | bao->long_captures;
    if (bao->blank && !run->first)
        trace_report(trace, KW_EVENT_STOP, KW_NOWHERE, place, 0, SIXTEEN);
    return halves_lap(hole, seeds, run->turned);
}

/* Plays a whole move as far as the board goes. */
KW_INLINE void bao_run(struct bao_run *run, const struct rules *rules,
                       const struct kw_position *position, kw_move move, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    unsigned player = position->turn, hole = kw_move_hole(move) & 15;
    struct bao_side side = bao_side(position, player);
    *run = (struct bao_run){.own = halves_of(side.own),
                            .player = player,
                            .harvest = !bao_planting(rules, position),
                            .home = bao->house && side.house ? HOUSE_HOLE : NO_HOLE,
                            .their_house = side.their_house,
                            .blocked = side.blocked,
                            .turned = -(unsigned)kw_move_reverse(move),
                            .plays_on = kw_move_plus(move),
                            .until = bao_has_long(rules) ? WORK_STEP : 0};
    bao_face(rules, run, side.opponent);
    struct halves_lap lap =
        run->harvest ? bao_harvest(rules, run, hole, trace) : bao_plant(rules, run, hole, trace);
    run->turned = lap.turned;
    if (KW_LIKELY(run->over == KW_GOING_ON))
        bao_sow(rules, run, lap, trace);
    bao_update_their_house(rules, run);
}

/* Whether a move empties the mover's own front row. */
static bool bao_is_suicide(const struct rules *rules, const struct kw_position *position,
                           kw_move move) {
    struct bao_run run;
    bao_run(&run, rules, position, move, NULL);
    return run.suicide;
}

/* Whether a move comes to the choice at the house. */
static bool bao_comes_home(const struct rules *rules, const struct kw_position *position,
                           kw_move move) {
    struct bao_run run;
    bao_run(&run, rules, position, move, NULL);
    return run.choice;
}

/* ---- which moves are legal ------------------------------------------------------------------- */

/* Sets of moves: bit i of [reverse] is the move from the player's own hole i in that direction. */
struct bao_moves {
    uint32_t way[2];
};

KW_INLINE bool bao_any(struct bao_moves moves) { return (moves.way[0] | moves.way[1]) != 0; }

/* Takes out the moves that empty the player's own front row (suicide=illegal). */
static void bao_remove_suicide(const struct rules *rules, const struct kw_position *position,
                               struct bao_moves *moves) {
    for (unsigned reverse = 0; reverse < 2; reverse++) {
        for (uint32_t left = moves->way[reverse]; left != 0; left &= left - 1) {
            unsigned hole = (unsigned)__builtin_ctz(left);
            kw_move move = kw_move_make(KW_SOW, hole, reverse, false, 0);
            if (bao_is_suicide(rules, position, move))
                moves->way[reverse] &= ~(1u << hole);
        }
    }
}

/* What lies in each hole as it is lifted: the house with its back half, if joined. */
static struct lanes16 bao_lifted(const struct rules *rules, const struct bao_side *side) {
    struct lanes16 ring = side->own;
    unsigned front = lanes_get(ring, HOUSE_HOLE);
    if (bao_of(rules)->joined && side->house && front >= 2)
        lanes_set(&ring, HOUSE_HOLE, front + lanes_get(ring, HOUSE_BACK));
    return ring;
}

/*
 * The moves of a whole circuit and more that end in a front hole which faces seeds: after a circuit
 * every hole holds seeds.  Exactly one circuit ends in the hole it started from, which is empty.
 */
static uint32_t bao_long_reaching(const struct rules *rules, const struct bao_side *side,
                                  struct lanes16 ring, bool reverse) {
    unsigned size = 2u * rules->columns;
    uint32_t faced = lanes_at_least(lanes_facing(side->opponent, rules->columns), 1), moves = 0;
    for (uint32_t left = lanes_at_least(ring, size + 1); left != 0; left &= left - 1) {
        unsigned hole = (unsigned)__builtin_ctz(left), seeds = lanes_get(ring, hole) % size;
        unsigned end = (reverse ? hole + size - seeds : hole + seeds) % size;
        moves |= (faced >> end & 1) << hole;
    }
    return moves;
}

/* The capturing moves of a harvest in one direction (step 9). */
KW_INLINE uint32_t bao_captures_of(const struct rules *rules, const struct bao_side *side,
                                   struct lanes16 targets, bool reverse) {
    const struct bao *bao = bao_of(rules);
    unsigned size = 2u * rules->columns;
    if (KW_LIKELY(!(bao->long_captures | bao->joined)))
        return lanes_reaching(side->own, targets, reverse, size);
    struct lanes16 ring = bao_lifted(rules, side);
    return lanes_reaching(ring, targets, reverse, size) |
           (bao->long_captures ? bao_long_reaching(rules, side, ring, reverse) : 0);
}

KW_INLINE struct bao_moves bao_captures(const struct rules *rules,
                                        const struct kw_position *position,
                                        const struct bao_side *side, unsigned player) {
    struct lanes16 targets = bao_targets(rules, side);
    struct bao_moves moves = {{bao_captures_of(rules, side, targets, false),
                               bao_captures_of(rules, side, targets, true)}};
    if (KW_UNLIKELY(bao_of(rules)->no_suicide)) {
        struct kw_position his = *position;
        his.turn = (uint8_t)player;
        bao_remove_suicide(rules, &his, &moves);
    }
    return moves;
}

/* Of these captures, those whose first capture is the opponent's hole `target`. */
static struct bao_moves bao_taking(const struct rules *rules, const struct bao_side *side,
                                   struct bao_moves moves, unsigned target) {
    unsigned size = 2u * rules->columns;
    struct lanes16 end = lanes_bits(1u << (rules->columns - 1 - target));
    moves.way[0] &= lanes_reaching(side->own, end, false, size);
    moves.way[1] &= lanes_reaching(side->own, end, true, size);
    return moves;
}

/* Whether the player's house lets singletons be planted: a house that is not valid may count as
 * none. */
KW_INLINE bool bao_plants_single(const struct rules *rules, const struct bao_side *side) {
    return side->house &&
           (!bao_of(rules)->valid_single || bao_taxable(rules, lanes_get(side->own, HOUSE_HOLE)));
}

/* The legal moves while planting; the choice at the house apart. */
KW_INLINE struct bao_moves bao_plantings(const struct rules *rules,
                                         const struct kw_position *position,
                                         const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    unsigned width = rules->columns;
    uint32_t front = bao_front(rules, side->own);
    if (bao->plant_capture) {
        uint32_t targets = lanes_at_least(bao_targets(rules, side), 1);
        uint32_t left = 3, right = 3u << (width - 2);
        struct bao_moves captures = {{targets & ~right, targets & ~left}};
        if (KW_UNLIKELY(bao->no_suicide))
            bao_remove_suicide(rules, position, &captures);
        if (bao_any(captures))
            return captures;
        front &= ~targets; /* suicide=illegal alone can leave any */
    }
    uint32_t others = front & ~(1u << HOUSE_HOLE);
    if (bao->tax && side->house && others != 0 &&
        bao_taxable(rules, lanes_get(side->own, HOUSE_HOLE)))
        front = others;
    struct bao_moves blanks = {{front, front}};
    if (KW_UNLIKELY(bao->no_suicide))
        bao_remove_suicide(rules, position, &blanks);
    if (bao->singletons && !bao_plants_single(rules, side)) {
        uint32_t two = lanes_at_least(side->own, 2);
        struct bao_moves better = {{blanks.way[0] & two, blanks.way[1] & two}};
        if (bao_any(better))
            return better;
    }
    return blanks;
}

/* The legal moves of a player without reserve, from step 9 on. */
KW_INLINE struct bao_moves bao_harvests(const struct rules *rules,
                                        const struct kw_position *position,
                                        const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    struct bao_moves captures = bao_captures(rules, position, side, position->turn);
    uint32_t allowed = ~(bao->block ? side->blocked : 0);
    captures.way[0] &= allowed;
    captures.way[1] &= allowed;
    if (bao->block && KW_UNLIKELY(position->own[0] != 0))
        return bao_taking(rules, side, captures, (position->own[0] - 1u) & 15);
    if (bao_any(captures))
        return captures;
    uint32_t two = lanes_at_least(side->own, 2), front = (1u << rules->columns) - 1;
    struct bao_moves blanks = {{two, two}};
    if (KW_UNLIKELY(bao->no_suicide))
        bao_remove_suicide(rules, position, &blanks);
    if (((blanks.way[0] | blanks.way[1]) & front) != 0) {
        blanks.way[0] &= front;
        blanks.way[1] &= front;
    }
    blanks.way[0] &= allowed;
    blanks.way[1] &= allowed;
    return blanks;
}

/* The legal moves before step 9. */
KW_INLINE struct bao_moves bao_free(const struct rules *rules, const struct kw_position *position,
                                    const struct bao_side *side) {
    uint32_t two = lanes_at_least(side->own, 2);
    struct bao_moves moves = {{bao_of(rules)->either_way ? two : 0, two}};
    if (KW_UNLIKELY(bao_of(rules)->no_suicide))
        bao_remove_suicide(rules, position, &moves);
    return moves;
}

/* True if the game is over before anyone moves: said so, or by an empty front row. */
KW_INLINE bool bao_ended(const struct rules *rules, const struct kw_position *position,
                         const struct bao_side *side) {
    if (KW_UNLIKELY(position->over != KW_GOING_ON))
        return true;
    return bao_of(rules)->front_loses && (KW_UNLIKELY(bao_front(rules, side->own) == 0) ||
                                          KW_UNLIKELY(bao_front(rules, side->opponent) == 0));
}

KW_INLINE struct bao_moves bao_legal(const struct rules *rules, const struct kw_position *position,
                                     const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    if (bao_ended(rules, position, side))
        return (struct bao_moves){{0, 0}};
    if (bao_planting(rules, position))
        return bao_plantings(rules, position, side);
    if (bao->must_capture)
        return bao_harvests(rules, position, side);
    return bao_free(rules, position, side);
}

/* True if a move can come to a choice at the house, as far as the position shows. */
KW_INLINE bool bao_may_choose(const struct rules *rules, const struct kw_position *position,
                              const struct bao_side *side) {
    const struct bao *bao = bao_of(rules);
    return bao->house && side->house && !(bao->harvest_plain && !bao_planting(rules, position));
}

/* Whether a move meets the choice at the house, and may play on there. */
static bool bao_chooses(const struct rules *rules, const struct kw_position *position,
                        kw_move move) {
    if (!bao_comes_home(rules, position, move))
        return false;
    return !bao_of(rules)->no_suicide ||
           !bao_is_suicide(rules, position, move | kw_move_make(KW_SOW, 0, false, true, 0));
}

/* The moves of a set that can be played on from the house. */
static struct bao_moves bao_safaris(const struct rules *rules, const struct kw_position *position,
                                    struct bao_moves moves) {
    struct bao_moves safaris = {{0, 0}};
    for (unsigned reverse = 0; reverse < 2; reverse++) {
        for (uint32_t left = moves.way[reverse]; left != 0; left &= left - 1) {
            unsigned hole = (unsigned)__builtin_ctz(left);
            kw_move move = kw_move_make(KW_SOW, hole, reverse, false, 0);
            safaris.way[reverse] |= (uint32_t)bao_chooses(rules, position, move) << hole;
        }
    }
    return safaris;
}

/* Writes the moves of a set. */
KW_INLINE size_t bao_list(struct bao_moves moves, kw_move with, kw_move *list) {
    size_t n = 0;
    for (unsigned reverse = 0; reverse < 2; reverse++)
        for (uint32_t left = moves.way[reverse]; left != 0; left &= left - 1)
            list[n++] = with + (unsigned)__builtin_ctz(left) + (reverse << 8);
    return n;
}

/*
 * The same of the legal moves: while planting, none that takes nothing comes to a choice at a house
 * of one hole.
 */
KW_INLINE struct bao_moves bao_choices(const struct rules *rules,
                                       const struct kw_position *position,
                                       const struct bao_side *side, struct bao_moves legal) {
    if (!bao_may_choose(rules, position, side))
        return (struct bao_moves){{0, 0}};
    if (!bao_of(rules)->split && bao_planting(rules, position)) {
        uint32_t targets = lanes_at_least(bao_targets(rules, side), 1);
        legal.way[0] &= targets;
        legal.way[1] &= targets;
    }
    return bao_any(legal) ? bao_safaris(rules, position, legal) : legal;
}

KW_INLINE size_t bao_moves(const struct rules *rules, const struct kw_position *position,
                           kw_move *list, size_t capacity) {
    (void)capacity;
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves moves = bao_legal(rules, position, &side);
    enum kw_kind kind = bao_planting(rules, position) ? KW_PLANT : KW_SOW;
    kw_move with = kw_move_make(kind, 16u * position->turn, false, false, 0);
    size_t n = bao_list(moves, with, list);
    return n + bao_list(bao_choices(rules, position, &side, moves),
                        with | kw_move_make(KW_SOW, 0, false, true, 0), list + n);
}

KW_INLINE size_t bao_size(struct bao_moves moves) {
    return (size_t)__builtin_popcount(moves.way[0] | moves.way[1] << 16);
}

KW_INLINE size_t bao_count(const struct rules *rules, const struct kw_position *position) {
    struct bao_side side = bao_side(position, position->turn);
    struct bao_moves moves = bao_legal(rules, position, &side);
    return bao_size(moves) + bao_size(bao_choices(rules, position, &side, moves));
}

/* The moves without those that play on from the house, which would have to be sown to be found. */
KW_INLINE size_t bao_mobility(const struct rules *rules, const struct kw_position *position) {
    struct bao_side side = bao_side(position, position->turn);
    return bao_size(bao_legal(rules, position, &side));
}

/* ---- blocking -------------------------------------------------------------------------------- */

/* The opponent's hole that a blank harvest move leading to `next` blocks, or -1. */
KW_INLINE int bao_blocked(const struct rules *rules, const struct kw_position *next,
                          struct bao_side side, unsigned player) {
    struct bao_side theirs = {.own = side.opponent, .opponent = side.own};
    if (bao_any(bao_captures(rules, next, &theirs, player ^ 1)))
        return -1;
    struct bao_moves captures = bao_captures(rules, next, &side, player);
    if (KW_LIKELY(!bao_any(captures)))
        return -1;
    uint32_t targets = lanes_at_least(bao_targets(rules, &side), 1),
             front = bao_front(rules, side.opponent);
    int only = -1;
    for (; targets != 0; targets &= targets - 1) {
        unsigned target = rules->columns - 1u - (unsigned)__builtin_ctz(targets);
        if (!bao_any(bao_taking(rules, &side, captures, target)))
            continue;
        if (only >= 0)
            return -1;
        only = (int)target;
    }
    assert(only >= 0);
    uint32_t bit = 1u << only, two = lanes_at_least(side.opponent, 2) & front;
    bool valid_house = only == HOUSE_HOLE && side.their_house &&
                       lanes_get(side.opponent, HOUSE_HOLE) >= HOUSE_VALID;
    if (valid_house || front == bit || two == bit || (bao_of(rules)->spare_single && !(two & bit)))
        return -1;
    return only;
}

/* What blocking leaves behind a move: a hole that is blocked, or one that must be captured now. */
struct bao_blocking {
    uint32_t blocked; /* a mark */
    unsigned must;    /* hole + 1, or 0 */
};

/* The player was blocked, and the opponent can still capture that hole: now he must. */
KW_INLINE unsigned bao_must_take(const struct rules *rules, const struct kw_position *next,
                                 const struct bao_run *run, struct trace *trace) {
    unsigned hole = (unsigned)__builtin_ctz(run->blocked), place = bao_own_place(run, hole);
    struct bao_side side = bao_sides(rules, run);
    struct bao_side his = {.own = side.opponent, .opponent = side.own};
    struct bao_moves captures = bao_captures(rules, next, &his, run->player ^ 1);
    if (halves_get(run->own, hole) == 0 || !bao_any(bao_taking(rules, &his, captures, hole)))
        return 0;
    trace_report(trace, KW_EVENT_BLOCK, KW_NOWHERE, place, 0, MUST_TAKE);
    trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, place + 1, MUST_TAKE);
    return place + 1;
}

/*
 * Blocking after a move to `next`, which is whole but for this; `before` stood before it (step 16).
 */
KW_INLINE struct bao_blocking bao_block(const struct rules *rules, struct bao_blocking before,
                                        const struct kw_position *next, const struct bao_run *run,
                                        struct trace *trace) {
    struct bao_blocking blocking = {0};
    for (uint32_t left = trace == NULL ? 0 : before.blocked; left != 0; left &= left - 1)
        trace_report(trace, KW_EVENT_UNMARK, KW_NOWHERE, (unsigned)__builtin_ctz(left), 2,
                     MUST_TAKE);
    if (before.must != 0)
        trace_report(trace, KW_EVENT_FIELD, KW_NOWHERE, 1, 0, MUST_TAKE);
    if (run->over != KW_GOING_ON)
        return blocking;
    if (KW_UNLIKELY(run->blocked != 0))
        blocking.must = bao_must_take(rules, next, run, trace);
    if (blocking.must == 0 && run->harvest && !run->capturing &&
        (next->store[0] | next->store[1]) == 0) {
        int hole = bao_blocked(rules, next, bao_sides(rules, run), run->player);
        if (KW_UNLIKELY(hole >= 0)) {
            unsigned place = bao_their_place(run, (unsigned)hole);
            blocking.blocked = 1u << place;
            trace_report(trace, KW_EVENT_BLOCK, KW_NOWHERE, place, 0, BLOCK);
            trace_report(trace, KW_EVENT_MARK, KW_NOWHERE, place, 2, BLOCK);
        }
    }
    return blocking;
}

/* ---- the position after a move --------------------------------------------------------------- */

KW_INLINE void bao_play(const struct rules *rules, const struct kw_position *position, kw_move move,
                        struct kw_position *next, struct trace *trace) {
    const struct bao *bao = bao_of(rules);
    struct bao_run run;
    bao_run(&run, rules, position, move, trace);
    struct bao_side side = bao_sides(rules, &run);
    unsigned player = run.player, own = 16 * player, theirs = 16 - own;
    struct bao_blocking blocking = {position->mark2, position->own[0]};
    struct scalars scalars = {.store = {position->store[0], position->store[1]},
                              .turn = player ^ 1,
                              .over = run.over,
                              .hand = run.hand};
    uint32_t mark = 0;
    if (!run.harvest)
        scalars.store[player]--;
    if (bao->house)
        mark = (uint32_t)side.house << (own + HOUSE_HOLE) | (uint32_t)side.their_house
                                                                << (theirs + HOUSE_HOLE);
    lanes_save(next->hole + own, side.own);
    lanes_save(next->hole + theirs, side.opponent);
    if (bao->block) {
        position_scalars(next, mark, 0, scalars); /* suicide=illegal plays moves in it */
        blocking = bao_block(rules, blocking, next, &run, trace);
    }
    scalars.own[0] = blocking.must;
    trace_report(trace, KW_EVENT_NEXT, KW_NOWHERE, player ^ 1, 0, NEXT);
    if (KW_UNLIKELY(run.over != KW_GOING_ON))
        trace_report(trace, KW_EVENT_OVER, KW_NOWHERE, run.over, 0,
                     run.hand > 0 ? FRONT_LOSES : ENDLESS);
    position_scalars(next, mark, blocking.blocked, scalars);
}

#endif
